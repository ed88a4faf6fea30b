// SPDX-License-Identifier: BSD-3-Clause
// Kernels that list heavy entries of C, and sort products that were written in any order by their
// entries of A.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_ThreadForEach.hpp>
#include <replay/Araios_Replay.hpp>
#include <replay/Araios_ReplayBlocks.hpp>
#include <replay/Araios_ReplayHeavyRows.hpp>
#include <replay/Araios_ReplayRecording.hpp>
#include <replay/Araios_ReplayTotals.hpp>
#include <replay/Araios_ReplayTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Where the products of entries of C lie.
template <class Lists, class Device>
struct EntryProducts {
  using device_type = Device;

  Kokkos::View<ReplayBlock const*, Device> blocks;
  Kokkos::View<typename Lists::Begins::Element const*, Device> begins;
  Kokkos::View<std::uint32_t*, Device> words;

  explicit EntryProducts(Lists const& lists)
      : blocks{lists.blocks.elements}, begins{lists.begins.elements}, words{lists.words.elements} {}

  KOKKOS_FUNCTION std::int64_t size(std::int64_t entry) const {
    std::uint32_t ends[2];
    Lists::Begins::read(begins.data(), entry, ends);
    return ends[1] - ends[0];
  }
  KOKKOS_FUNCTION ReplayBlock block(std::int64_t entry) const {
    return blocks(entry / tuning::replay_block_entries);
  }
  KOKKOS_FUNCTION RecordedProducts products(std::int64_t entry) const {
    return products_in(words.data(), entry);
  }
  /// Their place in another array that is as long as the words of all products.
  KOKKOS_FUNCTION RecordedProducts products_in(std::uint32_t* all_words, std::int64_t entry) const {
    std::uint32_t begin[1];
    Lists::Begins::read(begins.data(), entry, begin);
    return RecordedProducts{all_words, block(entry)}.from(begin[0]);
  }
};

/// The number of parts of an entry with that many products.
KOKKOS_FUNCTION inline std::int32_t parts_of_entry(std::int64_t products,
                                                   std::int64_t products_of_part) {
  return static_cast<std::int32_t>((products + products_of_part - 1) / products_of_part);
}

/// Counts the parts of entries that are heavier than each bound.
template <class Entries>
struct CountParts {
  Entries entries;
  std::int64_t products_of_part;

  KOKKOS_FUNCTION void operator()(std::int64_t entry, std::int64_t& of_least_heavy,
                                  std::int64_t& of_less_heavy, std::int64_t& of_heavy) const {
    std::int64_t const size = entries.size(entry);
    std::int64_t const parts = parts_of_entry(size, products_of_part);
    if (size > heavy_bound(0)) of_least_heavy += parts;
    if (size > heavy_bound(1)) of_less_heavy += parts;
    if (size > heavy_bound(2)) of_heavy += parts;
  }
};

/// Lists the parts of heavy entries, a thread for each block. Parts of an entry are successive.
///
/// Pre: the counter of listed parts is zero.
template <class Entries, class Parts>
struct ListParts {
  using Device = typename Entries::device_type;

  Entries entries;
  std::int64_t products_of_part;
  std::int64_t most_products_of_lane;
  std::int64_t nnz_c;
  Parts parts;
  ReplayBoard<Device> board;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const block = thread_index(member);
    if (block >= num_replay_blocks(nnz_c)) return;
    EntriesOfBlock const of_block{block, nnz_c};
    ThreadLanes<Member> const lanes{member};
    auto const num_parts = lanes.template sum<std::int64_t>(
        of_block.size,
        [&](std::int64_t i, std::int64_t& partial) { partial += parts_of(of_block.first + i); });
    if (num_parts == 0) return;
    std::int64_t first = 0;
    lanes.single(
        [&](std::int64_t& found) {
          found =
              Kokkos::atomic_fetch_add(&board.counters(ReplayCounters::listed_parts), num_parts);
        },
        first);
    lanes.template scan<std::int64_t>(of_block.size,
                                      [&](std::int64_t i, std::int64_t& before, bool is_final) {
                                        std::int64_t const entry = of_block.first + i;
                                        std::int32_t const count = parts_of(entry);
                                        if (is_final) {
                                          for (std::int32_t part = 0; part < count; ++part) {
                                            parts(first + before + part) = {entry, part, count};
                                          }
                                        }
                                        before += count;
                                      });
  }

 private:
  KOKKOS_FUNCTION std::int32_t parts_of(std::int64_t entry) const {
    std::int64_t const size = entries.size(entry);
    return size > most_products_of_lane ? parts_of_entry(size, products_of_part) : 0;
  }
};

