// SPDX-License-Identifier: BSD-3-Clause
// The output of a driver: results on stdout, warnings and errors on stderr.
#pragma once

#include "base/ExitCode.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {

/// Prints errors and remarks on stderr, and keeps the largest exit code.
class Complaints {
 public:
  explicit Complaints(std::string program) : program_{std::move(program)} {}

  void add(Failure const& failure);
  /// Prints remarks on a matrix, which leave the exit code unchanged.
  void remark_on(std::string const& matrix, std::vector<std::string> const& remarks) const;
  void raise(ExitCode code) { code_ = std::max(code_, code); }
  ExitCode code() const { return code_; }
  std::string const& program() const { return program_; }

 private:
  std::string program_;
  ExitCode code_ = ExitCode::success;
};

/// Prints text on stdout and flushes it, because the next step may take long.
///
/// Throws: Failure (output_error).
void show(std::string const& text);

}  // namespace araios::perf
