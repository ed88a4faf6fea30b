// SPDX-License-Identifier: BSD-3-Clause
// Values at the ranks of marked keys, of one row and of several rows with the same keys.

#include "support/AlignedMemory.hpp"
#include "support/SingleLane.hpp"
#include <accumulators/Araios_BitmapRank.hpp>
#include <accumulators/Araios_Combine.hpp>
#include <platform/Araios_Access.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios_test {
namespace {

using Bitmap = araios::impl::BitmapRank<int, araios::impl::Plus<double>, araios::impl::Exclusive,
                                        std::uint16_t>;
constexpr int first_key = 100;
constexpr int width = 90;

/// Ranks the words one after the other, as a single lane does.
constexpr auto scan = [](int n, auto const& count, auto const& visit) {
  int rank = 0;
  visit(0, n, rank);
  return count(0, n);
};

class BitmapRank : public testing::Test {
 protected:
  /// Marks and ranks keys of a window.
  std::vector<int> rank(std::vector<int> const& keys) {
    map.begin_window(SingleLane{}, first_key, width);
    for (int const key : keys) EXPECT_TRUE(map.mark(key));
    std::vector<int> ranked;
    int const size = map.rank_keys(scan, [&](int, int key) { ranked.push_back(key); });
    EXPECT_EQ(size, static_cast<int>(ranked.size()));
    return ranked;
  }

  static constexpr std::int64_t words = Bitmap::num_words(width) + 4;
  AlignedMemory memory{Bitmap::bytes(words, 100)};
  Bitmap map{memory.data(), words, 100};
};

TEST_F(BitmapRank, KeysComeSortedAndOnce) {
  EXPECT_EQ(rank({189, 100, 131, 132, 100, 150}), (std::vector{100, 131, 132, 150, 189}));
  EXPECT_FALSE(map.mark(99));
  EXPECT_FALSE(map.mark(190));
}

TEST_F(BitmapRank, ValuesOfSeveralRowsAreApartAndNoOthersAreTouched) {
  rank({120, 140, 160});
  constexpr int stride = 10;
  for (int const count : {0, 1, 3, 4}) {
    map.clear_values(SingleLane{}, 4 * stride);
    double const values[4] = {1, 2, 3, 4};
    map.add(140, values, count, stride);
    map.add(140, values, count, stride);
    map.add(160, values, count, stride);
    map.add(99, values, count, stride);   // outside the window
    map.add(190, values, count, stride);  // likewise
    for (int row = 0; row < 4; ++row) {
      double const sum = row < count ? values[row] : 0;
      EXPECT_EQ(map.value(row * stride), 0) << "row " << row << " of " << count;
      EXPECT_EQ(map.value(row * stride + 1), 2 * sum) << "row " << row << " of " << count;
      EXPECT_EQ(map.value(row * stride + 2), sum) << "row " << row << " of " << count;
    }
  }
}

}  // namespace
}  // namespace araios_test
