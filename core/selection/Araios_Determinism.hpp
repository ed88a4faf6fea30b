// SPDX-License-Identifier: BSD-3-Clause
// Which selections give bitwise the same C for every run and number of threads.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Lanes that insert products of a row.
constexpr int lanes_of_row(Selection const& selection) {
  return selection.vector_length *
         (owner_is_team(selection.partitioning) ? selection.team_size : 1);
}

/// Whether every value of C is summed in one order, whatever the order in which lanes run. This
/// holds if lanes insert one row of B at a time, with distinct columns, or if there is one lane.
constexpr bool sums_repeat(Selection const& selection) {
  return !lets_equal_keys_meet(selection.partitioning) || lanes_of_row(selection) == 1;
}

/// Whether the rows of C are sorted: if the caller asks for it, or for a deterministic C. Otherwise
/// the order of columns depends on lanes, and on the variant that suits the number of threads.
constexpr bool sorts_rows(SpGemmOptions const& options) {
  return options.result_sorted || options.deterministic;
}

/// Throws Unsupported when options.deterministic is asked of a selection that cannot keep it.
inline void expect_deterministic(SpGemmOptions const& options, Selection const& selection) {
  if (!options.deterministic || sums_repeat(selection)) return;
  throw Unsupported{"options.deterministic is set, but the sums of partitioning " +
                    std::string{name_of(selection.partitioning)} +
                    " depend on the order in which threads run; leave the partitioning unset"};
}

}  // namespace araios::inline ARAIOS_ISA::impl
