// SPDX-License-Identifier: BSD-3-Clause
// What a driver tells its user: results on stdout, complaints on stderr.
#pragma once

#include "base/ExitCode.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {

/// Says on stderr what went wrong or is worth knowing, and keeps the largest exit code.
class Complaints {
 public:
  explicit Complaints(std::string program) : program_{std::move(program)} {}

  void add(Failure const& failure);
  /// Says remarks on a matrix, which leave the exit code as it is.
  void remark_on(std::string const& matrix, std::vector<std::string> const& remarks) const;
  void raise(ExitCode code) { code_ = std::max(code_, code); }
  ExitCode code() const { return code_; }

 private:
  std::string program_;
  ExitCode code_ = ExitCode::success;
};

/// Shows text on stdout at once, because what follows may take long.
///
/// Throws: Failure (output_error).
void show(std::string const& text);

}  // namespace araios::perf
