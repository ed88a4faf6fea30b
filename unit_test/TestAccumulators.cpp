// SPDX-License-Identifier: BSD-3-Clause
// The accumulators on their own, without a kernel.

#include "support/AccumulatorMemory.hpp"
#include "support/RandomMatrices.hpp"
#include "support/SingleLane.hpp"
#include "support/Types.hpp"
#include <Araios_Access.hpp>
#include <Araios_Combine.hpp>
#include <Araios_Concepts.hpp>
#include <Araios_Dense.hpp>
#include <Araios_LinkedList.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <type_traits>

namespace araios_test {
namespace {

using araios::AccumulatorShape;
using araios::Insert;

template <template <class, class, class> class Accumulator, class Key_, class Combine_>
struct MapTypes {
  using Key = Key_;
  using Combine = Combine_;
  using Map = Accumulator<Key, Combine, araios::Exclusive>;
  static_assert(araios::Accumulator<Map>);
};

template <template <class, class, class> class A>
using Maps = testing::Types<
#ifndef ARAIOS_TEST_REDUCED_TYPES
    MapTypes<A, std::int64_t, araios::Plus<float>>,
    MapTypes<A, std::int32_t, araios::Plus<Kokkos::complex<double>>>,
    MapTypes<A, std::int32_t, araios::Mark>,
#endif
    MapTypes<A, std::int32_t, araios::Plus<double>>, MapTypes<A, std::int64_t, araios::BitOr>>;

/// What every accumulator must do.
template <class Types>
class EveryAccumulator : public testing::Test {};
TYPED_TEST_SUITE_P(EveryAccumulator);

/// What only a hash map can do.
template <class Types>
class LinkedList : public testing::Test {};
TYPED_TEST_SUITE(LinkedList, Maps<araios::LinkedList>);

/// The value that the test inserts for the i-th product, and the exact combination it expects.
template <class Value>
Value value_of(std::int64_t i) {
  if constexpr (std::is_empty_v<Value>) {
    return {};
  } else if constexpr (is_complex_v<Value>) {
    return {static_cast<double>(i % 5), static_cast<double>(i % 3)};
  } else if constexpr (std::is_unsigned_v<Value>) {
    return Value{1} << (i % 32);
  } else {
    return static_cast<Value>(i % 7);
  }
}

template <class Map, class Expected>
void expect_holds(Map const& map, Expected const& expected) {
  ASSERT_EQ(static_cast<std::size_t>(map.size()), expected.size());
  std::set<std::int64_t> found;
  for (typename Map::entry_type i = 0; i < map.size(); ++i) {
    auto const at = expected.find(map.key(i));
    ASSERT_NE(at, expected.end()) << "key " << map.key(i) << " was never inserted";
    EXPECT_TRUE(found.insert(map.key(i)).second) << "key " << map.key(i) << " is held twice";
    if constexpr (!std::is_empty_v<typename Map::value_type>) {
      EXPECT_EQ(map.value(i), at->second) << "key " << map.key(i);
    }
  }
}

TYPED_TEST_P(EveryAccumulator, CombinesValuesOfEqualKeysOverManyRows) {
  using Map = typename TypeParam::Map;
  using Key = typename TypeParam::Key;
  using Value = typename Map::value_type;
  constexpr std::uint64_t seed = 20;
  AccumulatorShape const shape{100, 5000, 2};
  AccumulatorMemory<Map> memory{shape};
  Map map{memory.data(), shape};
  SingleLane const lane;
  Random random{seed};
  for (int row = 0; row < 50; ++row) {
    SCOPED_TRACE("row " + std::to_string(row) + ", seed " + std::to_string(seed));
    auto const capacity = 1 + random.below(shape.capacity);
    map.begin_row(lane, capacity);
    std::map<std::int64_t, Value> expected;
    for (std::int64_t i = 0; i < 3 * capacity; ++i) {
      auto const key = random.below(capacity) * (row + 1);
      ASSERT_EQ(map.insert(static_cast<Key>(key), value_of<Value>(i)), Insert::done);
      auto const [at, is_new] = expected.emplace(key, value_of<Value>(i));
      if (!is_new) TypeParam::Combine::apply(at->second, value_of<Value>(i));
    }
    expect_holds(map, expected);
    map.clear(lane);
    EXPECT_EQ(map.size(), 0);
    EXPECT_TRUE(memory.is_clean());
  }
  EXPECT_TRUE(memory.guard_is_intact());
}

TYPED_TEST_P(EveryAccumulator, RefusesNewKeysWhenFullAndStillTakesOldOnes) {
  using Map = typename TypeParam::Map;
  using Key = typename TypeParam::Key;
  using Value = typename Map::value_type;
  AccumulatorShape const shape{13, 1000, 1};
  AccumulatorMemory<Map> memory{shape};
  Map map{memory.data(), shape};
  SingleLane const lane;
  map.begin_row(lane, 500);
  std::map<std::int64_t, Value> expected;
  for (Key key = 0; key < 13; ++key) {
    ASSERT_EQ(map.insert(key, value_of<Value>(key)), Insert::done) << "capacity exactly full";
    expected.emplace(key, value_of<Value>(key));
  }
  EXPECT_EQ(map.insert(Key{13}, value_of<Value>(1)), Insert::full) << "one more than capacity";
  EXPECT_EQ(map.insert(Key{999}, value_of<Value>(1)), Insert::full);
  EXPECT_EQ(map.insert(Key{5}, value_of<Value>(1)), Insert::done);
  TypeParam::Combine::apply(expected.at(5), value_of<Value>(1));
  expect_holds(map, expected);
  map.clear(lane);
  EXPECT_TRUE(memory.is_clean());
  EXPECT_TRUE(memory.guard_is_intact());
}

TYPED_TEST_P(EveryAccumulator, KeepsKeysApartThatAllCollide) {
  using Map = typename TypeParam::Map;
  using Key = typename TypeParam::Key;
  using Value = typename Map::value_type;
  AccumulatorShape const shape{64, 1 << 20, 1};
  AccumulatorMemory<Map> memory{shape};
  Map map{memory.data(), shape};
  SingleLane const lane;
  map.begin_row(lane, 64);
  std::map<std::int64_t, Value> expected;
  for (Key i = 0; i < 64; ++i) {
    auto const key = static_cast<Key>(i * (1 << 14));
    ASSERT_EQ(map.insert(key, value_of<Value>(i)), Insert::done);
    expected.emplace(key, value_of<Value>(i));
  }
  expect_holds(map, expected);
  map.clear(lane);
  EXPECT_TRUE(memory.is_clean());
}

TYPED_TEST_P(EveryAccumulator, WithoutCapacityRefusesEveryKey) {
  using Map = typename TypeParam::Map;
  AccumulatorShape const shape{0, 10, 1};
  AccumulatorMemory<Map> memory{shape};
  Map map{memory.data(), shape};
  SingleLane const lane;
  map.begin_row(lane, 0);
  EXPECT_EQ(map.insert(3, {}), Insert::full);
  EXPECT_EQ(map.size(), 0);
  map.clear(lane);
  EXPECT_TRUE(memory.is_clean());
  EXPECT_TRUE(memory.guard_is_intact());
}

REGISTER_TYPED_TEST_SUITE_P(EveryAccumulator, CombinesValuesOfEqualKeysOverManyRows,
                            RefusesNewKeysWhenFullAndStillTakesOldOnes,
                            KeepsKeysApartThatAllCollide, WithoutCapacityRefusesEveryKey);
INSTANTIATE_TYPED_TEST_SUITE_P(LinkedList, EveryAccumulator, Maps<araios::LinkedList>);
INSTANTIATE_TYPED_TEST_SUITE_P(Dense, EveryAccumulator, Maps<araios::Dense>);

TYPED_TEST(LinkedList, HoldsTheLargestKey) {
  using Map = typename TypeParam::Map;
  using Key = typename TypeParam::Key;
  constexpr auto largest = std::numeric_limits<Key>::max();
  AccumulatorShape const shape{2, largest, 1};
  AccumulatorMemory<Map> memory{shape};
  Map map{memory.data(), shape};
  SingleLane const lane;
  map.begin_row(lane, 2);
  EXPECT_EQ(map.insert(largest, {}), Insert::done);
  EXPECT_EQ(map.insert(Key{0}, {}), Insert::done);
  ASSERT_EQ(map.size(), 2);
  EXPECT_EQ(map.key(0), largest) << "entries keep the order of insertion";
  EXPECT_EQ(map.key(1), Key{0});
  map.clear(lane);
  EXPECT_TRUE(memory.is_clean());
}

TYPED_TEST(LinkedList, LargestShapeWithinFitsAndOneMoreDoesNot) {
  using Map = typename TypeParam::Map;
  AccumulatorShape const wanted{1000, 5000, 1};
  for (std::size_t bytes = 0; bytes <= Map::bytes(wanted) + 16; bytes += 16) {
    auto const shape = araios::largest_shape_within<Map>(bytes, wanted);
    ASSERT_LE(shape.capacity, wanted.capacity);
    if (shape.capacity > 0) {
      ASSERT_LE(Map::bytes(shape), bytes);
    }
    if (shape.capacity < wanted.capacity) {
      ASSERT_GT(Map::bytes({shape.capacity + 1, 5000, 1}), bytes);
    }
    ASSERT_LE(Map::clean_bytes(shape), Map::bytes(shape));
  }
}

TEST(PowerOfTwoAtLeast, RoundsUp) {
  static_assert(araios::power_of_two_at_least(0) == 1);
  static_assert(araios::power_of_two_at_least(1) == 1);
  static_assert(araios::power_of_two_at_least(2) == 2);
  static_assert(araios::power_of_two_at_least(3) == 4);
  static_assert(araios::power_of_two_at_least(1025) == 2048);
  static_assert(araios::power_of_two_at_least((std::int64_t{1} << 31) + 1) == std::int64_t{1}
                                                                                  << 32);
}

}  // namespace
}  // namespace araios_test
