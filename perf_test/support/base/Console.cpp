// SPDX-License-Identifier: BSD-3-Clause
// The output of a driver: results on stdout, warnings and errors on stderr.
#include "base/Console.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace araios::perf {

void Complaints::add(Failure const& failure) {
  fmt::print(stderr, "{}: {}\n", program_, failure.what());
  raise(failure.code());
}

void Complaints::remark_on(std::string const& matrix,
                           std::vector<std::string> const& remarks) const {
  for (std::string const& remark : remarks) {
    fmt::print(stderr, "{}: {}: {}\n", program_, matrix, remark);
  }
}

void show(std::string const& text) {
  errno = 0;
  if (std::fputs(text.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return;
  throw Failure{ExitCode::output_error,
                fmt::format("cannot write to stdout: {}", std::strerror(errno))};
}

}  // namespace araios::perf
