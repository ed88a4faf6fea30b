// SPDX-License-Identifier: BSD-3-Clause
// The kernels that give the blocks and entries of a replay their places, once products are counted.
#pragma once

#include <Araios_Lanes.hpp>
#include <Araios_Replay.hpp>
#include <Araios_ReplayTotals.hpp>
#include <Araios_Search.hpp>
#include <Araios_ThreadForEach.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios {

/// Entries [first, first + size) of C, those of a block.
struct EntriesOfBlock {
  std::int64_t first;
  std::int64_t size;

  KOKKOS_FUNCTION EntriesOfBlock(std::int64_t block, std::int64_t nnz_c)
      : first{block * tuning::replay_block_entries},
        size{nnz_c - first < tuning::replay_block_entries ? nnz_c - first
                                                          : tuning::replay_block_entries} {}
};

/// Writes what each block counts, in place of its first word, and the most products of an entry, by
/// a thread for each block.
template <class Counts, class Blocks>
struct CountBlocks {
  Counts counts;
  Blocks blocks;
  std::int64_t nnz_c;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const block = thread_index(member);
    if (block >= num_replay_blocks(nnz_c)) return;
    EntriesOfBlock const entries{block, nnz_c};
    ThreadLanes<Member> const lanes{member};
    std::uint32_t most = 0;
    lanes.reduce(
        entries.size,
        [&](std::int64_t i, std::uint32_t& partial) {
          std::uint32_t const products = counts(entries.first + i);
          if (products > partial) partial = products;
        },
        Kokkos::Max<std::uint32_t>(most));
    auto const sum =
        lanes.template sum<std::int64_t>(entries.size, [&](std::int64_t i, std::int64_t& partial) {
          partial += BlockCount::of_entry(counts(entries.first + i));
        });
    lanes.single([&]() { blocks(block) = ReplayBlock::of(sum, 0, most); });
  }
};

/// Finds the first entry of A of each block, and whether its products are wide; for parallel_reduce
/// over blocks, which adds up what they have counted.
template <class RowOffsetsA, class RowOffsetsC, class Blocks>
struct SpanBlocks {
  RowOffsetsA a_row_offsets;
  RowOffsetsC row_offsets;
  Blocks blocks;
  NarrowProducts narrow_products;
  std::int64_t num_rows;
  std::int64_t nnz_c;

  KOKKOS_FUNCTION void operator()(std::int64_t block, std::int64_t& num_wide_products,
                                  std::int64_t& most_of_block, std::int64_t& most_of_entry,
                                  std::int64_t& least_heavy, std::int64_t& less_heavy,
                                  std::int64_t& heavy) const {
    ReplayBlock const counted = blocks(block);
    BlockCount const count{counted.first_word};
    std::int64_t const products = count.products();
    std::int64_t const of_entry = counted.words_to_a();
    EntriesOfBlock const entries{block, nnz_c};
    auto const begin_in_a = static_cast<std::uint32_t>(
        a_row_offsets(row_of_entry(num_rows, row_offsets, entries.first)));
    auto const last_row = row_of_entry(num_rows, row_offsets, entries.first + entries.size - 1);
    auto const end_in_a = static_cast<std::uint32_t>(a_row_offsets(last_row + 1));
    bool const is_wide = !narrow_products.hold(end_in_a - begin_in_a - 1);
    blocks(block) = ReplayBlock::of(products, begin_in_a, is_wide ? 1 : 0);
    if (is_wide) num_wide_products += products;
    if (products > most_of_block) most_of_block = products;
    if (of_entry > most_of_entry) most_of_entry = of_entry;
    least_heavy += count.heavy_entries(0);
    less_heavy += count.heavy_entries(1);
    heavy += count.heavy_entries(2);
  }
};

/// Writes where the products of each block begin, once SpanBlocks has left their number in place of
/// its first word; for parallel_scan.
template <class Blocks>
struct PlaceBlocks {
  using value_type = std::int64_t;

  Blocks blocks;

  KOKKOS_FUNCTION void operator()(std::int64_t block, std::int64_t& before, bool is_final) const {
    ReplayBlock const counted = blocks(block);
    std::int64_t const products = counted.first_word;
    bool const is_wide = counted.words_to_a() != 0;
    if (is_final) {
      auto const words_to_a = is_wide ? static_cast<std::uint32_t>(products) : 0;
      blocks(block) = ReplayBlock::of(before, counted.first_a_entry(), words_to_a);
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
    if (block >= num_replay_blocks(nnz_c)) return;
    EntriesOfBlock const entries{block, nnz_c};
    ThreadLanes<Member>{member}.template scan<std::uint32_t>(
        begins_of_block, [&](std::int64_t i, std::uint32_t& sum, bool is_final) {
          if (is_final) begins(block * begins_of_block + i) = static_cast<Begin>(sum);
          if (i >= entries.size) return;
          std::uint32_t const count = counts(entries.first + i);
          if (is_final) counts(entries.first + i) = sum;
          sum += count;
        });
  }
};

}  // namespace araios
