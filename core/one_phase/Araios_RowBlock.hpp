// SPDX-License-Identifier: BSD-3-Clause
// Forms blocks of short rows of C with AVX-512: expands products, sorts their columns, sums them.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <host_simd/Araios_PrefetchAhead.hpp>
#include <host_simd/Araios_StoreCompressed.hpp>
#include <host_simd/Araios_VectorLanes.hpp>
#include <one_phase/Araios_DenseRow.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_SumInRegisters.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_IndexedKeys.hpp>
#include <sort/Araios_VectorSort.hpp>
#include <sort/Araios_WidthClasses.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Forms blocks of successive rows of C. Types without vector code have exists == false.
///
/// A specialization has take(), order() and write(), which one thread calls in turn for each block.
template <class Scalar, class Ordinal>
struct RowBlock {
  static constexpr bool exists = false;
  static constexpr int max_row_products = tuning::vector_row_max_products;
  static constexpr std::int64_t max_products_of_shared_rows = 0;
};

#ifdef __AVX512F__

/// Expands the factors of all products of a block, in a loop over entries of A that ignores the
/// ends of rows: for short rows these would be mispredicted. Then sorts the columns of 16 rows at a
/// time, one row in each lane, as keys that contain the number of the product. SumInRegisters sums
/// rows of up to 64 products, a scalar loop longer ones, and DenseRow those of more than
/// max_row_products.
///
/// Sums are added in the order of A's entries.
template <>
class RowBlock<double, std::int32_t> {
 public:
  static constexpr bool exists = true;
  /// DenseRow forms rows of more products.
  static constexpr int max_row_products = tuning::vector_row_max_products;
  /// Bounds the mean products of a row if rows are shifted copies of the row before.
  static constexpr std::int64_t max_products_of_shared_rows =
      tuning::one_phase_max_products_of_shared_rows;

  /// Expands the products of rows from `begin` on: as many rows before `end` as fit. Returns the
  /// end of these rows; `begin` if not even the first one fits.
  ///
  /// Pre: both patterns are valid; no row of B that these rows refer to has more than
  ///      longest_row_of_b entries.
  template <class MatrixA, class MatrixB>
  std::int32_t take(MatrixA const& a, MatrixB const& b, std::int64_t longest_row_of_b,
                    std::int32_t begin, std::int32_t end) {
    end = std::min(end, begin + max_rows);
    using Entry = typename MatrixA::offset_type;
    auto const& row_offsets = a.graph.row_offsets;
    Entry const first_entry = row_offsets(begin);
    auto const num_entries = static_cast<std::int64_t>(row_offsets(end) - first_entry);
    auto const end_entry = static_cast<Entry>(
        first_entry + static_cast<Entry>(std::min<std::int64_t>(num_entries, max_entries)));
    auto const expand_by = [&](auto width) { return expand<width>(a, b, first_entry, end_entry); };
    auto const entry = longest_row_of_b <= half ? expand_by(std::integral_constant<int, half>{})
                       : longest_row_of_b <= doubles
                           ? expand_by(std::integral_constant<int, doubles>{})
                           : expand_by(std::integral_constant<int, lanes>{});
    if (entry < row_offsets(end)) end = upper_bound(begin, end, row_offsets, entry) - 1;
    sort_out(a.graph, begin, end, first_entry);
    return end;
  }

  /// Sorts the columns of all rows, and counts the distinct ones.
  void order(DenseRow<double, std::int32_t> const& dense_row) {
    fill_up_classes();
    std::int32_t* sorted = sorted_;
    for_each_class([&](auto i) {
      RowClass& rows = classes_[i];
      rows.sorted = sorted;
      sorted = order_class<widths[i]>(rows);
    });
    form_dense_rows(dense_row);
  }

  /// Writes the rows of the block after `count` entries, and for each row the number of entries up
  /// to its end. Returns the number of entries up to the last row.
  ///
  /// Shapes: row_ends one element for each row of the block; columns and values the returned
  ///         number.
  template <class Offset>
  std::int64_t write(std::int64_t count, std::int32_t* columns, double* values, Offset* row_ends) {
    for (int row = 0; row < num_rows_; ++row) {
      places_in_c_[row] = count;
      count += distinct_[row];
      row_ends[row] = static_cast<Offset>(count);
    }
    for_each_class([&](auto i) { write_class<widths[i]>(classes_[i], columns, values); });
    copy_dense_rows(columns, values);
    return count;
  }

