// SPDX-License-Identifier: BSD-3-Clause
// The accumulators on their own, without a kernel.

#include "support/AccumulatorMemory.hpp"
#include "support/RandomMatrices.hpp"
#include "support/SingleLane.hpp"
#include "support/Types.hpp"
#include <accumulators/Araios_Combine.hpp>
#include <accumulators/Araios_Dense.hpp>
#include <accumulators/Araios_LinearProbing.hpp>
#include <accumulators/Araios_LinkedList.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_PowerOfTwo.hpp>
#include <rowwise/Araios_Concepts.hpp>

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

using araios::impl::AccumulatorShape;
using araios::impl::Insert;

template <template <class, class, class> class Accumulator, class Key_, class Combine_>
struct MapTypes {
  using Key = Key_;
  using Combine = Combine_;
  using Map = Accumulator<Key, Combine, araios::impl::Exclusive>;
  static_assert(araios::impl::Accumulator<Map>);
};

template <template <class, class, class> class A>
using Maps = testing::Types<
#ifndef ARAIOS_TEST_REDUCED_TYPES
    MapTypes<A, std::int64_t, araios::impl::Plus<float>>,
    MapTypes<A, std::int32_t, araios::impl::Plus<Kokkos::complex<double>>>,
    MapTypes<A, std::int32_t, araios::impl::Mark>,
#endif
    MapTypes<A, std::int32_t, araios::impl::Plus<double>>,
    MapTypes<A, std::int64_t, araios::impl::BitOr>>;

/// What every accumulator must do.
template <class Types>
class EveryAccumulator : public testing::Test {};
TYPED_TEST_SUITE_P(EveryAccumulator);

/// What only a hash map can do.
template <class Types>
class LinkedList : public testing::Test {};
TYPED_TEST_SUITE(LinkedList, Maps<araios::impl::LinkedList>);

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
INSTANTIATE_TYPED_TEST_SUITE_P(LinkedList, EveryAccumulator, Maps<araios::impl::LinkedList>);
INSTANTIATE_TYPED_TEST_SUITE_P(LinearProbing, EveryAccumulator, Maps<araios::impl::LinearProbing>);
INSTANTIATE_TYPED_TEST_SUITE_P(Dense, EveryAccumulator, Maps<araios::impl::Dense>);

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

template <class Map>
void expect_largest_shape_to_fit(AccumulatorShape const& wanted) {
  for (std::size_t bytes = 0; bytes <= Map::bytes(wanted) + 16; bytes += 16) {
    auto const shape = araios::impl::largest_shape_within<Map>(bytes, wanted);
    ASSERT_LE(shape.capacity, wanted.capacity);
    if (shape.capacity > 0) {
      ASSERT_LE(Map::bytes(shape), bytes);
    }
    if (shape.capacity < wanted.capacity) {
      ASSERT_GT(Map::bytes(araios::impl::with_capacity(shape, shape.capacity + 1)), bytes);
    }
    ASSERT_LE(Map::clean_bytes(shape), Map::bytes(shape));
  }
}

TYPED_TEST(LinkedList, LargestShapeWithinFitsAndOneMoreDoesNot) {
  expect_largest_shape_to_fit<typename TypeParam::Map>({1000, 5000, 1});
}

template <class Types>
class LinearProbing : public testing::Test {};
TYPED_TEST_SUITE(LinearProbing, Maps<araios::impl::LinearProbing>);

TYPED_TEST(LinearProbing, LargestShapeWithinFitsAndOneMoreDoesNot) {
  for (double const max_occupancy : {0.3, 0.5, 1.0}) {
    expect_largest_shape_to_fit<typename TypeParam::Map>({1000, 5000, 1, max_occupancy});
  }
}

TYPED_TEST(LinearProbing, HoldsTheLargestKeyAndTheSmallest) {
  using Map = typename TypeParam::Map;
  using Key = typename TypeParam::Key;
  constexpr auto num_keys = std::numeric_limits<Key>::max();
  AccumulatorShape const shape{2, num_keys, 1, 0.5};
  AccumulatorMemory<Map> memory{shape};
  Map map{memory.data(), shape};
  SingleLane const lane;
  map.begin_row(lane, 2);
  EXPECT_EQ(map.insert(num_keys - 1, {}), Insert::done);
  EXPECT_EQ(map.insert(Key{0}, {}), Insert::done);
  ASSERT_EQ(map.size(), 2);
  EXPECT_EQ(map.key(0), num_keys - 1) << "entries keep the order of insertion";
  EXPECT_EQ(map.key(1), Key{0});
  map.clear(lane);
  EXPECT_TRUE(memory.is_clean());
}

// Lanes that may meet on a key: here one after the other, so that what they agree on can be seen.
using ContendedMap =
    araios::impl::LinearProbing<std::int32_t, araios::impl::Plus<double>, araios::impl::Contended>;

