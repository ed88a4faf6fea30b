// SPDX-License-Identifier: BSD-3-Clause
// The products of C that a plan keeps, so that numeric phases need not search for columns.
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

/// Where the products of a block of successive entries of C lie. Aligned so that one load reads it.
struct alignas(16) ReplayBlock {
  std::int64_t first_word;
  std::uint64_t halves;  ///< two numbers in one word, so that one load reads both members

  KOKKOS_FUNCTION static ReplayBlock of(std::int64_t first_word, std::uint32_t first_a_entry,
                                        std::uint32_t words_to_upper) {
    return {first_word, std::uint64_t{words_to_upper} << 32 | first_a_entry};
  }
  /// The entry of A from which the entries of the block's products are counted.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t first_a_entry() const {
    return static_cast<std::uint32_t>(halves);
  }
  /// Words from the first product to the upper bits; 0 if each product takes one word.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t words_to_upper() const {
    return static_cast<std::uint32_t>(halves >> 32);
  }
  KOKKOS_FORCEINLINE_FUNCTION bool is_wide() const { return words_to_upper() != 0; }
};

/// Successive products of a heavy entry of C, summed by the lanes of one thread. If entries are
/// cut, part `number` begins at product number * replay_products_of_part; otherwise it has all
/// products.
struct alignas(16) ReplayPart {
  std::int64_t entry;
  std::int32_t number;
  std::int32_t num_parts;
};

/// The products of every entry of C as PackedProducts, in the order of A's entries. Positions in A
/// are counted from the first_a_entry of the block. A product takes one word if a word holds all
/// positions of its block. Otherwise the products of the block are wide, and their upper bits
/// follow all words of the block.
///
/// Shapes: blocks num_replay_blocks; begins elements_of_block of Begins for each block; words as
///         many as the products take; heavy_parts one for each part of an entry with more than
///         most_products_of_lane products, parts of an entry successive. Each may be longer.
template <class BeginsOfEntries, bool has_wide, class EntryType, class Device>
struct ReplayLists {
  using Begins = BeginsOfEntries;
  using Entry = EntryType;  ///< unsigned, counts entries of C and rows

  static constexpr bool has_wide_blocks = has_wide;
  static constexpr bool may_have_heavy_entries =
      Begins::most_products_of_entry > tuning::replay_least_heavy_entry;
  /// Half the range, so that positions in begins do not overflow either.
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
  /// Whether heavy entries are cut into parts for several threads. They are if one entry is so
  /// heavy that the other threads would wait for it.
  bool cuts_entries() const {
    return most_products_of_entry > tuning::replay_heaviest_entry_of_thread;
  }
  /// Products of a part. If no entry is cut, at least as many as any entry has.
  std::int64_t products_of_part() const {
    return cuts_entries() ? tuning::replay_products_of_part
                          : tuning::replay_heaviest_entry_of_thread;
  }
};

/// What a plan keeps for replay: lists of one kind, and a mark for each row of A and of B. The
/// marks detect operands with another pattern. Wide lists count the products of a block in 32 bits.
/// They count entries of C in 64 bits only if the range of OffsetC requires it.
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

/// The mark of a row: the lowest bits of the offset where it ends.
template <class Offset>
KOKKOS_FUNCTION std::uint8_t row_mark(Offset row_end) {
  return static_cast<std::uint8_t>(row_end & 0xFF);
}

/// Upper bound of the bytes of all product words: all are wide, and each block ends with a word
/// that is half empty.
inline std::size_t replay_words_bytes_bound(std::int64_t products, std::int64_t max_nnz_c) {
  constexpr std::size_t per_product = sizeof(std::uint32_t) + sizeof(UpperBits);
  return static_cast<std::size_t>(products) * per_product +
         static_cast<std::size_t>(num_replay_blocks(max_nnz_c)) * sizeof(std::uint32_t);
}

/// Upper bound of the bytes of a replay, of the columns of C, and of the sums of parts.
template <class Ordinal>
std::size_t replay_bytes_bound(ProblemStats const& stats, std::int64_t max_nnz_c) {
  constexpr std::size_t per_block =
      sizeof(ReplayBlock) + ArrayOfBegins<std::uint32_t>::elements_of_block * sizeof(std::uint32_t);
  // replay_heavy_lanes_percent limits how many lighter entries count as heavy.
  std::int64_t const parts =
      stats.work / tuning::replay_heavy_entry + max_nnz_c / tuning::replay_lanes_of_heavy_entry;
  return static_cast<std::size_t>(num_replay_blocks(max_nnz_c)) * per_block +
         static_cast<std::size_t>(max_nnz_c) * sizeof(Ordinal) +
         replay_words_bytes_bound(stats.work, max_nnz_c) +
         static_cast<std::size_t>(parts) * (sizeof(ReplayPart) + bytes_of_part) +
         static_cast<std::size_t>(stats.m + stats.k);
}

/// Upper bound of the temporary bytes of building: counts, spare words of heavy entries, heavy
/// rows.
inline std::size_t replay_building_bytes_bound(ProblemStats const& stats, std::int64_t max_nnz_c) {
  std::int64_t const heavy_rows = (stats.work + stats.nnz_a) / tuning::replay_min_row_steps;
  bool const may_need_spare_words = stats.max_row_work > tuning::replay_products_in_scratch;
  std::int64_t const spare_products = may_need_spare_words ? stats.work : 0;
  return static_cast<std::size_t>(max_nnz_c) * sizeof(std::uint32_t) +
         replay_words_bytes_bound(spare_products, max_nnz_c) +
         static_cast<std::size_t>(2 * heavy_rows + 1) * sizeof(std::int64_t);
}

}  // namespace araios::inline ARAIOS_ISA::impl
