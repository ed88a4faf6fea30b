// SPDX-License-Identifier: BSD-3-Clause
// How a plan of a triple product sums, and what it counted: a plain record.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace araios::inline ARAIOS_ISA {

/// Where a triple product collects sums.
enum class RapSums {
  windows,  ///< hosts: arrays over the columns that a row spans
  tables,   ///< hash tables, which follow the entries of a row
  products  ///< A·P and R·(A·P) are formed one after the other, by their own plans
};

/// What a plan of C = R·A·P does. Units: products, entries, rows, bytes.
struct RapReport {
  RapSums sums = RapSums::windows;  ///< of the numeric phase, where memory allows
  bool is_direct = false;           ///< rows of P have at most one entry: R·A is never summed
  int rows_together = 1;            ///< most rows of C with equal columns in R, summed together
  std::int64_t products = 0;        ///< of R·A; not counted where it is not formed
  std::int64_t intermediate = 0;  ///< entries of R·A, of which each owner holds one row at a time;
                                  ///< not counted where is_direct; by products those of A·P
  std::int64_t nnz = 0;           ///< entries of C
  std::size_t plan_bytes = 0;     ///< kept besides the pattern of C

  /// Compares all fields.
  bool operator==(RapReport const&) const = default;
};

/// The name of the enumerator.
constexpr std::string_view name_of(RapSums sums) {
  if (sums == RapSums::products) return "products";
  return sums == RapSums::windows ? "windows" : "tables";
}

/// What a plan does, in a line.
inline std::string to_string(RapReport const& report) {
  if (report.sums == RapSums::products) return "two products";
  return "fused, " + std::string{name_of(report.sums)} + (report.is_direct ? ", direct" : "") +
         ", rows together: " + std::to_string(report.rows_together);
}

}  // namespace araios::inline ARAIOS_ISA
