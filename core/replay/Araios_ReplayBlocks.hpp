// SPDX-License-Identifier: BSD-3-Clause
// Kernels that place the blocks and entries of a replay, once products are counted.
#pragma once

#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_ThreadForEach.hpp>
#include <replay/Araios_Replay.hpp>
#include <replay/Araios_ReplayTotals.hpp>
#include <replay/Araios_ReplayTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The entries [first, first + size) of C that form a block.
struct EntriesOfBlock {
  std::int64_t first;
  std::int64_t size;

  KOKKOS_FUNCTION EntriesOfBlock(std::int64_t block, std::int64_t nnz_c)
      : first{block * tuning::replay_block_entries},
        size{nnz_c - first < tuning::replay_block_entries ? nnz_c - first
                                                          : tuning::replay_block_entries} {}
};

/// Places each block among the words of all blocks. A lane finds the first entry of A of a block
/// and the width of its products; a thread counts the products. The words of a team are contiguous,
/// and teams follow one another in any order. The last team to end hands the totals to the host.
template <class RowOffsetsA, class RowOffsetsC, class Device>
struct PlaceBlocks {
  Kokkos::View<std::uint32_t const*, Device> counts;
  Kokkos::View<ReplayBlock*, Device> blocks;
  RowOffsetsA a_row_offsets;
  RowOffsetsC row_offsets;
  PackedProducts packed_products;
  std::int64_t num_rows;
  std::int64_t nnz_c;
  std::int64_t blocks_of_thread;
  ReplayBoard<Device> board;

