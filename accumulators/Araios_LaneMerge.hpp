// SPDX-License-Identifier: BSD-3-Clause
// A row of C in column order, by one lane that merges a few rows of B.
#pragma once

#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <limits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Merges the rows of B of one row of A. The next product of each row of B is in registers. It
/// needs no memory, no hashing and no sorting, and each lane of a warp has its own row. Products of
/// a column add up in the order of A's entries, so sums repeat.
///
/// Pre:  columns ascend in rows of B; otherwise columns come unsorted and repeatedly.
/// Cost: O(max_rows) for each column of C.
template <class Phase, int max_rows>
class LaneMerge {
 public:
  using ordinal_type = typename Phase::ordinal_type;
  using combine = typename Phase::combine;
  using value_type = typename combine::value_type;

  /// Begins with the first columns of a row. A row of A with more than max_rows entries counts as
  /// empty.
  KOKKOS_FUNCTION void begin(Phase const& phase, ordinal_type row) {
    auto const& a = phase.products.a;
    auto const a_begin = a.row_offsets(row);
    auto const length = a.row_offsets(row + 1) - a_begin;
    begin_entries(phase, a_begin, length > max_rows ? 0 : static_cast<int>(length));
  }

  /// The number of distinct columns of a row.
  KOKKOS_FUNCTION static ordinal_type count(Phase const& phase, ordinal_type row) {
    LaneMerge merge;
    merge.begin(phase, row);
    ordinal_type key;
    value_type sum;
    ordinal_type size = 0;
    while (merge.next(phase, key, sum)) ++size;
    return size;
  }

  /// Begins with `count` entries of A, at most max_rows.
  template <class OffsetA>
  KOKKOS_FUNCTION void begin_entries(Phase const& phase, OffsetA a_begin, int count) {
    // Separate loops, so that the loads of all rows are in flight together.
    ordinal_type rows[max_rows];
    for (int i = 0; i < max_rows; ++i) {
      rows[i] = i < count ? phase.products.a.columns(a_begin + i) : no_row;
    }
    for (int i = 0; i < max_rows; ++i) {
      next_[i] = end_[i] = 0;
      multipliers_[i] = {};
      factors_[i] = {};
      if (rows[i] == no_row) continue;
      auto const entries = phase.products.entries_of_row(rows[i]);
      next_[i] = entries.begin;
      end_[i] = entries.end;
      multipliers_[i] = phase.multiplier(a_begin + i);
    }
    bool all[max_rows];
    for (int i = 0; i < max_rows; ++i) all[i] = true;
    load(phase, all);
  }

  KOKKOS_FUNCTION bool is_empty() const { return least_key() == after_all_keys; }

  /// Takes the next column and the sum of its products; returns false if there is none.
  KOKKOS_FUNCTION bool next(Phase const& phase, ordinal_type& key, value_type& sum) {
    key = least_key();
    if (key == after_all_keys) return false;
    sum = value_type{};
    if constexpr (by_branches) {
      take_one_by_one(phase, key, sum);
    } else {
      take_at_once(phase, key, sum);
    }
    return true;
  }

 private:
  using offset_type = typename decltype(Phase::products)::offset_type_of_b;
  using multiplier_type = decltype(std::declval<Phase const&>().multiplier(offset_type{}));
  using factor_type = decltype(std::declval<Phase const&>().factor(offset_type{}));

  static constexpr bool by_branches = max_rows <= tuning::lane_merge_few_rows;
  static constexpr ordinal_type no_row = -1;
  static constexpr ordinal_type after_all_keys = std::numeric_limits<ordinal_type>::max();

  KOKKOS_FUNCTION ordinal_type least_key() const {
    ordinal_type least = keys_[0];
    for (int i = 1; i < max_rows; ++i) least = keys_[i] < least ? keys_[i] : least;
    return least;
  }

  /// Adds the products of a column, branching past rows of B without it. With few rows,
  /// neighbouring lanes take from the same rows, so the warp skips the others.
  KOKKOS_FUNCTION void take_one_by_one(Phase const& phase, ordinal_type key, value_type& sum) {
    for (int i = 0; i < max_rows; ++i) {
      if (keys_[i] != key) continue;
      combine::apply(sum, phase.product(multipliers_[i], factors_[i]));
      ++next_[i];
      bool const has_next = next_[i] < end_[i];
      keys_[i] = has_next ? phase.key(next_[i]) : after_all_keys;
      if (has_next) factors_[i] = phase.factor(next_[i]);
    }
  }

  /// The same without branches: the loads of all rows are in flight together.
  KOKKOS_FUNCTION void take_at_once(Phase const& phase, ordinal_type key, value_type& sum) {
    bool taken[max_rows];
    for (int i = 0; i < max_rows; ++i) {
      taken[i] = keys_[i] == key;
      value_type with_product = sum;
      combine::apply(with_product, phase.product(multipliers_[i], factors_[i]));
      sum = taken[i] ? with_product : sum;
      next_[i] += taken[i] ? 1 : 0;
    }
    load(phase, taken);
  }

  /// Loads the next product of each wanted row.
  KOKKOS_FUNCTION void load(Phase const& phase, bool const (&wanted)[max_rows]) {
    bool has_next[max_rows];
    for (int i = 0; i < max_rows; ++i) {
      has_next[i] = wanted[i] && next_[i] < end_[i];
      keys_[i] = wanted[i] ? after_all_keys : keys_[i];
    }
    for (int i = 0; i < max_rows; ++i) {
      if (has_next[i]) keys_[i] = phase.key(next_[i]);
    }
    for (int i = 0; i < max_rows; ++i) {
      if (has_next[i]) factors_[i] = phase.factor(next_[i]);
    }
  }

  ordinal_type keys_[max_rows];
  offset_type next_[max_rows];
  offset_type end_[max_rows];
  multiplier_type multipliers_[max_rows];
  factor_type factors_[max_rows];
};

}  // namespace araios::inline ARAIOS_ISA::impl
