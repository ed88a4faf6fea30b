// SPDX-License-Identifier: BSD-3-Clause
// A cache of recent rows of C, of which later rows may be shifted copies.
#pragma once

#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_ShiftedRows.hpp>
#include <pattern/Araios_PatternTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <array>
#include <cstdint>
#include <optional>

namespace araios::inline ARAIOS_ISA::impl {

/// The rows that a host thread has recently recorded without sharing, and the search for one of
/// which a later row is a shifted copy. In grids, the rows of a line are shifted copies of those of
/// the line before.
///
/// The search is disabled for good once its failures outweigh its matches.
template <class Ordinal>
class ShiftedRowCache {
 public:
  /// A row has the columns of `row` in C, each increased by `shift`.
  struct Match {
    Ordinal row;
    Ordinal shift;
  };

  /// Finds a cached row of which `row` is a shifted copy: in A, and in all rows of B of both.
  ///
  /// Pre: both patterns are valid; `row` has num_products products.
  template <class GraphA, class GraphB>
  std::optional<Match> find(GraphA const& a, GraphB const& b, Ordinal row, int num_products) {
    int const most_misses = tuning::shifted_row_cache_first_misses +
                            num_matches_ / tuning::shifted_row_cache_hits_per_miss;
    if (num_misses_ > most_misses) return {};
    // Matches mostly come in the order of the cached rows.
    for (int i = 0; i < num_rows_; ++i) {
      int const place = (next_match_ + i) % num_rows_;
      auto const [other, products_of_other] = rows_[static_cast<std::size_t>(place)];
      if (products_of_other != num_products) continue;
      auto const shift = shift_of_columns(a, b, row, other);
      if (!shift) continue;
      next_match_ = (place + 1) % num_rows_;
      ++num_matches_;
      return Match{other, *shift};
    }
    ++num_misses_;
    return {};
  }

  /// Adds a row, which replaces the oldest one.
  ///
  /// Pre: num_products > 0.
  void add(Ordinal row, int num_products) {
    rows_[static_cast<std::size_t>(oldest_)] = {row, num_products};
    oldest_ = (oldest_ + 1) % capacity;
    if (num_rows_ < capacity) ++num_rows_;
  }

 private:
  static constexpr int capacity = tuning::shifted_row_cache;

  /// The shift from `other` to `row` in C; none if `row` is not a shifted copy.
  ///
  /// Pre: both rows have products.
  template <class GraphA, class GraphB>
  static std::optional<Ordinal> shift_of_columns(GraphA const& a, GraphB const& b, Ordinal row,
                                                 Ordinal other) {
    auto const begin = a.row_offsets(row);
    auto const end = a.row_offsets(row + 1);
    Ordinal const shift_of_a = a.columns(begin) - a.columns(a.row_offsets(other));
    if (!are_columns_shifted(a, other, row, shift_of_a)) return {};
    std::optional<Ordinal> shift;
    for (auto entry = begin; entry < end; ++entry) {
      Ordinal const row_of_b = a.columns(entry);
      Ordinal const other_of_b = row_of_b - shift_of_a;
      auto const length = row_length(b, row_of_b);
      if (length != row_length(b, other_of_b)) return {};
      if (length == 0) continue;
      auto const first = [&](Ordinal of_b) { return b.columns(b.row_offsets(of_b)); };
      if (!shift) shift = first(row_of_b) - first(other_of_b);
      if (!are_columns_shifted(b, other_of_b, row_of_b, *shift)) return {};
    }
    return shift;
  }

  struct Row {
    Ordinal row;
    int num_products;
  };

  std::array<Row, capacity> rows_;
  int num_rows_ = 0;
  int oldest_ = 0;
  int next_match_ = 0;  ///< where the next search begins
  int num_matches_ = 0;
  int num_misses_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
