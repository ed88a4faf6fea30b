// SPDX-License-Identifier: BSD-3-Clause
// A product on hosts in one pass with a B of few columns: the columns of rows as bits of a few
// words.
#pragma once

#include <Araios_Accumulator.hpp>
#include <Araios_ColumnMarks.hpp>
#include <Araios_PlainArrays.hpp>
#include <Araios_TakeSums.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios {

/// Computes C = A·B as ProductAtOnce does, but finds the columns of a row without marks: they are
/// the union of those of the rows of B that it meets, each a few words which are made once. No
/// vector has to wait for marks that have just been written.
template <class ArraysA, class ArraysB>
class BitmapProduct {
 public:
  static constexpr std::int64_t max_columns = 2 * marks_of_block;

  using Scalar = typename ArraysA::scalar_type;
  using Ordinal = typename ArraysA::ordinal_type;

  /// Bytes of memory for the bitmaps of so many rows.
  static std::size_t bytes(Ordinal num_rows) {
    return static_cast<std::size_t>(num_rows) * (max_columns / 8);
  }

  /// Shapes: clean a Scalar for each column of B, all zero, and again after the pass; bitmaps
  ///         `bytes`.
  /// Pre:    both patterns are valid; B has at most max_columns columns.
  BitmapProduct(ArraysA const& a, ArraysB const& b, std::byte* clean, std::byte* bitmaps)
      : a_{a},
        b_{b},
        sums_{reinterpret_cast<Scalar*>(clean)},
        bitmaps_{reinterpret_cast<std::uint64_t*>(bitmaps)} {}

  /// As ProductAtOnce::write.
  template <class OffsetC>
  std::int64_t write(OffsetC* row_offsets, Ordinal* columns, Scalar* values) const {
    return b_.num_cols <= marks_of_block ? write_by<1>(row_offsets, columns, values)
                                         : write_by<2>(row_offsets, columns, values);
  }

 private:
  template <int words>
  void make_bitmaps() const {
    std::uint64_t* bitmap = bitmaps_;
    for (Ordinal row = 0; row < b_.num_rows; ++row, bitmap += words) {
      std::fill_n(bitmap, words, std::uint64_t{0});
      for (auto entry = b_.row_offsets[row]; entry < b_.row_offsets[row + 1]; ++entry) {
        Ordinal const column = b_.columns[entry];
        bitmap[column / marks_of_block] |= std::uint64_t{1} << (column % marks_of_block);
      }
    }
  }

  // Not inlined: among the other ways compilers run out of registers in its loops.
  template <int words, class OffsetC>
  [[gnu::noinline]] std::int64_t write_by(OffsetC* row_offsets, Ordinal* columns,
                                          Scalar* values) const {
    make_bitmaps<words>();
    Ordinal* end = columns;
    row_offsets[0] = 0;
    for (Ordinal row = 0; row < a_.num_rows; ++row) {
      std::uint64_t united[words] = {};
      add_products(row, united);
      Ordinal* const begin = end;
      for (Ordinal word = 0; word < words; ++word) {
        if (united[word] != 0) end += write_marked(word, united[word], end);
      }
      take_sums(sums_, begin, end, values + (begin - columns));
      row_offsets[row + 1] = static_cast<OffsetC>(end - columns);
    }
    return end - columns;
  }

  /// Adds the products of a row to the sums, and the columns of its rows of B to `united`.
  template <int words>
  [[gnu::always_inline]] void add_products(Ordinal row, std::uint64_t (&united)[words]) const {
    Ordinal const* KOKKOS_RESTRICT const columns_of_b = b_.columns;
    Scalar const* KOKKOS_RESTRICT const values_of_b = b_.values;
    Scalar* KOKKOS_RESTRICT const sums = sums_;
    auto const a_end = a_.row_offsets[row + 1];
    for (auto entry = a_.row_offsets[row]; entry < a_end; ++entry) {
      Scalar const multiplier = a_.values[entry];
      auto const row_of_b = a_.columns[entry];
      std::uint64_t const* const bitmap = bitmaps_ + static_cast<std::size_t>(row_of_b) * words;
      for (int word = 0; word < words; ++word) united[word] |= bitmap[word];
      auto const end = b_.row_offsets[row_of_b + 1];
      for (auto i = b_.row_offsets[row_of_b]; i < end; ++i) {
        sums[columns_of_b[i]] += multiplier * values_of_b[i];
      }
    }
  }

  ArraysA a_;
  ArraysB b_;
  Scalar* sums_;
  std::uint64_t* bitmaps_;
};

}  // namespace araios
