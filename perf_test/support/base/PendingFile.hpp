// SPDX-License-Identifier: BSD-3-Clause
// An output file that is tried before the run and put in place, whole, after it.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace araios::perf {

/// A path that something will be written to. Regular files are written beside their place, under
/// `staging_path`, and renamed by `commit`; devices and pipes are written directly.
class PendingFile {
 public:
  /// Opens the path for writing once, so that a run does not start in vain.
  ///
  /// Throws: Failure (output_error) that names the flag and the operating system's reason.
  PendingFile(std::string flag, std::string const& path);
  PendingFile(PendingFile const&) = delete;
  PendingFile& operator=(PendingFile const&) = delete;
  /// Removes what was not committed.
  ~PendingFile();

  /// Where to write; it keeps the suffix of the path.
  std::string staging_path() const { return staging_.string(); }
  std::filesystem::path const& path() const { return path_; }
  std::string const& flag() const { return flag_; }

  /// Puts the written file in place.
  ///
  /// Throws: Failure (output_error).
  void commit();

 private:
  std::string flag_;
  std::filesystem::path path_;
  std::filesystem::path staging_;
  bool is_staged_ = false;
};

/// Hands a stream to `write` and puts the file in place.
///
/// Throws: Failure (output_error).
void write_file(PendingFile& file, std::function<void(std::ostream&)> const& write);

/// Throws: Failure (usage) if a path that is written is the same file as a path that is read, or as
///         another path that is written.
void expect_distinct_files(std::vector<PendingFile const*> const& written,
                           std::vector<std::string> const& read);

}  // namespace araios::perf
