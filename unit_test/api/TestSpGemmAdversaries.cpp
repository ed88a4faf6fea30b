// SPDX-License-Identifier: BSD-3-Clause
// Shapes and patterns that break sparse products: empty, degenerate, skewed, colliding.

#include "support/Patterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>
#include <accumulators/Araios_LinkedList.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using araios::AccumulatorKind;
using araios::PoolMapping;
using araios::SpGemmOptions;

template <class Space>
class SpGemmAdversaries : public testing::Test {
 protected:
  using Types = DefaultTypes<Space>;
  /// Arrays over so many keys are not too large.
  static constexpr std::int64_t few_keys = 1 << 22;

  /// Ways to hold the keys of a row: in one level, in two, and densely where that is possible.
  static std::vector<SpGemmOptions> storages(std::int64_t num_keys) {
    std::vector<SpGemmOptions> ways(2);
    for (auto& way : ways) way.accumulator = AccumulatorKind::linked_list;
    ways[0].scratch_bytes = 0;
    ways[1].scratch_bytes = 192;
    if (araios::impl::is_host_space_v<Space> && num_keys < few_keys) {
      ways.emplace_back().accumulator = AccumulatorKind::dense;
    }
    return ways;
  }

  /// Expects A·B to be right plain and compressed with every accumulator, as selected, and where
  /// its pattern is recorded.
  static void expect_right(HostMatrix<double> const& a, HostMatrix<double> const& b) {
    for (bool const compress : {false, true}) {
      for (auto options : storages(b.pattern.num_cols)) {
        options.compress = compress;
        expect_product<Types>(a, b, options);
      }
    }
    expect_product<Types>(a, b);
    if (araios::impl::is_host_space_v<Space> && b.pattern.num_cols < few_keys) {
      SpGemmOptions options;
      options.record_pattern = true;
      expect_product<Types>(a, b, options);
    }
  }
  static void expect_right(HostPattern const& a, HostPattern const& b) {
    expect_right(with_integers<double>(a, 1), with_integers<double>(b, 2));
  }
};

TYPED_TEST_SUITE(SpGemmAdversaries, Spaces, TypeNames);

TYPED_TEST(SpGemmAdversaries, MatricesWithoutRowsOrColumns) {
  this->expect_right(empty_pattern(0, 5), uniform_pattern(5, 7, 3, 1));
  this->expect_right(uniform_pattern(5, 7, 3, 1), empty_pattern(7, 0));
  this->expect_right(empty_pattern(6, 0), empty_pattern(0, 4));
  this->expect_right(empty_pattern(0, 0), empty_pattern(0, 0));
  this->expect_right(empty_pattern(0, 3), empty_pattern(3, 0));
}

TYPED_TEST(SpGemmAdversaries, ZeroRowsMayComeWithoutRowOffsets) {
  using Device = typename TypeParam::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Device>;
  TypeParam const exec;
  Matrix none;
  none.graph.num_cols = 5;
  auto const b =
      to_device<Int32, Int32, Device>(with_integers<double>(uniform_pattern(5, 7, 3, 1), 1));
  auto const c = araios::spgemm(exec, none, b);
  EXPECT_EQ(c.graph.num_rows, 0);
  EXPECT_EQ(c.graph.num_cols, 7);
  Matrix const six_by_none =
      to_device<Int32, Int32, Device>(HostMatrix<double>{empty_pattern(6, 0), {}});
  none.graph.num_cols = 4;
  auto const d = araios::spgemm(exec, six_by_none, none);
  EXPECT_TRUE(
      same_matrix(to_host(d), reference_product(HostMatrix<double>{empty_pattern(6, 0), {}},
                                                HostMatrix<double>{empty_pattern(0, 4), {}})));
}

TYPED_TEST(SpGemmAdversaries, MatricesWithoutEntries) {
  this->expect_right(empty_pattern(9, 5), uniform_pattern(5, 7, 3, 1));
  this->expect_right(uniform_pattern(9, 5, 3, 1), empty_pattern(5, 7));
  this->expect_right(empty_pattern(9, 5), empty_pattern(5, 7));
}

TYPED_TEST(SpGemmAdversaries, OneByOne) {
  this->expect_right(full_pattern(1, 1), full_pattern(1, 1));
  this->expect_right(full_pattern(1, 1), empty_pattern(1, 1));
  this->expect_right(full_pattern(1, 40), full_pattern(40, 1));
  this->expect_right(full_pattern(40, 1), full_pattern(1, 40));
}

