// SPDX-License-Identifier: BSD-3-Clause
// A folder of its own for the files of a test, removed with them at its end.
#pragma once

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

namespace araios_test {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "araios_test_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw std::system_error{errno, std::generic_category(), "cannot make " + name};
    }
    path_ = name;
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string path(std::string const& name) const { return (path_ / name).string(); }

  /// Writes a file and returns its path.
  std::string file(std::string const& name, std::string_view contents) const {
    std::ofstream stream{path(name), std::ios::binary};
    stream.exceptions(std::ios::failbit | std::ios::badbit);
    stream.write(contents.data(), static_cast<std::streamsize>(contents.size()));
    stream.close();
    return path(name);
  }

 private:
  std::filesystem::path path_;
};

/// The bytes of a file.
inline std::string contents_of(std::string const& path) {
  std::ifstream stream{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{stream}, {}};
}

}  // namespace araios_test
