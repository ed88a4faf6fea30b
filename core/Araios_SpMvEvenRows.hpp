// SPDX-License-Identifier: BSD-3-Clause
// Rows of A·x on hosts one behind the other, where they have the same few entries.
#pragma once

#include <Araios_Tuning.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace araios {

/// Sums of successive rows of the same few entries, by a loop that knows how many: a loop that asks
/// each row for its end takes up to twice as long.
///
/// The entries of a row are added in their order.
template <class Operands>
struct EvenRows {
  /// If the rows of the block from `row` on have the same number of entries each, and not too many,
  /// stores them and those behind that have as many and end before the diagonal. Returns the row
  /// behind the last one it has stored.
  ///
  /// Requires the block to end before the diagonal, and the row to begin with this entry.
  static std::int64_t store(Operands const& local, std::int64_t diagonal, std::int64_t row,
                            std::int64_t entry) {
    std::int64_t const length = local.row_end(row) - entry;
    if (!have_length(length, local, row, entry) || length > longest) return row;
    return store_rows_of(length, local, diagonal, row, entry,
                         std::make_index_sequence<longest + 1>{});
  }

 private:
  using scalar_type = typename Operands::scalar_type;
  using offset_type = typename Operands::offset_type;
  static constexpr int longest = tuning::spmv_host_long_row - 1;

  static bool have_length(std::int64_t length, Operands const& local, std::int64_t row,
                          std::int64_t entry) {
    constexpr int rows = tuning::spmv_host_rows_of_block;
    if (local.row_end(row + rows - 1) != entry + rows * length) return false;
    offset_type difference = 0;
    auto expected_end = static_cast<offset_type>(entry);
    for (int i = 0; i < rows; ++i) {
      expected_end += static_cast<offset_type>(length);
      difference |= local.row_offsets(row + i + 1) ^ expected_end;
    }
    return difference == 0;
  }
  template <std::size_t... lengths>
  static std::int64_t store_rows_of(std::int64_t length, Operands const& local,
                                    std::int64_t diagonal, std::int64_t row, std::int64_t entry,
                                    std::index_sequence<lengths...>) {
    std::int64_t end_row = row;
    ((length == static_cast<std::int64_t>(lengths)
          ? void(end_row = store_rows<static_cast<int>(lengths)>(local, diagonal, row, entry))
          : void()),
     ...);
    return end_row;
  }
  /// A loop with two ends, which compilers do not turn into vector code: that takes longer. Not
  /// inlined, to leave registers to rows that are not even; aligned, because a loop of so few
  /// instructions else takes up to a third longer, by chance.
  template <int length>
  [[gnu::noinline, gnu::aligned(64)]] static std::int64_t store_rows(Operands const& operands,
                                                                     std::int64_t diagonal,
                                                                     std::int64_t row,
                                                                     std::int64_t entry) {
    Operands const local = operands;  // no store to y changes it as far as the compiler knows
    std::int64_t const end_row =
        std::min(local.num_rows(), row + (diagonal - row - entry) / (length + 1));
    do {
      scalar_type sum{};
      for (int i = 0; i < length; ++i) sum += local.product(entry + i);
      local.store(row, sum);
      entry += length;
      ++row;
    } while (row < end_row && local.row_end(row) == entry + length);
    return row;
  }
};

}  // namespace araios