TYPED_TEST(SpGemmAdversaries, EmptyRowsBeforeBetweenAndBehind) {
  auto const b = uniform_pattern(30, 44, 4, 2);
  auto const a = uniform_pattern(50, 30, 6, 3);
  auto const keep = [&](char const* what, auto const& rule) {
    this->expect_right(with_rows_kept(a, what, rule), b);
    this->expect_right(a, with_rows_kept(b, what, rule));
  };
  keep("every fifth row", [](std::int64_t row) { return row % 5 == 0; });
  keep("all but the first rows", [](std::int64_t row) { return row >= 20; });
  keep("all but the last rows", [](std::int64_t row) { return row < 7; });
  this->expect_right(with_rows_kept(a, "only the last row", [](auto row) { return row == 49; }), b);
  this->expect_right(with_rows_kept(a, "only the first row", [](auto row) { return row == 0; }), b);
}

TYPED_TEST(SpGemmAdversaries, OneColumn) {
  this->expect_right(uniform_pattern(40, 25, 5, 4), full_pattern(25, 1));
  this->expect_right(full_pattern(25, 1), uniform_pattern(1, 60, 20, 5));
}

TYPED_TEST(SpGemmAdversaries, OneDenseRow) {
  auto const a = uniform_pattern(60, 50, 3, 6);
  auto const b = uniform_pattern(50, 700, 4, 7);
  this->expect_right(with_dense_row(a, 17), b);
  this->expect_right(a, with_dense_row(b, 31));
  this->expect_right(with_dense_row(a, 59), with_dense_row(b, 0));
}

// Hosts put the columns of rows of at most 32 products into order in vectors of 16.
TYPED_TEST(SpGemmAdversaries, RowsAroundTheBoundsOfFewProducts) {
  constexpr std::int64_t n = 60;
  auto const diagonal = diagonal_pattern(n);
  auto const spread = uniform_pattern(n, 45, 1, 8);
  for (std::vector<std::int64_t> const& sizes :
       {std::vector<std::int64_t>{0, 1, 15, 16, 17, 31, 32}, {32, 33, 0, 32, 1, 60, 16, 2}}) {
    std::vector<std::vector<std::int64_t>> rows;
    for (std::int64_t const size : sizes) rows.push_back(columns_apart(n - size, size, 1));
    for (std::int64_t const size : sizes) rows.push_back(columns_apart(0, size, 1));
    auto const a = pattern_of(n, rows, "rows around the bounds of few products");
    this->expect_right(a, diagonal);
    this->expect_right(a, spread);
    this->expect_right(with_duplicates_shuffled(a, 9), with_duplicates_shuffled(spread, 10));
  }
}

TYPED_TEST(SpGemmAdversaries, AllRowsDense) {
  this->expect_right(full_pattern(40, 33), full_pattern(33, 97));
}

TYPED_TEST(SpGemmAdversaries, EveryKeyOfARowCollides) {
  for (std::int64_t const stride : {32, 1024, 65536}) {
    this->expect_right(uniform_pattern(30, 20, 6, 8),
                       colliding_pattern(20, 12, stride, 40 * stride, 9));
  }
}

TYPED_TEST(SpGemmAdversaries, LargestColumnsOfTheOrdinal) {
  // Columns next to the largest 32-bit integer: n itself is the largest.
  constexpr auto n = std::int64_t{std::numeric_limits<Int32>::max()};
  HostPattern b{4, n, {0, 3, 5, 5, 7}, {0, n - 2, n - 1, n - 33, n - 1, 5, n - 32}, "wide"};
  this->expect_right(full_pattern(3, 4), b);
  this->expect_right(uniform_pattern(20, 4, 2, 3), b);
}

TYPED_TEST(SpGemmAdversaries, ColumnsAroundTheBlocksOfThirtyTwo) {
  for (std::int64_t const n : {1, 31, 32, 33, 63, 64, 65, 95, 96, 97}) {
    this->expect_right(uniform_pattern(20, 12, 4, 10), uniform_pattern(12, n, 8, 11));
    this->expect_right(uniform_pattern(20, 12, 4, 10), full_pattern(12, n));
  }
}