 private:
  static constexpr int lanes = vector_lanes::lanes;
  static constexpr int doubles = 8;  ///< of a vector
  static constexpr int half = doubles / 2;
  static constexpr __mmask16 all_lanes = vector_lanes::all_lanes;

  static constexpr int max_rows = tuning::one_phase_block_rows;
  static constexpr int max_entries = tuning::one_phase_block_entries;
  static constexpr int max_products = tuning::one_phase_block_products;

  // A row is sorted with others of about as many products.
  static constexpr auto const& widths = width_classes::widths;
  static constexpr std::size_t num_classes = width_classes::count;
  static constexpr int step = width_classes::step;

  static_assert(tuning::one_phase_max_columns <
                    std::int64_t{1} << (32 - indexed_keys::bits_of_number(max_row_products)),
                "columns leave bits of 32 for the number of a product");

  struct RowClass {
    int count;
    std::int32_t* sorted;  ///< row i of the class has its keys from i · width on
    std::int32_t rows[max_rows + lanes];
    std::uint8_t most_repeats[max_rows / lanes + 1];  ///< of a column, for each vector of rows

    void add(std::int32_t row) { rows[count++] = row; }
  };

  /// Bounds the keys of all classes. A row has at most `step` keys or twice its products. The last
  /// term covers rows that move to a wider class, and empty rows that pad vectors.
  static constexpr int max_keys = max_rows * step + 2 * max_products +
                                  2 * static_cast<int>(num_classes) * lanes * max_row_products;

