// SPDX-License-Identifier: BSD-3-Clause
// The values of R·A·P on hosts, summed in arrays over the columns that a row spans.
#pragma once

#include <fused/Araios_BundleSums.hpp>
#include <fused/Araios_FusedPattern.hpp>
#include <fused/Araios_FusedRanges.hpp>
#include <fused/Araios_NewColumns.hpp>
#include <host_simd/Araios_StoreCompressed.hpp>
#include <host_simd/Araios_VectorLanes.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

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
struct SumFusedWindows : BundleSums<lanes, Operands> {
  using Sums = BundleSums<lanes, Operands>;
  using typename Sums::Bundle;
  using typename Sums::Factors;
  using typename Sums::OffsetR;
  using typename Sums::Ordinal;
  using typename Sums::Scalar;
  using typename Sums::Window;
  using Device = typename Operands::device_type;

  Pattern pattern;
  FusedRanges<Kokkos::View<std::int64_t*, Device>> ranges;
  WindowMemory<Scalar, Ordinal> memory;
  Scalar* values_of_c;
  int* mismatch;

  struct Owner {
    Window fine;
    Window coarse;
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
      Bundle const bundle = this->bundle_at(pattern.bundles, index);
      if constexpr (is_direct) {
        sum_direct(owner, bundle);
      } else {
        multiply_by_p(owner, sum_by_a(owner, bundle));
      }
      store(owner, bundle);
    });
  }

 private:
  static constexpr std::int64_t bits_of_word = NewColumns<Device>::bits_of_word;

  // The loops over products are not inlined: in a larger function compilers run out of registers.

  /// Sums the rows of R·A. Returns how many columns are listed.
  [[gnu::noinline]] std::int64_t sum_by_a(Owner const& owner, Bundle const& bundle) const {
    std::uint64_t const* const words = pattern.news.words.data();
    auto product = static_cast<std::uint64_t>(pattern.news.first_bit(bundle.index));
    auto const end_of_products =
        static_cast<std::uint64_t>(pattern.news.first_bit(bundle.index + 1));
    auto const* const columns = this->operands.graphs.a.columns.data();
    Scalar const* const values = this->operands.a.data();
    Ordinal* list = owner.list;
    bool is_other = false;
    this->for_each_row_of_a(bundle, [&](OffsetR entry, auto begin, auto end) {
      auto const size = static_cast<std::uint64_t>(end - begin);
      if (product + size > end_of_products) {
        is_other = true;
        return;
      }
      list = list_new_columns(columns + begin, size, {words, product}, list);
      Sums::add_row(this->factors_of_r(bundle, entry), columns + begin, values + begin, size,
                    owner.fine);
      product += size;
    });
    if (is_other) raise_flag(mismatch);
    return list - owner.list;
  }

  /// Bits from some bit on.
  struct Bits {
    std::uint64_t const* words;
    std::uint64_t first;
  };

  /// Lists those of at most 64 columns whose bits are set. Returns the end of the list.
  [[gnu::always_inline]] static Ordinal* list_marked(Ordinal const* columns, std::uint64_t count,
                                                     std::uint64_t bits, Ordinal* list) {
#ifdef __AVX512F__
    if constexpr (sizeof(Ordinal) == sizeof(std::int32_t)) {
      constexpr std::uint64_t lanes_of_columns = 16;
      for (std::uint64_t i = 0; i < count; i += lanes_of_columns) {
        auto const there = vector_lanes::first_lanes(static_cast<std::int64_t>(count - i));
        auto const marked = static_cast<__mmask16>(there & static_cast<__mmask16>(bits >> i));
        list += store_compressed(list, marked, _mm512_maskz_loadu_epi32(there, columns + i));
      }
      return list;
    }
#endif
    for (std::uint64_t i = 0; i < count; ++i) {
      *list = columns[i];
      list += (bits >> i) & 1;
    }
    return list;
  }

  /// Lists the columns whose bits are set. Returns the end of the list.
  [[gnu::always_inline]] static Ordinal* list_new_columns(Ordinal const* columns,
                                                          std::uint64_t size, Bits bits,
                                                          Ordinal* list) {
    for (std::uint64_t done = 0; done < size; done += bits_of_word) {
      std::uint64_t const left = NewColumns<Device>::bits_at(bits.words, bits.first + done);
      std::uint64_t const count = std::min<std::uint64_t>(size - done, bits_of_word);
      list = list_marked(columns + done, count, left, list);
    }
    return list;
  }

  /// Multiplies listed columns by their rows of P, and clears them.
  [[gnu::noinline]] void multiply_by_p(Owner const& owner, std::int64_t listed) const {
    auto const* const columns = this->operands.graphs.p.columns.data();
    Scalar const* const values = this->operands.p.data();
    this->for_each_row_of_p(
        owner.fine, owner.list, listed, [&](Factors factors, auto begin, std::uint64_t size) {
          Sums::add_row(factors, columns + begin, values + begin, size, owner.coarse);
        });
  }

  /// Sums the products of R, A and P where rows of P have at most one entry.
  ///
  /// Pre: each row is a bundle.
  [[gnu::noinline]] void sum_direct(Owner const& owner, Bundle const& bundle) const {
    auto const& factors = this->operands;
    auto const* const columns_of_a = factors.graphs.a.columns.data();
    Scalar const* const values_of_a = factors.a.data();
    auto const* const begins = factors.graphs.p.row_offsets.data();
    auto const* const columns = factors.graphs.p.columns.data();
    Scalar const* const values = factors.p.data();
    this->for_each_row_of_a(bundle, [&](OffsetR entry, auto begin, auto end) {
      Scalar const factor = factors.multiplier(entry);
      for (auto i = begin; i < end; ++i) {
        auto const row = columns_of_a[i];
        auto const place = begins[row];
        if (place == begins[row + 1]) continue;
        *owner.coarse.of_column(columns[place]) += (factor * values_of_a[i]) * values[place];
      }
    });
  }

  /// Moves sums to the rows of C, and clears them.
  [[gnu::noinline]] void store(Owner const& owner, Bundle const& bundle) const {
    auto const begin = pattern.row_offsets(bundle.row);
    auto const size = static_cast<std::ptrdiff_t>(pattern.row_offsets(bundle.row + 1) - begin);
    Scalar* const values = values_of_c + begin;
    auto const* const columns = pattern.columns.data() + begin;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      Scalar sums[lanes];
      Sums::take(owner.coarse.of_column(columns[i])).store(sums);
      for (int row = 0; row < (lanes == 1 ? 1 : bundle.num_rows); ++row) {
        values[row * size + i] = sums[row];
      }
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
