// SPDX-License-Identifier: BSD-3-Clause
// Prefetch of rows of B on hosts.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

// Forced inline, as must be callers that do nothing else: GCC takes a function of prefetches alone
// for one without effects, and drops calls to it.

/// Prefetches the cache line of element `begin`.
///
/// The element need not exist: no pointer to it is formed, since the row and the array may end
/// before.
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

/// Prefetches the begin of a row: one or two cache lines. The hardware prefetcher does the rest.
template <class Offset, class T>
[[gnu::always_inline]] inline void prefetch_row(Offset begin, T const* array) {
  constexpr Offset doubles_of_line = 8;
  prefetch_line(begin, array);
  prefetch_line(static_cast<Offset>(begin + doubles_of_line - 1), array);
}

/// Whether prefetching pays: the arrays of all of B exceed the L2.
template <class Graph, class... T>
bool fetching_pays(Graph const& b, T const*... /*arrays*/) {
  return b.columns.extent(0) * (sizeof(T) + ...) >= tuning::prefetched_min_bytes;
}

/// Prefetches, where that pays, the row of B of an entry of A some way ahead of `entry`.
///
/// Shapes: arrays as many elements as B has entries.
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
