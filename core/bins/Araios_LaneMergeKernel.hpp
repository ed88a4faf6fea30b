// SPDX-License-Identifier: BSD-3-Clause
// The kernel of rows that lanes merge, each lane a row of its own.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_LaneMerge.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <bins/Araios_RowsOfBin.hpp>
#include <partitioning/Araios_Owners.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Rows of C that are formed from few rows of B, by LaneMerge. A thread has as many rows as lanes.
/// Lanes stage merged entries in scratch and then write them together, so that stores coalesce.
template <class Phase, class Device, int max_rows>
struct LaneMergeKernel {
  using ordinal_type = typename Phase::ordinal_type;
  using merge_type = LaneMerge<Phase, max_rows>;
  using value_type = typename merge_type::value_type;
  using owner_type = ThreadOwnsRow;

  Phase phase;
  RowsOfBin<ordinal_type, Device> bin;
  std::int64_t largest;  ///< numeric phase: entries of the longest row

  /// Bytes of scratch for a thread of `lanes` lanes.
  static constexpr std::size_t bytes(int lanes) {
    return Phase::is_numeric
               ? placed_bytes<Staged>(lanes) + placed_bytes<ordinal_type>(lanes * stride) +
                     placed_bytes<value_type>(lanes * stride)
               : 0;
  }

  std::int64_t num_owners() const {
    return (bin.num_rows + bin.lanes_of_thread - 1) / bin.lanes_of_thread;
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const lanes = owner_type::lanes(member);
    std::byte* const scratch = lanes.scratch(bin.scratch_bytes);
    auto const first =
        static_cast<std::int64_t>(owner_type::owner_index(member)) * bin.lanes_of_thread;
    if (first >= bin.num_rows) return;
    if constexpr (Phase::is_numeric) {
      fill_rows(lanes, first, scratch);
    } else {
      count_rows(lanes, first);
    }
  }

 private:
  static constexpr int window = tuning::lane_merge_window;
  /// Odd, so that the entries of neighbouring lanes lie in different banks of scratch.
  static constexpr int stride = window + 1;

  /// Where the staged entries of a lane go in C, and how many there are.
  struct Staged {
    std::int64_t begin;
    int count;
  };

  template <class Lanes>
  KOKKOS_FUNCTION void count_rows(Lanes const& lanes, std::int64_t first) const {
    lanes.for_each(bin.lanes_of_thread, [&](int lane) {
      if (first + lane >= bin.num_rows) return;
      ordinal_type const row = bin.row(first + lane);
      phase.row_sizes(row) = merge_type::count(phase, row);
    });
  }

  template <class Lanes>
  KOKKOS_FUNCTION void fill_rows(Lanes const& lanes, std::int64_t first, std::byte* scratch) const {
    int const num_lanes = bin.lanes_of_thread;
    auto* const staged = reinterpret_cast<Staged*>(scratch);
    scratch += placed_bytes<Staged>(num_lanes);
    auto* const keys = reinterpret_cast<ordinal_type*>(scratch);
    scratch += placed_bytes<ordinal_type>(num_lanes * stride);
    auto* const values = reinterpret_cast<value_type*>(scratch);
    // Per lane: a lane handles the same row in every for_each below.
    merge_type merge;
    ordinal_type row = 0;
    std::int64_t next = 0;
    std::int64_t end = 0;
    lanes.for_each(num_lanes, [&](int lane) {
      bool const has_row = first + lane < bin.num_rows;
      if (has_row) {
        row = bin.row(first + lane);
        next = static_cast<std::int64_t>(phase.row_offsets(row));
        end = static_cast<std::int64_t>(phase.row_offsets(row + 1));
      }
      if (has_row && phase.operands_are_planned()) {
        merge.begin(phase, row);
      } else {
        merge.begin_entries(phase, 0, 0);
      }
    });
    for (std::int64_t done = 0; done < largest; done += window) {
      lanes.for_each(num_lanes, [&](int lane) {
        int const most = end - next < window ? static_cast<int>(end - next) : window;
        int count = 0;
        ordinal_type key;
        value_type sum;
        while (count < most && merge.next(phase, key, sum)) {
          keys[lane * stride + count] = key;
          values[lane * stride + count] = sum;
          ++count;
        }
        staged[lane] = {next, count};
        next += count;
      });
      lanes.for_each(num_lanes * window, [&](int i) {
        Staged const of_lane = staged[i / window];
        int const place = i % window;
        if (place >= of_lane.count) return;
        int const from = i / window * stride + place;
        phase.store(of_lane.begin + place, keys[from], values[from]);
      });
    }
    lanes.for_each(num_lanes, [&](int) {
      if (next != end || !merge.is_empty()) phase.reject(row);
    });
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
