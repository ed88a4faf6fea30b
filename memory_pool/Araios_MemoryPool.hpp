// SPDX-License-Identifier: BSD-3-Clause
// A pool of clean memory chunks of one size, for the accumulators of many concurrent owners.
#pragma once

#include <Araios_PoolMapping.hpp>
#include <platform/Araios_ExecutionCheck.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <thread>

namespace araios::inline ARAIOS_ISA::impl {

/// One chunk of the pool. Its first clean_bytes bytes are zero when it is handed out, and whoever
/// returns it has zeroed them again.
struct Chunk {
  std::byte* data = nullptr;
  int index = 0;
};

/// Sizes of a pool.
///
/// Units: bytes; chunk_bytes is a multiple of alignment and at least clean_bytes.
struct PoolShape {
  static constexpr std::size_t alignment = 64;  ///< a cache line: no false sharing

  std::size_t chunk_bytes = 0;
  std::size_t clean_bytes = 0;
  int num_chunks = 1;
  PoolMapping mapping = PoolMapping::one2one;

  /// Bytes of a chunk that holds `bytes` bytes.
  static constexpr std::size_t chunk_bytes_for(std::size_t bytes) {
    return (bytes + alignment - 1) / alignment * alignment;
  }

  std::size_t memory_bytes() const { return chunk_bytes * static_cast<std::size_t>(num_chunks); }
};

/// Cleans one chunk of a pool, and unlocks it.
template <class Memory, class Locks>
struct CleanChunk {
  Memory memory;
  Locks locks;
  PoolShape shape;

  KOKKOS_FUNCTION void operator()(int index) const {
    std::byte* const data = memory.data() + shape.chunk_bytes * static_cast<std::size_t>(index);
    for (std::size_t i = 0; i < shape.clean_bytes; ++i) data[i] = std::byte{0};
    locks(index) = 0;
  }
};

/// The same for devices, where one thread for a chunk would be slow: each step unlocks a chunk or
/// clears one word of it.
template <class Memory, class Locks>
struct CleanWord {
  using word_type = std::uint64_t;

  Memory memory;
  Locks locks;
  PoolShape shape;

  /// Words to clear in a chunk. The last one may exceed clean_bytes, but ends within the chunk.
  KOKKOS_FUNCTION std::int64_t words_per_chunk() const {
    return static_cast<std::int64_t>((shape.clean_bytes + sizeof(word_type) - 1) /
                                     sizeof(word_type));
  }
  std::int64_t num_steps() const { return shape.num_chunks * (words_per_chunk() + 1); }

  KOKKOS_FUNCTION void operator()(std::int64_t step) const {
    std::int64_t const chunk = step / (words_per_chunk() + 1);
    std::int64_t const word = step % (words_per_chunk() + 1) - 1;
    if (word < 0) {
      locks(chunk) = 0;
    } else {
      std::byte* const data = memory.data() + shape.chunk_bytes * static_cast<std::size_t>(chunk);
      reinterpret_cast<word_type*>(data)[word] = 0;
    }
  }
};

/// Hands out num_chunks chunks of chunk_bytes bytes to owners that run concurrently.
///
/// one2one:   an owner gets the chunk of its own index; no two active owners share an index.
/// many2many: an owner scans from its index for a free chunk and locks it; if there is none, it
///            waits. Owners never wait while they hold a chunk. So every wait ends, if waiting
///            owners let holders run: always on hosts, on devices by independent thread scheduling.
///
/// Source: Deveci, Trott, Rajamanickam 2018, §3.1.2; deviation: only the part of a chunk that its
///         accumulator needs clean is cleaned, once, at construction.
template <class Device>
class MemoryPool {
 public:
  using bytes_view = Kokkos::View<std::byte*, Device>;
  using locks_view = Kokkos::View<int*, Device>;

  /// Shapes: memory at least shape.memory_bytes() bytes, locks at least shape.num_chunks.
  template <class ExecutionSpace>
  MemoryPool(ExecutionSpace const& exec, PoolShape const& shape, bytes_view const& memory,
             locks_view const& locks)
      : memory_{memory}, locks_{locks}, shape_{shape} {
    char const* const label = "araios::memory_pool::clean";
    if constexpr (is_host_space_v<ExecutionSpace>) {
      // First touch: the thread that gets a chunk cleans it. Resetting locks alone needs no launch.
      bool const alone = shape.num_chunks == 1 || shape.clean_bytes == 0;
      CleanChunk<bytes_view, locks_view> const clean_chunk{memory, locks, shape};
      run_range(label, exec, shape.num_chunks, alone, clean_chunk);
    } else {
      CleanWord<bytes_view, locks_view> const clean_word{memory, locks, shape};
      Kokkos::parallel_for(label, range_of(exec, clean_word.num_steps()), clean_word);
    }
  }

  /// Takes a chunk for the owner of index `owner`, by all its lanes together.
  template <class Lanes>
  KOKKOS_FUNCTION Chunk acquire(Lanes const& lanes, int owner) const {
    int index = owner;
    if (shape_.mapping == PoolMapping::many2many) {
      lanes.single([&](int& free_index) { free_index = lock_free_chunk(owner); }, index);
    }
    return {memory_.data() + shape_.chunk_bytes * static_cast<std::size_t>(index), index};
  }

  /// Returns a clean chunk, by all lanes of its owner together.
  template <class Lanes>
  KOKKOS_FUNCTION void release(Lanes const& lanes, Chunk const& chunk) const {
    if (shape_.mapping == PoolMapping::many2many) {
      lanes.barrier();
      lanes.single([&]() { unlock(chunk.index); });
    }
  }

  /// Calls f(chunk) with a clean chunk; f must leave it clean.
  ARAIOS_MAY_CALL_HOST_CODE
  template <class Lanes, class F>
  KOKKOS_FUNCTION void with_chunk(Lanes const& lanes, int owner, F const& f) const {
    Chunk const chunk = acquire(lanes, owner);
    f(chunk);
    release(lanes, chunk);
  }

 private:
  KOKKOS_FUNCTION int lock_free_chunk(int owner) const {
    int index = owner % shape_.num_chunks;
    for (int tried = 1; !try_lock(index); ++tried) {
      index = index + 1 == shape_.num_chunks ? 0 : index + 1;
      if (tried % shape_.num_chunks == 0) let_holders_run();
    }
    return index;
  }

  KOKKOS_FUNCTION static void let_holders_run() { KOKKOS_IF_ON_HOST((std::this_thread::yield();)) }

  // Hosts use acquire and release orders of std::atomic_ref, which thread sanitizers understand.
  // Devices use relaxed atomics of Kokkos with fences.
  KOKKOS_FUNCTION bool try_lock(int index) const {
    int* const lock = &locks_(index);
    KOKKOS_IF_ON_HOST((int free = 0; return std::atomic_ref<int>{*lock}.compare_exchange_strong(
        free, 1, std::memory_order_acquire, std::memory_order_relaxed);))
    KOKKOS_IF_ON_DEVICE((bool const locked = Kokkos::atomic_compare_exchange(lock, 0, 1) == 0;
                         Kokkos::memory_fence(); return locked;))
  }

  KOKKOS_FUNCTION void unlock(int index) const {
    int* const lock = &locks_(index);
    KOKKOS_IF_ON_HOST((std::atomic_ref<int>{*lock}.store(0, std::memory_order_release);))
    KOKKOS_IF_ON_DEVICE((Kokkos::memory_fence(); Kokkos::atomic_store(lock, 0);))
  }

  bytes_view memory_;
  locks_view locks_;
  PoolShape shape_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
