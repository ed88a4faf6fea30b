// SPDX-License-Identifier: BSD-3-Clause
// Rows of B on their way to the cache before their turn comes, on hosts.
#pragma once

#include <Araios_Tuning.hpp>

namespace araios {

/// Fetches what the arrays hold of the row of B that an entry of A some way behind this one meets.
///
/// Shapes: arrays of B's entries. Only the first cache line or two of a row: hardware follows.
template <class GraphA, class GraphB, class Entry, class... T>
inline void prefetch_ahead(GraphA const& a, GraphB const& b, Entry entry, T const*... arrays) {
#ifdef __GNUC__
  auto const ahead = entry + tuning::prefetched_entries;
  if (ahead >= a.row_offsets(a.num_rows)) return;
  auto const begin = b.row_offsets(a.columns(ahead));
  constexpr int doubles_of_line = 8;
  (__builtin_prefetch(arrays + begin), ...);
  (__builtin_prefetch(arrays + begin + doubles_of_line - 1), ...);
#endif
}

}  // namespace araios