TYPED_TEST(SpGemmAdversaries, PowerLawRows) {
  this->expect_right(power_law_pattern(300, 200, 200, 12), power_law_pattern(200, 500, 500, 13));
}

TYPED_TEST(SpGemmAdversaries, AllDimensionsDiffer) {
  this->expect_right(uniform_pattern(7, 113, 20, 14), uniform_pattern(113, 29, 3, 15));
  this->expect_right(uniform_pattern(113, 7, 3, 16), uniform_pattern(7, 290, 30, 17));
  this->expect_right(uniform_pattern(29, 7, 2, 18), uniform_pattern(7, 113, 9, 19));
}

// A row of C that fills the first level exactly, and rows of one key less and more.
TYPED_TEST(SpGemmAdversaries, RowsAroundTheCapacityOfTheFirstLevel) {
  using Map = araios::impl::LinkedList<Int32, araios::impl::Plus<double>, araios::impl::Exclusive>;
  for (std::int64_t const capacity : {1, 2, 7, 8, 9, 32}) {
    SpGemmOptions options;
    options.accumulator = AccumulatorKind::linked_list;
    options.compress = false;
    options.scratch_bytes = Map::bytes({capacity, 1000, 1});
    for (std::int64_t row_size = std::max<std::int64_t>(capacity - 1, 1); row_size <= capacity + 1;
         ++row_size) {
      SCOPED_TRACE("capacity " + std::to_string(capacity) + ", row size " +
                   std::to_string(row_size));
      expect_product<DefaultTypes<TypeParam>>(with_integers<double>(full_pattern(5, 3), 1),
                                              with_integers<double>(full_pattern(3, row_size), 2),
                                              options);
      expect_product<DefaultTypes<TypeParam>>(
          with_integers<double>(diagonal_pattern(4), 1),
          with_integers<double>(colliding_pattern(4, row_size, 64, 64 * 64, 3), 2), options);
    }
  }
}

TYPED_TEST(SpGemmAdversaries, MoreOwnersThanChunks) {
  auto const a = with_integers<double>(uniform_pattern(500, 300, 8, 20), 1);
  auto const b = with_integers<double>(uniform_pattern(300, 400, 8, 21), 2);
  SpGemmOptions options;
  options.accumulator = AccumulatorKind::linked_list;
  options.num_chunks = 1;
  options.pool_mapping = PoolMapping::many2many;
  options.rows_per_team = 1;
  expect_product<DefaultTypes<TypeParam>>(a, b, options);
  options.scratch_bytes = 128;
  expect_product<DefaultTypes<TypeParam>>(a, b, options);
}

TYPED_TEST(SpGemmAdversaries, NotANumberAndInfinityPropagate) {
  constexpr auto nan = std::numeric_limits<double>::quiet_NaN();
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  auto a = with_integers<double>(uniform_pattern(30, 20, 5, 22), 1);
  auto b = with_integers<double>(uniform_pattern(20, 40, 5, 23), 2);
  a.values[3] = nan;
  a.values[20] = infinity;
  a.values[40] = -infinity;
  b.values[7] = infinity;
  b.values[11] = 0;
  b.values[50] = nan;
  this->expect_right(a, b);
  // 0 · ∞ is not a number: no product is skipped because a factor is zero.
  auto const zero = with_constant(full_pattern(1, 1), 0.0);
  auto const infinite = with_constant(full_pattern(1, 1), infinity);
  EXPECT_TRUE(std::isnan(multiply<DefaultTypes<TypeParam>>(zero, infinite).values.at(0)));
}

TYPED_TEST(SpGemmAdversaries, ExplicitZerosAndCancelledSumsStay) {
  auto const zeros = with_constant(uniform_pattern(20, 15, 4, 24), 0.0);
  auto const ones = with_constant(uniform_pattern(15, 25, 4, 25), 1.0);
  this->expect_right(zeros, ones);
  auto difference = with_constant(full_pattern(1, 2), 1.0);
  difference.values[1] = -1.0;
  auto const c =
      multiply<DefaultTypes<TypeParam>>(difference, with_constant(full_pattern(2, 3), 5.0));
  EXPECT_EQ(c.values, (std::vector<double>{0, 0, 0}));
}

}  // namespace
}  // namespace araios_test
