// SPDX-License-Identifier: BSD-3-Clause
// The rows of R·A·P on hosts in one pass, without a plan: columns and values together.
#pragma once

#include <fused/Araios_BundleSums.hpp>
#include <fused/Araios_FusedRanges.hpp>
#include <fused/Araios_FusedTuning.hpp>
#include <fused/Araios_RowBundles.hpp>
#include <host_simd/Araios_StoreCompressed.hpp>
#include <host_simd/Araios_VectorLanes.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Rows of C that a range of bundles has formed: the columns of each bundle once, and the values of
/// its rows one after another.
template <class Ordinal, class Scalar>
struct FormedRange {
  std::vector<Ordinal> columns;
  std::vector<Scalar> values;
  bool has_failed = false;  ///< memory has ended
};

/// Memory of the owners, zero before and after.
///
/// Shapes: of each owner: sums fine_window + coarse_window elements of `lanes` sums each; marks a
///         mark for each element; lists fine_list + coarse_list columns.
template <class Scalar, class Ordinal>
struct MarkedWindows {
  Scalar* sums;
  std::int32_t* marks;
  Ordinal* lists;
  std::int64_t fine_window;
  std::int64_t coarse_window;
  std::int64_t fine_list;    ///< one more than a row of R·A has entries
  std::int64_t coarse_list;  ///< one more than C has columns
};

/// Sums the rows of a bundle as SumFusedWindows does, and finds their columns on the way: a mark
/// for each element of a window tells whether its column has come before.
///
/// Post:   sums are added in the order of those of SumFusedWindows. The columns of a row ascend.
/// Source: as SumFusedWindows.
template <int lanes, class Operands>
struct FormFusedRows : BundleSums<lanes, Operands> {
  using Sums = BundleSums<lanes, Operands>;
  using typename Sums::Bundle;
  using typename Sums::Factors;
  using typename Sums::OffsetR;
  using typename Sums::Ordinal;
  using typename Sums::Scalar;
  using typename Sums::Window;
  using Device = typename Operands::device_type;
  using Range = FormedRange<Ordinal, Scalar>;

  RowBundles<Ordinal, Device> bundles;
  FusedRanges<Kokkos::View<std::int64_t*, Device>> ranges;
  MarkedWindows<Scalar, Ordinal> memory;
  bool rows_of_a_are_distinct;  ///< their columns are
  bool rows_of_p_are_distinct;
  Kokkos::View<std::int64_t*, Device> row_sizes;
  Range* formed;

  /// A window, a mark for each of its columns that is listed, and the list.
  struct Marked {
    Window window;
    std::int32_t* marks;
    Ordinal* list;
    std::int64_t size = 0;
  };

  struct Owner {
    Marked fine;
    Marked coarse;
  };

  template <class F>
  void with_owner(std::int64_t index, F const& f) const {
    std::int64_t const size = memory.fine_window + memory.coarse_window;
    Scalar* const sums = memory.sums + index * size * lanes;
    std::int32_t* const marks = memory.marks + index * size;
    Ordinal* const list = memory.lists + index * (memory.fine_list + memory.coarse_list);
    Owner owner{{{sums, memory.fine_window}, marks, list},
                {{sums + memory.fine_window * lanes, memory.coarse_window},
                 marks + memory.fine_window,
                 list + memory.fine_list}};
    f(owner);
  }

  /// No exception leaves a parallel region.
  void form_range(Owner& owner, std::int64_t range) const {
    Range& here = formed[range];
    try {
      ranges.for_each_bundle(range, [&](std::int64_t index) {
        Bundle const bundle = this->bundle_at(bundles, index);
        sum_by_a(owner.fine, bundle);
        multiply_by_p(owner.fine, owner.coarse);
        emit(owner.coarse, bundle, here);
      });
    } catch (std::bad_alloc const&) {
      here.has_failed = true;
    }
  }

 private:
  /// Lists those of some columns that are not listed.
  [[gnu::always_inline]] static void list_new(Ordinal const* columns, std::uint64_t size,
                                              bool are_distinct, Marked& marked) {
#ifdef __AVX512F__
    if constexpr (sizeof(Ordinal) == sizeof(std::int32_t)) {
      if (are_distinct && size >= tuning::fused_columns_of_gather) {
        return list_new_distinct(columns, size, marked);
      }
    }
#endif
    static_cast<void>(are_distinct);
    Marked local = marked;
    for (std::uint64_t i = 0; i < size; ++i) {
      // Without a branch, which would often be mispredicted.
      std::int32_t& mark = local.marks[local.window.place_of(columns[i])];
      local.list[local.size] = columns[i];
      local.size += mark ^ 1;
      mark = 1;
    }
    marked.size = local.size;
  }

#ifdef __AVX512F__
  /// The same for columns that differ: no mark is asked for while it is being set.
  [[gnu::always_inline]] static void list_new_distinct(Ordinal const* columns, std::uint64_t size,
                                                       Marked& marked) {
    constexpr std::uint64_t step = 16;
    __m512i const mask = _mm512_set1_epi32(static_cast<int>(marked.window.size - 1));
    for (std::uint64_t i = 0; i < size; i += step) {
      auto const there = vector_lanes::first_lanes(static_cast<std::int64_t>(size - i));
      __m512i const column = _mm512_maskz_loadu_epi32(there, columns + i);
      __m512i const place = _mm512_and_si512(column, mask);
      __m512i const marks =
          _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), there, place, marked.marks, 4);
      __mmask16 const news = _mm512_mask_testn_epi32_mask(there, marks, marks);
      if (news == 0) continue;
      _mm512_mask_i32scatter_epi32(marked.marks, news, place, _mm512_set1_epi32(1), 4);
      marked.size += store_compressed(marked.list + marked.size, news, column);
    }
  }