  /// The number of counters of blocks.
  static constexpr int num_tallied = ReplayCounters::read - ReplayCounters::of_blocks;
  static constexpr std::size_t scratch_bytes = num_tallied * sizeof(std::int64_t);

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    TeamLanes<Member> const team{member};
    ThreadLanes<Member> const lanes{member};
    Tally const tally{reinterpret_cast<std::int64_t*>(team.scratch(scratch_bytes))};
    team.for_each(num_tallied, [&](int i) { tally.numbers[i] = 0; });
    std::int64_t const blocks_of_team = member.team_size() * blocks_of_thread;
    std::int64_t const first = member.league_rank() * blocks_of_team;
    std::int64_t const rest = num_replay_blocks(nnz_c) - first;
    std::int64_t const size = rest < blocks_of_team ? rest : blocks_of_team;
    // A lane for each block: a search is a chain of dependent loads, so many run at the same time.
    team.for_each(size, [&](std::int64_t i) { blocks(first + i) = span_of({first + i, nnz_c}); });
    team.for_each_by_thread(size, [&](std::int64_t i) {
      ReplayBlock const placed = place_in_team(lanes, {first + i, nnz_c}, blocks(first + i), tally);
      lanes.single([&]() { blocks(first + i) = placed; });
    });
    team.barrier();
    team.for_each(num_tallied, [&](int i) { add_to_board(i, tally); });
    team.for_each(size, [&](std::int64_t i) {
      blocks(first + i).first_word += tally.of(ReplayCounters::num_words);
    });
    board.hand_over_if_last(team);
  }

 private:
  /// The counts of a team; after add_to_board, the words of the teams before it.
  struct Tally {
    std::int64_t* numbers;

    KOKKOS_FUNCTION std::int64_t& of(int counter) const {
      return numbers[counter - ReplayCounters::of_blocks];
    }
    KOKKOS_FUNCTION std::int64_t add(int counter, std::int64_t amount) const {
      return Kokkos::atomic_fetch_add(&of(counter), amount);
    }
    KOKKOS_FUNCTION void raise(int counter, std::int64_t amount) const {
      // The load avoids most atomics: few blocks exceed the maximum so far.
      if (Kokkos::atomic_load(&of(counter)) < amount) Kokkos::atomic_max(&of(counter), amount);
    }
  };

  /// Counts the products of a block, and places it among the blocks of its team.
  template <class Lanes>
  KOKKOS_FUNCTION ReplayBlock place_in_team(Lanes const& lanes, EntriesOfBlock const& entries,
                                            ReplayBlock spanned, Tally const& tally) const {
    Counted const counted = count_of(lanes, entries);
    auto const width = static_cast<ProductWidth>(spanned.words_to_upper());
    bool const are_wide = width == ProductWidth::wide;
    std::int64_t const products = counted.block.products();
    std::int64_t first_word = 0;
    lanes.single(
        [&](std::int64_t& first) {
          first = tally.add(ReplayCounters::num_words, words_of_products(products, are_wide));
          if (are_wide) tally.add(ReplayCounters::num_wide_products, products);
          if (width == ProductWidth::too_wide) tally.add(ReplayCounters::num_too_wide, products);
          for (int i = 0; i < num_heavy_bounds; ++i) {
            std::int64_t const heavy = counted.block.heavy_entries(i);
            if (heavy > 0) tally.add(ReplayCounters::heavy_entries + i, heavy);
          }
          tally.raise(ReplayCounters::most_products_of_block, products);
          tally.raise(ReplayCounters::most_products_of_entry, counted.most_of_entry);
        },
        first_word);
    return ReplayBlock::of(first_word, spanned.first_a_entry(),
                           are_wide ? static_cast<std::uint32_t>(products) : 0);
  }

  /// The partial count of a lane, or the count of a block.
  struct Counted {
    BlockCount block;
    std::uint32_t most_of_entry = 0;

    KOKKOS_FUNCTION Counted& operator+=(Counted const& other) {
      block += other.block;
      if (other.most_of_entry > most_of_entry) most_of_entry = other.most_of_entry;
      return *this;
    }
  };

  template <class Lanes>
  KOKKOS_FUNCTION Counted count_of(Lanes const& lanes, EntriesOfBlock const& entries) const {
    return lanes.template sum<Counted>(entries.size, [&](std::int64_t i, Counted& partial) {
      std::uint32_t const products = counts(entries.first + i);
      partial += Counted{BlockCount::of_entry(products), products};
    });
  }

  /// The first entry of A of the rows in a block, and the width of its products. The width is kept
  /// as words_to_upper until the products are counted.
  KOKKOS_FUNCTION ReplayBlock span_of(EntriesOfBlock const& entries) const {
    using Offset = typename RowOffsetsC::non_const_value_type;
    Offset const ends[2] = {static_cast<Offset>(entries.first),
                            static_cast<Offset>(entries.first + entries.size - 1)};
    std::int64_t rows[2];
    last_not_above<2>(std::int64_t{0}, num_rows, row_offsets, ends, rows);
    auto const first = static_cast<std::uint32_t>(a_row_offsets(rows[0]));
    auto const size = static_cast<std::uint32_t>(a_row_offsets(rows[1] + 1)) - first;
    return ReplayBlock::of(0, first,
                           static_cast<std::uint32_t>(packed_products.width_for(size - 1)));
  }

  KOKKOS_FUNCTION void add_to_board(int i, Tally const& tally) const {
    std::int64_t* const counter = &board.counters(ReplayCounters::of_blocks + i);
    std::int64_t& of_team = tally.numbers[i];
    if (of_team == 0) return;
    if (ReplayCounters::of_blocks + i >= ReplayCounters::maxima) {
      // The load avoids most atomics: few teams raise the maximum.
      if (Kokkos::atomic_load(counter) < of_team) Kokkos::atomic_max(counter, of_team);
    } else {
      of_team = Kokkos::atomic_fetch_add(counter, of_team);
    }
  }
};

/// Writes where the products of each entry begin within their block, a thread for each block.
/// Replay reads these begins, and recording starts at them.
template <class Begins, class Device>
struct PlaceEntries {
  Kokkos::View<std::uint32_t*, Device> counts;
  Kokkos::View<typename Begins::Element*, Device> begins;
  std::int64_t nnz_c;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const block = thread_index(member);
    if (block >= num_replay_blocks(nnz_c)) return;
    EntriesOfBlock const entries{block, nnz_c};
    Begins::place(ThreadLanes<Member>{member}, begins.data() + block * Begins::elements_of_block,
                  counts.data() + entries.first, entries.size);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
