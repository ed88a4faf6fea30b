// SPDX-License-Identifier: BSD-3-Clause
// A sort of numbers that the lanes of a thread hold in registers.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Sorts the numbers of all lanes in ascending order. The number at position lane + i·lanes is
/// numbers[i] of that lane. `exchange` is a LaneExchange.
///
/// Pre:    per_lane is a power of two; all lanes of the thread call it together.
/// Source: Batcher's bitonic sort; Knuth, The Art of Computer Programming 3, section 5.3.4.
template <class Exchange, int per_lane>
class SortAcrossLanes {
 public:
  KOKKOS_FORCEINLINE_FUNCTION static void sort(Exchange const& exchange,
                                               std::uint32_t (&numbers)[per_lane]) {
    int const lanes = exchange.lanes_of_thread;
    for (int length = 2; length < lanes; length *= 2) {
      bool const ascending = (exchange.lane & length) == 0;
      merge_lanes(exchange, numbers, length / 2, [&](int) { return ascending; });
    }
    merge_lanes(exchange, numbers, lanes / 2, [](int i) { return (i & 1) == 0; });
    merge_own<2>(exchange, numbers);
  }

 private:
  /// Compares and exchanges numbers between lanes at distances from `distance` down to 1.
  template <class Ascending>
  KOKKOS_FORCEINLINE_FUNCTION static void merge_lanes(Exchange const& exchange,
                                                      std::uint32_t (&numbers)[per_lane],
                                                      int distance, Ascending const& ascending) {
    for (; distance > 0; distance /= 2) {
      bool const is_lower = (exchange.lane & distance) == 0;
      for (int i = 0; i < per_lane; ++i) {
        std::uint32_t const mine = numbers[i];
        std::uint32_t const other = exchange.other(mine, distance);
        bool const takes_less = is_lower == ascending(i);
        numbers[i] = takes_less ? Kokkos::min(mine, other) : Kokkos::max(mine, other);
      }
    }
  }

  /// Merges sorted runs across the numbers of a lane, with run lengths from `length` on. Lengths
  /// and strides are constants, so that the numbers stay in registers.
  template <int length>
  KOKKOS_FORCEINLINE_FUNCTION static void merge_own(Exchange const& exchange,
                                                    std::uint32_t (&numbers)[per_lane]) {
    if constexpr (length <= per_lane) {
      order_own<length, length / 2>(numbers);
      merge_lanes(exchange, numbers, exchange.lanes_of_thread / 2,
                  [](int i) { return (i & length) == 0; });
      merge_own<2 * length>(exchange, numbers);
    }
  }

  template <int length, int stride>
  KOKKOS_FORCEINLINE_FUNCTION static void order_own(std::uint32_t (&numbers)[per_lane]) {
    for (int i = 0; i < per_lane; ++i) {
      if ((i & stride) != 0) continue;
      std::uint32_t const less = Kokkos::min(numbers[i], numbers[i + stride]);
      std::uint32_t const greater = Kokkos::max(numbers[i], numbers[i + stride]);
      bool const ascending = (i & length) == 0;
      numbers[i] = ascending ? less : greater;
      numbers[i + stride] = ascending ? greater : less;
    }
    if constexpr (stride > 1) order_own<length, stride / 2>(numbers);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
