// SPDX-License-Identifier: BSD-3-Clause
// The thresholds of the room host_simd.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Columns in one column set of a compressed row. Source: the same, §3.2.
inline constexpr int columns_per_block = 32;

/// Host: sums that are moved at once from an array over all columns to C, where they are zeroed
/// behind. Tuned on an Intel Xeon (Emerald Rapids), compiled for it, for AVX2 and for any x86-64:
/// by 8 they take 0.53 to 0.68 of the time of one after the other, by 4 0.57 to 0.7.
inline constexpr int gather_and_clear_batch = 8;

/// Host: most products of a row whose columns are put into order as they are, without column sets:
/// by counting, and by vectors, a lane for each row. Tuned on two cores of an Intel Xeon.
inline constexpr int short_row_max_products = 32;
inline constexpr int vector_row_max_products = 128;

/// Host: most column sets of a row that are put into order by counting. Tuned likewise.
inline constexpr int scattered_row_max_sets = 128;

/// Host: entries of A by which rows of B are fetched before they are multiplied. Tuned likewise.
inline constexpr int prefetched_entries = 16;

/// Host: bytes of what is read of B from which on that is done; below, it takes a tenth of the time
/// for nothing. Tuned on two cores of an AMD EPYC (Zen 4), whose second cache has as many.
inline constexpr std::size_t prefetched_min_bytes = std::size_t{1} << 20;

/// Host: bytes of C from which on its entries are written past the caches. Tuned on two cores
/// of an AMD EPYC (Zen 4), whose third cache has as many: with 19 MB and less it gains nothing.
inline constexpr std::size_t streaming_min_bytes = std::size_t{32} << 20;

/// Host: bytes of an array that both phases write past the caches together; longer rows that go
/// together, or are replayed, are written as they come. Tuned on two cores of an Intel Xeon
/// (Emerald Rapids): with 1 and 2 KiB rows of 27 columns that go together are too long, with 32 KiB
/// repeated products take 1.05 times as long.
inline constexpr std::size_t write_combining_buffer_bytes = std::size_t{8} << 10;

/// Host: what one core takes from another at once. Unit: bytes.
inline constexpr std::size_t host_cache_line = 64;
/// Host: lines that processors fetch together: what a thread writes again and again lies so far
/// from what others do. Unit: bytes.
inline constexpr std::size_t host_cache_line_pair = 2 * host_cache_line;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
