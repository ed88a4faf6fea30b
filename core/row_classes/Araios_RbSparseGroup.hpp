// SPDX-License-Identifier: BSD-3-Clause
// The groups of rows of RBSparse: which hash table a row gets. Pure functions.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// A group of rows of C whose tables have one size: group i below `global` has the i-th smallest.
/// Source: Tang, Zhao, Huang, Dai 2019, §4.4.
struct RbSparseGroup {
  static constexpr int num_tables = 6;
  static constexpr int global = num_tables;  ///< rows that overflow their table
  static constexpr int count = num_tables + 1;

  /// Slots of a table. Sizes double from group to group, except the largest. Pre: group < global.
  KOKKOS_FUNCTION static constexpr int slots(int group) {
    return group + 1 < num_tables ? tuning::rbsparse_least_slots << group
                                  : tuning::rbsparse_most_slots;
  }

  /// The group of a row of that many products: the first with fewer than rbsparse_products_per_slot
  /// products for each slot, or the largest.
  KOKKOS_FUNCTION static constexpr int of_work(double work) {
    int group = 0;
    while (group + 1 < num_tables && work >= slots(group) * tuning::rbsparse_products_per_slot) {
      ++group;
    }
    return group;
  }

  static std::string name(int group) {
    return group == global ? "global" : "slots-" + std::to_string(slots(group));
  }
};

/// Sums over the rows of C. Units: products.
struct WorkSpread {
  double work = 0;
  double squared_work = 0;
  std::int64_t rows = 0;

  double mean() const { return rows == 0 ? 0 : work / static_cast<double>(rows); }
  /// Whether rows differ so little that all get tables of one size.
  bool is_balanced() const {
    if (work == 0) return true;
    double const variance = squared_work / static_cast<double>(rows) - mean() * mean();
    return variance / mean() <= tuning::rbsparse_balanced_spread;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
