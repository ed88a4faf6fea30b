// SPDX-License-Identifier: BSD-3-Clause
// The bitonic network for any number of elements, run by the lanes that own them.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_PowerOfTwo.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// Calls order(low, high), low < high, for the pairs of `count` elements that the network compares.
/// It must swap the two if the second is smaller. The result depends on the elements alone.
///
/// Missing elements up to the next power of two count as larger than all others. The first step of
/// each merge is mirrored: every swap moves the larger element up, so missing ones never move.
///
/// Cost:   O(count · log²(count)) comparisons, spread over the lanes.
/// Source: Batcher 1968.
template <class Lanes, class Index, class Order>
KOKKOS_FUNCTION void sort_bitonic(Lanes const& lanes, Index count, Order const& order) {
  auto const pairs = static_cast<Index>(power_of_two_at_least(count) / 2);
  auto const order_present = [&](Index low, Index high) {
    if (high < count) order(low, high);
  };
  for (Index half = 1; half <= pairs; half *= 2) {
    lanes.for_each(pairs, [&](Index i) {
      Index const place = i & (half - 1);
      Index const begin = 2 * (i - place);
      order_present(begin + place, begin + 2 * half - 1 - place);
    });
    lanes.barrier();
    for (Index stride = half / 2; stride > 0; stride /= 2) {
      lanes.for_each(pairs, [&](Index i) {
        Index const low = 2 * i - (i & (stride - 1));
        order_present(low, low + stride);
      });
      lanes.barrier();
    }
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
