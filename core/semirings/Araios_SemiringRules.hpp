// SPDX-License-Identifier: BSD-3-Clause
// How products are summed onto a pattern: pure functions of counts.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_SemiringReport.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_Hypersparse.hpp>
#include <semirings/Araios_SemiringsTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
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

/// Whether dot products of so many steps are faster than a walk, with the transpose of B.
inline bool do_dots_pay(bool is_host, std::int64_t dot_steps, std::int64_t nnz_b,
                        std::int64_t walk_steps) {
  std::int64_t const ratio =
      is_host ? tuning::walk_steps_per_dot_step : tuning::device_walk_steps_per_dot_step;
  return ratio * dot_steps + tuning::walk_steps_per_transposed_entry * nnz_b <= walk_steps;
}

/// The same before the columns of B are counted, as if all were of mean length. Arrays over the
/// columns of A and of B are needed.
inline bool may_dots_pay(bool is_host, ProblemStats const& stats, std::int64_t nnz_of_pattern,
                         std::int64_t walk_steps) {
  ProblemStats over_k = stats;
  over_k.n = stats.k;
  if (is_hypersparse(stats) || is_hypersparse(over_k)) return false;
  std::int64_t const mean = stats.nnz_b / std::max<std::int64_t>(stats.n, 1);
  return do_dots_pay(is_host, nnz_of_pattern * (1 + mean), stats.nnz_b, walk_steps);
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

/// Steps of a dot product: of a host along a column of B, of a lane along both factors.
KOKKOS_INLINE_FUNCTION std::int64_t steps_of_dot(bool is_host, std::int64_t length_of_a,
                                                 std::int64_t length_of_b) {
  if (is_host) return steps_along_b(length_of_b, length_of_a, true);
  constexpr std::int64_t ratio = tuning::searched_operand_min_ratio;
  if (searches_operand(length_of_a, length_of_b)) return length_of_b * ratio;
  if (searches_operand(length_of_b, length_of_a)) return length_of_a * ratio;
  return length_of_a + length_of_b;
}

}  // namespace araios::inline ARAIOS_ISA::impl
