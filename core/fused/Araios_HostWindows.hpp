// SPDX-License-Identifier: BSD-3-Clause
// The values of R·A·P on hosts, summed in arrays over the columns that a row spans.
#pragma once

#include <fused/Araios_FusedPattern.hpp>
#include <fused/Araios_FusedRanges.hpp>
#include <fused/Araios_FusedTuning.hpp>
#include <fused/Araios_NewColumns.hpp>
#include <fused/Araios_RapOperands.hpp>
#include <host_simd/Araios_PrefetchAhead.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// An array that columns address by their lower bits. The columns of a row have an element each; no
/// column is outside.
template <class Scalar, class Ordinal, int lanes>
struct SumWindow {
  Scalar* sums;
  std::int64_t size;  ///< a power of two, in elements of `lanes` sums each

  Scalar* of_column(Ordinal column) const {
    using Unsigned = std::make_unsigned_t<Ordinal>;
    auto const place = static_cast<Unsigned>(column) & static_cast<Unsigned>(size - 1);
    return sums + static_cast<std::size_t>(place) * lanes;
  }
};

/// Memory of the owners.
///
/// Shapes: sums: both windows of each owner; lists: list_size columns of each owner, one more
///         than a row of R·A has.
template <class Scalar, class Ordinal>
struct WindowMemory {
  Scalar* sums;
  Ordinal* lists;
  std::int64_t fine_window;
  std::int64_t coarse_window;
  std::int64_t list_size;
};

/// Sums the rows of a bundle together, one in each lane.
///
/// First the rows of R·A: their products go to the window over columns of A, and the bits of the
/// plan list the columns. Then the listed columns, times rows of P, go to the window over columns
/// of P, and from there to C. Where rows of P have at most one entry, products go there directly.
///
/// Pre:    the memory of sums is zero.
/// Post:   it is zero again, unless a mismatch is raised. Sums are taken in the order of entries,
///         whoever owns a bundle.
/// Source: the row-wise triple products of PETSc and Tpetra; deviations: the plan knows which
///         products are the first of their column, windows, rows that are summed together.
template <int lanes, bool is_direct, class Operands, class Pattern>
struct SumFusedWindows {
  using Graphs = decltype(Operands::graphs);
  using Scalar = typename Operands::scalar_type;
  using Ordinal = typename Graphs::ordinal_type;
  using Device = typename Graphs::device_type;

  Operands operands;
  Pattern pattern;
  FusedRanges<Kokkos::View<std::int64_t*, Device>> ranges;
  WindowMemory<Scalar, Ordinal> memory;
  Scalar* values_of_c;
  int* mismatch;

  struct Owner {
    SumWindow<Scalar, Ordinal, lanes> fine;
    SumWindow<Scalar, Ordinal, lanes> coarse;
    Ordinal* list;
  };

  template <class F>
  void with_owner(std::int64_t index, F const& f) const {
    std::int64_t const num_sums = (memory.fine_window + memory.coarse_window) * lanes;
    Scalar* const sums = memory.sums + index * num_sums;
    Owner owner{{sums, memory.fine_window},
                {sums + memory.fine_window * lanes, memory.coarse_window},
                memory.lists + index * memory.list_size};
    f(owner);
    // Another pattern than that of the plan leaves sums that no column takes.
    bool const is_left =
        std::any_of(sums, sums + num_sums, [](Scalar const& sum) { return !(sum == Scalar{}); });
    if (is_left) raise_flag(mismatch);
  }

  void form_range(Owner const& owner, std::int64_t range) const {
    ranges.for_each_bundle(range, [&](std::int64_t index) {
      Ordinal const row = pattern.bundles.begin(index);
      Bundle const bundle{
          index, row, static_cast<int>(pattern.bundles.begin(index + 1) - row),
          operands.graphs.r.row_offsets(row + 1) - operands.graphs.r.row_offsets(row)};
      if constexpr (is_direct) {
        sum_direct(owner, bundle);
      } else {
        multiply_by_p(owner, sum_by_a(owner, bundle));
      }
      store(owner, bundle);
    });
  }

 private:
  using OffsetR = typename Graphs::graph_r::offset_type;
  static constexpr std::int64_t bits_of_word = NewColumns<Device>::bits_of_word;

  struct Bundle {
    std::int64_t index;
    Ordinal row;
    int num_rows;
    OffsetR length;  ///< of each of its rows in R
  };

  /// A factor for each row of a bundle; zero in other lanes. Passed by value: in memory, sums could
  /// overwrite it, and lanes would not become a vector.
  struct Factors {
    Scalar of_row[lanes] = {};
  };

  /// Adds products with a value to the sums of a column.
  [[gnu::always_inline]] static void add(Factors factors, Scalar value, Scalar* sums) {
    for (int lane = 0; lane < lanes; ++lane) sums[lane] += factors.of_row[lane] * value;
  }
  /// Takes the sums of a column, and clears them.
  [[gnu::always_inline]] static Factors taken(Scalar* sums) {
    Factors factors;
    for (int lane = 0; lane < lanes; ++lane) factors.of_row[lane] = sums[lane];
    for (int lane = 0; lane < lanes; ++lane) sums[lane] = Scalar{};
    return factors;
  }

  [[gnu::always_inline]] Factors factors_of_r(Bundle const& bundle, OffsetR entry) const {
    Factors factors;
    if constexpr (lanes == 1) {
      factors.of_row[0] = operands.multiplier(entry);
    } else {
      for (int i = 0; i < bundle.num_rows; ++i) {
        factors.of_row[i] = operands.multiplier(entry + static_cast<OffsetR>(i) * bundle.length);
      }
    }
    return factors;
  }

