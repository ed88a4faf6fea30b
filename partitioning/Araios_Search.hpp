// SPDX-License-Identifier: BSD-3-Clause
// Searches in sorted views.
#pragma once

#include <Kokkos_Core.hpp>

namespace araios {

/// First position in [begin, end) whose element is greater than `value`; `end` when there is none.
///
/// Pre:  the elements from begin to end do not decrease.
/// Cost: O(log(end - begin)).
template <class View, class Position, class Value>
KOKKOS_FUNCTION Position upper_bound(View const& sorted, Position begin, Position end,
                                     Value const& value) {
  while (begin < end) {
    Position const middle = begin + (end - begin) / 2;
    if (value < sorted(middle)) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  return begin;
}

}  // namespace araios
