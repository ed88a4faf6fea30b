// SPDX-License-Identifier: BSD-3-Clause
// Which rows an owner works on, and in which order.
#pragma once

#include <Araios_PartitioningKind.hpp>
#include <partitioning/Araios_Owners.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_ExecutionCheck.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Hands the rows of a launch to their owners, one range of rows at a time.
///
/// On devices each team has the range of its league rank, shared by its owners. On hosts there are
/// as many owners as can run concurrently, and each takes several ranges. With the dynamic schedule
/// an owner takes the next free range; with the static one it has a contiguous share of them.
///
/// Shapes: next_range one element, 0 before a launch with the dynamic schedule; on devices none.
template <class ExecutionSpace, class Device>
struct RowRanges {
  std::int64_t num_rows;
  std::int64_t rows_per_range;
  int num_owners;
  ScheduleKind schedule;
  Kokkos::View<std::int64_t*, Device> next_range;
  bool by_work = false;  ///< for_each_by_work may cut ranges by work

  /// Calls f(rows) for each range of this owner, by all its lanes together. On hosts the loop over
  /// rows stays apart from its launch, so that registers serve it alone.
  ARAIOS_MAY_CALL_HOST_CODE
  template <class Owner, class Lanes, class F>
  ARAIOS_APART_ON_HOSTS KOKKOS_FUNCTION void for_each(Lanes const& lanes, F const& f) const {
    if constexpr (!is_host_space_v<ExecutionSpace>) {
      f(Owner::share(lanes.member, range(lanes.member.league_rank())));
    } else {
      bool const shared_out = schedule == ScheduleKind::static_chunks;
      int const owner = Owner::owner_index(lanes.member);
      std::int64_t const end = shared_out ? first_of_share(owner + 1) : num_ranges();
      // A single call site of f: each one would inline the whole kernel.
      for (std::int64_t i = shared_out ? first_of_share(owner) : take_free(lanes); i < end;
           i = shared_out ? i + 1 : take_free(lanes)) {
        f(range(i));
      }
    }
  }

  /// The same on hosts. If ranges may be cut by work, each has equally many rows and entries
  /// together, as far as whole rows allow. Neighbouring long rows so go to several owners.
  ///
  /// Shapes: row_offsets num_rows + 1, those of the matrix whose rows these are.
  template <class Owner, class Lanes, class RowOffsets, class F>
  void for_each_by_work(Lanes const& lanes, RowOffsets const& row_offsets, F const& f) const {
    for_each<Owner>(lanes,
                    [&](Rows const& rows) { f(by_work ? cut_by_work(rows, row_offsets) : rows); });
  }

  KOKKOS_FUNCTION std::int64_t num_ranges() const {
    return (num_rows + rows_per_range - 1) / rows_per_range;
  }

  /// The row at a position of a range.
  KOKKOS_FUNCTION static std::int64_t row(std::int64_t place) { return place; }

 private:
  KOKKOS_FUNCTION std::int64_t first_of_share(int owner) const {
    return num_ranges() * owner / num_owners;
  }

  /// Replaces a range of equally many rows by the range of the same index on the merge path.
  template <class RowOffsets>
  KOKKOS_FUNCTION Rows cut_by_work(Rows const& rows, RowOffsets const& row_offsets) const {
    auto const row_end = [&](std::int64_t row) {
      return static_cast<std::int64_t>(row_offsets(row + 1));
    };
    auto const first_row = [&](std::int64_t index) {
      return first_row_of_share(index, num_ranges(), num_rows, row_end(num_rows - 1), row_end);
    };
    std::int64_t const index = rows.begin / rows_per_range;
    return {first_row(index), first_row(index + 1), 1};
  }

  template <class Lanes>
  KOKKOS_FUNCTION std::int64_t take_free(Lanes const& lanes) const {
    std::int64_t taken = 0;
    lanes.single(
        [&](std::int64_t& next) {
          next = Kokkos::atomic_fetch_add(&next_range(0), std::int64_t{1});
        },
        taken);
    return taken;
  }

  KOKKOS_FUNCTION Rows range(std::int64_t index) const {
    std::int64_t const begin = index * rows_per_range;
    return {begin, begin + rows_per_range < num_rows ? begin + rows_per_range : num_rows, 1};
  }
};

/// Ranges of positions in a list of rows.
///
/// Shapes: rows num_rows.
template <class Ranges, class RowList>
struct ListedRanges : Ranges {
  RowList rows;

  KOKKOS_FUNCTION std::int64_t row(std::int64_t place) const { return rows(place); }
};

}  // namespace araios::inline ARAIOS_ISA::impl
