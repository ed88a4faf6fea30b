// SPDX-License-Identifier: BSD-3-Clause
// Which bin a row of C belongs to: a table of rules for each phase.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// A line of a table: a row goes to the bin where `applies` holds, and needs so much. Both are
/// members of the row.
template <RowBin row_bin, auto applies, auto need>
struct BinRule {
  static constexpr RowBin bin = row_bin;

  std::string_view when;  ///< `applies` in words

  template <class Row>
  KOKKOS_FUNCTION static bool place(Row const& row, BinnedRow& binned) {
    if (!ask(row, applies)) return false;
    binned = in_bin(row_bin, ask(row, need));
    return true;
  }

 private:
  /// A member may be that of a base: compilers warn of such a call on the row itself.
  template <class Row, class Answer>
  KOKKOS_FUNCTION static Answer ask(std::type_identity_t<Row> const& row,
                                    Answer (Row::*member)() const) {
    return (row.*member)();
  }
};

/// A rule in words.
struct BinRuleText {
  RowBin bin;
  std::string_view when;
};

/// A table: rules in order of preference, the first that applies places a row. The compiler unrolls
/// it, so that it costs a kernel no more than its conditions do.
template <class... Rules>
struct BinRules {
  std::array<BinRuleText, sizeof...(Rules)> texts;

  constexpr explicit BinRules(Rules const&... rules) : texts{{{Rules::bin, rules.when}...}} {}

  /// Pre: a rule applies.
  template <class Row>
  KOKKOS_FUNCTION static BinnedRow place(Row const& row) {
    BinnedRow binned;
    static_cast<void>((Rules::place(row, binned) || ...));
    return binned;
  }
};

/// What both phases know of a row.
struct RowWithWork {
  RowShape shape;
  ProductsOfLane of_lane;

  KOKKOS_FUNCTION bool has_few_rows() const { return shape.has_few_rows(of_lane); }
  KOKKOS_FUNCTION bool has_more_rows() const { return shape.has_more_rows(of_lane); }
  KOKKOS_FUNCTION bool has_few_products() const { return shape.work <= tuning::few_products_max; }
  KOKKOS_FUNCTION bool is_any() const { return true; }

  KOKKOS_FUNCTION std::int64_t products() const { return shape.work; }
};

/// A row that is to be counted.
struct SymbolicRow : RowWithWork {
  KOKKOS_FUNCTION bool suits_short_probing() const {
    return shape.suits_thread() && keys() <= tuning::short_probing_max_capacity;
  }
  KOKKOS_FUNCTION bool suits_probing() const {
    return shape.suits_thread() && keys() <= tuning::probing_max_capacity;
  }
  KOKKOS_FUNCTION bool suits_short_bitmap() const {
    return shape.suits_thread() && shape.words() <= tuning::symbolic_short_bitmap_max_words;
  }
  KOKKOS_FUNCTION bool suits_bitmap() const {
    return shape.suits_thread() && shape.words() <= tuning::symbolic_bitmap_max_words;
  }
  KOKKOS_FUNCTION bool suits_team_probing() const {
    return keys() <= tuning::team_probing_max_capacity &&
           shape.words() > tuning::symbolic_bitmap_max_words;
  }

  /// Most keys that it can have.
  KOKKOS_FUNCTION std::int64_t keys() const {
    return shape.work < shape.width ? shape.work : shape.width;
  }
  KOKKOS_FUNCTION std::int64_t thread_bytes() const { return bitmap_bytes(shape.words(), 0, 0); }
  KOKKOS_FUNCTION std::int64_t window_bytes() const {
    return bitmap_bytes(shape.window_words(), 0, 0);
  }
};

/// A row of known size. Unit of most_scratch: bytes that a team may take for a bitmap with its
/// values.
struct NumericRow : RowWithWork {
  std::int64_t size;
  std::int64_t most_scratch;

  KOKKOS_FUNCTION bool suits_short_probing() const {
    return shape.suits_thread() && size <= tuning::short_probing_max_keys;
  }
  KOKKOS_FUNCTION bool suits_short_bitmap() const {
    return suits_thread_bitmap(tuning::numeric_short_bitmap_max_bytes);
  }
  KOKKOS_FUNCTION bool suits_bitmap() const {
    return suits_thread_bitmap(tuning::numeric_bitmap_max_bytes);
  }
  KOKKOS_FUNCTION bool suits_probing() const {
    return shape.suits_thread() && size <= tuning::probing_max_keys;
  }
  KOKKOS_FUNCTION bool suits_team_probing() const {
    bool const takes_windows = shape.words() > tuning::bitmap_window_words;
    return is_sparse() && size <= tuning::team_probing_max_keys &&
           (shape.suits_thread() || takes_windows);
  }
  KOKKOS_FUNCTION bool suits_team_bitmap() const {
    bool const crowded = shape.work > tuning::team_bitmap_max_products_per_key * size;
    return team_bytes() <= most_scratch && !crowded;
  }

