// SPDX-License-Identifier: BSD-3-Clause
// Shifted rows: marks of runs, the cache of recent rows, and products that share records.

#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/Types.hpp"
#include <matrix/Araios_ShiftedRows.hpp>
#include <pattern/Araios_PatternTuning.hpp>
#include <pattern/Araios_ShiftedRowCache.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

namespace araios_test {
namespace {

using Columns = std::vector<std::int64_t>;

TEST(MarkedRun, EndsWhereAnyPlaceHasNoMark) {
  constexpr std::int64_t most = araios::impl::MarkedRun::max_rows;
  constexpr std::int64_t num_rows = 5 * most;
  for (std::int64_t const first :
       {std::int64_t{0}, std::int64_t{1}, most - 1, most, 2 * most + 5}) {
    for (std::int64_t end = 0; end <= most; ++end) {
      std::vector<araios::impl::RowMarks> marks(
          static_cast<std::size_t>(araios::impl::num_row_marks(num_rows)),
          ~araios::impl::RowMarks{0});
      araios::impl::MarkedRun run;
      run.meet(marks.data(), first);
      EXPECT_EQ(run.count(1000), most);
      std::int64_t const without = 2 * most + 9 + end;
      marks[static_cast<std::size_t>(without / most)] &=
          ~(araios::impl::RowMarks{1} << without % most);
      run.meet(marks.data(), 2 * most + 9);
      EXPECT_EQ(run.count(1000), end);
      EXPECT_EQ(run.count(end / 2), end / 2);
    }
  }
}

TEST(MarkShiftedRows, MarksThoseAndNoneBehindTheLast) {
  using Device = Kokkos::DefaultHostExecutionSpace::device_type;
  for (std::int64_t const num_rows : {1, 63, 64, 65, 128, 200}) {
    std::vector<Columns> rows;
    for (std::int64_t row = 0; row < num_rows; ++row) rows.push_back({row % 7, row % 7 + 2});
    auto const graph = to_device<Int32, Int32, Device>(pattern_of(9, rows, "sawteeth"));
    Kokkos::View<araios::impl::RowMarks*, Device> const marks(
        "marks", static_cast<std::size_t>(araios::impl::num_row_marks(num_rows)));
    Kokkos::deep_copy(marks, ~araios::impl::RowMarks{0});
    araios::impl::mark_shifted_rows(Kokkos::DefaultHostExecutionSpace{}, graph, marks);
    Kokkos::fence();
    for (std::int64_t row = 0; row < num_rows + 64; ++row) {
      bool const is_marked = (marks(row / 64) >> row % 64 & 1) != 0;
      EXPECT_EQ(is_marked, row < num_rows && row % 7 != 0) << row << " of " << num_rows;
    }
  }
}

/// A five-point stencil on a grid: num_lines lines of `length` rows. Each line is the line before
/// shifted by `length` columns, except at the boundary.
HostPattern grid(std::int64_t num_lines, std::int64_t length) {
  std::int64_t const size = num_lines * length;
  std::vector<Columns> rows;
  for (std::int64_t row = 0; row < size; ++row) {
    Columns columns{row};
    if (row % length > 0) columns.push_back(row - 1);
    if (row % length < length - 1) columns.push_back(row + 1);
    if (row >= length) columns.push_back(row - length);
    if (row + length < size) columns.push_back(row + length);
    std::sort(columns.begin(), columns.end());
    rows.push_back(columns);
  }
  return pattern_of(size, rows, "a grid");
}

template <class Ordinal>
class ShiftedRowCacheTest : public testing::Test {
 protected:
  static auto graph(HostPattern const& pattern) {
    return to_device<Ordinal, Ordinal, Kokkos::DefaultHostExecutionSpace::device_type>(pattern);
  }

  static int num_products(HostPattern const& a, HostPattern const& b, std::int64_t row) {
    int count = 0;
    for (auto i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
      auto const row_of_b = a.columns[i];
      count += static_cast<int>(b.row_offsets[row_of_b + 1] - b.row_offsets[row_of_b]);
    }
    return count;
  }

  /// A cache of rows of A·B.
  struct Search {
    HostPattern a;
    HostPattern b;
    araios::impl::ShiftedRowCache<Ordinal> recent{};