  template <class F>
  static void for_each_class(F const& f) {
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      (f(std::integral_constant<std::size_t, i>{}), ...);
    }
    (std::make_index_sequence<num_classes>{});
  }

  /// A mask of the first lanes.
  ///
  /// Pre: 0 <= count <= 16.
  static __mmask16 first_lanes(int count) {
    return static_cast<__mmask16>((1U << static_cast<unsigned>(count)) - 1);
  }

  /// Expands the products of entries [first, end) of A, as many entries as fit. Returns the end of
  /// these entries.
  ///
  /// Pre: rows of B have at most `width` entries, unless width is the number of lanes.
  // Not inlined: in a larger function compilers run out of registers in its loop.
  template <int width, class MatrixA, class MatrixB, class Entry>
  [[gnu::noinline]] Entry expand(MatrixA const& a, MatrixB const& b, Entry const first,
                                 Entry const end) {
    auto const* KOKKOS_RESTRICT const columns_of_b = b.graph.columns.data();
    auto const* KOKKOS_RESTRICT const rows_of_b = b.graph.row_offsets.data();
    double const* KOKKOS_RESTRICT const values_of_b = b.values.data();
    auto const* KOKKOS_RESTRICT const columns_of_a = a.graph.columns.data();
    double const* KOKKOS_RESTRICT const values_of_a = a.values.data();
    std::int32_t* KOKKOS_RESTRICT const begins = begins_;
    bool const fetches = fetching_pays(b.graph, columns_of_b, values_of_b);
    auto const last = static_cast<Entry>(a.graph.row_offsets(a.graph.num_rows) - 1);
    std::int64_t size = 0;
    Entry entry = first;
    for (; entry < end; ++entry) {
      if (fetches) {
        auto const ahead = std::min(static_cast<Entry>(entry + tuning::prefetched_entries), last);
        auto const begin_ahead = rows_of_b[columns_of_a[ahead]];
        fetch<width>(begin_ahead, columns_of_b, values_of_b);
      }
      auto const row_of_b = columns_of_a[entry];
      auto const begin = rows_of_b[row_of_b];
      auto const length = static_cast<std::int64_t>(rows_of_b[row_of_b + 1] - begin);
      if (size + length > max_products) break;
      begins[entry - first] = static_cast<std::int32_t>(size);
      append<width>(columns_of_b + begin, values_of_b + begin, values_of_a[entry], length, size);
      size += length;
    }
    begins[entry - first] = static_cast<std::int32_t>(size);
    return entry;
  }

  /// Prefetches a row of B: the cache lines that most rows of at most `width` entries occupy.
  template <int width, class Entry>
  [[gnu::always_inline]] static void fetch(Entry begin, std::int32_t const* columns,
                                           double const* values) {
    if constexpr (width == lanes) {
      prefetch_row(begin, columns);
    } else {
      prefetch_line(begin, columns);
    }
    if constexpr (width >= doubles) {
      prefetch_row(begin, values);
    } else {
      prefetch_line(begin, values);
    }
  }

  /// Appends the products of an entry of A by whole vectors, the first without a branch: the exit
  /// of a loop over few elements would often be mispredicted. Short rows use narrower vectors,
  /// which are cheaper to store.
  template <int width>
  [[gnu::always_inline]] void append(std::int32_t const* columns, double const* b_values,
                                     double a_value, std::int64_t length, std::int64_t to) {
    if constexpr (width <= doubles) {
      auto const present = vector_lanes::first_lanes(length);
      __m512i const row = _mm512_maskz_loadu_epi32(present, columns);
      if constexpr (width == half) {
        __m512d const factors = _mm512_maskz_loadu_pd(static_cast<__mmask8>(present), b_values);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(columns_ + to),
                         _mm512_maskz_extracti32x4_epi32(0xF, row, 0));
        _mm256_storeu_pd(factors_of_b_ + to, _mm512_maskz_extractf64x4_pd(0xF, factors, 0));
        _mm256_storeu_pd(factors_of_a_ + to, _mm256_set1_pd(a_value));
      } else {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(columns_ + to),
                            _mm512_maskz_extracti64x4_epi64(0xF, row, 0));
        append_doubles(b_values, a_value, static_cast<__mmask8>(present), to);
      }
    } else {
      std::int64_t i = 0;
      do {
        auto const present = vector_lanes::first_lanes(length - i);
        _mm512_storeu_si512(columns_ + to + i, _mm512_maskz_loadu_epi32(present, columns + i));
        append_doubles(b_values + i, a_value, static_cast<__mmask8>(present), to + i);
        auto const second = static_cast<__mmask8>(present >> doubles);
        if (second != 0) append_doubles(b_values + i + doubles, a_value, second, to + i + doubles);
        i += lanes;
      } while (i < length);
    }
  }

  [[gnu::always_inline]] void append_doubles(double const* b_values, double a_value,
                                             __mmask8 present, std::int64_t to) {
    _mm512_storeu_pd(factors_of_b_ + to, _mm512_maskz_loadu_pd(present, b_values));
    _mm512_storeu_pd(factors_of_a_ + to, _mm512_set1_pd(a_value));
  }

  /// Assigns the rows of the block to classes by their numbers of products.
  template <class GraphA, class Entry>
  void sort_out(GraphA const& a, std::int32_t begin, std::int32_t end, Entry first_entry) {
    for (RowClass& rows : classes_) rows.count = 0;
    dense_rows_.count = 0;
    num_rows_ = end - begin;
    std::int32_t row_begin = 0;
    for (std::int32_t row = 0; row < num_rows_; ++row) {
      std::int32_t const row_end = begins_[a.row_offsets(begin + row + 1) - first_entry];
      std::int32_t const size = row_end - row_begin;
      row_begins_[row] = row_begin;
      sizes_[row] = size;
      row_begin = row_end;
      class_of(size).add(row);
    }
  }

  RowClass& class_of(std::int32_t size) {
    if (size > max_row_products) return dense_rows_;
    return classes_[width_classes::class_of(size)];
  }

  /// Fills the last vector of each class with the rows that the class below has left over, if all
  /// of them fit. Pads the rest with empty rows.
  void fill_up_classes() {
    for (std::size_t i = 0; i + 1 < num_classes; ++i) {
      RowClass& next = classes_[i + 1];
      int const left = classes_[i].count % lanes;
      int const missing = (lanes - next.count % lanes) % lanes;
      if (left > missing) continue;
      for (int j = 0; j < left; ++j) next.add(classes_[i].rows[--classes_[i].count]);
    }
    row_begins_[max_rows] = 0;
    sizes_[max_rows] = 0;
    for (RowClass& rows : classes_) std::fill_n(rows.rows + rows.count, lanes, max_rows);
  }

  /// Sorts the keys of a class. Returns their end.
  template <int width>
  [[gnu::noinline]] std::int32_t* order_class(RowClass& rows) {
    std::int32_t* sorted = rows.sorted;
    for (int first = 0; first < rows.count; first += lanes) {
      load_keys<width>(rows.rows + first);
      vector_sort::sort<width>(keys_);
      rows.most_repeats[first / lanes] = count_columns<width>(rows.rows + first);
      store_keys<width>(sorted);
      sorted += lanes * width;
    }
    return sorted;
  }

  /// Loads the keys of each row to its lane, in the order of its products.
  template <int width>
  [[gnu::always_inline]] void load_keys(std::int32_t const* rows) {
    auto const row_of_lane = [&](int lane) -> indexed_keys::RowOfColumns {
      std::int32_t const row = rows[lane];
      return {columns_ + row_begins_[row], sizes_[row]};
    };
    indexed_keys::load_keys<width>(row_of_lane, keys_);
  }

  /// Counts the distinct columns of rows whose keys are sorted. Returns the largest number of
  /// repeats of a column.
  template <int width>
  [[gnu::always_inline]] std::uint8_t count_columns(std::int32_t const* rows) {
    alignas(64) std::int32_t of_lane[lanes];
    for (int lane = 0; lane < lanes; ++lane) of_lane[lane] = sizes_[rows[lane]];
    __m512i const sizes = _mm512_load_si512(of_lane);
    __m512i const one = _mm512_set1_epi32(1);
    __m512i before = indexed_keys::columns_of<width>(keys_[0]);
    __m512i distinct = _mm512_maskz_mov_epi32(_mm512_test_epi32_mask(sizes, sizes), one);
    __m512i repeats = _mm512_setzero_si512();
    __m512i most_repeats = repeats;
    for (int i = 1; i < width; ++i) {
      __m512i const column = indexed_keys::columns_of<width>(keys_[i]);
      __mmask16 const present = _mm512_cmpgt_epi32_mask(sizes, _mm512_set1_epi32(i));
      __mmask16 const repeated = _mm512_mask_cmpeq_epi32_mask(present, column, before);
      before = column;
      distinct = _mm512_mask_add_epi32(distinct, static_cast<__mmask16>(present & ~repeated),
                                       distinct, one);
      repeats = _mm512_maskz_add_epi32(repeated, repeats, one);
      most_repeats = _mm512_maskz_max_epi32(all_lanes, most_repeats, repeats);
    }
    _mm512_store_si512(of_lane, distinct);
    for (int lane = 0; lane < lanes; ++lane) distinct_[rows[lane]] = of_lane[lane];
    _mm512_store_si512(of_lane, most_repeats);
    return static_cast<std::uint8_t>(*std::max_element(of_lane, of_lane + lanes));
  }

  /// Stores the keys of each row contiguously.
  template <int width>
  [[gnu::always_inline]] void store_keys(std::int32_t* sorted) const {
    constexpr int count = indexed_keys::vectors_of_block<width>;
    for (int begin = 0; begin < width; begin += lanes) {
      __m512i by_row[lanes];
      indexed_keys::keys_by_row<width>(keys_, begin, by_row);
      for (int lane = 0; lane < lanes; ++lane) {
        _mm512_mask_storeu_epi32(sorted + lane * width + begin, first_lanes(count), by_row[lane]);
      }
    }
  }

  template <int width>
  [[gnu::noinline]] void write_class(RowClass const& rows, std::int32_t* columns,
                                     double* values) const {
    for (int i = 0; i < rows.count; ++i) {
      std::int32_t const row = rows.rows[i];
      std::int32_t const* const sorted = rows.sorted + i * width;
      std::int64_t const place = places_in_c_[row];
      if constexpr (width <= max_products_in_registers) {
        SumInRegisters<width>::write({factors_of_a_, factors_of_b_, row_begins_[row], sizes_[row]},
                                     sorted, rows.most_repeats[i / lanes], columns + place,
                                     values + place);
      } else {
        write_columns<width>(row, sorted, columns + place);
        add_products<width>(row, sorted, values + place);
      }
    }
  }

  template <int width>
  [[gnu::always_inline]] void write_columns(std::int32_t row, std::int32_t const* sorted,
                                            std::int32_t* columns) const {
    std::int32_t const size = sizes_[row];
    __m512i before = _mm512_set1_epi32(-1);
    for (int i = 0; i < size; i += lanes) {
      __m512i const column = indexed_keys::columns_of<width>(_mm512_loadu_si512(sorted + i));
      auto const is_new = _mm512_mask_cmpneq_epi32_mask(vector_lanes::first_lanes(size - i), column,
                                                        vector_lanes::lane_before(column, before));
      before = column;
      columns += store_compressed(columns, is_new, column);
    }
  }

  /// Sums the products of a row in the order of its sorted keys. Sums are kept in memory: a sum in
  /// a register would make each product depend on the one before.
  template <int width>
  [[gnu::always_inline]] void add_products(std::int32_t row, std::int32_t const* sorted,
                                           double* KOKKOS_RESTRICT sums) const {
    constexpr int bits = indexed_keys::bits_of_number(width);
    double const* const of_a = factors_of_a_ + row_begins_[row];
    double const* const of_b = factors_of_b_ + row_begins_[row];
    std::int32_t const size = sizes_[row];
    std::fill_n(sums, distinct_[row], 0.0);
    auto before = static_cast<std::uint32_t>(sorted[0]) >> bits;
    for (std::int32_t i = 0; i < size; ++i) {
      auto const key = static_cast<std::uint32_t>(sorted[i]);
      std::uint32_t const number = key & ((1U << bits) - 1);
      std::uint32_t const column = key >> bits;
      sums += column != before ? 1 : 0;
      before = column;
      *sums += of_a[number] * of_b[number];
    }
  }

  void form_dense_rows(DenseRow<double, std::int32_t> const& dense_row) {
    std::int64_t end = 0;
    for (int i = 0; i < dense_rows_.count; ++i) {
      std::int32_t const row = dense_rows_.rows[i];
      std::int32_t const begin = row_begins_[row];
      std::int64_t const count =
          dense_row.write(columns_ + begin, factors_of_a_ + begin, factors_of_b_ + begin,
                          sizes_[row], dense_columns_ + end, dense_values_ + end);
      distinct_[row] = static_cast<std::int32_t>(count);
      end += count;
    }
  }

  void copy_dense_rows(std::int32_t* columns, double* values) const {
    std::int64_t begin = 0;
    for (int i = 0; i < dense_rows_.count; ++i) {
      std::int32_t const row = dense_rows_.rows[i];
      std::copy_n(dense_columns_ + begin, distinct_[row], columns + places_in_c_[row]);
      std::copy_n(dense_values_ + begin, distinct_[row], values + places_in_c_[row]);
      begin += distinct_[row];
    }
  }

  std::int32_t num_rows_;
  std::array<RowClass, num_classes> classes_;
  RowClass dense_rows_;
  std::int32_t begins_[max_entries + 1];   ///< of the products of an entry of A, and their end
  std::int32_t row_begins_[max_rows + 1];  ///< of products; the last one is that of the empty row
  std::int32_t sizes_[max_rows + 1];       ///< in products; likewise
  std::int32_t distinct_[max_rows + 1];
  std::int64_t places_in_c_[max_rows];
  __m512i keys_[max_row_products];
  // Padded, since whole vectors are written and read.
  alignas(64) std::int32_t columns_[max_products + lanes];
  alignas(64) double factors_of_a_[max_products + max_products_in_registers];
  alignas(64) double factors_of_b_[max_products + max_products_in_registers];
  alignas(64) std::int32_t sorted_[max_keys];
  std::int32_t dense_columns_[max_products];
  double dense_values_[max_products];
};

#endif

}  // namespace araios::inline ARAIOS_ISA::impl