/// Sorts the products of the entries of heavy rows, except the heaviest entries. A row has as many
/// shares of its entries of C as of its entries of A. In a share, a lane sorts each entry of few
/// products, and all lanes together sort each of the others.
template <class Entries, class GraphA, class RowOffsets>
struct OrderHeavyRows {
  Entries entries;
  HeavyRowRule<GraphA> rule;
  RowOffsets row_offsets;
  HeavyRows<typename GraphA::device_type> heavy_rows;
  int num_lanes;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    heavy_rows.for_shares(
        member, [&](HeavyRowShare const& share) { order(ThreadLanes<Member>{member}, share); });
  }

 private:
  /// Products that a lane holds of an entry that all lanes sort.
  static constexpr int products_of_lane = 2;
  static constexpr int few = tuning::replay_few_products;
  static constexpr std::int64_t most_products = tuning::replay_heavy_entry;

  template <class Lanes>
  KOKKOS_FUNCTION void order(Lanes const& lanes, HeavyRowShare const& share) const {
    auto const begin = static_cast<std::int64_t>(row_offsets(share.row));
    std::int64_t const size = static_cast<std::int64_t>(row_offsets(share.row + 1)) - begin;
    std::int64_t const num_shares = rule.num_shares(share.row);
    std::int64_t const end = begin + size * (share.number + 1) / num_shares;
    std::int64_t first = begin + size * share.number / num_shares;
    for (; first < end; first += num_lanes) {
      order_entries(lanes, first,
                    end - first < num_lanes ? static_cast<int>(end - first) : num_lanes);
    }
  }

  /// Sorts the entries of C from `first` on. Pre: no more than there are lanes.
  template <class Lanes>
  KOKKOS_FUNCTION void order_entries(Lanes const& lanes, std::int64_t first, int count) const {
    auto const num_others = lanes.template sum<int>(count, [&](int i, int& partial) {
      std::int64_t const size = entries.size(first + i);
      if (size > 1 && size <= few) sort_few(entries.products(first + i), size);
      if (size > few && size <= most_products) ++partial;
    });
    if (num_others == 0) return;
    // If the lanes together cannot hold the products of an entry, one lane sorts them.
    bool const hold_all = products_of_lane * num_lanes >= most_products;
    for (int i = 0; i < count; ++i) {
      std::int64_t const size = entries.size(first + i);
      if (size <= few || size > most_products) continue;
      auto const products = entries.products(first + i);
      if (hold_all) {
        rank(lanes, products, static_cast<int>(size));
      } else {
        lanes.single([&]() { sort(products, size); });
      }
    }
  }

  /// Reads all products before it writes the first. They may be sorted already.
  KOKKOS_FUNCTION static void sort_few(RecordedProducts const& products, std::int64_t size) {
    std::uint64_t held[few];
    for (int i = 0; i < few; ++i) held[i] = i < size ? products.read(i) : ~std::uint64_t{0};
    bool is_sorted = true;
    for (int i = 1; i < few; ++i) is_sorted &= held[i - 1] <= held[i];
    if (is_sorted) return;
    for (int end = few; end > 1; --end) {
      for (int i = 1; i < end; ++i) {
        std::uint64_t const first = held[i - 1];
        std::uint64_t const second = held[i];
        held[i - 1] = first < second ? first : second;
        held[i] = first < second ? second : first;
      }
    }
    for (int i = 0; i < few; ++i) {
      if (i < size) products.write(i, held[i]);
    }
  }

  /// Insertion sort.
  KOKKOS_FUNCTION static void sort(RecordedProducts const& products, std::int64_t size) {
    for (std::int64_t i = 1; i < size; ++i) {
      std::uint64_t const product = products.read(i);
      std::int64_t place = i;
      for (; place > 0 && products.read(place - 1) > product; --place) {
        products.write(place, products.read(place - 1));
      }
      products.write(place, product);
    }
  }

  /// Each lane holds some products, and counts the smaller ones of each: their number is its place.
  template <class Lanes>
  KOKKOS_FUNCTION void rank(Lanes const& lanes, RecordedProducts const& products, int size) const {
    std::uint64_t held[products_of_lane] = {};
    int smaller[products_of_lane] = {};
    auto const for_held = [&](auto const& f) {
      lanes.for_each(num_lanes, [&](int lane) {
        for (int k = 0; k < products_of_lane; ++k) {
          if (lane + k * num_lanes < size) f(k, lane + k * num_lanes);
        }
      });
    };
    for_held([&](int k, int i) { held[k] = products.read(i); });
    lanes.for_each(num_lanes, [&](int) {
      for (int i = 0; i < size; ++i) {
        std::uint64_t const other = products.read(i);
        for (int k = 0; k < products_of_lane; ++k) smaller[k] += other < held[k] ? 1 : 0;
      }
    });
    for_held([&](int k, int) { products.write(smaller[k], held[k]); });
  }
};

