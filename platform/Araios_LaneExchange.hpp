// SPDX-License-Identifier: BSD-3-Clause
// Register exchange (shuffle) between the lanes of a thread.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Shuffles between the vector lanes of a thread, where an execution space has them.
template <class ExecutionSpace>
struct LaneExchange {
  static constexpr bool available = false;
};

#ifdef KOKKOS_ENABLE_CUDA
template <>
struct LaneExchange<Kokkos::Cuda> {
  static constexpr bool available = true;

  KOKKOS_FUNCTION LaneExchange() {
    KOKKOS_IF_ON_DEVICE(
        (constexpr unsigned warp = 32; lane = static_cast<int>(threadIdx.x);
         lanes_of_thread = static_cast<int>(blockDim.x);
         thread_mask_ = ~0U >> (warp - blockDim.x) << threadIdx.y * blockDim.x % warp;))
  }

  /// The value of the lane whose number differs in the bit `distance`.
  ///
  /// Pre: all lanes of the thread call it together.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t other(std::uint32_t value, int distance) const {
    KOKKOS_IF_ON_DEVICE((return __shfl_xor_sync(thread_mask_, value, distance);))
    KOKKOS_IF_ON_HOST((static_cast<void>(distance); return value;))
  }

  int lane = 0;
  int lanes_of_thread = 1;

 private:
  unsigned thread_mask_ = 0;
};
#endif

}  // namespace araios::inline ARAIOS_ISA::impl
