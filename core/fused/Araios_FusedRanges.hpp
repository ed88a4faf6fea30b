// SPDX-License-Identifier: BSD-3-Clause
// Ranges of bundles of equal work, which owners of hosts take while there are any.
#pragma once

#include <matrix/Araios_RowsByEntries.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Cuts bundles where bundles and words of products together are equal.
///
/// Shapes: begins: one more than bundles, as those of NewColumns.
template <class Begins>
struct FusedRanges {
  std::int64_t num_bundles;
  std::int64_t num_words;
  std::int64_t num_ranges;
  Begins begins;

  std::int64_t first_bundle(std::int64_t range) const {
    return first_row_of_share(range, num_ranges, num_bundles, num_words, EndOfRow<Begins>{begins});
  }
  /// Calls f(bundle) for each bundle of a range.
  template <class F>
  void for_each_bundle(std::int64_t range, F const& f) const {
    std::int64_t const end = first_bundle(range + 1);
    for (std::int64_t bundle = first_bundle(range); bundle < end; ++bundle) f(bundle);
  }
};

/// Copies columns that are listed once for each bundle of a range to the rows of C.
template <class Ranges, class Bundles, class RowOffsets, class Ordinal>
void copy_to_rows(Ranges const& ranges, std::int64_t range, Bundles const& bundles,
                  RowOffsets const& row_offsets, Ordinal const* listed, Ordinal* columns) {
  ranges.for_each_bundle(range, [&](std::int64_t bundle) {
    Ordinal const begin = bundles.begin(bundle);
    auto const size = static_cast<std::ptrdiff_t>(row_offsets(begin + 1) - row_offsets(begin));
    for (Ordinal row = begin; row < bundles.begin(bundle + 1); ++row) {
      std::copy(listed, listed + size, columns + row_offsets(row));
    }
    listed += size;
  });
}

/// Lets an owner take ranges: calls take(owner, range).
///
/// Shapes: next: one element, zero before.
template <class Next, class Take>
struct TakeRanges {
  Next next;
  std::int64_t num_ranges;
  Take take;

  void operator()(std::int64_t owner) const {
    take.with_owner(owner, [&](auto& state) {
      while (true) {
        std::int64_t const range = Kokkos::atomic_fetch_add(&next(0), std::int64_t{1});
        if (range >= num_ranges) return;
        take.form_range(state, range);
      }
    });
  }
};

/// Runs owners on the threads of a host; a single one on the calling thread.
template <class ExecutionSpace, class Next, class Take>
void take_ranges(char const* label, ExecutionSpace const& exec, int num_owners,
                 std::int64_t num_ranges, Next const& next, Take const& take) {
  run_range(label, exec, std::int64_t{num_owners}, num_owners == 1,
            TakeRanges<Next, Take>{next, num_ranges, take});
}

}  // namespace araios::inline ARAIOS_ISA::impl
