// SPDX-License-Identifier: BSD-3-Clause
// Rows merged into a sorted sequence, up to its capacity and beyond.

#include "support/AlignedMemory.hpp"
#include "support/SingleLane.hpp"
#include <accumulators/Araios_Combine.hpp>
#include <accumulators/Araios_Merge.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios_test {
namespace {

using Sequence = araios::impl::Merge<int, araios::impl::Plus<double>>;

/// Takes the path as two parts, as two lanes do.
constexpr auto scan = [](int steps, auto const& count, auto const& write) {
  int place = 0;
  write(0, steps / 2, place);
  write(steps / 2, steps, place);
  return count(0, steps);
};

class Merge : public testing::Test {
 protected:
  /// Merges a row whose values are ten times its keys.
  bool merge(std::vector<int> const& row) {
    return sequence.merge(
        SingleLane{}, scan, static_cast<int>(row.size()),
        [&](int j) { return row[static_cast<std::size_t>(j)]; },
        [&](int j) { return 10.0 * row[static_cast<std::size_t>(j)]; });
  }
  std::vector<int> keys() const {
    std::vector<int> all;
    for (int i = 0; i < sequence.size(); ++i) all.push_back(sequence.key(i));
    return all;
  }
  std::vector<double> values() const {
    std::vector<double> all;
    for (int i = 0; i < sequence.size(); ++i) all.push_back(sequence.value(i));
    return all;
  }
  bool is_guard_intact() {
    return std::all_of(memory.data() + bytes, memory.data() + memory.size(),
                       [](std::byte byte) { return byte == dirt; });
  }

  static constexpr std::byte dirt{0xA5};
  static constexpr std::int64_t capacity = 16;  // keys and values fill their memory
  static constexpr std::size_t bytes = Sequence::bytes(capacity);
  AlignedMemory memory = [] {
    AlignedMemory filled{bytes + 64};
    std::fill(filled.data(), filled.data() + filled.size(), dirt);
    return filled;
  }();
  Sequence sequence{memory.data(), capacity};
};

TEST_F(Merge, EqualKeysAreAdded) {
  EXPECT_TRUE(merge({3, 5, 9}));
  EXPECT_TRUE(merge({}));
  EXPECT_TRUE(merge({1, 5, 10}));
  EXPECT_TRUE(merge({1, 9}));
  EXPECT_EQ(keys(), (std::vector{1, 3, 5, 9, 10}));
  EXPECT_EQ(values(), (std::vector{20.0, 30.0, 100.0, 180.0, 100.0}));
}

TEST_F(Merge, OneKeyMoreThanFitsIsRefusedAndWritesNothingBehind) {
  std::vector<int> row(capacity);
  for (int i = 0; i < capacity; ++i) row[static_cast<std::size_t>(i)] = 2 * i;
  EXPECT_TRUE(merge(row));
  EXPECT_TRUE(is_guard_intact());
  EXPECT_TRUE(merge(row)) << "no new key";
  EXPECT_EQ(keys(), row);
  EXPECT_FALSE(merge({2 * static_cast<int>(capacity)}));
  EXPECT_TRUE(is_guard_intact());
}

}  // namespace
}  // namespace araios_test
