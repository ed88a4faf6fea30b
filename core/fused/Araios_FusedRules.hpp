// SPDX-License-Identifier: BSD-3-Clause
// How a triple product sums its rows, and how many owners memory allows: pure functions.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_RapReport.hpp>
#include <fused/Araios_FusedTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_PowerOfTwo.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// What the symbolic phase of a triple product counted. Units: products, columns, rows.
struct FusedCounts {
  std::int64_t products = 0;          ///< of R·A
  std::int64_t max_products = 0;      ///< of a row of R·A
  std::int64_t intermediate = 0;      ///< entries of R·A
  std::int64_t max_intermediate = 0;  ///< of a row of R·A
  std::int64_t fine_span = 1;         ///< most columns from the first to the last of a row of R·A
  std::int64_t coarse_span = 1;       ///< the same of C
  int rows_together = 1;              ///< most rows of a bundle
  bool is_direct = false;             ///< rows of P have at most one entry
};

/// Elements of an array that columns of a row address by their lower bits, each by its own element.
constexpr std::int64_t window_of(std::int64_t span) { return power_of_two_at_least(span); }

/// The most elements that windows of an owner may have.
constexpr std::int64_t affordable_window(std::int64_t products) {
  return tuning::fused_window_elements_at_least +
         products / tuning::fused_products_per_window_element;
}

/// The number of lanes that sum the rows of a bundle: of none, half a vector or a vector.
constexpr int lanes_for_rows(int rows_together) {
  if (rows_together <= 1) return 1;
  return rows_together <= tuning::fused_few_rows_together ? tuning::fused_few_rows_together
                                                          : tuning::fused_max_rows_together;
}

/// Elements of both windows of an owner: over columns of A, none where sums are direct, and of P.
constexpr std::int64_t window_elements(FusedCounts const& counts) {
  std::int64_t const fine = counts.is_direct ? 0 : window_of(counts.fine_span);
  return (fine + window_of(counts.coarse_span)) * lanes_for_rows(counts.rows_together);
}

/// Where a product of hosts sums. Depends on the product alone, not on the threads.
constexpr RapSums sums_of_hosts(FusedCounts const& counts) {
  return window_elements(counts) <= affordable_window(counts.products) ? RapSums::windows
                                                                       : RapSums::tables;
}

/// Slots of a table for so many columns.
KOKKOS_FUNCTION constexpr std::int64_t table_slots(std::int64_t columns) {
  return power_of_two_at_least(columns * tuning::fused_slots_per_column);
}

/// The most owners, of those that run concurrently, that share `bytes`; at least one. Units: bytes.
inline int owners_within(std::size_t bytes, std::size_t bytes_of_owner, int concurrency) {
  std::size_t const fitting = bytes / std::max<std::size_t>(bytes_of_owner, 1);
  return static_cast<int>(
      std::clamp<std::size_t>(fitting, 1, static_cast<std::size_t>(std::max(concurrency, 1))));
}

/// Bytes that owners may take together, given those of R·A.
constexpr std::size_t affordable_owner_bytes(std::size_t intermediate_bytes) {
  return std::max(intermediate_bytes / tuning::fused_share_of_intermediate,
                  tuning::fused_owner_bytes_at_least);
}

}  // namespace araios::inline ARAIOS_ISA::impl
