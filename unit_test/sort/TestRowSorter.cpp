// SPDX-License-Identifier: BSD-3-Clause
// Sorting of one finished row: every algorithm gives ascending columns with their values.

#include "support/RandomMatrices.hpp"
#include <sort/Araios_RowSorter.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace araios_test {
namespace {

/// What a sorter sees of an accumulator: keys in order of insertion, and values that depend on
/// keys.
template <class Ordinal>
struct KeyList {
  std::vector<Ordinal> keys;

  Ordinal size() const { return static_cast<Ordinal>(keys.size()); }
  Ordinal key(Ordinal entry) const { return keys[static_cast<std::size_t>(entry)]; }
  double value(Ordinal entry) const { return 0.5 + static_cast<double>(key(entry)); }
};

template <class Ordinal>
class RowSorter : public testing::Test {
 protected:
  /// Sorts with exactly the scratch that bytes() requests: dirty, and with guards behind it.
  static void expect_sorts(std::vector<Ordinal> const& keys, std::int64_t num_keys,
                           std::int64_t max_row_size) {
    constexpr std::byte guard{0xA5};
    auto const bytes = araios::impl::RowSorter<Ordinal>::bytes(max_row_size, num_keys);
    std::vector<std::uint64_t> words(bytes / sizeof(std::uint64_t) + 9);
    auto* const scratch = reinterpret_cast<std::byte*>(words.data());
    auto* const end = scratch + words.size() * sizeof(std::uint64_t);
    std::fill(scratch, end, guard);
    std::vector<Ordinal> columns(keys.size() + 1, -1);
    std::vector<double> values(keys.size() + 1, -1);
    KeyList<Ordinal> const list{keys};
    araios::impl::RowSorter<Ordinal>{scratch}.write(list, columns.data(), values.data());
    auto expected = keys;
    std::sort(expected.begin(), expected.end());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      ASSERT_EQ(columns[i], expected[i]) << "position " << i;
      ASSERT_EQ(values[i], 0.5 + static_cast<double>(expected[i])) << "position " << i;
    }
    EXPECT_EQ(columns.back(), -1);
    EXPECT_EQ(values.back(), -1);
    EXPECT_TRUE(std::all_of(scratch + bytes, end, [](std::byte byte) { return byte == guard; }));
  }

  /// Distinct keys of [smallest, smallest + range) in random order.
  static std::vector<Ordinal> random_keys(std::int64_t size, std::int64_t smallest,
                                          std::int64_t range, std::uint64_t seed) {
    Random random{seed};
    std::set<std::int64_t> chosen;
    while (static_cast<std::int64_t>(chosen.size()) < size) {
      chosen.insert(smallest + random.below(range));
    }
    std::vector<Ordinal> keys;
    for (auto const key : chosen) keys.push_back(static_cast<Ordinal>(key));
    random.shuffle(keys.data(), keys.data() + keys.size());
    return keys;
  }
};

using Ordinals = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(RowSorter, Ordinals);

TYPED_TEST(RowSorter, EmptyAndSingleRows) {
  this->expect_sorts({}, 10, 0);
  this->expect_sorts({}, 10, 5);
  this->expect_sorts({7}, 10, 1);
}

TYPED_TEST(RowSorter, NarrowAndWideRangesOfKeys) {
  for (std::int64_t const size : {2, 3, 8, 17, 64, 200, 1000}) {
    for (std::int64_t const spread : {1, 2, 16, 200, 5000, 1000000}) {
      for (std::int64_t const smallest : {0, 63, 64, 1000}) {
        SCOPED_TRACE("size " + std::to_string(size) + ", spread " + std::to_string(spread) +
                     ", smallest " + std::to_string(smallest));
        auto const range = size * spread;
        auto const keys = this->random_keys(size, smallest, range, 5);
        this->expect_sorts(keys, smallest + range, size);
        this->expect_sorts(keys, smallest + range, 3 * size);
      }
    }
  }
}

TYPED_TEST(RowSorter, SortedAndReversedRows) {
  for (TypeParam const step : {1, 40, 100000}) {
    std::vector<TypeParam> keys;
    for (TypeParam i = 0; i < 100; ++i) keys.push_back(i * step);
    this->expect_sorts(keys, 100 * static_cast<std::int64_t>(step), 100);
    std::reverse(keys.begin(), keys.end());
    this->expect_sorts(keys, 100 * static_cast<std::int64_t>(step), 100);
  }
}

TYPED_TEST(RowSorter, LargestKeysOfTheOrdinal) {
  constexpr auto largest = std::numeric_limits<TypeParam>::max();
  this->expect_sorts({largest - 1, 0, largest - 2, 5}, largest, 4);
  this->expect_sorts({largest - 1, largest - 65, largest - 64, largest - 2}, largest, 4);
}

}  // namespace
}  // namespace araios_test
