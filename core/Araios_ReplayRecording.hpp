// SPDX-License-Identifier: BSD-3-Clause
// The kernels that find which products each entry of C gathers.
#pragma once

#include <Araios_Lanes.hpp>
#include <Araios_Replay.hpp>
#include <Araios_RowProducts.hpp>
#include <Araios_Search.hpp>
#include <Araios_ThreadForEach.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_NestedSort.hpp>

#include <cstddef>
#include <cstdint>

namespace araios {

/// Writes the first entry of A of each block of entries of C, and finds how many entries of A a
/// block spans at most.
template <class RowOffsetsA, class RowOffsetsC, class Blocks>
struct SpanBlocks {
  RowOffsetsA a_row_offsets;
  RowOffsetsC row_offsets;
  Blocks blocks;
  std::int64_t num_rows;
  std::int64_t nnz_c;

  /// The row of C that holds an entry.
  KOKKOS_FUNCTION std::int64_t row_of(std::int64_t entry) const {
    using Offset = typename RowOffsetsC::non_const_value_type;
    return upper_bound(std::int64_t{0}, num_rows, row_offsets, static_cast<Offset>(entry)) - 1;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t block, std::int64_t& most_entries) const {
    std::int64_t const first = block * tuning::replay_block_entries;
    std::int64_t const end = first + tuning::replay_block_entries;
    blocks(block).first_a_entry = 0;
    if (first >= nnz_c) return;
    auto const begin_in_a = static_cast<std::int64_t>(a_row_offsets(row_of(first)));
    auto const last_row = row_of((end < nnz_c ? end : nnz_c) - 1);
    auto const entries = static_cast<std::int64_t>(a_row_offsets(last_row + 1)) - begin_in_a;
    blocks(block).first_a_entry = begin_in_a;
    if (entries > most_entries) most_entries = entries;
  }
};

/// Finds the most products of a block, and of an entry.
template <class Counts>
struct CountBlocks {
  Counts counts;
  std::int64_t nnz_c;

  /// Products of a block; calls f(products) for each of its entries.
  template <class F>
  KOKKOS_FUNCTION std::int64_t count(std::int64_t block, F const& f) const {
    std::int64_t const first = block * tuning::replay_block_entries;
    std::int64_t sum = 0;
    for (std::int64_t entry = first; entry < nnz_c && entry < first + tuning::replay_block_entries;
         ++entry) {
      auto const products = static_cast<std::int64_t>(counts(entry));
      f(products);
      sum += products;
    }
    return sum;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t block, std::int64_t& most_of_block,
                                  std::int64_t& most_of_entry) const {
    std::int64_t const products = count(block, [&](std::int64_t of_entry) {
      if (of_entry > most_of_entry) most_of_entry = of_entry;
    });
    if (products > most_of_block) most_of_block = products;
  }
};

/// Writes where the products of each block begin; for parallel_scan.
template <class Counts, class Blocks>
struct PlaceBlocks {
  using value_type = std::int64_t;

  CountBlocks<Counts> counter;
  Blocks blocks;

  KOKKOS_FUNCTION void operator()(std::int64_t block, std::int64_t& before, bool is_final) const {
    if (is_final) blocks(block).first_product = before;
    before += counter.count(block, [](std::int64_t) {});
  }
};

/// Writes where the products of each entry begin within their block, for replaying and as the
/// place of its first product.
template <class Counts, class Begins>
struct PlaceEntries {
  Counts counts;
  Begins begins;
  std::int64_t nnz_c;

  KOKKOS_FUNCTION void operator()(std::int64_t block) const {
    using Begin = typename Begins::non_const_value_type;
    std::int64_t const first = block * tuning::replay_block_entries;
    std::uint32_t sum = 0;
    for (std::int64_t i = 0; i < begins_of_block; ++i) {
      begins(block * begins_of_block + i) = static_cast<Begin>(sum);
      std::int64_t const entry = first + i;
      if (i == tuning::replay_block_entries || entry >= nnz_c) continue;
      std::uint32_t const count = counts(entry);
      counts(entry) = sum;
      sum += count;
    }
  }
};

/// Visits all products, an entry of A by the lanes of a thread: finds the entry of C of each in the
/// columns of its row, takes the next place there, and hands it to the writer.
///
/// Shapes: counts nnz(C): zeros at first, or the places of first products.
template <class Products, class RowOffsets, class Writer>
struct VisitProducts {
  using Ordinal = typename Products::ordinal_type;
  using Device = typename Products::device_type;

  Products products;
  RowOffsets row_offsets;
  Kokkos::View<Ordinal const*, Device> columns;
  Kokkos::View<std::uint32_t*, Device> counts;
  std::int64_t nnz_a;
  Writer writer;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const index = thread_index(member);
    if (index >= nnz_a) return;
    using OffsetA = typename decltype(products.a.row_offsets)::non_const_value_type;
    auto const a_entry = static_cast<OffsetA>(index);
    Ordinal const row =
        upper_bound(Ordinal{0}, products.a.num_rows, products.a.row_offsets, a_entry) - 1;
    auto const begin = row_offsets(row);
    auto const end = row_offsets(row + 1);
    auto const entries = products.entries_of_b(a_entry);
    ThreadLanes<Member>{member}.for_each(entries.end - entries.begin, [&](auto i) {
      auto const b_entry = entries.begin + i;
      auto const c_entry = static_cast<std::int64_t>(
          upper_bound(begin, end, columns, products.b.columns(b_entry)) - 1);
      auto const place = Kokkos::atomic_fetch_add(&counts(c_entry), std::uint32_t{1});
      writer(c_entry, place, index, static_cast<std::int64_t>(b_entry));
    });
  }
};