#endif

  // The loops over products are not inlined: in a larger function compilers run out of registers.

  [[gnu::noinline]] void sum_by_a(Marked& given, Bundle const& bundle) const {
    auto const* const columns = this->operands.graphs.a.columns.data();
    Scalar const* const values = this->operands.a.data();
    Marked fine = given;
    this->for_each_row_of_a(bundle, [&](OffsetR entry, auto begin, auto end) {
      auto const size = static_cast<std::uint64_t>(end - begin);
      list_new(columns + begin, size, rows_of_a_are_distinct, fine);
      Sums::add_row(this->factors_of_r(bundle, entry), columns + begin, values + begin, size,
                    fine.window);
    });
    given.size = fine.size;
  }

  /// Multiplies listed columns by their rows of P, and clears them.
  [[gnu::noinline]] void multiply_by_p(Marked& fine, Marked& given) const {
    auto const* const columns = this->operands.graphs.p.columns.data();
    Scalar const* const values = this->operands.p.data();
    Marked coarse = given;
    this->for_each_row_of_p(
        fine.window, fine.list, fine.size, [&](Factors factors, auto begin, std::uint64_t size) {
          list_new(columns + begin, size, rows_of_p_are_distinct, coarse);
          Sums::add_row(factors, columns + begin, values + begin, size, coarse.window);
        });
    given.size = coarse.size;
    for (std::int64_t i = 0; i < fine.size; ++i) fine.marks[fine.window.place_of(fine.list[i])] = 0;
    fine.size = 0;
  }

  /// Moves the columns and sums of a bundle to its range, and clears them.
  [[gnu::noinline]] void emit(Marked& coarse, Bundle const& bundle, Range& here) const {
    auto const size = static_cast<std::size_t>(coarse.size);
    auto const rows = static_cast<std::size_t>(bundle.num_rows);
    here.columns.resize(here.columns.size() + size);
    here.values.resize(here.values.size() + rows * size);
    Ordinal* const columns = here.columns.data() + here.columns.size() - size;
    Scalar* const values = here.values.data() + here.values.size() - rows * size;
    list_ascending(coarse, columns);
    for (std::size_t i = 0; i < size; ++i) {
      std::size_t const place = coarse.window.place_of(columns[i]);
      Scalar sums[lanes];
      Sums::take(coarse.window.at(place)).store(sums);
      coarse.marks[place] = 0;
      for (std::size_t row = 0; row < (lanes == 1 ? 1 : rows); ++row) {
        values[row * size + i] = sums[row];
      }
    }
    for (std::size_t row = 0; row < rows; ++row) {
      row_sizes(static_cast<std::size_t>(bundle.row) + row) = coarse.size;
    }
    coarse.size = 0;
  }

  /// Lists the marked ones of `span` columns from `column` on. Pre: marks are in a window of all
  /// columns.
  static void list_marked(std::int32_t const* marks, std::int64_t span, Ordinal column,
                          Ordinal* list) {
    std::int64_t done = 0;
#ifdef __AVX512F__
    if constexpr (sizeof(Ordinal) == sizeof(std::int32_t)) {
      constexpr std::int64_t step = 16;
      __m512i const lanes_of_step =
          _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
      for (; done + step <= span; done += step) {
        __m512i const several = _mm512_loadu_si512(marks + done);
        __m512i const columns =
            _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(column + done)), lanes_of_step);
        list += store_compressed(list, _mm512_test_epi32_mask(several, several), columns);
      }
    }
#endif
    for (; done < span; ++done) {
      if (marks[done] != 0) *list++ = column + static_cast<Ordinal>(done);
    }
  }

  /// Lists the marked columns in ascending order: from the marks of the columns that the row spans,
  /// or by sorting where these are too many.
  static void list_ascending(Marked const& coarse, Ordinal* columns) {
    if (coarse.size == 0) return;
    auto const [least, most] = std::minmax_element(coarse.list, coarse.list + coarse.size);
    std::int64_t const span = std::int64_t{*most} - *least + 1;
    if (span <= coarse.size * tuning::fused_marks_per_column) {
      list_marked(coarse.marks + *least, span, *least, columns);
      return;
    }
    std::copy(coarse.list, coarse.list + coarse.size, columns);
    std::sort(columns, columns + coarse.size);
  }
};

/// Writes what ranges have formed to the rows of C.
template <class Ordinal, class Scalar, class Offset, class Device>
struct MoveFormedRows {
  RowBundles<Ordinal, Device> bundles;
  FusedRanges<Kokkos::View<std::int64_t*, Device>> ranges;
  Kokkos::View<Offset const*, Device> row_offsets;
  Kokkos::View<Ordinal*, Device> columns;
  Kokkos::View<Scalar*, Device> values;
  FormedRange<Ordinal, Scalar> const* formed;

  void operator()(std::int64_t range) const {
    auto const& rows = formed[range];
    Ordinal const first = bundles.begin(ranges.first_bundle(range));
    std::copy(rows.values.begin(), rows.values.end(), values.data() + row_offsets(first));
    copy_to_rows(ranges, range, bundles, row_offsets, rows.columns.data(), columns.data());
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