  /// Calls f(factors, begin, end) with the entries of A that belong to each entry of R.
  template <class F>
  [[gnu::always_inline]] void for_each_row_of_a(Bundle const& bundle, F const& f) const {
    auto const* const rows = operands.graphs.r.columns.data();
    auto const* const begins = operands.graphs.a.row_offsets.data();
    auto const* const columns = operands.graphs.a.columns.data();
    Scalar const* const values = operands.a.data();
    bool const fetches = fetching_pays(operands.graphs.a, columns, values);
    auto const begin = static_cast<std::int64_t>(operands.graphs.r.row_offsets(bundle.row));
    auto const end = begin + static_cast<std::int64_t>(bundle.length);
    for (std::int64_t entry = begin; entry < end; ++entry) {
      if (fetches) {
        auto const ahead = begins[rows[std::min(entry + tuning::fused_entries_ahead, end - 1)]];
        prefetch_row(ahead, values);
        prefetch_line(ahead, columns);
      }
      Ordinal const row = rows[entry];
      f(factors_of_r(bundle, static_cast<OffsetR>(entry)), begins[row], begins[row + 1]);
    }
  }

  /// Sums the rows of R·A. Returns how many columns are listed.
  std::int64_t sum_by_a(Owner const& owner, Bundle const& bundle) const {
    auto const news = pattern.news;
    std::int64_t product = news.first_bit(bundle.index);
    std::int64_t const end_of_products = news.first_bit(bundle.index + 1);
    auto const* const columns = operands.graphs.a.columns.data();
    Scalar const* const values = operands.a.data();
    auto const fine = owner.fine;
    Ordinal* list = owner.list;
    bool is_other = false;
    for_each_row_of_a(bundle, [&](Factors factors, auto begin, auto end) {
      auto const size = static_cast<std::int64_t>(end - begin);
      if (product + size > end_of_products) {
        is_other = true;
        return;
      }
      for (std::int64_t done = 0; done < size; done += bits_of_word) {
        auto const first = static_cast<std::int64_t>(begin) + done;
        list = add_row_of_a(fine, factors, columns + first, values + first,
                            {news.from(product + done), std::min(bits_of_word, size - done), list});
      }
      product += size;
    });
    if (is_other) raise_flag(mismatch);
    return list - owner.list;
  }

  /// Bits of products that are the first of their column, how many, and where columns are listed.
  struct ToList {
    std::uint64_t bits;
    std::int64_t size;
    Ordinal* next;
  };

  /// Adds entries of a row of A. Returns where the next column is to be listed.
  [[gnu::always_inline]] static Ordinal* add_row_of_a(SumWindow<Scalar, Ordinal, lanes> fine,
                                                      Factors factors, Ordinal const* columns,
                                                      Scalar const* values, ToList to_list) {
    for (std::int64_t i = 0; i < to_list.size; ++i) {
      Ordinal const column = columns[i];
      *to_list.next = column;
      to_list.next += to_list.bits & 1;
      to_list.bits >>= 1;
      add(factors, values[i], fine.of_column(column));
    }
    return to_list.next;
  }

  /// Multiplies listed columns by their rows of P, and clears them.
  void multiply_by_p(Owner const& owner, std::int64_t listed) const {
    auto const* const begins = operands.graphs.p.row_offsets.data();
    auto const* const columns = operands.graphs.p.columns.data();
    Scalar const* const values = operands.p.data();
    auto const fine = owner.fine;
    auto const coarse = owner.coarse;
    Ordinal const* const list = owner.list;
    bool const fetches = fetching_pays(operands.graphs.p, columns, values);
    for (std::int64_t i = 0; i < listed; ++i) {
      if (fetches) {
        auto const ahead = begins[list[std::min(i + tuning::fused_entries_ahead, listed - 1)]];
        prefetch_line(ahead, columns);
        prefetch_line(ahead, values);
      }
      Ordinal const row = list[i];
      Factors const factors = taken(fine.of_column(row));
      auto const end = begins[row + 1];
      for (auto entry = begins[row]; entry < end; ++entry) {
        add(factors, values[entry], coarse.of_column(columns[entry]));
      }
    }
  }

  /// Sums the products of R, A and P where rows of P have at most one entry.
  void sum_direct(Owner const& owner, Bundle const& bundle) const {
    auto const* const columns_of_a = operands.graphs.a.columns.data();
    Scalar const* const values_of_a = operands.a.data();
    auto const* const begins = operands.graphs.p.row_offsets.data();
    auto const* const columns = operands.graphs.p.columns.data();
    Scalar const* const values = operands.p.data();
    auto const coarse = owner.coarse;
    for_each_row_of_a(bundle, [&](Factors factors, auto begin, auto end) {
      for (auto i = begin; i < end; ++i) {
        auto const row = columns_of_a[i];
        auto const entry = begins[row];
        if (entry == begins[row + 1]) continue;
        Factors products = factors;
        for (int lane = 0; lane < lanes; ++lane) products.of_row[lane] *= values_of_a[i];
        add(products, values[entry], coarse.of_column(columns[entry]));
      }
    });
  }

  /// Moves sums to the rows of C, and clears them.
  void store(Owner const& owner, Bundle const& bundle) const {
    auto const begin = pattern.row_offsets(bundle.row);
    auto const size = pattern.row_offsets(bundle.row + 1) - begin;
    Scalar* const values = values_of_c + begin;
    auto const* const columns = pattern.columns.data() + begin;
    auto const stride = static_cast<std::ptrdiff_t>(size);
    for (std::ptrdiff_t i = 0; i < stride; ++i) {
      Factors const sums = taken(owner.coarse.of_column(columns[i]));
      for (int row = 0; row < (lanes == 1 ? 1 : bundle.num_rows); ++row) {
        values[row * stride + i] = sums.of_row[row];
      }
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
