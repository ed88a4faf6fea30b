// SPDX-License-Identifier: BSD-3-Clause
// The pattern of R·A·P on hosts, in one pass over the rows of R.
#pragma once

#include <fused/Araios_DistinctColumns.hpp>
#include <fused/Araios_FusedRanges.hpp>
#include <fused/Araios_NewColumns.hpp>
#include <fused/Araios_RapOperands.hpp>
#include <fused/Araios_RowBundles.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// What a range of bundles leaves: the columns of its rows of C, once for each bundle, and counts.
template <class Ordinal>
struct FoundRange {
  std::vector<Ordinal> columns;
  std::int64_t intermediate = 0;
  std::int64_t max_intermediate = 0;
  std::int64_t fine_span = 1;
  std::int64_t coarse_span = 1;
  bool has_failed = false;  ///< memory has ended
};

/// Finds the columns of the rows of R·A and of C, bundle by bundle.
///
/// Shapes: row_sizes: one for each row of C; found: num_ranges.
/// Post:   where sums are not direct, `news` has the bits of all products.
template <bool is_direct, class Graphs, class Device>
struct FindFusedColumns {
  using Ordinal = typename Graphs::ordinal_type;

  Graphs graphs;
  RowBundles<Ordinal, Device> bundles;
  NewColumns<Device> news;
  Kokkos::View<std::int64_t*, Device> row_sizes;
  FusedRanges<Kokkos::View<std::int64_t*, Device>> ranges;
  std::int64_t most_marks;
  FoundRange<Ordinal>* found;

  struct Owner {
    DistinctColumns<Ordinal> fine;
    DistinctColumns<Ordinal> coarse;
  };

  template <class F>
  void with_owner(std::int64_t, F const& f) const {
    Owner owner{DistinctColumns<Ordinal>{most_marks}, DistinctColumns<Ordinal>{most_marks}};
    f(owner);
  }

  /// No exception leaves a parallel region.
  void form_range(Owner& owner, std::int64_t range) const {
    FoundRange<Ordinal>& here = found[range];
    try {
      ranges.for_each_bundle(range, [&](std::int64_t bundle) { find_bundle(owner, bundle, here); });
    } catch (std::bad_alloc const&) {
      here.has_failed = true;
    }
  }

 private:
  void find_bundle(Owner& owner, std::int64_t bundle, FoundRange<Ordinal>& here) const {
    Ordinal const row = bundles.begin(bundle);
    if constexpr (is_direct) {
      list_direct(owner, row, count_products(row));
    } else {
      find_fine(owner, bundle, row, here);
      list_coarse(owner);
    }
    auto& coarse = owner.coarse;
    std::sort(coarse.begin(), coarse.end());
    here.columns.insert(here.columns.end(), coarse.begin(), coarse.end());
    here.coarse_span = std::max(here.coarse_span, coarse.span());
    for (Ordinal i = row; i < bundles.begin(bundle + 1); ++i) row_sizes(i) = coarse.size();
  }

  std::int64_t count_products(Ordinal row) const {
    std::int64_t count = 0;
    auto const end = graphs.r.row_offsets(row + 1);
    for (auto entry = graphs.r.row_offsets(row); entry < end; ++entry) {
      count += row_length(graphs.a, graphs.r.columns(entry));
    }
    return count;
  }

  /// Calls f(column of A) for each product of a row, in order.
  template <class F>
  void for_each_product(Ordinal row, F const& f) const {
    auto const end = graphs.r.row_offsets(row + 1);
    for (auto entry = graphs.r.row_offsets(row); entry < end; ++entry) {
      Ordinal const row_of_a = graphs.r.columns(entry);
      auto const a_end = graphs.a.row_offsets(row_of_a + 1);
      for (auto i = graphs.a.row_offsets(row_of_a); i < a_end; ++i) f(graphs.a.columns(i));
    }
  }

  void find_fine(Owner& owner, std::int64_t bundle, Ordinal row, FoundRange<Ordinal>& here) const {
    auto& fine = owner.fine;
    std::int64_t const count = count_products(row);
    Ordinal* next = fine.begin_row(count);
    for_each_product(row, [&](Ordinal column) { *next++ = column; });
    std::uint64_t* const words = news.words.data() + news.begins(bundle);
    fine.find(count, [&](std::int64_t number, std::uint64_t bits) { words[number] = bits; });
    here.intermediate += fine.size() * (bundles.begin(bundle + 1) - row);
    here.max_intermediate = std::max(here.max_intermediate, fine.size());
    here.fine_span = std::max(here.fine_span, fine.span());
  }

  void list_coarse(Owner& owner) const {
    std::int64_t count = 0;
    for (Ordinal const column : owner.fine) count += row_length(graphs.p, column);
    Ordinal* next = owner.coarse.begin_row(count);
    for (Ordinal const column : owner.fine) {
      auto const end = graphs.p.row_offsets(column + 1);
      for (auto i = graphs.p.row_offsets(column); i < end; ++i) *next++ = graphs.p.columns(i);
    }
    owner.coarse.find(count, [](std::int64_t, std::uint64_t) {});
  }

  void list_direct(Owner& owner, Ordinal row, std::int64_t most) const {
    Ordinal* const begin = owner.coarse.begin_row(most);
    Ordinal* next = begin;
    for_each_product(row, [&](Ordinal column) {
      auto const i = graphs.p.row_offsets(column);
      if (i < graphs.p.row_offsets(column + 1)) *next++ = graphs.p.columns(i);
    });
    owner.coarse.find(next - begin, [](std::int64_t, std::uint64_t) {});
  }
};

/// Writes what ranges have found to the rows of C.
template <class Ordinal, class Offset, class Device>
struct CopyFoundColumns {
  RowBundles<Ordinal, Device> bundles;
  FusedRanges<Kokkos::View<std::int64_t*, Device>> ranges;
  Kokkos::View<Offset const*, Device> row_offsets;
  Kokkos::View<Ordinal*, Device> columns;
  FoundRange<Ordinal> const* found;

  void operator()(std::int64_t range) const {
    copy_to_rows(ranges, range, bundles, row_offsets, found[range].columns.data(), columns.data());
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
