// SPDX-License-Identifier: BSD-3-Clause
// Serial one-phase product with a B of few columns: the columns of a row as bits.
#pragma once

#include <host_simd/Araios_GatherAndClear.hpp>
#include <one_phase/Araios_ColumnBits.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Computes C = A·B as SerialGustavson does, but keeps the columns of a row as bits instead of byte
/// marks. So no vector load has to wait for byte stores that precede it.
template <class ArraysA, class ArraysB>
class BitmapProduct {
 public:
  using Scalar = typename ArraysA::scalar_type;
  using Ordinal = typename ArraysA::ordinal_type;

  static constexpr std::int64_t max_columns = ColumnBits<Ordinal>::max_columns;

  /// Shapes: clean one Scalar for each column of B.
  /// Pre:    both patterns are valid; B has at most max_columns columns; `clean` is zero.
  /// Post:   `clean` is zero after write().
  BitmapProduct(ArraysA const& a, ArraysB const& b, Scalar* clean) : a_{a}, b_{b}, sums_{clean} {}

  /// Writes all rows of C. Returns the number of entries.
  ///
  /// Shapes: row_offsets m + 1; columns and values as SerialGustavson::write.
  // Not inlined: in a larger function compilers run out of registers in its loops.
  template <class OffsetC>
  [[gnu::noinline]] std::int64_t write(OffsetC* row_offsets, Ordinal* columns,
                                       Scalar* values) const {
    ColumnBits<Ordinal> columns_of_row;
    Ordinal* end = columns;
    row_offsets[0] = 0;
    for (Ordinal row = 0; row < a_.num_rows; ++row) {
      columns_of_row.clear();
      add_products(row, columns_of_row);
      Ordinal* const begin = end;
      end = columns_of_row.write(begin);
      gather_and_clear(sums_, begin, end, values + (begin - columns));
      row_offsets[row + 1] = static_cast<OffsetC>(end - columns);
    }
    return end - columns;
  }

 private:
  [[gnu::always_inline]] void add_products(Ordinal row, ColumnBits<Ordinal>& columns_of_row) const {
    Ordinal const* KOKKOS_RESTRICT const columns_of_b = b_.columns;
    Scalar const* KOKKOS_RESTRICT const values_of_b = b_.values;
    Scalar* KOKKOS_RESTRICT const sums = sums_;
    auto const a_end = a_.row_offsets[row + 1];
    for (auto entry = a_.row_offsets[row]; entry < a_end; ++entry) {
      Scalar const multiplier = a_.values[entry];
      auto const row_of_b = a_.columns[entry];
      auto const end = b_.row_offsets[row_of_b + 1];
      for (auto i = b_.row_offsets[row_of_b]; i < end; ++i) {
        columns_of_row.insert(columns_of_b[i]);
        sums[columns_of_b[i]] += multiplier * values_of_b[i];
      }
    }
  }

  ArraysA a_;
  ArraysB b_;
  Scalar* sums_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