/// Sorts the products of the heaviest entries of heavy rows, a team for each entry. Marks the
/// entries of A of the products in a bitmap, one window of successive entries after the other. The
/// number of marks before an entry of A is the place of its product.
///
/// Shapes: spare_words as long as the words of all products, or empty if shared memory holds those
///         of any entry.
template <class Entries, class GraphA, class RowOffsets, class Parts>
struct OrderHeavyEntries {
  using Device = typename GraphA::device_type;

  Entries entries;
  HeavyRowRule<GraphA> rule;
  RowOffsets row_offsets;
  Parts parts;
  PackedProducts packed_products;
  Kokkos::View<std::uint32_t*, Device> spare_words;
  int words_of_marks;
  int lanes_of_thread;

  static constexpr int marks_of_word = 32;
  static constexpr std::int64_t products_in_scratch = tuning::replay_products_in_scratch;
  static constexpr std::int64_t words_in_scratch = words_of_products(products_in_scratch, true);

  /// Words of marks for the longest row of A, as far as shared memory holds them.
  static int words_for(std::int64_t longest_row, int threads, std::size_t max_scratch_bytes) {
    constexpr auto bytes_of_word = static_cast<std::int64_t>(2 * sizeof(std::uint32_t));
    std::size_t const others =
        scratch_bytes_with_slack(scratch_bytes(0, threads)) + scratch_alignment;
    std::int64_t const room =
        (static_cast<std::int64_t>(max_scratch_bytes) - static_cast<std::int64_t>(others)) /
        bytes_of_word;
    std::int64_t const words = (longest_row + marks_of_word - 1) / marks_of_word;
    std::int64_t const most = std::min<std::int64_t>(room, tuning::replay_marks_words);
    return static_cast<int>(std::max<std::int64_t>(std::min(words, most), 1));
  }
  KOKKOS_FUNCTION static std::size_t scratch_bytes(int words_of_marks, int threads) {
    auto const words = static_cast<std::size_t>(2 * words_of_marks + words_in_scratch);
    return words * sizeof(std::uint32_t) + static_cast<std::size_t>(threads) * sizeof(int);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    ReplayPart const part = parts(member.league_rank());
    if (part.number != 0 || entries.size(part.entry) <= tuning::replay_heavy_entry) return;
    std::int64_t const row = row_of_entry(rule.a.num_rows, row_offsets, part.entry);
    if (!rule.is_heavy(row)) return;
    TeamLanes<Member> const lanes{member};
    auto* const scratch = reinterpret_cast<std::uint32_t*>(
        lanes.scratch(scratch_bytes(words_of_marks, static_cast<int>(member.team_size()))));
    Marks const marks{scratch, scratch + words_of_marks,
                      reinterpret_cast<int*>(scratch + 2 * words_of_marks + words_in_scratch)};
    auto const products = entries.products(part.entry);
    std::int64_t const size = entries.size(part.entry);
    auto const spare = spare_of(part.entry, scratch + 2 * words_of_marks, size);
    for_each_product(lanes, products, size,
                     [&](std::int64_t i, std::uint64_t product) { spare.write(i, product); });
    auto const first_of_block = entries.block(part.entry).first_a_entry();
    auto const first = static_cast<std::uint32_t>(rule.a.row_offsets(row)) - first_of_block;
    auto const end = static_cast<std::uint32_t>(rule.a.row_offsets(row + 1)) - first_of_block;
    std::int64_t placed = 0;
    auto const most_marks = static_cast<std::uint32_t>(words_of_marks) * marks_of_word;
    for (std::uint32_t begin = first; begin < end; begin += most_marks) {
      std::uint32_t const left = end - begin < most_marks ? end - begin : most_marks;
      auto const num_words = static_cast<int>((left + marks_of_word - 1) / marks_of_word);
      placed += place(lanes, marks, {spare, products, size, begin, num_words, placed});
    }
  }