  KOKKOS_FUNCTION std::int64_t keys() const { return size; }
  KOKKOS_FUNCTION std::int64_t thread_bytes() const {
    return bitmap_bytes(shape.words(), sizeof(std::uint16_t), size);
  }
  KOKKOS_FUNCTION std::int64_t team_bytes() const {
    return bitmap_bytes(shape.window_words(), sizeof(std::uint32_t), size);
  }
  KOKKOS_FUNCTION std::int64_t window_bytes() const {
    return bitmap_bytes(shape.window_words(), sizeof(std::uint32_t), 0);
  }

 private:
  /// Keys lie so far apart that a bitmap is mostly empty.
  KOKKOS_FUNCTION bool is_sparse() const {
    return shape.words() > tuning::bitmap_max_words_per_key * size;
  }
  KOKKOS_FUNCTION bool suits_thread_bitmap(std::int64_t most_bytes) const {
    return shape.suits_thread() && thread_bytes() <= most_bytes && !is_sparse();
  }
};

/// The rules of the symbolic phase, for rows with work.
inline constexpr BinRules symbolic_rules{
    BinRule<RowBin::few_rows, &SymbolicRow::has_few_rows, &SymbolicRow::products>{
        "few rows of B, which a lane merges"},
    BinRule<RowBin::more_rows, &SymbolicRow::has_more_rows, &SymbolicRow::products>{
        "more rows of B, which a lane merges with more registers"},
    BinRule<RowBin::few_products, &SymbolicRow::has_few_products, &SymbolicRow::products>{
        "few products, each compared with all"},
    BinRule<RowBin::short_probing, &SymbolicRow::suits_short_probing, &SymbolicRow::keys>{
        "suits a thread; at most as many keys as the short map has room for"},
    BinRule<RowBin::probing, &SymbolicRow::suits_probing, &SymbolicRow::keys>{
        "suits a thread; at most as many keys as the map has room for"},
    BinRule<RowBin::short_bitmap, &SymbolicRow::suits_short_bitmap, &SymbolicRow::thread_bytes>{
        "suits a thread; columns fit the short bitmap"},
    BinRule<RowBin::bitmap, &SymbolicRow::suits_bitmap, &SymbolicRow::thread_bytes>{
        "suits a thread; columns fit the bitmap"},
    BinRule<RowBin::team_probing, &SymbolicRow::suits_team_probing, &SymbolicRow::keys>{
        "at most as many keys as the map of a team has room for, in more columns than the bitmap "
        "of a thread has"},
    BinRule<RowBin::team_bitmap, &SymbolicRow::is_any, &SymbolicRow::window_bytes>{
        "any other row"}};

/// The rules of the numeric phase.
inline constexpr BinRules numeric_rules{
    BinRule<RowBin::few_rows, &NumericRow::has_few_rows, &NumericRow::keys>{
        "few rows of B, which a lane merges"},
    BinRule<RowBin::more_rows, &NumericRow::has_more_rows, &NumericRow::keys>{
        "more rows of B, which a lane merges with more registers"},
    BinRule<RowBin::few_products, &NumericRow::has_few_products, &NumericRow::products>{
        "few products, each compared with all"},
    BinRule<RowBin::short_probing, &NumericRow::suits_short_probing, &NumericRow::keys>{
        "suits a thread; keys fit the short map"},
    BinRule<RowBin::short_bitmap, &NumericRow::suits_short_bitmap, &NumericRow::thread_bytes>{
        "suits a thread; keys lie close, their bitmap and values fit little scratch"},
    BinRule<RowBin::bitmap, &NumericRow::suits_bitmap, &NumericRow::thread_bytes>{
        "suits a thread; keys lie close, their bitmap and values fit its scratch"},
    BinRule<RowBin::probing, &NumericRow::suits_probing, &NumericRow::keys>{
        "suits a thread; keys fit the map"},
    BinRule<RowBin::team_probing, &NumericRow::suits_team_probing, &NumericRow::keys>{
        "keys lie apart and fit the map of a team; suits a thread, or columns exceed a window"},
    BinRule<RowBin::team_bitmap, &NumericRow::suits_team_bitmap, &NumericRow::team_bytes>{
        "a window and values fit the scratch of a team; few products for each key"},
    BinRule<RowBin::result_bitmap, &NumericRow::is_any, &NumericRow::window_bytes>{
        "any other row"}};

/// The bin of a row for the symbolic phase; rows without work have none.
KOKKOS_FUNCTION inline BinnedRow symbolic_bin(RowShape const& row, ProductsOfLane const& of_lane) {
  if (row.work == 0) return {};
  return decltype(symbolic_rules)::place(SymbolicRow{{row, of_lane}});
}

/// The bin of a row of `size` entries for the numeric phase; `most_scratch` is what a team
/// may take for a bitmap with its values.
KOKKOS_FUNCTION inline BinnedRow numeric_bin(RowShape const& row, std::int64_t size,
                                             std::int64_t most_scratch,
                                             ProductsOfLane const& of_lane) {
  return decltype(numeric_rules)::place(NumericRow{{row, of_lane}, size, most_scratch});
}

}  // namespace araios::inline ARAIOS_ISA::impl
