// SPDX-License-Identifier: BSD-3-Clause
// Rows of C of few products formed whole, a block of rows at a time, where the compiler has AVX-512.
#pragma once

#include <Araios_DenseRow.hpp>
#include <Araios_OrderInLanes.hpp>
#include <Araios_PrefetchAhead.hpp>
#include <Araios_RecordedPattern.hpp>
#include <Araios_Search.hpp>
#include <Araios_ShiftedRows.hpp>
#include <Araios_StoreCompressed.hpp>
#include <Araios_Tuning.hpp>
#include <Araios_VectorLanes.hpp>
#include <Araios_VectorSort.hpp>
#include <Araios_VectorTranspose.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace araios {

/// Where rows are not formed by blocks.
struct FormsNoBlocks {
  static constexpr bool exists = false;
};

/// Forms successive rows of C whole, in one walk through A and B; types without vector code have
/// none.
///
/// A specialization has take(), order() and write(), which are called in turn for each block.
template <class Scalar, class Ordinal>
struct RowBlock : FormsNoBlocks {};

#ifdef __AVX512F__

/// The factors of all products are copied side by side, in a loop over entries of A that knows no
/// rows: their ends, which come irregularly, cost most where rows are short. Columns are then put
/// into order 16 rows at a time, each in a lane. Of rows of up to 16 products the factors follow
/// their columns within registers, and products of one column are added from lane to lane; other
/// rows add each product at its place.
template <>
class RowBlock<double, std::int32_t> {
 public:
  static constexpr bool exists = true;
  static constexpr int max_row_products = tuning::vector_row_max_products;

  /// Whether the columns of so wide a B leave bits of 32 for the number of a product.
  static bool can_order(std::int32_t num_columns) {
    return num_columns <
           std::int64_t{1} << (32 - OrderInLanes::bits_of_number(max_row_products));
  }

  /// Takes products of rows from `begin` on, as many as there is room for, none from `end` on.
  /// Returns the row behind the last one; `begin` if there is not room for that.
  template <class GraphA, class GraphB, class Values>
  std::int32_t take(GraphA const& a, GraphB const& b, Values const& a_values,
                    Values const& b_values, std::int64_t longest_row_of_b, std::int32_t begin,
                    std::int32_t end) {
    end = std::min(end, begin + max_rows);
    auto const first_entry = a.row_offsets(begin);
    auto const end_entry = std::min(a.row_offsets(end), first_entry + max_entries);
    auto const entry =
        longest_row_of_b <= doubles
            ? expand<doubles>(a, b, a_values, b_values, first_entry, end_entry)
            : expand<lanes>(a, b, a_values, b_values, first_entry, end_entry);
    if (entry < a.row_offsets(end)) {
      end = upper_bound(begin, end, a.row_offsets, entry) - 1;
    }
    sort_out(a, begin, end, first_entry);
    return end;
  }

  /// Puts the columns of all rows into order.
  void order(DenseRow<double, std::int32_t> const& dense_row) {
    recorded_end_ = recorded_;
    fill_up_classes();
    order_class<8>(classes_[0], sorted_of_8_);
    order_class<16>(classes_[1], sorted_of_16_);
    order_class<32>(classes_[2], sorted_of_32_);
    for (std::size_t i = num_register_classes; i < num_classes; ++i) order_long_class(classes_[i]);
    form_dense_rows(dense_row);
  }

  /// Writes the entries of C, and for each row the number of entries up to its end, counted from
  /// `count` on. Returns that of the last row.
  template <class Offset>
  std::int64_t write(std::int64_t count, std::int32_t* columns, double* values, Offset* row_ends) {
    for (int row = 0; row < num_rows_; ++row) {
      places_in_c_[row] = count;
      count += distinct_[row];
      row_ends[row] = static_cast<Offset>(count);
    }
    write_class<8>(classes_[0], sorted_of_8_, columns, values);
    write_class<16>(classes_[1], sorted_of_16_, columns, values);
    write_class<32>(classes_[2], sorted_of_32_, columns, values);
    for (std::size_t i = num_register_classes; i < num_classes; ++i) {
      write_long_class(classes_[i], columns, values);
    }
    copy_dense_rows(columns, values);
    return count;
  }

 private:
  static constexpr int lanes = vector_lanes::lanes;
  static constexpr int doubles = 8;  ///< of a vector
  static constexpr __mmask16 all_lanes = vector_lanes::all_lanes;

