// SPDX-License-Identifier: BSD-3-Clause
// A loop over the vector lanes of a thread, and the barrier of these lanes.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// Loops over the vector lanes of the threads of a team.
template <class ExecutionSpace>
struct LaneLoop {
  /// Calls f(i) for every i in [0, n), spread over the lanes; ends with a barrier.
  template <class Member, class Index, class F>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(Member const& member, Index n, F const& f) {
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(member, n), f);
  }

  /// Orders the memory accesses of the lanes before and after it.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void barrier(Member const& member) {
    // Kokkos has no barrier for lanes; an empty loop ends with one.
    for_each(member, 0, [](int) {});
  }
};

#ifdef KOKKOS_ENABLE_CUDA
/// The same without Kokkos, which divides twice to find the mask of its barrier: that costs much in
/// loops over short rows.
template <>
struct LaneLoop<Kokkos::Cuda> {
  template <class Member, class Index, class F>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(Member const& member, Index n, F const& f) {
    KOKKOS_IF_ON_DEVICE((for (auto i = static_cast<Index>(threadIdx.x); i < n;
                              i += static_cast<Index>(blockDim.x)) { f(i); }))
    barrier(member);
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static void barrier(Member const&) {
    KOKKOS_IF_ON_DEVICE((
        constexpr unsigned warp = 32; if (blockDim.x == warp) { __syncwarp(); } else {
          unsigned const first = threadIdx.y * blockDim.x % warp;
          __syncwarp(((1U << blockDim.x) - 1) << first);
        }))
  }
};
#endif

}  // namespace araios::inline ARAIOS_ISA::impl
