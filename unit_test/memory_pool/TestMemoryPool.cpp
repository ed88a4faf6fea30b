// SPDX-License-Identifier: BSD-3-Clause
// The memory pool under contention: exclusive, clean chunks, and every wait ends.

#include "support/SingleLane.hpp"
#include <memory_pool/Araios_MemoryPool.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace araios_test {
namespace {

using araios::PoolMapping;
using araios::impl::Chunk;
using araios::impl::PoolShape;
using HostSpace = Kokkos::DefaultHostExecutionSpace;
using Pool = araios::impl::MemoryPool<Kokkos::Device<HostSpace, HostSpace::memory_space>>;

/// A pool on the host over memory that was never zero before.
struct HostPool {
  explicit HostPool(PoolShape const& pool_shape)
      : shape{pool_shape},
        memory("pool memory", shape.memory_bytes()),
        locks("pool locks", static_cast<std::size_t>(shape.num_chunks)) {
    std::fill_n(memory.data(), memory.size(), std::byte{0xA5});
    std::fill_n(locks.data(), locks.size(), 1);
  }

  Pool make() const {
    Pool const pool{HostSpace{}, shape, memory, locks};
    Kokkos::fence();
    return pool;
  }

  PoolShape shape;
  Pool::bytes_view memory;
  Pool::locks_view locks;
};

/// Runs body(thread) on several plain threads at once.
template <class Body>
void run_on_threads(int num_threads, Body const& body) {
  std::vector<std::thread> threads;
  std::atomic<int> waiting{num_threads};
  for (int thread = 0; thread < num_threads; ++thread) {
    threads.emplace_back([&, thread] {
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      body(thread);
    });
  }
  for (auto& thread : threads) thread.join();
}

/// What owners found wrong with the chunks they held. Chunks are read and written without atomics:
/// a chunk held twice is a data race as well, which the thread sanitizer reports.
struct Findings {
  std::atomic<int> dirty{0};
  std::atomic<int> held_twice{0};
  std::atomic<int> outside{0};
};

/// Takes a chunk, checks that it is clean, marks all of it as its own, checks that, cleans it.
void use_chunk_once(Pool const& pool, PoolShape const& shape, int owner, Findings& findings) {
  pool.with_chunk(SingleLane{}, owner, [&](Chunk const& chunk) {
    if (chunk.index < 0 || chunk.index >= shape.num_chunks) ++findings.outside;
    auto const mark = static_cast<std::byte>(owner + 1);
    std::byte* const clean_end = chunk.data + shape.clean_bytes;
    std::byte* const end = chunk.data + shape.chunk_bytes;
    if (std::any_of(chunk.data, clean_end, [](auto byte) { return byte != std::byte{0}; })) {
      ++findings.dirty;
    }
    std::fill(chunk.data, end, mark);
    std::this_thread::yield();
    if (std::any_of(chunk.data, end, [&](auto byte) { return byte != mark; })) {
      ++findings.held_twice;
    }
    std::fill(chunk.data, clean_end, std::byte{0});
  });
}

struct Contention {
  PoolMapping mapping;
  int num_chunks;
  int num_owners;
};

class MemoryPoolContention : public testing::TestWithParam<Contention> {};

TEST_P(MemoryPoolContention, NoChunkIsHeldTwiceAndChunksComeClean) {
  auto const [mapping, num_chunks, num_owners] = GetParam();
  HostPool const host_pool{PoolShape{2 * PoolShape::alignment, 80, num_chunks, mapping}};
  Pool const pool = host_pool.make();
  Findings findings;
  run_on_threads(num_owners, [&](int owner) {
    for (int turn = 0; turn < 2000; ++turn) {
      use_chunk_once(pool, host_pool.shape, owner, findings);
    }
  });
  EXPECT_EQ(findings.dirty, 0);
  EXPECT_EQ(findings.held_twice, 0);
  EXPECT_EQ(findings.outside, 0);
  EXPECT_EQ(std::count(host_pool.locks.data(), host_pool.locks.data() + num_chunks, 0), num_chunks)
      << "every chunk is free at the end";
}

INSTANTIATE_TEST_SUITE_P(Shapes, MemoryPoolContention,
                         testing::Values(Contention{PoolMapping::one2one, 4, 4},
                                         Contention{PoolMapping::many2many, 4, 4},
                                         Contention{PoolMapping::many2many, 1, 4},
                                         Contention{PoolMapping::many2many, 3, 8},
                                         Contention{PoolMapping::many2many, 7, 2}),
                         [](auto const& instance) {
                           return std::string{araios::name_of(instance.param.mapping)} + "_chunks" +
                                  std::to_string(instance.param.num_chunks) + "_owners" +
                                  std::to_string(instance.param.num_owners);
                         });

TEST(MemoryPool, StartsCleanWhateverTheMemoryHeld) {
  HostPool const host_pool{PoolShape{4 * PoolShape::alignment, 100, 5, PoolMapping::many2many}};
  host_pool.make();
  for (int chunk = 0; chunk < 5; ++chunk) {
    auto const* const data =
        host_pool.memory.data() + host_pool.shape.chunk_bytes * static_cast<std::size_t>(chunk);
    EXPECT_EQ(std::count(data, data + 100, std::byte{0}), 100) << "chunk " << chunk;
    EXPECT_EQ(host_pool.locks(static_cast<std::size_t>(chunk)), 0) << "chunk " << chunk;
  }
}

TEST(MemoryPool, One2oneGivesAnOwnerItsOwnChunk) {
  HostPool const host_pool{PoolShape{PoolShape::alignment, 16, 6, PoolMapping::one2one}};
  Pool const pool = host_pool.make();
  for (int owner = 0; owner < 6; ++owner) {
    auto const chunk = pool.acquire(SingleLane{}, owner);
    EXPECT_EQ(chunk.index, owner);
    EXPECT_EQ(chunk.data, host_pool.memory.data() + owner * std::ptrdiff_t{PoolShape::alignment});
    pool.release(SingleLane{}, chunk);
  }
}

TEST(MemoryPool, Many2manyTakesTheNextFreeChunk) {
  HostPool const host_pool{PoolShape{PoolShape::alignment, 16, 3, PoolMapping::many2many}};
  Pool const pool = host_pool.make();
  SingleLane const lane;
  auto const first = pool.acquire(lane, 4);
  EXPECT_EQ(first.index, 1) << "the scan starts at the owner's index";
  auto const second = pool.acquire(lane, 1);
  EXPECT_EQ(second.index, 2);
  auto const third = pool.acquire(lane, 1);
  EXPECT_EQ(third.index, 0) << "the scan goes around";
  pool.release(lane, second);
  EXPECT_EQ(pool.acquire(lane, 0).index, 2) << "the only free chunk";
}

TEST(MemoryPool, MemoryBytesAreCountedInFullWidth) {
  PoolShape const shape{std::size_t{1} << 30, 16, 1 << 10, PoolMapping::one2one};
  EXPECT_EQ(shape.memory_bytes(), std::size_t{1} << 40);
}

/// Owners of a launch on the default execution space take chunks at once.
template <class DevicePool>
struct MarkAndCheck {
  DevicePool pool;
  Kokkos::View<int*, Kokkos::DefaultExecutionSpace> holders;
  Kokkos::View<int, Kokkos::DefaultExecutionSpace> findings;

