// SPDX-License-Identifier: BSD-3-Clause
// How bhSPARSE handles rows: its bins as a table, and its row methods on their own.

#include "support/AlignedMemory.hpp"
#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/SingleLane.hpp"
#include <Araios_Errors.hpp>
#include <Araios_Selection.hpp>
#include <accumulators/Araios_Combine.hpp>
#include <accumulators/Araios_ExpandSortCompress.hpp>
#include <accumulators/Araios_Heap.hpp>
#include <accumulators/Araios_Merge.hpp>
#include <grouped/Araios_GroupedVariants.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <row_classes/Araios_BhSparseBin.hpp>
#include <sort/Araios_BitonicSort.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using araios::MethodKind;
using araios::impl::BhSparseBin;
using araios::impl::Mark;
using araios::impl::Plus;

TEST(BhSparseBin, ThereAreThirtyNineInFiveGroups) {
  EXPECT_EQ(BhSparseBin::count, 39);
  std::map<std::string, int> bins;
  for (int bin = 0; bin < BhSparseBin::count; ++bin) ++bins[BhSparseBin::name(bin)];
  EXPECT_EQ(bins, (std::map<std::string, int>{{"none", 1},
                                              {"one", 1},
                                              {"heap", 31},
                                              {"esc-64", 1},
                                              {"esc-128", 1},
                                              {"esc-256", 1},
                                              {"esc-512", 1},
                                              {"merge", 2}}));
}

TEST(BhSparseBin, RowsChangeBinsAtTheirBounds) {
  for (int work = 0; work <= 32; ++work) EXPECT_EQ(BhSparseBin::of_work(work), work);
  for (auto const& [last_work, bin] : std::vector<std::pair<int, int>>{
           {32, 32}, {64, 33}, {128, 34}, {256, 35}, {512, 36}, {8192, 37}}) {
    EXPECT_EQ(BhSparseBin::of_work(last_work), bin);
    EXPECT_EQ(BhSparseBin::of_work(last_work + 1), bin + 1);
    EXPECT_EQ(BhSparseBin::most_work(bin), last_work);
  }
  EXPECT_EQ(BhSparseBin::of_work(std::numeric_limits<std::int64_t>::max()),
            BhSparseBin::long_merge);
}

TEST(BhSparseBin, SelectionsUniteBinsOfOneName) {
  araios::impl::GroupCounts counts{MethodKind::bhsparse,
                                   std::vector<std::int64_t>(BhSparseBin::count, 0)};
  counts.rows[0] = 3;
  counts.rows[2] = 4;
  counts.rows[32] = 5;
  counts.rows[36] = 6;
  counts.rows[37] = 7;
  counts.rows[38] = 8;
  EXPECT_EQ(to_string(counts), "bhsparse rows by groups none=3 heap=9 esc-512=6 merge=15");
}

TEST(BhSparseBin, RowsThatMergingCannotNumberAreUnsupported) {
  araios::ProblemStats stats;
  stats.n = std::int64_t{1} << 31;
  stats.max_row_work = 512;
  auto const bytes = [&] {
    return araios::impl::merge_chunk_bytes<std::int64_t, Mark>(stats, {1000, stats.n});
  };
  EXPECT_EQ(bytes(), std::size_t{0}) << "nothing is merged";
  stats.max_row_work = 513;
  EXPECT_TRUE(throws<araios::Unsupported>(bytes, {"bhsparse", std::to_string(stats.n)}));
}

TEST(BitonicSort, SortsAnyNumberOfElements) {
  Random random{3};
  for (int count = 0; count < 70; ++count) {
    std::vector<std::int64_t> found;
    for (int i = 0; i < count; ++i) found.push_back(random.below(20));
    auto expected = found;
    std::sort(expected.begin(), expected.end());
    araios::impl::sort_bitonic(SingleLane{}, count, [&](std::int64_t low, std::int64_t high) {
      EXPECT_LT(low, high);
      auto const i = static_cast<std::size_t>(low);
      auto const j = static_cast<std::size_t>(high);
      if (found[j] < found[i]) std::swap(found[i], found[j]);
    });
    EXPECT_EQ(found, expected);
  }
}

/// A lane that scans alone.
struct ScanningLane : SingleLane {
  template <class Sum, class SumOf, class Visit>
  Sum scan_parts(int num_lanes, int n, SumOf const& sum_of, Visit const& visit) const {
    // As many parts as a device has lanes: they begin and end anywhere in the path.
    Sum sum{};
    int const part = (n + num_lanes - 1) / std::max(num_lanes, 1);
    for (int begin = 0; begin < n; begin += part) {
      int const end = std::min(begin + part, n);
      Sum const with_part = sum + sum_of(begin, end);
      visit(begin, end, sum);
      EXPECT_EQ(sum, with_part);
    }
    return sum;
  }
  template <class Sum, class Index, class F>
  Sum sum(Index n, F const& f) const {
    Sum total{};
    for (Index i = 0; i < n; ++i) f(i, total);
    return total;
  }
};

/// scan_parts of so many lanes.
auto scan_of(int num_lanes) {
  return [num_lanes](int n, auto const& count, auto const& visit) {
    return ScanningLane{}.scan_parts<int>(num_lanes, n, count, visit);
  };
}