  static constexpr int max_rows = tuning::one_pass_block_rows;
  static constexpr int max_entries = tuning::one_pass_block_entries;
  static constexpr int max_products = tuning::one_pass_block_products;

  /// Rows of up to 8, 16, 32, 48, 64, 96 and 128 products.
  static constexpr std::size_t num_classes = 7;
  static constexpr std::size_t num_register_classes = 3;
  static constexpr int step = 8;
  static constexpr std::array<std::uint8_t, max_row_products / step + 1> class_of_steps{
      0, 0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6};

  struct RowClass {
    int count = 0;
    std::int32_t rows[max_rows + lanes];
    std::uint8_t most_repeats[max_rows / lanes + 1];  ///< of a column, by vectors of rows

    void add(std::int32_t row) { rows[count++] = row; }
  };

  static __mmask16 first_lanes(int count) {
    return static_cast<__mmask16>((1U << static_cast<unsigned>(count)) - 1);
  }

  /// Copies the factors of the products of entries of A; ends early where they do not fit.
  // Not inlined: among all the rest compilers run out of registers in its loop.
  template <int width, class GraphA, class GraphB, class Values, class Entry>
  [[gnu::noinline]] Entry expand(GraphA const& a, GraphB const& b, Values const& a_values,
                                 Values const& b_values, Entry const first, Entry const end) {
    auto const* KOKKOS_RESTRICT const columns_of_a = a.columns.data();
    auto const* KOKKOS_RESTRICT const columns_of_b = b.columns.data();
    auto const* KOKKOS_RESTRICT const rows_of_b = b.row_offsets.data();
    double const* KOKKOS_RESTRICT const values_of_a = a_values.data();
    double const* KOKKOS_RESTRICT const values_of_b = b_values.data();
    std::int32_t* KOKKOS_RESTRICT const begins = begins_ - first;
    bool const prefetches =
        b.columns.extent(0) * (sizeof(double) + sizeof(std::int32_t)) >= tuning::prefetched_min_bytes;
    auto const last_entry = a.row_offsets(a.num_rows) - 1;
    std::int64_t size = 0;
    Entry entry = first;
    for (; entry < end; ++entry) {
      if (prefetches) {
        auto const ahead = rows_of_b[columns_of_a[std::min(entry + tuning::prefetched_entries, last_entry)]];
        prefetch_row(ahead, columns_of_b);
        prefetch_row(ahead, values_of_b);
      }
      auto const row_of_b = columns_of_a[entry];
      auto const begin = rows_of_b[row_of_b];
      auto const length = static_cast<std::int64_t>(rows_of_b[row_of_b + 1] - begin);
      if (size + length > max_products) break;
      begins[entry] = static_cast<std::int32_t>(size);
      append<width>(columns_of_b + begin, values_of_b + begin, values_of_a[entry], length, size);
      size += length;
    }
    begins[entry] = static_cast<std::int32_t>(size);
    return entry;
  }

  /// Whole vectors, the first without a condition: a loop over a few elements would often end where
  /// nothing foretold it.
  template <int width>
  [[gnu::always_inline]] void append(std::int32_t const* columns, double const* b_values,
                                     double a_value, std::int64_t length, std::int64_t to) {
    __m512d const multiplier = _mm512_set1_pd(a_value);
    if constexpr (width == doubles) {
      auto const present = first_lanes(static_cast<int>(length));
      _mm512_storeu_si512(columns_ + to, _mm512_maskz_loadu_epi32(present, columns));
      _mm512_storeu_pd(factors_of_b_ + to,
                       _mm512_maskz_loadu_pd(static_cast<__mmask8>(present), b_values));
      _mm512_storeu_pd(factors_of_a_ + to, multiplier);
      return;
    }
    std::int64_t i = 0;
    do {
      auto const present = vector_lanes::first_lanes(length - i);
      _mm512_storeu_si512(columns_ + to + i, _mm512_maskz_loadu_epi32(present, columns + i));
      auto const second = static_cast<__mmask8>(present >> doubles);
      _mm512_storeu_pd(factors_of_b_ + to + i,
                       _mm512_maskz_loadu_pd(static_cast<__mmask8>(present), b_values + i));
      _mm512_storeu_pd(factors_of_a_ + to + i, multiplier);
      if (second != 0) {
        _mm512_storeu_pd(factors_of_b_ + to + i + doubles,
                         _mm512_maskz_loadu_pd(second, b_values + i + doubles));
        _mm512_storeu_pd(factors_of_a_ + to + i + doubles, multiplier);
      }
      i += lanes;
    } while (i < length);
  }