  KOKKOS_FUNCTION void operator()(int owner) const {
    pool.with_chunk(OneThread{}, owner, [&](Chunk const& chunk) {
      auto* const mark = reinterpret_cast<int*>(chunk.data);
      if (*mark != 0) Kokkos::atomic_inc(&findings());
      if (Kokkos::atomic_fetch_add(&holders(chunk.index), 1) != 0) Kokkos::atomic_inc(&findings());
      *mark = owner + 1;
      if (Kokkos::atomic_fetch_sub(&holders(chunk.index), 1) != 1) Kokkos::atomic_inc(&findings());
      if (*mark != owner + 1) Kokkos::atomic_inc(&findings());
      *mark = 0;
    });
  }

 private:
  struct OneThread {
    template <class F>
    KOKKOS_FUNCTION void single(F const& f) const {
      f();
    }
    template <class F, class Out>
    KOKKOS_FUNCTION void single(F const& f, Out& out) const {
      f(out);
    }
    KOKKOS_FUNCTION void barrier() const {}
  };
};

TEST(MemoryPool, ServesMoreOwnersThanChunksOfAParallelLaunch) {
  using Space = Kokkos::DefaultExecutionSpace;
  using DevicePool = araios::impl::MemoryPool<Space::device_type>;
  Space const exec;
  PoolShape const shape{PoolShape::alignment, 16, 3, PoolMapping::many2many};
  typename DevicePool::bytes_view const memory("pool memory", shape.memory_bytes());
  typename DevicePool::locks_view const locks("pool locks", 3);
  MarkAndCheck<DevicePool> const kernel{DevicePool{exec, shape, memory, locks},
                                        Kokkos::View<int*, Space>("holders", 3),
                                        Kokkos::View<int, Space>("findings")};
  Kokkos::parallel_for("mark and check", Kokkos::RangePolicy<Space>(exec, 0, 10000), kernel);
  exec.fence();
  int findings = 0;
  Kokkos::deep_copy(findings, kernel.findings);
  EXPECT_EQ(findings, 0);
}

}  // namespace
}  // namespace araios_test
