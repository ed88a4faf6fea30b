// SPDX-License-Identifier: BSD-3-Clause
// Which products have so many columns that no array over all of them may be kept.
#pragma once

#include <Araios_Selection.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_SelectionTuning.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// Whether the columns of C by far outnumber the entries and products of the call. Memory then
/// follows these: rows are summed in hash maps. Depends on the product alone, not on the threads,
/// since a deterministic C must not.
inline bool is_hypersparse(ProblemStats const& stats) {
  auto const entries = stats.nnz_a + stats.nnz_b + stats.work;
  return stats.n / tuning::hypersparse_columns_per_entry >
         entries + tuning::hypersparse_least_columns / tuning::hypersparse_columns_per_entry;
}

}  // namespace araios::inline ARAIOS_ISA::impl
