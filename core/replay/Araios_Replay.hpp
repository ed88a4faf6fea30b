// SPDX-License-Identifier: BSD-3-Clause
// What a plan remembers of the products of C, so that numeric phases need not search for columns.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_Workspace.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <replay/Araios_PackedProducts.hpp>
#include <replay/Araios_ReplayBegins.hpp>
#include <replay/Araios_ReplayTuning.hpp>
#include <replay/Araios_SumsOfParts.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <variant>

namespace araios::inline ARAIOS_ISA::impl {

/// Where the products of a block of successive entries of C lie; all is read at once.
struct alignas(16) ReplayBlock {
  std::int64_t first_word;
  std::uint64_t halves;  ///< one half each, so that both words are of a width and read together

  KOKKOS_FUNCTION static ReplayBlock of(std::int64_t first_word, std::uint32_t first_a_entry,
                                        std::uint32_t words_to_upper) {
    return {first_word, std::uint64_t{words_to_upper} << 32 | first_a_entry};
  }
  /// The entry of A from which theirs are counted.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t first_a_entry() const {
    return static_cast<std::uint32_t>(halves);
  }
  /// From the first word of its products to where the upper bits of theirs begin; 0 where a product
  /// is one word.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t words_to_upper() const {
    return static_cast<std::uint32_t>(halves >> 32);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_wide() const { return words_to_upper() != 0; }
};

/// Successive products of a heavy entry of C, for the lanes of one thread: of an entry that is cut,
/// the number-th replay_products_of_part of them, else all.
struct alignas(16) ReplayPart {
  std::int64_t entry;
  std::int32_t number;
  std::int32_t num_parts;
};

/// The products of every entry of C, in the order of A's entries, as PackedProducts, those of
/// entries of A counted from the first_a_entry of the block. A product is one word; where that does
/// not hold the positions of a block, its products are wide, and their upper bits lie behind all
/// words of the block.
///
/// Shapes: blocks num_replay_blocks; begins: elements_of_block of Begins for each; words as many as
///         products take; heavy_parts: the parts of entries of more than most_products_of_lane
///         products, those of an entry successive; or more elements.
template <class BeginsOfEntries, bool has_wide, class EntryType, class Device>
struct ReplayLists {
  using Begins = BeginsOfEntries;
  using Entry = EntryType;  ///< unsigned, counts entries of C and rows

  static constexpr bool has_wide_blocks = has_wide;
  static constexpr bool may_have_heavy_entries =
      Begins::most_products_of_entry > tuning::replay_least_heavy_entry;
  /// So that places of begins do not overflow, either.
  static constexpr std::uint64_t most_entries = std::numeric_limits<Entry>::max() / 2;

  Loan<ReplayBlock, Device> blocks;
  Loan<typename Begins::Element, Device> begins;
  Loan<std::uint32_t, Device> words;
  Loan<ReplayPart, Device> heavy_parts;
  PackedProducts packed_products;
  std::int64_t num_heavy_parts = 0;
  std::int64_t most_products_of_entry = 0;
  std::int64_t most_products_of_lane = tuning::replay_heavy_entry;

  std::size_t bytes() const {
    return blocks.bytes() + begins.bytes() + words.bytes() + heavy_parts.bytes();
  }
  bool has_heavy_entries() const { return num_heavy_parts > 0; }
  /// Whether entries are cut into parts that several threads add up: where one is so heavy that
  /// the others would wait for it.
  bool cuts_entries() const {
    return most_products_of_entry > tuning::replay_heaviest_entry_of_thread;
  }
  /// Products of a part: at least as many as an entry has where none is cut.
  std::int64_t products_of_part() const {
    return cuts_entries() ? tuning::replay_products_of_part
                          : tuning::replay_heaviest_entry_of_thread;
  }
};

/// What a plan that replays keeps: lists of one kind, and a mark for each row of A and of B, by
/// which another pattern is noticed. The kind with wide blocks counts the products of blocks in 32
/// bits, and entries of C in 64 only where offsets of type OffsetC may be that many.
///
/// Shapes: row_marks m + k.
template <class OffsetC, class Device>
struct Replay {
  static constexpr bool has_wide_offsets = std::numeric_limits<OffsetC>::digits >= 32;
  using WideEntry = std::conditional_t<has_wide_offsets, std::uint64_t, std::uint32_t>;
  using Few = ReplayLists<PlanesOfCounts, false, std::uint32_t, Device>;
  using Narrow = ReplayLists<ArrayOfBegins<std::uint16_t>, false, std::uint32_t, Device>;
  using Wide = ReplayLists<ArrayOfBegins<std::uint32_t>, true, WideEntry, Device>;

  std::variant<Few, Narrow, Wide> lists;
  Loan<std::uint8_t, Device> row_marks;

  bool is_wide() const { return std::holds_alternative<Wide>(lists); }
  std::size_t bytes() const {
    return std::visit([](auto const& of_kind) { return of_kind.bytes(); }, lists) +
           row_marks.bytes();
  }
};

/// What is remembered of where a row ends.
template <class Offset>
KOKKOS_FUNCTION std::uint8_t row_mark(Offset row_end) {
  return static_cast<std::uint8_t>(row_end & 0xFF);
}

/// Most bytes that the words of products take, where all are wide and fill half a word in each
/// block.
inline std::size_t replay_words_bytes_bound(std::int64_t products, std::int64_t max_nnz_c) {
  constexpr std::size_t per_product = sizeof(std::uint32_t) + sizeof(UpperBits);
  return static_cast<std::size_t>(products) * per_product +
         static_cast<std::size_t>(num_replay_blocks(max_nnz_c)) * sizeof(std::uint32_t);
}

/// Most bytes that a replay and the columns of C take, sums of parts included.
template <class Ordinal>
std::size_t replay_bytes_bound(ProblemStats const& stats, std::int64_t max_nnz_c) {
  constexpr std::size_t per_block =
      sizeof(ReplayBlock) + ArrayOfBegins<std::uint32_t>::elements_of_block * sizeof(std::uint32_t);
  // Of lighter entries no more are heavy than replay_heavy_lanes_percent allows.
  std::int64_t const parts =
      stats.work / tuning::replay_heavy_entry + max_nnz_c / tuning::replay_lanes_of_heavy_entry;
  return static_cast<std::size_t>(num_replay_blocks(max_nnz_c)) * per_block +
         static_cast<std::size_t>(max_nnz_c) * sizeof(Ordinal) +
         replay_words_bytes_bound(stats.work, max_nnz_c) +
         static_cast<std::size_t>(parts) * (sizeof(ReplayPart) + bytes_of_part) +
         static_cast<std::size_t>(stats.m + stats.k);
}

/// Most bytes that building takes besides: counts, spare words of heavy entries, heavy rows.
inline std::size_t replay_building_bytes_bound(ProblemStats const& stats, std::int64_t max_nnz_c) {
  std::int64_t const heavy_rows = (stats.work + stats.nnz_a) / tuning::replay_min_row_steps;
  bool const may_need_spare_words = stats.max_row_work > tuning::replay_products_in_scratch;
  std::int64_t const spare_products = may_need_spare_words ? stats.work : 0;
  return static_cast<std::size_t>(max_nnz_c) * sizeof(std::uint32_t) +
         replay_words_bytes_bound(spare_products, max_nnz_c) +
         static_cast<std::size_t>(2 * heavy_rows + 1) * sizeof(std::int64_t);
}

}  // namespace araios::inline ARAIOS_ISA::impl