TEST(Merge, UnitesSequencesPartByPart) {
  using Map = araios::impl::Merge<int, Plus<double>>;
  for (int const num_lanes : {1, 3, 32}) {
    Random random{7};
    AlignedMemory memory{Map::bytes(300)};
    Map map{memory.data(), 300};
    std::map<int, double> expected;
    for (int length : {0, 1, 5, 0, 40, 3, 100, 100, 1}) {
      std::map<int, double> row;
      while (static_cast<int>(row.size()) < length) {
        row[static_cast<int>(random.below(250))] = static_cast<double>(random.below(9));
      }
      std::vector<std::pair<int, double>> const entries(row.begin(), row.end());
      for (auto const& [key, value] : row) expected[key] += value;
      EXPECT_TRUE(map.merge(
          ScanningLane{}, scan_of(num_lanes), length,
          [&](int j) { return entries[static_cast<std::size_t>(j)].first; },
          [&](int j) { return entries[static_cast<std::size_t>(j)].second; }));
      ASSERT_EQ(map.size(), static_cast<int>(expected.size()));
      int i = 0;
      for (auto const& [key, value] : expected) {
        EXPECT_EQ(map.key(i), key);
        EXPECT_EQ(map.value(i), value);
        ++i;
      }
    }
  }
}

TEST(Merge, SaysWhenItIsFull) {
  using Map = araios::impl::Merge<int, Mark>;
  // What is too much must not be written behind the memory.
  constexpr std::size_t behind = 64;
  AlignedMemory memory{Map::bytes(10) + behind};
  std::byte* const end = memory.data() + Map::bytes(10);
  std::fill_n(end, behind, std::byte{0x5a});
  Map map{memory.data(), 10};
  auto const no_value = [](int) { return Mark::value_type{}; };
  EXPECT_TRUE(map.merge(
      ScanningLane{}, scan_of(4), 10, [](int j) { return 2 * j; }, no_value));
  EXPECT_TRUE(map.merge(
      ScanningLane{}, scan_of(4), 10, [](int j) { return 2 * j; }, no_value));
  EXPECT_EQ(map.size(), 10);
  EXPECT_FALSE(map.merge(
      ScanningLane{}, scan_of(4), 1, [](int) { return 3; }, no_value));
  EXPECT_EQ(std::count(end, end + behind, std::byte{0x5a}), static_cast<std::ptrdiff_t>(behind));
}

TEST(ExpandSortCompress, UnitesEqualKeysInOrder) {
  using Row = araios::impl::ExpandSortCompress<int, Plus<double>>;
  Random random{11};
  for (int const num_lanes : {1, 32}) {
    for (int size : {0, 1, 2, 33, 64, 100, 512}) {
      AlignedMemory memory{Row::bytes(512)};
      Row row{memory.data(), 512, num_lanes};
      std::map<int, double> expected;
      for (int i = 0; i < size; ++i) {
        auto const key = static_cast<int>(random.below(70));
        row.put(i, key, i);
        expected[key] += i;
      }
      row.put(512, 1, 1);  // left out
      EXPECT_EQ(row.find_keys(ScanningLane{}, size), static_cast<int>(expected.size()));
      std::vector<std::pair<int, double>> found(expected.size());
      row.for_each_key(ScanningLane{}, [&](int rank, int key, double value) {
        found[static_cast<std::size_t>(rank)] = {key, value};
      });
      EXPECT_EQ(found, (std::vector<std::pair<int, double>>(expected.begin(), expected.end())));
    }
  }
}

TEST(Heap, GivesProductsInTheOrderOfColumns) {
  using Space = Kokkos::DefaultHostExecutionSpace;
  auto const host_a = uniform_pattern(50, 40, 6, 1);
  auto const host_b = uniform_pattern(40, 30, 3, 2);
  auto const a = graph_of(to_device<int, int, Space::device_type>(host_a));
  auto const b = graph_of(to_device<int, int, Space::device_type>(host_b));
  araios::impl::RowProducts<decltype(graph_of(a)), decltype(graph_of(b))> const products{a, b};
  using Rows = araios::impl::Heap<int, int>;
  AlignedMemory memory{Rows::bytes(12)};
  Rows heap{memory.data(), 12};
  for (int row = 0; row < 50; ++row) {
    std::vector<std::vector<int>> expected;
    for (int entry = a.row_offsets(row); entry < a.row_offsets(row + 1); ++entry) {
      for (int j = b.row_offsets(a.columns(entry)); j < b.row_offsets(a.columns(entry) + 1); ++j) {
        expected.push_back({b.columns(j), entry, j});
      }
    }
    std::sort(expected.begin(), expected.end());
    std::vector<std::vector<int>> found;
    EXPECT_TRUE(heap.for_each_in_order(products, row, [&](int column, int a_entry, int b_entry) {
      found.push_back({column, a_entry, b_entry});
    }));
    EXPECT_EQ(found, expected);
  }
  AlignedMemory memory_of_one{Rows::bytes(1)};
  Rows small{memory_of_one.data(), 1};
  int const longest = [&] {
    int row = 0;
    while (a.row_offsets(row + 1) - a.row_offsets(row) < 10) ++row;
    return row;
  }();
  EXPECT_FALSE(small.for_each_in_order(products, longest, [](int, int, int) { FAIL(); }));
}

}  // namespace
}  // namespace araios_test
