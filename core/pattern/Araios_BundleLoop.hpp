// SPDX-License-Identifier: BSD-3-Clause
// The loop of an owner over bundles of rows, with memory for its sums.
#pragma once

#include <memory_pool/Araios_MemoryPool.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <partitioning/Araios_RowRanges.hpp>
#include <pattern/Araios_RowBundle.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// The base of numeric kernels at a recorded pattern: each owner takes a chunk of the pool for its
/// sums, and row ranges of about equal work, whose rows it bundles.
template <class ExecutionSpace, class Device>
struct BundleLoop {
  BundleKinds steps;  ///< the kinds of bundles
  MemoryPool<Device> pool;
  RowRanges<ExecutionSpace, Device> ranges;

  /// Calls body(sums, for_each) for the owner that `member` stands for. `sums` is its chunk, and
  /// for_each(is_like, fill) calls for_each_bundle for its rows.
  ///
  /// Shapes: row_offsets those of A.
  template <class Scalar, class Ordinal, class Member, class Offsets, class Body>
  void run(Member const& member, Offsets const& row_offsets, Body const& body) const {
    auto const owner_lanes = ThreadSequential::lanes(member);
    int const owner = ThreadSequential::owner_index(member);
    pool.with_chunk(owner_lanes, owner, [&](Chunk const& chunk) {
      body(reinterpret_cast<Scalar*>(chunk.data), [&](auto const& is_like, auto const& fill) {
        ranges.template for_each_by_work<ThreadSequential>(
            owner_lanes, row_offsets,
            [&](Rows const& rows) { for_each_bundle<Ordinal>(rows, steps, is_like, fill); });
      });
    });
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
