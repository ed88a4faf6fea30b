// SPDX-License-Identifier: BSD-3-Clause
// Pins the threads of OpenMP, unless the environment says how.
#include "base/PinnedThreads.hpp"

#include <Kokkos_Macros.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace araios::perf {
namespace {

/// Whoever sets one of these has decided. The first one also keeps the new process from starting
/// another.
constexpr std::array deciding_variables{"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY",
                                        "KMP_AFFINITY"};

#ifdef KOKKOS_ENABLE_OPENMP
constexpr bool has_openmp = true;
#else
constexpr bool has_openmp = false;
#endif

}  // namespace

void pin_threads(std::string const& program, char* const* argv) {
  bool const is_decided =
      std::any_of(deciding_variables.begin(), deciding_variables.end(),
                  [](char const* name) { return std::getenv(name) != nullptr; });
  if (!has_openmp || is_decided) return;
  setenv("OMP_PROC_BIND", "spread", 0);
  setenv("OMP_PLACES", "threads", 0);
  execv("/proc/self/exe", argv);
  fmt::print(stderr,
             "{}: threads are not pinned ({}): set OMP_PROC_BIND=spread OMP_PLACES=threads for "
             "steady times\n",
             program, std::strerror(errno));
  unsetenv("OMP_PLACES");
  // What is the case; Kokkos would repeat the advice in more lines.
  setenv("OMP_PROC_BIND", "false", 1);
}

}  // namespace araios::perf
