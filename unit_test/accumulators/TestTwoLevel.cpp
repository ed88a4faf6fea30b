// SPDX-License-Identifier: BSD-3-Clause
// Two accumulators as one: scratch first, a chunk of the pool for rows that do not fit.

#include "support/AccumulatorMemory.hpp"
#include "support/RandomMatrices.hpp"
#include "support/SingleLane.hpp"
#include <accumulators/Araios_Combine.hpp>
#include <accumulators/Araios_LinkedList.hpp>
#include <accumulators/Araios_TwoLevel.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <platform/Araios_Access.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace araios_test {
namespace {

using araios::PoolMapping;
using araios::impl::AccumulatorShape;
using araios::impl::Insert;

using Map =
    araios::impl::LinkedList<std::int32_t, araios::impl::Plus<double>, araios::impl::Exclusive>;
using HostDevice = Kokkos::Device<Kokkos::DefaultHostExecutionSpace,
                                  Kokkos::DefaultHostExecutionSpace::memory_space>;

/// A pool of the host that can tell which chunks are taken and whether all are clean.
class HostPool {
 public:
  using Pool = araios::impl::MemoryPool<HostDevice>;

  HostPool(PoolMapping mapping, int num_chunks, AccumulatorShape const& shape)
      : shape_{padded_bytes(shape), Map::clean_bytes(shape), num_chunks, mapping},
        memory_("pool memory", shape_.memory_bytes()),
        locks_("pool locks", static_cast<std::size_t>(num_chunks)),
        pool_{Kokkos::DefaultHostExecutionSpace{}, shape_, memory_, locks_} {
    Kokkos::fence();
  }

  Pool const& pool() const { return pool_; }
  int num_taken() const {
    return static_cast<int>(std::count(locks_.data(), locks_.data() + locks_.size(), 1));
  }
  bool is_clean() const {
    for (int chunk = 0; chunk < shape_.num_chunks; ++chunk) {
      auto const* const data =
          memory_.data() + shape_.chunk_bytes * static_cast<std::size_t>(chunk);
      for (std::size_t i = 0; i < shape_.clean_bytes; ++i) {
        if (data[i] != std::byte{0}) return false;
      }
    }
    return true;
  }

 private:
  static std::size_t padded_bytes(AccumulatorShape const& shape) {
    constexpr auto alignment = araios::impl::PoolShape::alignment;
    return (Map::bytes(shape) + alignment - 1) / alignment * alignment;
  }

  araios::impl::PoolShape shape_;
  Pool::bytes_view memory_;
  Pool::locks_view locks_;
  Pool pool_;
};

using TwoLevelMap = araios::impl::TwoLevel<Map, Map, HostPool::Pool>;

class TwoLevel : public testing::TestWithParam<PoolMapping> {
 protected:
  AccumulatorShape const first_shape{8, 10000, 1};
  AccumulatorShape const second_shape{200, 10000, 1};
  SingleLane const lane{};
};

TEST_P(TwoLevel, ShortRowsLeaveThePoolAlone) {
  HostPool const host_pool{GetParam(), 2, second_shape};
  AccumulatorMemory<Map> scratch{first_shape};
  TwoLevelMap map{Map{scratch.data(), first_shape}, host_pool.pool(), second_shape, 1};
  map.begin_row(lane, first_shape.capacity);
  EXPECT_EQ(host_pool.num_taken(), 0);
  for (int key = 0; key < first_shape.capacity; ++key) {
    EXPECT_EQ(map.insert(key, 1.0), Insert::done);
  }
  EXPECT_EQ(map.size(), first_shape.capacity);
  EXPECT_EQ(map.insert(100, 1.0), Insert::full) << "the row promised no more keys";
  map.clear(lane);
  EXPECT_EQ(map.size(), 0);
  EXPECT_TRUE(scratch.is_clean());
}

TEST_P(TwoLevel, LongRowsTakeOneChunkAndGiveItBack) {
  HostPool const host_pool{GetParam(), 2, second_shape};
  AccumulatorMemory<Map> scratch{first_shape};
  TwoLevelMap map{Map{scratch.data(), first_shape}, host_pool.pool(), second_shape, 1};
  map.begin_row(lane, first_shape.capacity + 1);
  EXPECT_EQ(host_pool.num_taken(), GetParam() == PoolMapping::many2many ? 1 : 0);
  for (int key = 0; key <= first_shape.capacity; ++key) {
    EXPECT_EQ(map.insert(key, 1.0), Insert::done) << "one more than the first level holds";
  }
  EXPECT_EQ(map.size(), first_shape.capacity + 1);
  map.clear(lane);
  EXPECT_EQ(host_pool.num_taken(), 0);
  EXPECT_TRUE(host_pool.is_clean());
  EXPECT_TRUE(scratch.is_clean());
}

TEST_P(TwoLevel, HoldsTheSameAsOneMap) {
  constexpr std::uint64_t seed = 21;
  HostPool const host_pool{GetParam(), 3, second_shape};
  AccumulatorMemory<Map> scratch{first_shape};
  TwoLevelMap map{Map{scratch.data(), first_shape}, host_pool.pool(), second_shape, 2};
  Random random{seed};
  for (int row = 0; row < 100; ++row) {
    SCOPED_TRACE("row " + std::to_string(row) + ", seed " + std::to_string(seed));
    // Capacities around both levels' limits, and in between.
    auto const capacity =
        row < 20 ? first_shape.capacity - 2 + row % 5 : 1 + random.below(second_shape.capacity);
    map.begin_row(lane, capacity);
    std::map<std::int32_t, double> expected;
    for (std::int64_t i = 0; i < 4 * capacity; ++i) {
      auto const key = static_cast<std::int32_t>(random.below(capacity) * 32);
      auto const value = static_cast<double>(random.below(9) - 4);
      ASSERT_EQ(map.insert(key, value), Insert::done);
      expected[key] += value;
    }
    ASSERT_EQ(static_cast<std::size_t>(map.size()), expected.size());
    std::set<std::int32_t> found;
    for (std::int32_t i = 0; i < map.size(); ++i) {
      EXPECT_TRUE(found.insert(map.key(i)).second) << "key " << map.key(i) << " is held twice";
      EXPECT_EQ(map.value(i), expected.at(map.key(i))) << "key " << map.key(i);
    }
    map.clear(lane);
    ASSERT_EQ(map.size(), 0);
    ASSERT_TRUE(scratch.is_clean());
    ASSERT_TRUE(host_pool.is_clean());
    ASSERT_EQ(host_pool.num_taken(), 0);
  }
  EXPECT_TRUE(scratch.guard_is_intact());
}

INSTANTIATE_TEST_SUITE_P(Mappings, TwoLevel,
                         testing::Values(PoolMapping::one2one, PoolMapping::many2many),
                         [](auto const& mapping) {
                           return std::string{araios::name_of(mapping.param)};
                         });

}  // namespace
}  // namespace araios_test
