// SPDX-License-Identifier: BSD-3-Clause
// Rows of B on their way to the cache before their turn comes, on hosts.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

// These are inlined, as is what calls them for nothing else: GCC takes a function of prefetches for
// one without effects, and drops its calls.

/// Fetches the cache line of the element `begin`.
///
/// Pre: it need not be there, as no pointer goes to it: a row may end before, and with it the
/// array.
template <class Offset, class T>
[[gnu::always_inline]] inline void prefetch_line([[maybe_unused]] Offset begin,
                                                 [[maybe_unused]] T const* array) {
#ifdef __GNUC__
  auto const place =
      reinterpret_cast<std::uintptr_t>(array) + static_cast<std::uintptr_t>(begin) * sizeof(T);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): no pointer may go there.
  __builtin_prefetch(reinterpret_cast<void const*>(place));
#endif
}

/// Fetches elements of a row that begins at `begin`. Only the first cache line or two: hardware
/// follows.
template <class Offset, class T>
[[gnu::always_inline]] inline void prefetch_row(Offset begin, T const* array) {
  constexpr Offset doubles_of_line = 8;
  prefetch_line(begin, array);
  prefetch_line(static_cast<Offset>(begin + doubles_of_line - 1), array);
}

/// Whether fetching pays: the second cache does not hold what the arrays have for all of B's
/// entries.
template <class Graph, class... T>
bool fetching_pays(Graph const& b, T const*... /*arrays*/) {
  return b.columns.extent(0) * (sizeof(T) + ...) >= tuning::prefetched_min_bytes;
}

/// Fetches what the arrays hold of the row of B that an entry of A some way behind this one meets,
/// where that pays. Shapes: arrays of B's entries.
template <class GraphA, class GraphB, class Entry, class... T>
[[gnu::always_inline]] inline void prefetch_ahead(GraphA const& a, GraphB const& b, Entry entry,
                                                  T const*... arrays) {
  if (!fetching_pays(b, arrays...)) return;
  auto const ahead = entry + tuning::prefetched_entries;
  if (ahead >= a.row_offsets(a.num_rows)) return;
  auto const begin = b.row_offsets(a.columns(ahead));
  (prefetch_row(begin, arrays), ...);
}

}  // namespace araios::inline ARAIOS_ISA::impl
