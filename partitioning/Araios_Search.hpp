// SPDX-License-Identifier: BSD-3-Clause
// Binary searches that give owners equal shares: in prefix sums, and along the merge path.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The first index in [begin, end) whose element is greater than `value`; `end` if there is none.
/// `sorted` may be a view or a function.
///
/// Pre:  sorted(begin), …, sorted(end - 1) is nondecreasing.
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

/// For each of `count` values, the last index whose element is not greater. The searches run in
/// lockstep, so that their loads overlap.
///
/// Pre:  as upper_bound; begin < end, and sorted(begin) is not greater than any of the values.
/// Cost: O(log(end - begin)) elements are read for each value.
template <int count, class Index, class Sorted, class Value>
KOKKOS_FUNCTION void last_not_above(Index begin, Index end, Sorted const& sorted,
                                    Value const* values, Index* found) {
  for (int k = 0; k < count; ++k) found[k] = begin;
  for (Index size = end - begin; size > 1;) {
    Index const half = size / 2;
    for (int k = 0; k < count; ++k) {
      if (!(values[k] < sorted(found[k] + half))) found[k] += half;
    }
    size -= half;
  }
}

/// The row that holds an entry; rows may be empty.
///
/// Shapes: row_offsets num_rows + 1.
/// Pre:    0 <= entry < row_offsets(num_rows).
template <class RowOffsets>
KOKKOS_FUNCTION std::int64_t row_of_entry(std::int64_t num_rows, RowOffsets const& row_offsets,
                                          std::int64_t entry) {
  using Offset = typename RowOffsets::non_const_value_type;
  return upper_bound(std::int64_t{0}, num_rows, row_offsets, static_cast<Offset>(entry)) - 1;
}

/// A point of the merge path: `row` rows have ended and `entry` entries have been consumed.
template <class Index>
struct MergePathPoint {
  Index row;
  Index entry;
};

/// The number of steps of the merge path up to and including the end of a row.
template <class Index, class RowEnd>
KOKKOS_FUNCTION Index step_after_row(Index row, RowEnd const& row_end) {
  return row + 1 + static_cast<Index>(row_end(row));
}

/// Where a diagonal crosses the merge path of num_rows row ends and num_entries entries: row +
/// entry == diagonal.
///
/// The path consumes the entries of a row and then its end. So the end of row i is step i +
/// row_end(i), which ascends strictly, and one search counts the row ends before a diagonal.
///
/// Pre:    0 <= diagonal <= num_rows + num_entries; row_end(i) is the number of entries up to the
///         end of row i: nondecreasing, at most num_entries. Entries before the first row may
///         count too, but not on the diagonal: it is at least their number.
/// Cost:   O(log(min(diagonal, num_rows))) row ends are read.
/// Source: Merrill, Garland 2016, the two-dimensional search along a diagonal.
template <class Index, class RowEnd>
KOKKOS_FUNCTION MergePathPoint<Index> merge_path_search(Index diagonal, Index num_rows,
                                                        Index num_entries, RowEnd const& row_end) {
  Index const fewest_rows = diagonal > num_entries ? diagonal - num_entries : Index{0};
  Index const most_rows = diagonal < num_rows ? diagonal : num_rows;
  auto const steps = [&](Index row) { return step_after_row(row, row_end); };
  Index const row = upper_bound(fewest_rows, most_rows, steps, diagonal);
  return {row, diagonal - row};
}

/// The row in which a share begins, of num_shares equal shares of the merge path; num_rows for
/// shares beyond its end.
///
/// Pre: num_shares > 0; row_end as in merge_path_search.
template <class Index, class RowEnd>
KOKKOS_FUNCTION Index first_row_of_share(Index share, Index num_shares, Index num_rows,
                                         Index num_entries, RowEnd const& row_end) {
  Index const length = num_rows + num_entries;
  Index const steps = (length + num_shares - 1) / num_shares;
  Index const diagonal = share * steps < length ? share * steps : length;
  return merge_path_search(diagonal, num_rows, num_entries, row_end).row;
}

/// Threads of a team that search together: the rank of the calling one, how many they are, and two
/// elements in scratch for what they find.
///
/// Ranks of the group are below `size`; threads of no group have a higher one.
struct SearchGroup {
  int rank;
  int size;
  std::int64_t* found;
};

/// The number of row ends before a diagonal of the merge path, found by a group of threads
/// together. In each round each thread probes one position, and the gap between two probes remains.
///
/// Pre:    as merge_path_search. All threads of the team make the call together, with the same
///         num_rows and size of the group. Threads of a group share diagonal and `found`. A thread
///         of no group only waits, and its result is meaningless.
/// Cost:   O(log(num_rows) / log(size)) rounds of two row ends and a barrier.
template <class Member, class RowEnd>
KOKKOS_FUNCTION std::int64_t rows_before_diagonal(Member const& member, SearchGroup const& group,
                                                  std::int64_t diagonal, std::int64_t num_rows,
                                                  RowEnd const& row_end) {
  auto const [rank, num_threads, found] = group;
  auto const ends_before = [&](std::int64_t row) {
    return row < num_rows && step_after_row(row, row_end) <= diagonal;
  };
  std::int64_t first = 0;
  int round = 0;
  // The number of rounds depends on num_rows alone, so all groups meet at the barrier.
  for (std::int64_t size = num_rows; size > 0; round = 1 - round) {
    std::int64_t const step = (size + num_threads - 1) / num_threads;
    if (rank < num_threads) {
      std::int64_t const probe = first + (rank + 1) * step - 1;
      // Both loads are issued before either is used.
      bool const ends = ends_before(probe);
      bool const next_ends = ends_before(probe + step);
      if (rank == 0 && !ends) found[round] = first;
      if (ends && (rank + 1 == num_threads || !next_ends)) found[round] = probe + 1;
    }
    member.team_barrier();
    if (rank < num_threads) first = found[round];
    size = step - 1;
  }
  return first;
}

}  // namespace araios::inline ARAIOS_ISA::impl
