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

/// Writes the first entry of A of each block of entries of C, and whether its products are wide;
/// counts blocks that are.
template <class RowOffsetsA, class RowOffsetsC, class Blocks>
struct SpanBlocks {
  RowOffsetsA a_row_offsets;
  RowOffsetsC row_offsets;
  Blocks blocks;
  NarrowProducts narrow_products;
  std::int64_t num_rows;
  std::int64_t nnz_c;

  /// The row of C that holds an entry.
  KOKKOS_FUNCTION std::int64_t row_of(std::int64_t entry) const {
    using Offset = typename RowOffsetsC::non_const_value_type;
    return upper_bound(std::int64_t{0}, num_rows, row_offsets, static_cast<Offset>(entry)) - 1;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t block, std::int64_t& num_wide) const {
    std::int64_t const first = block * tuning::replay_block_entries;
    std::int64_t const end = first + tuning::replay_block_entries;
    auto const begin_in_a = static_cast<std::uint32_t>(a_row_offsets(row_of(first)));
    auto const last_row = row_of((end < nnz_c ? end : nnz_c) - 1);
    auto const end_in_a = static_cast<std::uint32_t>(a_row_offsets(last_row + 1));
    bool const is_wide = !narrow_products.hold(end_in_a - begin_in_a - 1);
    // How many words there are is not known yet.
    blocks(block) = ReplayBlock::of(0, begin_in_a, is_wide ? 1 : 0);
    if (is_wide) ++num_wide;
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

/// Writes where the products of each block begin; for parallel_scan, whose total is the words of
/// all.
template <class Counts, class Blocks>
struct PlaceBlocks {
  using value_type = std::int64_t;

  CountBlocks<Counts> counter;
  Blocks blocks;

  KOKKOS_FUNCTION void operator()(std::int64_t block, std::int64_t& before, bool is_final) const {
    ReplayBlock const found = blocks(block);
    std::int64_t const products = counter.count(block, [](std::int64_t) {});
    bool const is_wide = found.words_to_a() != 0;
    if (is_final) {
      auto const words_to_a = is_wide ? static_cast<std::uint32_t>(products) : 0;
      blocks(block) = ReplayBlock::of(before, found.first_a_entry(), words_to_a);
    }
    before += is_wide ? 2 * products : products;
  }
};

/// Writes where the products of each entry begin within their block, a thread for each block, for
/// replaying and as the place of its first product.
template <class Counts, class Begins>
struct PlaceEntries {
  Counts counts;
  Begins begins;
  std::int64_t nnz_c;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    using Begin = typename Begins::non_const_value_type;
    std::int64_t const block = thread_index(member);
    std::int64_t const first = block * tuning::replay_block_entries;
    if (first >= nnz_c) return;
    std::int64_t const rest = nnz_c - first;
    std::int64_t const size =
        rest < tuning::replay_block_entries ? rest : tuning::replay_block_entries;
    ThreadLanes<Member>{member}.template scan<std::uint32_t>(
        begins_of_block, [&](std::int64_t i, std::uint32_t& sum, bool is_final) {
          if (is_final) begins(block * begins_of_block + i) = static_cast<Begin>(sum);
          if (i >= size) return;
          std::uint32_t const count = counts(first + i);
          if (is_final) counts(first + i) = sum;
          sum += count;
        });
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

/// Products while they are recorded: of wide ones the entry of A is above that of B, so that both
/// kinds are put into order alike.
struct RecordedProducts {
  std::uint32_t* words;
  std::uint32_t words_to_a;

  KOKKOS_FUNCTION bool are_wide() const { return words_to_a != 0; }
  KOKKOS_FUNCTION std::uint64_t read(std::int64_t i) const {
    std::uint64_t const of_a = are_wide() ? words[words_to_a + i] : 0;
    return of_a << 32 | words[i];
  }
  KOKKOS_FUNCTION void write(std::int64_t i, std::uint64_t product) const {
    words[i] = static_cast<std::uint32_t>(product);
    if (are_wide()) words[words_to_a + i] = static_cast<std::uint32_t>(product >> 32);
  }
};

/// Writes products to their lists, in any order.
template <class Device>
struct WriteProduct {
  Kokkos::View<ReplayBlock const*, Device> blocks;
  Kokkos::View<std::uint32_t*, Device> words;
  NarrowProducts narrow_products;

  KOKKOS_FUNCTION void operator()(std::int64_t c_entry, std::uint32_t place, std::int64_t a_entry,
                                  std::int64_t b_entry) const {
    ReplayBlock const block = blocks(c_entry / tuning::replay_block_entries);
    auto const of_a = static_cast<std::uint32_t>(a_entry) - block.first_a_entry();
    auto const of_b = static_cast<std::uint32_t>(b_entry);
    RecordedProducts const products{words.data() + block.first_word, block.words_to_a()};
    products.write(place, products.are_wide() ? std::uint64_t{of_a} << 32 | of_b
                                              : narrow_products.word(of_a, of_b));
  }
};

/// Where the products of entries of C lie.
template <class Lists, class Device>
struct EntryProducts {
  using device_type = Device;

  Kokkos::View<ReplayBlock const*, Device> blocks;
  Kokkos::View<typename Lists::Begin const*, Device> begins;
  Kokkos::View<std::uint32_t*, Device> words;

  explicit EntryProducts(Lists const& lists)
      : blocks{lists.blocks.elements}, begins{lists.begins.elements}, words{lists.words.elements} {}

  KOKKOS_FUNCTION std::int64_t size(std::int64_t entry) const {
    auto const place = place_of_begin(entry);
    return static_cast<std::int64_t>(begins(place + 1) - begins(place));
  }
  KOKKOS_FUNCTION RecordedProducts products(std::int64_t entry) const {
    ReplayBlock const block = blocks(entry / tuning::replay_block_entries);
    return {words.data() + block.first_word + begins(place_of_begin(entry)), block.words_to_a()};
  }
};

/// Puts the products of each entry of C into the order of A's entries; heavy ones are left out.
template <class Entries>
struct SortProducts {
  Entries entries;
  std::int64_t most_products_of_lane;

  KOKKOS_FUNCTION void operator()(std::int64_t entry) const {
    std::int64_t const size = entries.size(entry);
    if (size > most_products_of_lane) return;
    sort(entries.products(entry), size);
  }

 private:
  /// Shell's sort: there are few, in the order in which lanes happened to run.
  KOKKOS_FUNCTION static void sort(RecordedProducts const& products, std::int64_t size) {
    std::int64_t gap = 1;
    while (9 * gap < size) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3) sort_with_gap(products, size, gap);
  }
  KOKKOS_FUNCTION static void sort_with_gap(RecordedProducts const& products, std::int64_t size,
                                            std::int64_t gap) {
    for (std::int64_t i = gap; i < size; ++i) {
      std::uint64_t const product = products.read(i);
      std::int64_t place = i;
      for (; place >= gap && products.read(place - gap) > product; place -= gap) {
        products.write(place, products.read(place - gap));
      }
      products.write(place, product);
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
    auto const products = entries.products(entry);
    Words const of_b{products.words, static_cast<std::size_t>(entries.size(entry))};
    if (!products.are_wide()) return Kokkos::Experimental::sort_thread(member, of_b);
    Words const of_a{products.words + products.words_to_a, of_b.extent(0)};
    Kokkos::Experimental::sort_by_key_thread(member, of_a, of_b);
  }

 private:
  using Words = Kokkos::View<std::uint32_t*, typename Entries::device_type,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
};

}  // namespace araios
