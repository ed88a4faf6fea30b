// SPDX-License-Identifier: BSD-3-Clause
// Decides which entries and rows are heavy when products are replayed, and how lanes share them.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Layout of the remembered products.

/// The entries of C whose products are counted from a common first one.
/// Unit: entries. Not tuned: a bit of a word for each entry.
inline constexpr std::int64_t replay_block_entries = 64;

/// The bits that count the products of an entry beyond its first, where they suffice for all.
/// Unit: bits. Not tuned: holds the counts of seven-point stencils.
inline constexpr int replay_bits_of_few = 3;

// Numeric phase: heavy entries of C.

/// Lets one lane add up an entry of at most this many products.
/// Unit: products. Tuned: H200.
inline constexpr std::int64_t replay_heavy_entry = 64;

/// Lower bounds that replace replay_heavy_entry where the heavy entries take few lanes.
/// Unit: products. Tuned: H200.
inline constexpr std::int64_t replay_less_heavy_entry = 32;
inline constexpr std::int64_t replay_least_heavy_entry = 16;

/// Takes a lower bound while the lanes for heavy entries are at most this share of all entries.
/// Unit: percent. Tuned: H200.
inline constexpr std::int64_t replay_heavy_lanes_percent = 10;

/// Sets the lanes that add up a heavy entry, or a part of one.
/// Unit: lanes. Tuned: H200.
inline constexpr int replay_lanes_of_heavy_entry = 32;

/// Cuts all heavy entries into parts where one has more products than this.
/// Unit: products. Tuned: H200.
inline constexpr std::int64_t replay_heaviest_entry_of_thread = 4096;

/// Sets the products of a part.
/// Unit: products. Tuned: H200.
inline constexpr std::int64_t replay_products_of_part = 512;

/// Sets the lanes of a team of the kernel with heavy entries.
/// Unit: lanes. Tuned: H200.
inline constexpr int replay_lanes_of_team = 128;

/// Asks for so many such teams resident on a multiprocessor, which bounds registers, where products
/// have two widths and no entry is cut.
/// Unit: teams. Tuned: H100.
inline constexpr int replay_resident_teams = 16;

// Numeric phase: batches of loads.

/// Sets how many products a lane adds without a branch between them. A power of two.
/// Unit: products. Tuned: H200.
inline constexpr unsigned replay_batch = 8;

/// Loads what remains of light entries, modulo this number, in one go. A power of two, at most
/// replay_batch.
/// Unit: products. Tuned: H200.
inline constexpr unsigned replay_first_products = 4;

// Building: heavy rows.

/// Bounds the steps in which one thread visits a row: so many times the mean products of a lane.
/// Unit: steps per product. Tuned: H100.
inline constexpr std::int64_t replay_row_steps_of_mean = 3;

/// Clamps that bound.
/// Unit: steps. Tuned: H100.
inline constexpr std::int64_t replay_min_row_steps = 32;
inline constexpr std::int64_t replay_max_row_steps = 480;

/// Shares no row where none takes more steps than this.
/// Unit: steps. Tuned: H200.
inline constexpr std::int64_t replay_unshared_row_steps = 48;

/// Sets the mean products of a thread's share of a heavy row.
/// Unit: products. Tuned: H200.
inline constexpr std::int64_t replay_products_of_share = 512;

/// Bounds the entries of A in such a share.
/// Unit: entries. Tuned: H200.
inline constexpr std::int64_t replay_max_entries_of_share = 64;

/// Cuts shares into so many parts where they would leave threads idle.
/// Unit: parts. Tuned: H100.
inline constexpr int replay_most_parts_of_share = 2;

/// Interleaves the shares of so many positions of all heavy rows, so that teams that run at once
/// do not meet in the same entries of C.
/// Unit: positions. Tuned: H200.
inline constexpr std::int64_t replay_spread_positions = 32;

/// Sets how many entries or products of a share a lane loads in one go.
/// Unit: entries or products. Tuned: H200.
inline constexpr int replay_visit_batch = 4;

/// Lets one lane sort the products of an entry of a heavy row up to this many.
/// Unit: products. Tuned: H200.
inline constexpr std::int64_t replay_few_products = 8;

// Building: blocks of entries.

/// Sets the lanes that count, place or list the entries of a block. Fewer lanes let more blocks
/// share a warp's prefix sums.
/// Unit: lanes. Tuned: H200.
inline constexpr int replay_lanes_of_block = 8;

/// Sets the lanes of a team that places blocks.
/// Unit: lanes. Tuned: H100.
inline constexpr int replay_placing_lanes = 512;

/// Bounds the blocks that each of its threads places.
/// Unit: blocks. Tuned: H100.
inline constexpr std::int64_t replay_max_blocks_of_thread = 8;

// Building: sorting the products of heavy entries.

/// Sorts the products of an entry in shared memory up to this many.
/// Unit: products. Not tuned: bounded by shared memory.
inline constexpr std::int64_t replay_products_in_scratch = 1024;

/// Bounds the bitmap of entries of A, 32 a word, in which a team sorts in one go.
/// Unit: words. Not tuned: bounded by shared memory.
inline constexpr int replay_marks_words = 4096;

/// Sets the lanes of a team that sorts; the second where shared memory does not hold the products
/// of all entries.
/// Unit: lanes. Not tuned: no measurement on record.
inline constexpr int replay_sorting_lanes = 128;
inline constexpr int replay_sorting_lanes_of_many = 1024;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
