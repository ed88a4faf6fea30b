// SPDX-License-Identifier: BSD-3-Clause
// Loops over rows that are balanced by entries: threads of hosts have equal parts of rows and
// entries, on devices several lanes own a row.
#pragma once

#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_HostKernels.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_ThreadForEach.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The lanes for each row on a device: a power of two near the mean length of a row, at most those
/// of a thread.
inline int lanes_of_row(int lanes_of_thread, std::int64_t num_rows, std::int64_t num_entries) {
  auto const mean = static_cast<std::uint64_t>(num_entries / std::max<std::int64_t>(num_rows, 1));
  auto const limit = static_cast<std::uint64_t>(lanes_of_thread);
  return static_cast<int>(std::bit_floor(std::clamp<std::uint64_t>(mean, 1, limit)));
}

/// Row ends as row offsets give them, which count from 0.
template <class RowOffsets>
struct EndOfRow {
  RowOffsets row_offsets;

  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row) const {
    return static_cast<std::int64_t>(row_offsets(row + 1));
  }
};

/// The rows of a loop: row_end(row) counts the entries up to the end of a row, num_entries all.
template <class RowEnd>
struct RowsByEntries {
  std::int64_t num_rows;
  std::int64_t num_entries;
  RowEnd row_end;
};

/// The rows of a graph whose offsets count from 0.
template <class Graph>
auto rows_by_entries(Graph const& graph, std::int64_t nnz) {
  using RowEnd = EndOfRow<decltype(graph.row_offsets)>;
  return RowsByEntries<RowEnd>{std::int64_t{graph.num_rows}, nnz, RowEnd{graph.row_offsets}};
}

/// The rows of a share, on a host.
template <class ExecutionSpace, class RowEnd, class Call>
struct CallForShareOfRows {
  RowsByEntries<RowEnd> rows;
  std::int64_t num_shares;
  Call call;

  void operator()(std::int64_t share) const {
    HostThread<ExecutionSpace> const self;
    ThreadLanes<HostThread<ExecutionSpace>> const lanes{self};
    std::int64_t const end = first_row(share + 1);
    for (std::int64_t row = first_row(share); row < end; ++row) call(lanes, row);
  }

 private:
  std::int64_t first_row(std::int64_t share) const {
    return first_row_of_share(share, num_shares, rows.num_rows, rows.num_entries, rows.row_end);
  }
};

/// A row for each thread of a device.
template <class Call>
struct CallForRow {
  std::int64_t num_rows;
  Call call;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const row = thread_index(member);
    if (row < num_rows) call(ThreadLanes<Member>{member}, row);
  }
};

/// Calls call(lanes, row) for each row, by all lanes that own it.
///
/// Throws: std::overflow_error where a device has no launch for so many rows.
template <class ExecutionSpace, class RowEnd, class Call>
void for_each_row(char const* label, ExecutionSpace const& exec, RowsByEntries<RowEnd> const& rows,
                  Call const& call) {
  if (rows.num_rows == 0) return;
  if constexpr (is_host_space_v<ExecutionSpace>) {
    std::int64_t const steps = rows.num_rows + rows.num_entries;
    std::int64_t const shares = std::min<std::int64_t>(exec.concurrency(), rows.num_rows);
    for_range(label, exec, shares, steps,
              CallForShareOfRows<ExecutionSpace, RowEnd, Call>{rows, shares, call});
  } else {
    int const lanes = lanes_of_row(Kokkos::TeamPolicy<ExecutionSpace>::vector_length_max(),
                                   rows.num_rows, rows.num_entries);
    Kokkos::parallel_for(label, thread_for_each(exec, rows.num_rows, lanes),
                         CallForRow<Call>{rows.num_rows, call});
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