  /// Sorts rows into classes by their products.
  template <class GraphA, class Entry>
  void sort_out(GraphA const& a, std::int32_t begin, std::int32_t end, Entry first_entry) {
    for (auto& one : classes_) one.count = 0;
    dense_rows_.count = 0;
    num_rows_ = end - begin;
    std::int32_t row_begin = 0;
    for (std::int32_t row = 0; row < num_rows_; ++row) {
      std::int32_t const row_end = begins_[a.row_offsets(begin + row + 1) - first_entry];
      std::int32_t const size = row_end - row_begin;
      row_begins_[row] = row_begin;
      sizes_[row] = size;
      row_begin = row_end;
      RowClass& one =
          size > max_row_products
              ? dense_rows_
              : classes_[class_of_steps[static_cast<std::size_t>((size + step - 1) / step)]];
      one.add(row);
    }
  }

  /// Vectors are filled up with rows of fewer products, and at last with rows of none.
  void fill_up_classes() {
    for (std::size_t i = 0; i + 1 < num_classes; ++i) {
      int const left = classes_[i].count % lanes;
      int const missing = (lanes - classes_[i + 1].count % lanes) % lanes;
      if (left > missing) continue;
      for (int j = 0; j < left; ++j) classes_[i + 1].add(classes_[i].rows[--classes_[i].count]);
    }
    row_begins_[max_rows] = 0;
    sizes_[max_rows] = 0;
    for (auto& one : classes_) std::fill_n(one.rows + one.count, lanes, max_rows);
  }

  template <int width>
  static constexpr int bits = OrderInLanes::bits_of_number(width);

  template <int width>
  static __m512i columns_of(__m512i keys) {
    return _mm512_maskz_srli_epi32(all_lanes, keys, bits<width>);
  }

  template <int width>
  [[gnu::noinline]] void order_class(RowClass& rows, std::int32_t* sorted) {
    for (int first = 0; first < rows.count; first += lanes) {
      rows.most_repeats[first / lanes] = order_rows<width>(rows.rows + first, sorted);
      sorted += lanes * width;
    }
  }

  /// Puts the columns of 16 rows into order. Returns how often one repeats at most.
  template <int width>
  [[gnu::always_inline]] std::uint8_t order_rows(std::int32_t const* rows, std::int32_t* sorted) {
    __m512i const iota = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    alignas(64) std::int32_t sizes[lanes];
    for (int lane = 0; lane < lanes; ++lane) sizes[lane] = sizes_[rows[lane]];
    __m512i block[lanes];
    for (int begin = 0; begin < width; begin += lanes) {
      __m512i const numbers = _mm512_add_epi32(iota, _mm512_set1_epi32(begin));
      for (int lane = 0; lane < lanes; ++lane) {
        __m512i const columns = _mm512_mask_loadu_epi32(
            _mm512_set1_epi32(-1), vector_lanes::first_lanes(sizes[lane] - begin),
            columns_ + row_begins_[rows[lane]] + begin);
        block[lane] =
            _mm512_or_epi32(_mm512_maskz_slli_epi32(all_lanes, columns, bits<width>), numbers);
      }
      vector_lanes::transpose<std::min(width, lanes)>(block, keys_ + begin);
    }
    vector_sort::sort<width>(keys_);

    __m512i const ends = _mm512_load_si512(sizes);
    __m512i const one = _mm512_set1_epi32(1);
    __m512i before = columns_of<width>(keys_[0]);
    __m512i distinct = _mm512_maskz_mov_epi32(_mm512_test_epi32_mask(ends, ends), one);
    __m512i repeats = _mm512_setzero_si512();
    __m512i most_repeats = repeats;
    for (int i = 1; i < width; ++i) {
      __m512i const column = columns_of<width>(keys_[i]);
      __mmask16 const present = _mm512_cmpgt_epi32_mask(ends, _mm512_set1_epi32(i));
      __mmask16 const repeated = _mm512_mask_cmpeq_epi32_mask(present, column, before);
      before = column;
      distinct = _mm512_mask_add_epi32(distinct, static_cast<__mmask16>(present & ~repeated),
                                       distinct, one);
      repeats = _mm512_maskz_add_epi32(repeated, repeats, one);
      most_repeats = _mm512_maskz_max_epi32(all_lanes, most_repeats, repeats);
    }
    alignas(64) std::int32_t counts[lanes];
    _mm512_store_si512(counts, distinct);
    for (int lane = 0; lane < lanes; ++lane) distinct_[rows[lane]] = counts[lane];

    for (int begin = 0; begin < width; begin += lanes) {
      constexpr int height = std::min(width, lanes);
      __m512i by_place[lanes] = {};
      std::copy_n(keys_ + begin, height, by_place);
      vector_lanes::transpose(by_place, block);
      for (int lane = 0; lane < lanes; ++lane) {
        _mm512_mask_storeu_epi32(sorted + lane * width + begin, first_lanes(height), block[lane]);
      }
    }
    _mm512_store_si512(counts, most_repeats);
    return static_cast<std::uint8_t>(*std::max_element(counts,counts+lanes));
  }