TEST(LinearProbingContended, AKeyThatWasRefusedStaysRefused) {
  AccumulatorShape const shape{4, 1000, 1, 0.5};
  AccumulatorMemory<ContendedMap> memory{shape};
  ContendedMap map{memory.data(), shape};
  SingleLane const lane;
  for (int row = 0; row < 3; ++row) {
    map.begin_row(lane, 100);
    for (int key : {8, 16, 24, 32}) ASSERT_EQ(map.insert(key, 1), Insert::done);
    for (int repeat = 0; repeat < 2; ++repeat) {
      EXPECT_EQ(map.insert(40, 1), Insert::full) << "half of the eight slots are in use";
      EXPECT_EQ(map.insert(7, 1), Insert::full);
    }
    EXPECT_EQ(map.insert(16, 2), Insert::done) << "a key that is present is still found";
    EXPECT_EQ(map.size(), 4);
    EXPECT_EQ(map.value(1), 3.0);
    map.clear(lane);
    EXPECT_TRUE(memory.is_clean()) << "closed slots open again";
  }
  EXPECT_TRUE(memory.guard_is_intact());
}

TEST(LinearProbingContended, AFullTableRefusesAndEnds) {
  AccumulatorShape const shape{8, 1000, 1, 1.0};
  AccumulatorMemory<ContendedMap> memory{shape};
  ContendedMap map{memory.data(), shape};
  SingleLane const lane;
  map.begin_row(lane, 8);
  for (int key = 0; key < 8; ++key) ASSERT_EQ(map.insert(key, 1), Insert::done);
  EXPECT_EQ(map.insert(8, 1), Insert::full);
  EXPECT_EQ(map.insert(3, 1), Insert::done);
  map.clear(lane);
  EXPECT_TRUE(memory.is_clean());
}

/// All lanes of a launch insert the same few keys into a first level that holds half of them, and
/// into a second one what the first refuses.
struct InsertEverywhere {
  std::byte* first_memory;
  std::byte* second_memory;
  AccumulatorShape first_shape;
  AccumulatorShape second_shape;
  int num_keys;

  void operator()(int lane) const {
    ContendedMap first{first_memory, first_shape};
    ContendedMap second{second_memory, second_shape};
    first.begin_row(SingleLane{}, num_keys);
    second.begin_row(SingleLane{}, num_keys);
    for (int i = 0; i < num_keys; ++i) {
      int const key = (i * 7 + lane * 13) % num_keys;
      if (first.insert(key, 1) == Insert::full) second.insert(key, 1);
    }
  }
};

TEST(LinearProbingContended, LanesAgreeOnTheLevelOfEachKey) {
  using Space = Kokkos::DefaultHostExecutionSpace;
  constexpr int num_keys = 64;
  constexpr int num_lanes = 200;
  AccumulatorShape const first_shape{num_keys / 2, num_keys, 1, 0.5};
  AccumulatorShape const second_shape{num_keys, num_keys, 1, 0.5};
  for (int round = 0; round < 20; ++round) {
    AccumulatorMemory<ContendedMap> first_memory{first_shape};
    AccumulatorMemory<ContendedMap> second_memory{second_shape};
    Kokkos::parallel_for(
        "insert", Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(0, num_lanes),
        InsertEverywhere{first_memory.data(), second_memory.data(), first_shape, second_shape,
                         num_keys});
    Kokkos::fence();
    ContendedMap first{first_memory.data(), first_shape};
    ContendedMap second{second_memory.data(), second_shape};
    first.begin_row(SingleLane{}, num_keys);
    second.begin_row(SingleLane{}, num_keys);
    std::map<int, double> sums;
    for (auto const* map : {&first, &second}) {
      for (int i = 0; i < map->size(); ++i) {
        EXPECT_TRUE(sums.emplace(map->key(i), map->value(i)).second)
            << "key " << map->key(i) << " is in both levels or twice in one";
      }
    }
    ASSERT_EQ(sums.size(), static_cast<std::size_t>(num_keys));
    for (auto const& [key, sum] : sums) EXPECT_EQ(sum, num_lanes) << "key " << key;
    first.clear(SingleLane{});
    second.clear(SingleLane{});
    EXPECT_TRUE(first_memory.is_clean());
    EXPECT_TRUE(second_memory.is_clean());
  }
}

TEST(PowerOfTwoAtLeast, RoundsUp) {
  static_assert(araios::impl::power_of_two_at_least(0) == 1);
  static_assert(araios::impl::power_of_two_at_least(1) == 1);
  static_assert(araios::impl::power_of_two_at_least(2) == 2);
  static_assert(araios::impl::power_of_two_at_least(3) == 4);
  static_assert(araios::impl::power_of_two_at_least(1025) == 2048);
  static_assert(araios::impl::power_of_two_at_least((std::int64_t{1} << 31) + 1) == std::int64_t{1}
                                                                                        << 32);
}

}  // namespace
}  // namespace araios_test
