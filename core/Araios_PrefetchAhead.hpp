// SPDX-License-Identifier: BSD-3-Clause
// Rows of B on their way to the cache before their turn comes, on hosts.
#pragma once

#include <Araios_Tuning.hpp>

#include <cstdint>

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
  // A row may end, and with it the array, before the second place: no pointer goes there.
  auto const fetch = [begin](auto const* array) {
    auto const place = reinterpret_cast<std::uintptr_t>(array) +
                       static_cast<std::uintptr_t>(begin) * sizeof(*array);
    __builtin_prefetch(reinterpret_cast<void const*>(place));
    __builtin_prefetch(
        reinterpret_cast<void const*>(place + (doubles_of_line - 1) * sizeof(*array)));
  };
  (fetch(arrays), ...);
#endif
}

}  // namespace araios