/// Products are only counted.
struct WriteNothing {
  KOKKOS_FUNCTION void operator()(std::int64_t, std::uint32_t, std::int64_t, std::int64_t) const {}
};

/// Writes products to their lists, in any order.
template <class Lists, class Device>
struct WriteProduct {
  using Product = typename Lists::Product;

  Kokkos::View<ReplayBlock const*, Device> blocks;
  Kokkos::View<Product*, Device> products;
  int b_bits;

  KOKKOS_FUNCTION void operator()(std::int64_t c_entry, std::uint32_t place, std::int64_t a_entry,
                                  std::int64_t b_entry) const {
    ReplayBlock const block = blocks(c_entry / tuning::replay_block_entries);
    products(block.first_product + place) = static_cast<Product>(a_entry - block.first_a_entry)
                                                << b_bits |
                                            static_cast<Product>(b_entry);
  }
};

/// Where the products of entries of C lie.
template <class Lists, class Device>
struct EntryProducts {
  Kokkos::View<ReplayBlock const*, Device> blocks;
  Kokkos::View<typename Lists::Begin const*, Device> begins;
  Kokkos::View<typename Lists::Product*, Device> products;

  explicit EntryProducts(Lists const& lists)
      : blocks{lists.blocks.elements},
        begins{lists.begins.elements},
        products{lists.products.elements} {}

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t entry) const {
    return blocks(entry / tuning::replay_block_entries).first_product +
           static_cast<std::int64_t>(begins(place_of_begin(entry)));
  }
  KOKKOS_FUNCTION std::int64_t size(std::int64_t entry) const {
    auto const place = place_of_begin(entry);
    return static_cast<std::int64_t>(begins(place + 1) - begins(place));
  }
};

/// Puts the products of each entry of C into the order of A's entries; heavy ones are left out.
template <class Entries>
struct SortProducts {
  Entries entries;
  std::int64_t most_products_of_lane;

  /// Shell's sort: there are few, in the order in which lanes happened to run.
  KOKKOS_FUNCTION void operator()(std::int64_t entry) const {
    std::int64_t const begin = entries.begin(entry);
    std::int64_t const size = entries.size(entry);
    if (size > most_products_of_lane) return;
    std::int64_t gap = 1;
    while (9 * gap < size) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3) sort_with_gap(begin, begin + size, gap);
  }

 private:
  KOKKOS_FUNCTION void sort_with_gap(std::int64_t begin, std::int64_t end, std::int64_t gap) const {
    auto const& products = entries.products;
    for (std::int64_t i = begin + gap; i < end; ++i) {
      auto const product = products(i);
      std::int64_t place = i;
      for (; place >= begin + gap && products(place - gap) > product; place -= gap) {
        products(place) = products(place - gap);
      }
      products(place) = product;
    }
  }
};

/// How many parts an entry has.
template <class Entries>
struct CutEntries {
  Entries entries;
  std::int64_t products_of_part;

  KOKKOS_FUNCTION std::int64_t size(std::int64_t entry) const { return entries.size(entry); }
  KOKKOS_FUNCTION std::int64_t num_parts(std::int64_t size) const {
    return (size + products_of_part - 1) / products_of_part;
  }
};

/// Counts the parts of entries that are heavier than each of several bounds.
template <class Entries>
struct CountParts {
  CutEntries<Entries> entries;

  KOKKOS_FUNCTION void operator()(std::int64_t entry, std::int64_t& of_heavy,
                                  std::int64_t& of_less_heavy, std::int64_t& of_least_heavy) const {
    std::int64_t const size = entries.size(entry);
    std::int64_t const parts = entries.num_parts(size);
    if (size > tuning::replay_heavy_entry) of_heavy += parts;
    if (size > tuning::replay_less_heavy_entry) of_less_heavy += parts;
    if (size > tuning::replay_least_heavy_entry) of_least_heavy += parts;
  }
};

/// Lists the parts of heavy entries; for parallel_scan, whose total is their number.
template <class Entries, class Parts>
struct ListParts {
  using value_type = std::int64_t;

  CutEntries<Entries> entries;
  std::int64_t most_products_of_lane;
  Parts parts;

  KOKKOS_FUNCTION void operator()(std::int64_t entry, std::int64_t& before, bool is_final) const {
    std::int64_t const size = entries.size(entry);
    if (size <= most_products_of_lane) return;
    auto const count = static_cast<std::int32_t>(entries.num_parts(size));
    if (is_final) {
      for (std::int32_t i = 0; i < count; ++i) parts(before + i) = {entry, i, count};
    }
    before += count;
  }
};

/// Sorts the products of heavy entries, each by the lanes of the thread of its first part.
template <class Entries, class Parts>
struct SortHeavyEntries {
  Entries entries;
  Parts parts;
  std::int64_t num_parts;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const index = thread_index(member);
    if (index >= num_parts || parts(index).number != 0) return;
    std::int64_t const entry = parts(index).entry;
    std::int64_t const begin = entries.begin(entry);
    Kokkos::Experimental::sort_thread(
        member,
        Kokkos::subview(entries.products, Kokkos::make_pair(begin, begin + entries.size(entry))));
  }
};

}  // namespace araios