 private:
  /// A bit for each entry of A in the window, and the number of bits set before each word.
  struct Marks {
    std::uint32_t* words;
    std::uint32_t* before;
    int* thread_sums;
  };
  /// Products to sort: those whose entries of A are in the window from first_a_entry on.
  struct Unordered {
    RecordedProducts from;
    RecordedProducts to;
    std::int64_t size;
    std::uint32_t first_a_entry;
    int num_words;        ///< words of marks in the window
    std::int64_t placed;  ///< products placed by earlier windows
  };

  KOKKOS_FUNCTION RecordedProducts spare_of(std::int64_t entry, std::uint32_t* in_scratch,
                                            std::int64_t size) const {
    if (size > products_in_scratch) return entries.products_in(spare_words.data(), entry);
    auto* const uppers = reinterpret_cast<UpperBits*>(in_scratch + products_in_scratch);
    return {in_scratch, entries.block(entry).is_wide() ? uppers : nullptr};
  }

  /// Calls f(i, product) for each product. A lane loads several of them before the first call.
  template <class Lanes, class F>
  KOKKOS_FUNCTION static void for_each_product(Lanes const& lanes, RecordedProducts const& products,
                                               std::int64_t size, F const& f) {
    constexpr int at_once = tuning::replay_visit_batch;
    std::int64_t const stride = (size + at_once - 1) / at_once;
    lanes.for_each(stride, [&](std::int64_t first) {
      std::uint64_t read[at_once];
      for (int k = 0; k < at_once; ++k) {
        std::int64_t const i = first + k * stride;
        read[k] = products.read(i < size ? i : size - 1);
      }
      for (int k = 0; k < at_once; ++k) {
        if (first + k * stride < size) f(first + k * stride, read[k]);
      }
    });
  }

  /// Places the products of a window. Returns their number.
  template <class Lanes>
  KOKKOS_FUNCTION int place(Lanes const& lanes, Marks const& marks,
                            Unordered const& products) const {
    auto const mark_of = [&](std::uint64_t product) {
      return packed_products.of_a(product) - products.first_a_entry;
    };
    auto const num_marks = static_cast<std::uint32_t>(products.num_words) * marks_of_word;
    lanes.for_each(products.num_words, [&](int i) { marks.words[i] = 0; });
    for_each_product(lanes, products.from, products.size, [&](std::int64_t, std::uint64_t product) {
      std::uint32_t const mark = mark_of(product);
      if (mark >= num_marks) return;
      Kokkos::atomic_or(&marks.words[mark / marks_of_word], 1U << mark % marks_of_word);
    });
    int const placed = lanes.template scan_parts<int>(
        lanes_of_thread, products.num_words,
        [&](int begin, int end) {
          int count = 0;
          for (int i = begin; i < end; ++i) count += Kokkos::popcount(marks.words[i]);
          return count;
        },
        [&](int begin, int end, int& before) {
          for (int i = begin; i < end; ++i) {
            marks.before[i] = static_cast<std::uint32_t>(before);
            before += Kokkos::popcount(marks.words[i]);
          }
        },
        marks.thread_sums);
    for_each_product(lanes, products.from, products.size, [&](std::int64_t, std::uint64_t product) {
      std::uint32_t const mark = mark_of(product);
      if (mark >= num_marks) return;
      int const word = static_cast<int>(mark / marks_of_word);
      std::uint32_t const smaller = marks.words[word] & ((1U << mark % marks_of_word) - 1);
      products.to.write(products.placed + marks.before[word] + Kokkos::popcount(smaller), product);
    });
    return placed;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
