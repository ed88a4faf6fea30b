// SPDX-License-Identifier: BSD-3-Clause
// What a plan remembers of the products of C, so that numeric phases need not search for columns.
#pragma once

#include <Araios_SumsOfParts.hpp>
#include <Araios_Tuning.hpp>
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace araios {

/// Where the products of a block of successive entries of C begin, and the row of A of its first;
/// both are read at once.
struct alignas(16) ReplayBlock {
  std::int64_t first_product;
  std::int64_t first_a_entry;
};

/// Blocks of the entries of C.
inline std::int64_t num_replay_blocks(std::int64_t nnz_c) {
  return (nnz_c + tuning::replay_block_entries - 1) / tuning::replay_block_entries;
}

/// Begins of a block: those of its entries, and the end of the last.
inline constexpr std::int64_t begins_of_block = tuning::replay_block_entries + 1;

/// Where the begin of an entry stands among those of all blocks; its end stands behind it.
template <class Entry>
KOKKOS_FORCEINLINE_FUNCTION Entry place_of_begin(Entry entry) {
  static_assert(begins_of_block == tuning::replay_block_entries + 1);
  return entry + entry / static_cast<Entry>(tuning::replay_block_entries);
}

/// Successive products of a heavy entry of C, for the lanes of one thread: of an entry that is cut,
/// the number-th replay_products_of_part of them, else all.
struct alignas(16) ReplayPart {
  std::int64_t entry;
  std::int32_t number;
  std::int32_t num_parts;
};

/// The products of every entry of C, in the order of A's entries.
///
/// A product is the position of its entry of B, and above the bits of that the position of its
/// entry of A, counted from the first_a_entry of the block: in 64 bits each has a half, which costs
/// no instruction to tell from the other; in 32 as many bits as the entries of B need are theirs.
/// Shapes: blocks num_replay_blocks; begins as place_of_begin says, counted from the
///         first_product of the block; products one for each product; heavy_parts: the parts of
///         entries of more than most_products_of_lane products, those of an entry successive; or
///         more elements.
template <class BeginType, class ProductType, class EntryType, class Device>
struct ReplayLists {
  using Begin = BeginType;
  using Product = ProductType;
  using Entry = EntryType;  ///< unsigned, counts entries of C and rows

  /// So that place_of_begin does not overflow, either.
  static constexpr std::uint64_t most_entries = std::numeric_limits<Entry>::max() / 2;

  static constexpr std::int64_t most_products_of_block = std::numeric_limits<Begin>::max();
  static constexpr int bits = std::numeric_limits<Product>::digits;
  static constexpr bool has_halves = bits == 64;
  static constexpr int bits_of_half = bits / 2;

  Loan<ReplayBlock, Device> blocks;
  Loan<Begin, Device> begins;
  Loan<Product, Device> products;
  Loan<ReplayPart, Device> heavy_parts;
  std::int64_t num_heavy_parts = 0;
  std::int64_t most_products_of_entry = 0;
  std::int64_t most_products_of_lane = tuning::replay_heavy_entry;
  int b_bits = 0;

  std::size_t bytes() const {
    return blocks.bytes() + begins.bytes() + products.bytes() + heavy_parts.bytes();
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

/// What a plan that replays keeps: lists of one of two widths, and a mark for each row of A and of
/// B, by which another pattern is noticed. Wide lists count entries of C in 64 bits only where
/// offsets of type OffsetC may be that many.
///
/// Shapes: row_marks m + k.
template <class OffsetC, class Device>
struct Replay {
  static constexpr bool has_wide_offsets = std::numeric_limits<OffsetC>::digits >= 32;
  using WideEntry = std::conditional_t<has_wide_offsets, std::uint64_t, std::uint32_t>;
  using Narrow = ReplayLists<std::uint16_t, std::uint32_t, std::uint32_t, Device>;
  using Wide = ReplayLists<std::uint32_t, std::uint64_t, WideEntry, Device>;

  Narrow narrow;
  Wide wide;
  bool is_wide = false;
  Loan<std::uint8_t, Device> row_marks;

  std::size_t bytes() const { return narrow.bytes() + wide.bytes() + row_marks.bytes(); }
};

/// What is remembered of where a row ends.
template <class Offset>
KOKKOS_FUNCTION std::uint8_t row_mark(Offset row_end) {
  return static_cast<std::uint8_t>(row_end & 0xFF);
}

/// Most bytes that a replay and the columns of C take, building included, for operands of so many
/// rows together.
template <class Ordinal>
std::size_t replay_bytes_bound(std::int64_t num_rows, std::int64_t work, std::int64_t max_nnz_c) {
  constexpr std::size_t per_entry = sizeof(std::uint32_t) + sizeof(std::uint32_t) + sizeof(Ordinal);
  // Of lighter entries no more are heavy than replay_heavy_lanes_percent allows.
  std::int64_t const parts =
      work / tuning::replay_heavy_entry + max_nnz_c / tuning::replay_lanes_of_heavy_entry;
  return static_cast<std::size_t>(num_replay_blocks(max_nnz_c)) * sizeof(ReplayBlock) +
         static_cast<std::size_t>(max_nnz_c) * per_entry +
         static_cast<std::size_t>(num_replay_blocks(max_nnz_c) * begins_of_block - max_nnz_c) *
             sizeof(std::uint32_t) +
         static_cast<std::size_t>(work) * sizeof(std::uint64_t) +
         static_cast<std::size_t>(parts) * (sizeof(ReplayPart) + bytes_of_part) +
         static_cast<std::size_t>(num_rows);
}

}  // namespace araios
