// SPDX-License-Identifier: BSD-3-Clause
// Collects rows, or groups of rows, from a dense matrix: the lanes of a thread scan the columns.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_ThreadForEach.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The groups of a launch: a group for each thread.
template <class Dense>
struct DenseGroups {
  using ordinal_type = std::int64_t;

  Dense dense;
  int rows_per_group;

  KOKKOS_FUNCTION std::int64_t num_groups() const {
    return (static_cast<std::int64_t>(dense.extent(0)) + rows_per_group - 1) / rows_per_group;
  }
  KOKKOS_FUNCTION std::int64_t end_row(std::int64_t group) const {
    auto const num_rows = static_cast<std::int64_t>(dense.extent(0));
    std::int64_t const end = (group + 1) * rows_per_group;
    return end < num_rows ? end : num_rows;
  }
  /// Calls f(row) for each row of a group that is not zero in a column.
  template <class F>
  KOKKOS_FUNCTION void for_each_nonzero(std::int64_t group, std::int64_t column, F const& f) const {
    using Scalar = typename Dense::non_const_value_type;
    std::int64_t const end = end_row(group);
    for (std::int64_t row = group * rows_per_group; row < end; ++row) {
      if (dense(row, column) != Scalar{}) f(row);
    }
  }
};

/// Counts the entries of each group.
template <class Groups, class Counts>
struct CountNonzeros {
  Groups groups;
  Counts counts;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const group = thread_index(member);
    if (group >= groups.num_groups()) return;
    ThreadLanes<Member> const lanes{member};
    auto const num_cols = static_cast<std::int64_t>(groups.dense.extent(1));
    auto const count =
        lanes.template sum<std::int64_t>(num_cols, [&](std::int64_t column, std::int64_t& sum) {
          groups.for_each_nonzero(group, column, [&](std::int64_t) { ++sum; });
        });
    lanes.single([&]() { counts(group) = count; });
  }
};

/// Hands out the entries of each group from its offset on, by column and then by row:
/// put(place, row, column, value).
template <class Groups, class Offsets, class Put>
struct WriteNonzeros {
  Groups groups;
  Offsets group_offsets;
  Put put;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const group = thread_index(member);
    if (group >= groups.num_groups()) return;
    ThreadLanes<Member> const lanes{member};
    auto const begin = static_cast<std::int64_t>(group_offsets(group));
    auto const num_cols = static_cast<std::int64_t>(groups.dense.extent(1));
    lanes.template scan<std::int64_t>(
        num_cols, [&](std::int64_t column, std::int64_t& before, bool is_final) {
          groups.for_each_nonzero(group, column, [&](std::int64_t row) {
            if (is_final) put(begin + before, row, column, groups.dense(row, column));
            ++before;
          });
        });
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