    void add(std::int64_t row) { recent.add(static_cast<Ordinal>(row), num_products(a, b, row)); }
    auto find(std::int64_t row) {
      return recent.find(graph(a), graph(b), static_cast<Ordinal>(row), num_products(a, b, row));
    }
  };
};
using Ordinals = testing::Types<Int32, Int64>;
TYPED_TEST_SUITE(ShiftedRowCacheTest, Ordinals);

TYPED_TEST(ShiftedRowCacheTest, RowsOfALineAreThoseOfTheLineBefore) {
  constexpr std::int64_t length = 11;
  typename TestFixture::Search search{grid(9, length), grid(9, length)};
  for (std::int64_t place = 0; place < length; ++place) search.add(3 * length + place);
  for (std::int64_t place = 0; place < length; ++place) {
    auto const match = search.find(4 * length + place);
    ASSERT_TRUE(match) << place;
    EXPECT_EQ(match->shift, 4 * length + place - match->row);
    EXPECT_FALSE(search.find(length + place)) << "its line has no second one before it";
  }
}

TYPED_TEST(ShiftedRowCacheTest, BMayMoveByAnotherNumberThanA) {
  std::vector<Columns> rows_of_b;
  for (std::int64_t row = 0; row < 30; ++row) rows_of_b.push_back({3 * row, 3 * row + 2});
  rows_of_b[20] = {60, 61};
  rows_of_b[25] = {};
  auto const a = pattern_of(
      30, {{4, 5}, {9, 10}, {19, 20}, {20, 21}, {24, 25}, {25}, {}, {4, 5}, {1, 3}}, "pairs");
  typename TestFixture::Search search{a, pattern_of(100, rows_of_b, "threes")};
  search.add(0);
  ASSERT_TRUE(search.find(1));
  EXPECT_EQ(search.find(1)->row, 0);
  EXPECT_EQ(search.find(1)->shift, 15);
  ASSERT_TRUE(search.find(7));
  EXPECT_EQ(search.find(7)->shift, 0);
  for (std::int64_t const row : {2, 3, 4, 5, 6, 8}) EXPECT_FALSE(search.find(row)) << row;
}

TYPED_TEST(ShiftedRowCacheTest, RowsOfBMayBeEmptyAtTheEndOfAll) {
  auto const b = pattern_of(9, {{0, 1}, {}, {4, 5}, {6}, {1, 2}, {}}, "rows of B");
  typename TestFixture::Search search{pattern_of(6, {{0, 3}, {2, 5}, {0, 1}, {4, 5}}, "pairs"), b};
  search.add(0);
  search.add(2);
  EXPECT_FALSE(search.find(1)) << "the second row of B has no entry";
  ASSERT_TRUE(search.find(3));
  EXPECT_EQ(search.find(3)->row, 2);
  EXPECT_EQ(search.find(3)->shift, 1);
}

TYPED_TEST(ShiftedRowCacheTest, TheOldestRowIsForgotten) {
  constexpr std::int64_t kept = araios::impl::tuning::shifted_row_cache;
  std::vector<Columns> rows;
  for (std::int64_t row = 0; row <= kept; ++row) rows.push_back({0, row + 1});
  for (std::int64_t row = 0; row <= kept; ++row) rows.push_back({1, row + 2});
  std::vector<Columns> diagonal;
  for (std::int64_t row = 0; row < kept + 3; ++row) diagonal.push_back({row});
  typename TestFixture::Search search{pattern_of(kept + 3, rows, "pairs"),
                                      pattern_of(kept + 3, diagonal, "a diagonal")};
  for (std::int64_t row = 0; row < kept; ++row) search.add(row);
  for (std::int64_t row = 0; row < kept; ++row) {
    ASSERT_TRUE(search.find(kept + 1 + row)) << row;
    EXPECT_EQ(search.find(kept + 1 + row)->row, row);
  }
  search.add(kept);
  EXPECT_FALSE(search.find(kept + 1));
  ASSERT_TRUE(search.find(2 * kept + 1));
  EXPECT_EQ(search.find(2 * kept + 1)->row, kept);
}

TYPED_TEST(ShiftedRowCacheTest, GivesUpWhereItMostlyFails) {
  auto const b = grid(9, 11);
  typename TestFixture::Search search{b, b};
  search.add(40);
  EXPECT_TRUE(search.find(51));
  for (int i = 0; i < 2 * araios::impl::tuning::shifted_row_cache_first_misses; ++i) {
    EXPECT_FALSE(search.find(0));
  }
  EXPECT_FALSE(search.find(51));
}

template <class Space>
class SharedLines : public testing::Test {
 protected:
  using Planned = PlannedProduct<DefaultTypes<Space>>;

