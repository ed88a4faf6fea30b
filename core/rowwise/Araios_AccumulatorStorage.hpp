// SPDX-License-Identifier: BSD-3-Clause
// Storage of a launch's accumulators: pool chunks, or scratch backed by the pool.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_HostTwoLevel.hpp>
#include <accumulators/Araios_TwoLevel.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <platform/Araios_ExecutionCheck.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace araios::inline ARAIOS_ISA::impl {

/// One level: the accumulator of each owner takes a pool chunk that is large enough for any row.
template <class Accumulator, class Pool>
struct PoolStorage {
  Pool pool;
  AccumulatorShape shape;

  /// Calls f(accumulator) with an empty accumulator for the rows of one owner.
  template <class Lanes, class F>
  KOKKOS_FUNCTION void with_accumulator(Lanes const& lanes, int owner, F const& f) const {
    pool.with_chunk(lanes, owner, [&](Chunk const& chunk) {
      Accumulator accumulator{chunk.data, shape};
      f(accumulator);
    });
  }
};

/// Zeroes the first `bytes` bytes of an owner's scratch, by all its lanes.
template <class Lanes>
KOKKOS_FUNCTION void clean_scratch(Lanes const& lanes, std::byte* scratch, std::size_t bytes) {
  lanes.for_each(bytes, [&](std::size_t i) { scratch[i] = std::byte{0}; });
  lanes.barrier();
}

/// One level in the owner's scratch, for rows that fit or that the phase may reject.
template <class Accumulator>
struct ScratchTableStorage {
  AccumulatorShape shape;
  std::size_t scratch_bytes;
  std::size_t clean_bytes;

  template <class Lanes, class F>
  KOKKOS_FUNCTION void with_accumulator(Lanes const& lanes, int, F const& f) const {
    std::byte* const scratch = lanes.scratch(scratch_bytes);
    clean_scratch(lanes, scratch, clean_bytes);
    Accumulator accumulator{scratch, shape};
    f(accumulator);
  }
};

/// Two levels: the first in the owner's scratch, the second in the pool for rows that overflow it.
template <class Accumulator, class Pool>
struct ScratchStorage {
  Pool pool;
  AccumulatorShape scratch_shape;
  AccumulatorShape shape;
  std::size_t scratch_bytes;
  std::size_t scratch_clean_bytes;

  template <class Lanes, class F>
  KOKKOS_FUNCTION void with_accumulator(Lanes const& lanes, int owner, F const& f) const {
    std::byte* const scratch = lanes.scratch(scratch_bytes);
    clean_scratch(lanes, scratch, scratch_clean_bytes);
    TwoLevel<Accumulator, Accumulator, Pool> accumulator{Accumulator{scratch, scratch_shape}, pool,
                                                         shape, owner};
    f(accumulator);
  }
};

/// The same on hosts, where the first level may also be a chunk of the pool that holds any row. All
/// of it compiles for devices, as the kernels that hosts and devices share.
template <class Accumulator, class Pool>
struct HostLevelStorage {
  Pool pool;
  AccumulatorShape first_shape;
  AccumulatorShape shape;
  std::size_t scratch_bytes;  ///< 0: the first level is a chunk
  std::size_t scratch_clean_bytes;

  template <class Lanes, class F>
  KOKKOS_FUNCTION void with_accumulator(Lanes const& lanes, int owner, F const& f) const {
    Chunk chunk;
    std::byte* memory = nullptr;
    if (scratch_bytes > 0) {
      memory = lanes.scratch(scratch_bytes);
      clean_scratch(lanes, memory, scratch_clean_bytes);
    } else {
      chunk = pool.acquire(lanes, owner);
      memory = chunk.data;
    }
    SecondLevel<Accumulator, Pool> second{pool, shape, owner};
    HostTwoLevel<Accumulator, Pool> accumulator{Accumulator{memory, first_shape}, second};
    f(accumulator);
    if (scratch_bytes == 0) pool.release(lanes, chunk);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
