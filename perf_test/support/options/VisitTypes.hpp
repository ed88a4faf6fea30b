// SPDX-License-Identifier: BSD-3-Clause
// From the names of execution spaces and offset types on the command line to the types.
#pragma once

#include "base/ExitCode.hpp"
#include "options/BackEnd.hpp"
#include "options/Options.hpp"

#include <Kokkos_Core.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

namespace araios::perf {

/// Calls f with a null pointer to the execution space of a back end.
///
/// Throws: Failure (unsupported) if it is not built in.
template <class F>
auto visit_space(BackEnd back_end, F const& f) {
  switch (back_end) {
#ifdef KOKKOS_ENABLE_SERIAL
    case BackEnd::serial:
      return f(static_cast<Kokkos::Serial*>(nullptr));
#endif
#ifdef KOKKOS_ENABLE_THREADS
    case BackEnd::threads:
      return f(static_cast<Kokkos::Threads*>(nullptr));
#endif
#ifdef KOKKOS_ENABLE_OPENMP
    case BackEnd::openmp:
      return f(static_cast<Kokkos::OpenMP*>(nullptr));
#endif
#ifdef KOKKOS_ENABLE_CUDA
    case BackEnd::cuda:
      return f(static_cast<Kokkos::Cuda*>(nullptr));
#endif
#ifdef KOKKOS_ENABLE_HIP
    case BackEnd::hip:
      return f(static_cast<Kokkos::HIP*>(nullptr));
#endif
#ifdef KOKKOS_ENABLE_SYCL
    case BackEnd::sycl:
      return f(static_cast<Kokkos::SYCL*>(nullptr));
#endif
    default:
      break;
  }
  throw Failure{ExitCode::unsupported, fmt::format("{} is not built in", name_of(back_end))};
}

/// Calls f with a zero of an offset type.
template <class F>
auto visit_offset(OffsetType offset, F const& f) {
  return offset == OffsetType::int32 ? f(std::int32_t{0}) : f(std::size_t{0});
}

}  // namespace araios::perf
