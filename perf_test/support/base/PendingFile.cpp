// SPDX-License-Identifier: BSD-3-Clause
// An output file that is checked before the run, and complete once it appears.
#include "base/PendingFile.hpp"

#include "base/ExitCode.hpp"
#include "base/Failures.hpp"
#include "base/Interrupt.hpp"
#include <matrix_market/Araios_OutputFile.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <ostream>
#include <system_error>
#include <utility>

namespace araios::perf {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_failed(std::string const& flag, std::string const& problem,
                               fs::path const& path, std::string const& reason) {
  throw Failure{ExitCode::output_error,
                fmt::format("{}: {} '{}': {}", flag, problem, path.string(), reason)};
}

/// The absolute path after resolving symbolic links, whether or not a file exists there.
fs::path resolved(fs::path path) {
  constexpr int most_links = 40;
  std::error_code failed;
  for (int link = 0; link < most_links && fs::is_symlink(path, failed); ++link) {
    path = path.parent_path() / fs::read_symlink(path, failed);
  }
  fs::path const target = fs::weakly_canonical(fs::absolute(path, failed), failed);
  return failed ? path : target;
}

bool is_same_file(fs::path const& left, fs::path const& right) {
  std::error_code failed;
  return fs::equivalent(left, right, failed) || resolved(left) == resolved(right);
}

/// Whether the path is a device or a pipe, which may have several writers.
bool is_special(fs::path const& path) {
  std::error_code failed;
  return fs::exists(path, failed) && !fs::is_regular_file(path, failed);
}

}  // namespace

PendingFile::PendingFile(std::string flag, std::string const& path)
    : flag_{std::move(flag)}, path_{resolved(path)} {
  std::error_code failed;
  if (fs::is_directory(path_, failed)) throw_failed(flag_, "cannot write", path, "is a directory");
  if (is_special(path_)) {
    staging_ = path_;
    return;
  }
  // A rename does not need write permission of the replaced file, so it is checked here.
  if (fs::exists(path_, failed) && access(path_.c_str(), W_OK) != 0) {
    throw_failed(flag_, "cannot write", path, std::strerror(errno));
  }
  staging_ =
      path_.parent_path() / fmt::format(".partial.{}.{}", getpid(), path_.filename().string());
  remove_on_interrupt(staging_.string());
  std::FILE* const file = std::fopen(staging_.c_str(), "wb");
  if (file == nullptr) throw_failed(flag_, "cannot write", path, std::strerror(errno));
  std::fclose(file);
  is_staged_ = true;
}

PendingFile::~PendingFile() {
  std::error_code ignored;
  if (is_staged_) fs::remove(staging_, ignored);
}

void PendingFile::commit() {
  if (!is_staged_) return;
  std::error_code failed;
  fs::rename(staging_, path_, failed);
  if (failed) throw_failed(flag_, "cannot put in place", path_, failed.message());
  is_staged_ = false;
}

void write_file(PendingFile& file, std::function<void(std::ostream&)> const& write) {
  try {
    impl::OutputFile buffer{file.staging_path()};
    std::ostream stream{&buffer};
    stream.exceptions(std::ios::badbit);
    write(stream);
    stream.flush();
    buffer.close();
  } catch (std::exception const& exception) {
    throw about(file.flag(), failure_of(exception, ExitCode::output_error));
  }
  file.commit();
}

void expect_distinct_files(std::vector<PendingFile const*> const& written,
                           std::vector<std::string> const& read) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    PendingFile const& output = *written[i];
    for (std::string const& input : read) {
      if (!is_same_file(output.path(), input)) continue;
      throw Failure{ExitCode::usage,
                    fmt::format("{}: found '{}', which is also read, expected another file",
                                output.flag(), output.path().string())};
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (is_special(output.path()) || !is_same_file(output.path(), written[j]->path())) continue;
      throw Failure{ExitCode::usage,
                    fmt::format("{}: found '{}', which {} also names, expected another file",
                                output.flag(), output.path().string(), written[j]->flag())};
    }
  }
}

}  // namespace araios::perf
