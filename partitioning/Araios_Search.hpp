// SPDX-License-Identifier: BSD-3-Clause
// Binary searches that give every owner an equal share: in prefix sums, and along the merge path.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios {

/// First index in [begin, end) whose element is greater than `value`; `end` when there is none.
///
/// Pre:  sorted(begin), …, sorted(end - 1) is nondecreasing; views and functions may be passed.
/// Cost: O(log(end - begin)) elements are read.
template <class Index, class Sorted, class Value>
KOKKOS_FUNCTION Index upper_bound(Index begin, Index end, Sorted const& sorted,
                                  Value const& value) {
  while (begin < end) {
    Index const middle = begin + (end - begin) / 2;
    if (value < sorted(middle)) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  return begin;
}

/// A point of the merge path: `row` rows have ended and `entry` entries have been consumed.
template <class Index>
struct MergePathPoint {
  Index row;
  Index entry;
};

/// Where a diagonal crosses the merge path of the ends of num_rows rows and num_entries entries:
/// row + entry == diagonal.
///
/// The path consumes the entries of a row and then its end. So it consumes the end of row i as its
/// step i + row_end(i), which ascends strictly: the number of ends before a diagonal is one search.
/// Pre:    0 <= diagonal <= num_rows + num_entries; row_end(i) is the number of entries up to the
///         end of row i: nondecreasing, at most num_entries.
/// Cost:   O(log(min(diagonal, num_rows))) row ends are read.
/// Source: Merrill, Garland 2016, the two-dimensional search along a diagonal.
template <class Index, class RowEnd>
KOKKOS_FUNCTION MergePathPoint<Index> merge_path_search(Index diagonal, Index num_rows,
                                                        Index num_entries, RowEnd const& row_end) {
  Index const fewest_rows = diagonal > num_entries ? diagonal - num_entries : Index{0};
  Index const most_rows = diagonal < num_rows ? diagonal : num_rows;
  auto const step_after_row = [&](Index row) { return row + 1 + static_cast<Index>(row_end(row)); };
  Index const row = upper_bound(fewest_rows, most_rows, step_after_row, diagonal);
  return {row, diagonal - row};
}

}  // namespace araios
