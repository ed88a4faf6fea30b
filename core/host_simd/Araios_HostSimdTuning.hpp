// SPDX-License-Identifier: BSD-3-Clause
// Decides where hosts prefetch, sort by SIMD and write by non-temporal stores.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>

namespace araios::inline ARAIOS_ISA::impl::tuning {

// Caches.

/// The cache line: what one core fetches from another.
/// Unit: bytes. Not tuned: a property of the processors.
inline constexpr std::size_t host_cache_line = 64;

/// Separates what different threads write: processors prefetch cache lines in pairs.
/// Unit: bytes. Not tuned: a property of the processors.
inline constexpr std::size_t host_cache_line_pair = 2 * host_cache_line;

/// Sets how many entries of A ahead rows of B are prefetched.
/// Unit: entries. Tuned: two threads of a Xeon.
inline constexpr int prefetched_entries = 16;

/// Prefetches rows of B where what is read of B has at least this size, about L2.
/// Unit: bytes. Tuned: two threads of Zen 4.
inline constexpr std::size_t prefetched_min_bytes = std::size_t{1} << 20;

/// Writes C by non-temporal stores from this size on, about L3.
/// Unit: bytes. Tuned: two threads of Zen 4.
inline constexpr std::size_t streaming_min_bytes = std::size_t{32} << 20;

/// Sets the buffer from which non-temporal stores write whole cache lines. Longer rows bypass it.
/// Unit: bytes. Tuned: two threads of a Xeon with AVX-512.
inline constexpr std::size_t write_combining_buffer_bytes = std::size_t{8} << 10;

// Rows in registers.

/// The columns in one column set of a compressed row.
/// Unit: columns. Source: Deveci, Trott, Rajamanickam 2018, §3.2.
inline constexpr int columns_per_block = 32;

/// Sets how many sums are gathered from the SPA to C, and cleared, in one go.
/// Unit: sums. Tuned: a Xeon with AVX-512.
inline constexpr int gather_and_clear_batch = 8;

/// Bounds the products of a row whose columns are sorted without column sets: by counting, and by
/// SIMD with a lane for each row.
/// Unit: products. Tuned: two threads of a Xeon.
inline constexpr int short_row_max_products = 32;
inline constexpr int vector_row_max_products = 128;

/// Bounds the column sets of a row that are sorted by counting.
/// Unit: column sets. Tuned: two threads of Zen 4.
inline constexpr int scattered_row_max_sets = 128;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
