// SPDX-License-Identifier: BSD-3-Clause
// Gustavson's algorithm on hosts by one thread, with rows left unsorted.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// sum + multiplier · factor, rounded as compilers round it elsewhere: once, if the processor has
/// FMA and the compiler optimizes. The call is explicit, since compilers hoist a product that two
/// branches share, and then do not fuse it.
template <class Scalar>
[[gnu::always_inline]] inline Scalar plus_product(Scalar const& sum, Scalar const& multiplier,
                                                  Scalar const& factor) {
#if defined(__FP_FAST_FMA) && defined(__OPTIMIZE__)
  if constexpr (std::is_same_v<Scalar, double>) return std::fma(multiplier, factor, sum);
#endif
  return sum + multiplier * factor;
}

/// SPA with an index array: keeps the place of each column in the row of C, and sums at that place.
/// Branches on whether a column is new, which is fast if that branch is predictable.
template <class Scalar, class Ordinal>
class IndexedSpa {
 public:
  /// Bytes of memory that must be zero at first, and is zero after end_row().
  static std::size_t clean_bytes(std::int64_t num_cols) {
    return static_cast<std::size_t>(num_cols) * sizeof(Ordinal);
  }

  IndexedSpa(std::byte* clean, std::int64_t) : places_{reinterpret_cast<Ordinal*>(clean)} {}

  [[gnu::always_inline]] void begin_row(Ordinal* columns, Scalar* values) {
    columns_ = columns;
    values_ = values;
    size_ = 0;
  }
  [[gnu::always_inline]] void add(Ordinal column, Scalar const& multiplier, Scalar const& factor) {
    Ordinal const place = places_[column];
    if (place != 0) {
      values_[place - 1] = plus_product(values_[place - 1], multiplier, factor);
      return;
    }
    Scalar sum{};
    sum += multiplier * factor;
    columns_[size_] = column;
    values_[size_] = sum;
    places_[column] = ++size_;
  }
  [[gnu::always_inline]] Ordinal end_row() {
    for (Ordinal i = 0; i < size_; ++i) places_[columns_[i]] = 0;
    return size_;
  }

 private:
  Ordinal* KOKKOS_RESTRICT places_;  ///< counted from 1; 0 for a column that the row does not have
  Ordinal* KOKKOS_RESTRICT columns_ = nullptr;
  Scalar* KOKKOS_RESTRICT values_ = nullptr;
  Ordinal size_ = 0;
};

/// SPA with flags and a column list: sums over all columns, and lists new columns without a branch.
template <class Scalar, class Ordinal>
class DenseSpa {
 public:
  /// Bytes of memory that must be zero at first, and is zero after end_row().
  static std::size_t clean_bytes(std::int64_t num_cols) {
    return placed_bytes<Scalar>(num_cols) + static_cast<std::size_t>(num_cols);
  }

  DenseSpa(std::byte* clean, std::int64_t num_cols)
      : sums_{reinterpret_cast<Scalar*>(clean)},
        are_met_{reinterpret_cast<std::uint8_t*>(clean + placed_bytes<Scalar>(num_cols))} {}

  [[gnu::always_inline]] void begin_row(Ordinal* columns, Scalar* values) {
    columns_ = columns;
    values_ = values;
    size_ = 0;
  }
  [[gnu::always_inline]] void add(Ordinal column, Scalar const& multiplier, Scalar const& factor) {
    columns_[size_] = column;
    size_ += are_met_[column] ^ 1;
    are_met_[column] = 1;
    sums_[column] += multiplier * factor;
  }
  [[gnu::always_inline]] Ordinal end_row() {
    for (Ordinal i = 0; i < size_; ++i) {
      Ordinal const column = columns_[i];
      values_[i] = sums_[column];
      sums_[column] = Scalar{};
      are_met_[column] = 0;
    }
    return size_;
  }

 private:
  Scalar* KOKKOS_RESTRICT sums_;
  std::uint8_t* KOKKOS_RESTRICT are_met_;  ///< 0 or 1
  Ordinal* KOKKOS_RESTRICT columns_ = nullptr;
  Scalar* KOKKOS_RESTRICT values_ = nullptr;
  Ordinal size_ = 0;
};

/// Computes C = A·B row by row, with the columns of a row in the order of their first products.
/// Columns is the SPA: IndexedSpa or DenseSpa.
///
/// Sums are added in the order of A's entries.
///
/// Shapes: a m×k, b k×n.
/// Pre:    both patterns are valid.
/// Source: Gustavson, ACM Transactions on Mathematical Software 4, 1978.
template <template <class, class> class Columns, class ArraysA, class ArraysB>
class UnsortedGustavson {
 public:
  using Scalar = typename ArraysA::scalar_type;
  using Ordinal = typename ArraysA::ordinal_type;
  using Row = Columns<Scalar, Ordinal>;

  /// Elements beyond the last entry of C that may be overwritten.
  static constexpr std::int64_t slack = 1;

  /// Shapes: clean Row::clean_bytes(n).
  /// Pre:    `clean` is zero.
  UnsortedGustavson(ArraysA const& a, ArraysB const& b, std::byte* clean)
      : a_{a}, b_{b}, clean_{clean} {}

  /// Writes rows [begin, end) of C, and for each row the number of entries from row `begin` up to
  /// its end. Returns the number of all entries.
  ///
  /// Shapes: row_ends m; columns and values as many elements as these rows have products, and
  ///         `slack` more.
  template <class OffsetC>
  [[gnu::noinline]] std::int64_t write(Ordinal begin, Ordinal end, OffsetC* row_ends,
                                       Ordinal* columns, Scalar* values) const {
    // Local copies stay in registers. Stores of flags, which are bytes, may alias any object that
    // is visible elsewhere.
    UnsortedGustavson const product{*this};
    Row row_of_c{clean_, b_.num_cols};
    std::int64_t count = 0;
    for (Ordinal row = begin; row < end; ++row) {
      row_of_c.begin_row(columns + count, values + count);
      product.add_products(row, row_of_c);
      count += row_of_c.end_row();
      row_ends[row] = static_cast<OffsetC>(count);
    }
    return count;
  }

 private:
  [[gnu::always_inline]] void add_products(Ordinal row, Row& row_of_c) const {
    for_each_product(a_, b_, row,
                     [&](Ordinal column, Scalar const& multiplier, Scalar const& factor) {
                       row_of_c.add(column, multiplier, factor);
                     });
  }

  ArraysA a_;
  ArraysB b_;
  std::byte* clean_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
