// SPDX-License-Identifier: BSD-3-Clause
// Which selections give bitwise the same C for every run and number of threads.
#pragma once

#include <Araios_Expects.hpp>
#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>

#include <string>

namespace araios {

/// Lanes that insert products of a row.
constexpr int lanes_of_row(Selection const& selection) {
  return selection.vector_length *
         (owner_is_team(selection.partitioning) ? selection.team_size : 1);
}

/// Whether every value of C is summed in one order, whatever the order in which lanes run: lanes
/// insert one row of B at a time, with distinct columns, or there is one lane.
constexpr bool sums_repeat(Selection const& selection) {
  return !lets_equal_keys_meet(selection.partitioning) || lanes_of_row(selection) == 1;
}

/// Whether the entries of a row that is not sorted come in one order, whatever the order in which
/// lanes run.
constexpr bool insertion_order_repeats(Selection const& selection) {
  return lanes_of_row(selection) == 1;
}

/// Whether the rows of C are sorted: where the caller wants it, and where their order would differ
/// from run to run.
constexpr bool sorts_rows(SpGemmOptions const& options, Selection const& selection) {
  return options.result_sorted || (options.deterministic && !insertion_order_repeats(selection));
}

/// Throws Unsupported when options.deterministic is asked of a selection that cannot keep it.
inline void expect_deterministic(SpGemmOptions const& options, Selection const& selection) {
  if (!options.deterministic || sums_repeat(selection)) return;
  throw Unsupported{"options.deterministic is set, but the sums of partitioning " +
                    std::string{name_of(selection.partitioning)} +
                    " depend on the order in which threads run; leave the partitioning unset"};
}

}  // namespace araios