  template <int width>
  [[gnu::noinline]] void write_class(RowClass const& rows, std::int32_t const* sorted,
                                     std::int32_t* columns, double* values) const {
    for (int i = 0; i < rows.count; ++i) {
      std::int32_t const row = rows.rows[i];
      std::int64_t const place = places_in_c_[row];
      write_row<width>(row, sorted + i * width, rows.most_repeats[i / lanes], columns + place,
                       values + place);
    }
  }

  /// Eight of 16 keys, each in 64 bits, from the first or from the ninth on.
  static __m512i widened(__m512i keys, bool upper) {
    __m512i const first = _mm512_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7);
    __m512i const places = _mm512_add_epi32(first, _mm512_set1_epi32(upper ? doubles : 0));
    return _mm512_maskz_permutexvar_epi32(all_lanes, places, keys);
  }

  /// Those of `width` factors that the lowest bits of numbers name.
  template <int width>
  [[gnu::always_inline]] static __m512d pick(double const* factors, __m512i numbers) {
    if constexpr (width == doubles) {
      return _mm512_maskz_permutexvar_pd(0xFF, numbers, _mm512_loadu_pd(factors));
    } else if constexpr (width == 2 * doubles) {
      return _mm512_permutex2var_pd(_mm512_loadu_pd(factors), numbers,
                                    _mm512_loadu_pd(factors + doubles));
    } else {
      constexpr int half = width / 2;
      __mmask8 const in_second_half = _mm512_test_epi64_mask(numbers, _mm512_set1_epi64(half));
      return _mm512_mask_mov_pd(pick<half>(factors, numbers), in_second_half,
                                pick<half>(factors + half, numbers));
    }
  }

  /// What stands before each lane that is `wanted`, and before the first one the last of `before`;
  /// 0 in the others.
  static __m512d lane_before(__mmask8 wanted, __m512d x, __m512d before) {
    return _mm512_castsi512_pd(_mm512_maskz_alignr_epi64(
        wanted, _mm512_castpd_si512(x), _mm512_castpd_si512(before), doubles - 1));
  }

  template <int width>
  [[gnu::always_inline]] void write_row(std::int32_t row, std::int32_t const* sorted,
                                        int most_repeats, std::int32_t* columns,
                                        double* values) const {
    constexpr int key_vectors = (width + lanes - 1) / lanes;
    constexpr int vectors = width / doubles;
    double const* const of_a = factors_of_a_ + row_begins_[row];
    double const* const of_b = factors_of_b_ + row_begins_[row];
    std::int32_t const size = sizes_[row];
    __m512i keys[key_vectors];
    std::uint64_t repeated = 0;
    __m512i before = _mm512_set1_epi32(-1);
    for (int i = 0; i < key_vectors; ++i) {
      keys[i] = _mm512_maskz_loadu_epi32(first_lanes(std::min(width, lanes)), sorted + i * lanes);
      __m512i const column = columns_of<width>(keys[i]);
      repeated |= std::uint64_t{_mm512_cmpeq_epi32_mask(
                      column, vector_lanes::lane_before(column, before))}
                  << (i * lanes);
      before = column;
    }
    std::uint64_t const present = (std::uint64_t{1} << size) - 1;
    repeated &= present;
    std::uint64_t const last = present & ~(repeated >> 1);

    __m512d factors_a[vectors], factors_b[vectors], sums[vectors];
    for (int i = 0; i < vectors; ++i) {
      __m512i const numbers = widened(keys[i / 2], i % 2 != 0);
      factors_a[i] = pick<width>(of_a, numbers);
      factors_b[i] = pick<width>(of_b, numbers);
      sums[i] = _mm512_fmadd_pd(factors_a[i], factors_b[i], _mm512_setzero_pd());
    }
    for (int round = 0; round < most_repeats; ++round) {
      for (int i = vectors - 1; i >= 0; --i) {
        __m512d const previous = i > 0 ? sums[i - 1] : _mm512_setzero_pd();
        sums[i] = _mm512_fmadd_pd(
            factors_a[i], factors_b[i],
            lane_before(static_cast<__mmask8>(repeated >> (i * doubles)), sums[i], previous));
      }
    }
    for (int i = 0; i < key_vectors; ++i) {
      columns += store_compressed(columns, static_cast<__mmask16>(last >> (i * lanes)),
                                  columns_of<width>(keys[i]));
    }
    for (int i = 0; i < vectors; ++i) {
      auto const lasts = static_cast<__mmask8>(last >> (i * doubles));
      auto const count = static_cast<unsigned>(std::popcount(std::uint32_t{lasts}));
      _mm512_mask_storeu_pd(values, static_cast<__mmask8>((1U << count) - 1),
                            _mm512_maskz_compress_pd(lasts, sums[i]));
      values += count;
    }
  }

  [[gnu::noinline]] void order_long_class(RowClass const& rows) {
    for (int first = 0; first < rows.count; first += lanes) {
      RowsInLanes taken;
      for (int lane = 0; lane < lanes; ++lane) {
        std::int32_t const row = rows.rows[first + lane];
        taken.columns[lane] = columns_ + row_begins_[row];
        taken.sizes[lane] = sizes_[row];
      }
      order_.order(taken);
      int const end = std::min(lanes, rows.count - first);
      for (int lane = 0; lane < end; ++lane) {
        std::int32_t const row = rows.rows[first + lane];
        std::int32_t const size = sizes_[row];
        std::int64_t const count = order_.write(lane, size, recorded_end_);
        distinct_[row] = static_cast<std::int32_t>(count);
        recorded_of_row_[row] = recorded_end_;
        recorded_end_ += count + elements_of_places<std::int32_t>(size);
      }
    }
  }

  [[gnu::noinline]] void write_long_class(RowClass const& rows, std::int32_t* columns,
                                          double* values) const {
    for (int i = 0; i < rows.count; ++i) {
      std::int32_t const row = rows.rows[i];
      std::int64_t const place = places_in_c_[row];
      std::int32_t const count = distinct_[row];
      std::int32_t const* const recorded = recorded_of_row_[row];
      copy_shifted(recorded, count, 0, columns + place);
      std::fill_n(values + place, count, 0.0);
      add_at_places(row, reinterpret_cast<RecordedPlace const*>(recorded + count), values + place);
    }
  }

  [[gnu::noinline]] void add_at_places(std::int32_t row, RecordedPlace const* places,
                                       double* KOKKOS_RESTRICT sums) const {
    double const* const of_a = factors_of_a_ + row_begins_[row];
    double const* const of_b = factors_of_b_ + row_begins_[row];
    std::int32_t const size = sizes_[row];
    for (std::int32_t i = 0; i < size; ++i) sums[places[i]] += of_a[i] * of_b[i];
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

  int num_rows_ = 0;
  std::array<RowClass, num_classes> classes_;
  RowClass dense_rows_;
  std::int32_t begins_[max_entries + 1];  ///< of the products of each entry of A
  std::int32_t row_begins_[max_rows + 1];
  std::int32_t sizes_[max_rows + 1];
  std::int32_t distinct_[max_rows + 1];
  std::int64_t places_in_c_[max_rows];
  std::int32_t* recorded_of_row_[max_rows];
  std::int32_t* recorded_end_ = nullptr;
  __m512i keys_[2 * lanes];
  OrderInLanes order_;
  alignas(64) std::int32_t columns_[max_products + 2 * lanes];
  alignas(64) double factors_of_a_[max_products + 2 * lanes];
  alignas(64) double factors_of_b_[max_products + 2 * lanes];
  alignas(64) std::int32_t sorted_of_8_[(max_rows + lanes) * 8];
  alignas(64) std::int32_t sorted_of_16_[(max_rows + lanes) * 16];
  alignas(64) std::int32_t sorted_of_32_[(max_rows + lanes) * 32];
  std::int32_t dense_columns_[max_products];
  double dense_values_[max_products];
  std::int32_t recorded_[max_products + max_products / 4 + max_rows + lanes];
};

#endif

}  // namespace araios
