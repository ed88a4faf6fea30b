// SPDX-License-Identifier: BSD-3-Clause
// The bin of a row of C, which decides how devices handle it.
#pragma once

#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl {

/// How the rows of a bin are handled.
enum class RowBin {
  few_rows,          ///< a lane merges a few rows of B
  more_rows,         ///< the same, more of them
  few_products,      ///< a thread compares products
  short_probing,     ///< a thread probes a table of few keys
  probing,           ///< the same, more keys
  team_probing,      ///< a team probes a table of more keys
  short_bitmap,      ///< a thread ranks a bitmap, little scratch
  bitmap,            ///< the same, more scratch
  supernode_bitmap,  ///< numeric phase: the same for supernodes
  team_bitmap,       ///< a team ranks a bitmap, in windows if it only counts; values in scratch
  result_bitmap,     ///< numeric phase: the same in windows, values accumulate in C
  count
};

inline constexpr int num_row_bins = static_cast<int>(RowBin::count);

constexpr std::string_view name_of(RowBin bin) {
  constexpr std::array<std::string_view, num_row_bins> names{
      "few-rows",         "more-rows",    "few-products", "short-probing",
      "probing",          "team-probing", "short-bitmap", "bitmap",
      "supernode-bitmap", "team-bitmap",  "result-bitmap"};
  return names[static_cast<std::size_t>(bin)];
}

/// Bytes of a value when rows are sorted into bins, before the scalar is known: those of the widest
/// real scalar. Wider scalars take scratch in proportion.
inline constexpr std::size_t binned_value_bytes = 8;

/// The bin of a row, and how much it needs of what sizes its scratch. Units of need: products for
/// few_products and, in the symbolic phase, for few_rows and more_rows; entries for these in the
/// numeric phase; keys for probing bins; bytes for bitmap bins.
struct BinnedRow {
  static constexpr int none = -1;
  static constexpr int supernode_member =
      -2;  ///< a member of a supernode, handled with its representative

  int bin = none;
  int need = 0;
};

/// The lists of a launch for a bin: its own, then those of bins before it.
struct BinLists {
  static constexpr int most = 3;

  std::int64_t begin = 0;   ///< of its own
  std::int64_t stride = 0;  ///< from a list to the one before it
  std::int64_t rows[most] = {};
  int num_lists = 1;
};

/// Bytes of a bitmap of that many words, of the rank of each word, and of the values of `keys`
/// keys.
KOKKOS_FUNCTION constexpr std::int64_t bitmap_bytes(std::int64_t words, std::int64_t rank_bytes,
                                                    std::int64_t keys) {
  constexpr std::int64_t word_bytes = 4;
  constexpr std::int64_t padding = 3 * 16;
  return words * (word_bytes + rank_bytes) + keys * static_cast<std::int64_t>(binned_value_bytes) +
         padding;
}

/// Most products of a row of C that one lane merges, of few and of more rows of B.
struct ProductsOfLane {
  int of_few_rows;
  int of_more_rows;
};

/// What decides the bin of a row. Units: products, columns, entries.
struct RowShape {
  std::int64_t work = 0;
  std::int64_t width = 0;        ///< from the first column to the last
  std::int64_t length_of_a = 0;  ///< entries of the row of A

  KOKKOS_FUNCTION std::int64_t words() const {
    constexpr std::int64_t columns_per_word = 32;
    return (width + columns_per_word - 1) / columns_per_word;
  }
  /// Words of the window of a team.
  KOKKOS_FUNCTION std::int64_t window_words() const {
    return words() < tuning::bitmap_window_words ? words() : tuning::bitmap_window_words;
  }
  /// Whether a lane merges the rows of B: few of them, or more.
  KOKKOS_FUNCTION bool has_few_rows(ProductsOfLane const& most) const {
    return length_of_a <= tuning::lane_merge_few_rows && work <= most.of_few_rows;
  }
  KOKKOS_FUNCTION bool has_more_rows(ProductsOfLane const& most) const {
    return length_of_a <= tuning::lane_merge_more_rows && work <= most.of_more_rows;
  }
  /// Whether a thread walks A's entries one by one.
  KOKKOS_FUNCTION bool suits_thread() const {
    bool const long_b = work >= tuning::thread_min_length_of_b * length_of_a;
    return work <= tuning::thread_max_row_work &&
           length_of_a <= (long_b ? tuning::thread_max_length_of_a_with_long_b
                                  : tuning::thread_max_length_of_a);
  }
};

/// A row in a bin.
KOKKOS_FUNCTION constexpr BinnedRow in_bin(RowBin bin, std::int64_t need) {
  return {static_cast<int>(bin), static_cast<int>(need)};
}

}  // namespace araios::inline ARAIOS_ISA::impl
