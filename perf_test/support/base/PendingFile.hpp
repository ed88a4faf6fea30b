// SPDX-License-Identifier: BSD-3-Clause
// An output file that is checked before the run, and complete once it appears.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace araios::perf {

/// A path to be written. A regular file is written at `staging_path` in the same folder, and
/// renamed by `commit`; devices and pipes are written directly.
class PendingFile {
 public:
  /// Opens the path for writing once, so that a run does not fail only at its end.
  ///
  /// Throws: Failure (output_error) that names the flag and the operating system's reason.
  PendingFile(std::string flag, std::string const& path);
  PendingFile(PendingFile const&) = delete;
  PendingFile& operator=(PendingFile const&) = delete;
  /// Removes the staged file unless it was committed.
  ~PendingFile();

  /// Where to write; it has the suffix of the path.
  std::string staging_path() const { return staging_.string(); }
  std::filesystem::path const& path() const { return path_; }
  std::string const& flag() const { return flag_; }

  /// Renames the staged file to its path.
  ///
  /// Throws: Failure (output_error).
  void commit();

 private:
  std::string flag_;
  std::filesystem::path path_;
  std::filesystem::path staging_;
  bool is_staged_ = false;
};

/// Calls `write` with a stream to the file, and commits the file.
///
/// Throws: Failure (output_error).
void write_file(PendingFile& file, std::function<void(std::ostream&)> const& write);

/// Checks that no written path is the same file as a read path, or as another written path.
///
/// Throws: Failure (usage) otherwise.
void expect_distinct_files(std::vector<PendingFile const*> const& written,
                           std::vector<std::string> const& read);

}  // namespace araios::perf