  void SetUp() override {
    if constexpr (!araios::impl::is_host_space_v<Space>) {
      GTEST_SKIP() << "devices do not record columns one thread after the other";
    }
  }

  static araios::SpGemmOptions options() {
    araios::SpGemmOptions wanted;
    wanted.record_pattern = true;
    wanted.replay = false;
    wanted.rows_per_team = 500;
    return wanted;
  }
};
TYPED_TEST_SUITE(SharedLines, Spaces, TypeNames);

TYPED_TEST(SharedLines, TakeOneRecordForMany) {
  auto const a = with_reals<double>(grid(120, 40), 1);
  typename TestFixture::Planned const product{a, a, this->options()};
  auto const rows =
      to_vector<araios::impl::RecordedRow<Int32>>(product.plan.data().recorded.rows.elements);
  std::set<std::int64_t> positions;
  for (std::int64_t row = 0; row < 120 * 40; ++row) {
    positions.insert(rows[static_cast<std::size_t>(row)].position);
  }
  // In each line a few rows are not the row before shifted by one.
  EXPECT_LT(positions.size(), std::size_t{120 * 3});
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(a, a)));
}

/// A grid with one entry in `share` rows moved to a random column.
HostPattern flawed(HostPattern grid, std::int64_t share, std::uint64_t seed) {
  Random random{seed};
  for (std::int64_t row = 0; row < grid.num_rows; ++row) {
    if (random.below(share) > 0) continue;
    auto const begin = grid.columns.begin() + grid.row_offsets[static_cast<std::size_t>(row)];
    auto const end = grid.columns.begin() + grid.row_offsets[static_cast<std::size_t>(row) + 1];
    *(begin + random.below(end - begin)) = random.below(grid.num_cols);
    std::sort(begin, end);
  }
  return grid;
}

TYPED_TEST(SharedLines, GiveTheSameProductWhereSomeRowsDiffer) {
  for (std::int64_t const share : {3, 30, 300}) {
    for (std::uint64_t const seed : {1, 2}) {
      auto const a = with_reals<double>(flawed(grid(60, 17), share, seed), 1);
      auto const b = with_reals<double>(flawed(grid(60, 17), share, seed + 10), 2);
      for (bool const replays : {false, true}) {
        auto options = this->options();
        options.replay = replays;
        EXPECT_TRUE(same_matrix(typename TestFixture::Planned(a, a, options).numeric(),
                                reference_product(a, a)));
        EXPECT_TRUE(same_matrix(typename TestFixture::Planned(a, b, options).numeric(),
                                reference_product(a, b)));
      }
    }
  }
}

TYPED_TEST(SharedLines, ShortRowsNeedNoSumsOfColumns) {
  constexpr std::int64_t rows = 3000;
  std::vector<Columns> rows_of_a(rows);
  for (std::int64_t row = 1; row < rows; ++row) {
    rows_of_a[static_cast<std::size_t>(row)] = {row / 2, row};
  }
  auto const pattern = pattern_of(10 * rows, rows_of_a, "two entries a row, but for one");
  auto const a = with_reals<double>(pattern, 1);
  auto const b = with_reals<double>(diagonal_pattern(10 * rows), 2);
  auto options = this->options();
  options.record_pattern = std::nullopt;
  typename TestFixture::Planned const product{a, b, options};
  EXPECT_TRUE(product.plan.stats().rows_are_short);
  EXPECT_TRUE(product.plan.stats().pattern_recorded);
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(a, b)));
  // The empty row now has entries, and the rows after it have fewer.
  auto other = a;
  for (std::size_t row = 1; row < 3; ++row) other.pattern.row_offsets[row] = row;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        auto const c = product.plan.template allocate<double>("C");
        using Device = typename TestFixture::Planned::device;
        araios::spgemm_numeric(product.exec, product.plan, to_device<Int32, Int32, Device>(other),
                               product.b, c);
      },
      {"other entries than planned"}));
}

}  // namespace
}  // namespace araios_test
