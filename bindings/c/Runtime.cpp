// SPDX-License-Identifier: BSD-3-Clause
// The calls of araios.h about Kokkos, the version and errors.

#include "Answer.hpp"
#include "araios.h"
#include <platform/Araios_Expects.hpp>

#include <Kokkos_Core.hpp>

#include <mutex>
#include <string>

namespace araios_c {
namespace {

/// How often the program has called araios_initialize without an answer, and whether that started
/// Kokkos.
struct Starts {
  std::mutex mutex;
  long open = 0;
  bool owns_kokkos = false;
};

Starts& starts() {
  static Starts counted;
  return counted;
}

void start_kokkos(int threads) {
  Kokkos::InitializationSettings settings;
  if (threads > 0) settings.set_num_threads(threads);
  Kokkos::initialize(settings);
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

int araios_initialize(int threads) {
  return answer([&] {
    ARAIOS_EXPECTS(threads >= 0, "threads is " + std::to_string(threads) + ", expected at least 0");
    auto& counted = starts();
    std::scoped_lock const lock{counted.mutex};
    if (Kokkos::is_finalized()) {
      throw Refusal{ARAIOS_WRONG_PLACE, "Kokkos is finalized, and cannot start twice in a program"};
    }
    if (!Kokkos::is_initialized()) {
      start_kokkos(threads);
      counted.owns_kokkos = true;
    }
    ++counted.open;
  });
}

int araios_finalize() {
  return answer([&] {
    auto& counted = starts();
    std::scoped_lock const lock{counted.mutex};
    if (counted.open == 0) {
      throw Refusal{ARAIOS_NOT_INITIALIZED, "araios_finalize has no araios_initialize to answer"};
    }
    bool const is_last = --counted.open == 0;
    if (is_last && counted.owns_kokkos && Kokkos::is_initialized()) Kokkos::finalize();
  });
}

char const* araios_version() { return ARAIOS_C_VERSION; }

char const* araios_execution_space() { return Kokkos::DefaultHostExecutionSpace::name(); }

char const* araios_last_error() { return last_failure(); }
