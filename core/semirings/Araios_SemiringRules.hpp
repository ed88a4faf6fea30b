// SPDX-License-Identifier: BSD-3-Clause
// How products are summed onto a pattern: pure functions of counts.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_SemiringReport.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_Hypersparse.hpp>
#include <semirings/Araios_SemiringsTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// Where products are walked: in an array over columns unless these by far outnumber the entries.
/// Depends on the product alone, not on the threads, since sums must not.
inline SemiringMethod walking_method(bool is_host, ProblemStats const& stats) {
  if (!is_host) return SemiringMethod::searched_row;
  return is_hypersparse(stats) ? SemiringMethod::marked_hash : SemiringMethod::marked_array;
}

/// The most owners that walk at once.
inline std::int64_t most_walking_owners(SemiringMethod method, ProblemStats const& stats) {
  return method == SemiringMethod::marked_array ? affordable_arrays(stats, stats.n)
                                                : std::numeric_limits<std::int64_t>::max();
}

/// Whether dot products of so many steps are faster than a walk.
inline bool do_dots_pay(std::int64_t dot_steps, std::int64_t walk_steps) {
  return dot_steps <= walk_steps / tuning::walk_steps_per_dot_step;
}

/// Whether the columns of a row of C are searched in a row of B. The sums are the same.
KOKKOS_INLINE_FUNCTION bool searches_row_of_b(std::int64_t length_of_b, std::int64_t length_of_c) {
  return length_of_b / tuning::searched_row_min_ratio > length_of_c;
}

/// Steps of a walk along a row of B.
KOKKOS_INLINE_FUNCTION std::int64_t steps_along_b(std::int64_t length_of_b,
                                                  std::int64_t length_of_c, bool b_ascends) {
  return b_ascends && searches_row_of_b(length_of_b, length_of_c)
             ? length_of_c * tuning::searched_row_min_ratio
             : length_of_b;
}

/// Whether a row of A or a column of B is searched for the entries of the other.
KOKKOS_INLINE_FUNCTION bool searches_operand(std::int64_t length, std::int64_t length_of_other) {
  return length / tuning::searched_operand_min_ratio > length_of_other;
}

/// Steps of a dot product.
KOKKOS_INLINE_FUNCTION std::int64_t steps_of_dot(std::int64_t x, std::int64_t y) {
  if (searches_operand(x, y)) return y * tuning::searched_operand_min_ratio;
  if (searches_operand(y, x)) return x * tuning::searched_operand_min_ratio;
  return x + y;
}

}  // namespace araios::inline ARAIOS_ISA::impl
