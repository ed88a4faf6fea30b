// SPDX-License-Identifier: BSD-3-Clause
// The bin of a row of C: what decides how devices handle it.
#pragma once

#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace araios {

/// How the rows of a bin are handled.
enum class RowBin {
  few_products,   ///< a thread compares products
  short_probing,  ///< a thread probes, rows of few keys
  probing,        ///< the same, more keys
  long_probing,   ///< the same, as many keys as scratch holds
  short_bitmap,   ///< a thread ranks a bitmap, little scratch
  bitmap,         ///< the same, more scratch
  team_bitmap,    ///< a team ranks a bitmap by windows
  result_bitmap,  ///< the same, numeric phase: values accumulate in C
  count
};

inline constexpr int num_row_bins = static_cast<int>(RowBin::count);

constexpr std::string_view name_of(RowBin bin) {
  constexpr std::array<std::string_view, num_row_bins> names{
      "few-products", "short-probing", "probing",     "long-probing",
      "short-bitmap", "bitmap",        "team-bitmap", "result-bitmap"};
  return names[static_cast<std::size_t>(bin)];
}

/// What a product is worth in scratch when rows are sorted into bins: one value of the widest real
/// scalar. Wider scalars take scratch in proportion.
inline constexpr std::size_t binned_value_bytes = 8;

/// The bin of a row, and how much of what its scratch is sized by. Units of need: products of
/// few_products, keys of probing bins, bytes of bitmap bins.
struct BinnedRow {
  static constexpr int none = -1;

  int bin = none;
  int need = 0;
};

/// Rows of each bin, the largest need in each, and sums over all rows, as the device counts them.
struct BinCounts {
  std::array<std::int64_t, num_row_bins> rows{};
  std::array<std::int64_t, num_row_bins> need{};
  std::int64_t total = 0;    ///< work, or entries of C
  std::int64_t largest = 0;  ///< of one row

  bool operator==(BinCounts const&) const = default;
};

/// Bytes of a bitmap over so many columns, and of ranks and values of `keys` keys.
KOKKOS_FUNCTION constexpr std::int64_t bitmap_bytes(std::int64_t words, std::int64_t rank_bytes,
                                                    std::int64_t keys) {
  constexpr std::int64_t word_bytes = 4;
  constexpr std::int64_t padding = 3 * 16;
  return words * (word_bytes + rank_bytes) + keys * static_cast<std::int64_t>(binned_value_bytes) +
         padding;
}

/// The bin of a row for the symbolic phase.
KOKKOS_FUNCTION inline BinnedRow symbolic_bin(std::int64_t work, std::int64_t width) {
  constexpr std::int64_t columns_per_word = 32;
  if (work == 0) return {};
  auto const in = [](RowBin bin, std::int64_t need) {
    return BinnedRow{static_cast<int>(bin), static_cast<int>(need)};
  };
  if (work <= tuning::few_products_max) return in(RowBin::few_products, work);
  std::int64_t const keys = work < width ? work : width;
  if (keys <= tuning::short_probing_max_capacity) return in(RowBin::short_probing, keys);
  if (keys <= tuning::probing_max_capacity) return in(RowBin::probing, keys);
  std::int64_t const words = (width + columns_per_word - 1) / columns_per_word;
  bool const for_thread = work <= tuning::thread_max_row_work;
  if (for_thread && words <= tuning::symbolic_short_bitmap_max_words) {
    return in(RowBin::short_bitmap, bitmap_bytes(words, 0, 0));
  }
  if (for_thread && words <= tuning::symbolic_bitmap_max_words) {
    return in(RowBin::bitmap, bitmap_bytes(words, 0, 0));
  }
  if (keys <= tuning::long_probing_max_capacity) return in(RowBin::long_probing, keys);
  std::int64_t const window =
      words < tuning::bitmap_window_words ? words : tuning::bitmap_window_words;
  return in(RowBin::team_bitmap, bitmap_bytes(window, 0, 0));
}

/// The bin of a row for the numeric phase, whose size is known; `most_scratch` is what a team has.
KOKKOS_FUNCTION inline BinnedRow numeric_bin(std::int64_t work, std::int64_t width,
                                             std::int64_t size, std::int64_t most_scratch) {
  constexpr std::int64_t columns_per_word = 32;
  auto const in = [](RowBin bin, std::int64_t need) {
    return BinnedRow{static_cast<int>(bin), static_cast<int>(need)};
  };
  bool const hardly_compressed =
      work <= tuning::few_products_max_uncompressed && 4 * size >= 3 * work;
  if (work <= tuning::few_products_max || hardly_compressed) return in(RowBin::few_products, work);
  if (size <= tuning::short_probing_max_keys) return in(RowBin::short_probing, size);
  std::int64_t const words = (width + columns_per_word - 1) / columns_per_word;
  std::int64_t const bytes = bitmap_bytes(words, sizeof(std::uint16_t), size);
  bool const for_thread = work <= tuning::thread_max_row_work;
  if (for_thread && bytes <= tuning::numeric_bitmap_max_bytes &&
      words <= tuning::bitmap_max_words_per_key * size) {
    return in(
        bytes <= tuning::numeric_short_bitmap_max_bytes ? RowBin::short_bitmap : RowBin::bitmap,
        bytes);
  }
  if (size <= tuning::probing_max_keys) return in(RowBin::probing, size);
  if (for_thread && size <= tuning::long_probing_max_keys) return in(RowBin::long_probing, size);
  std::int64_t const window =
      words < tuning::bitmap_window_words ? words : tuning::bitmap_window_words;
  std::int64_t const team_bytes = bitmap_bytes(window, sizeof(std::uint32_t), size);
  if (team_bytes <= most_scratch) return in(RowBin::team_bitmap, team_bytes);
  return in(RowBin::result_bitmap, bitmap_bytes(window, sizeof(std::uint32_t), 0));
}

}  // namespace araios
