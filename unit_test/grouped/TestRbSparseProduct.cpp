// SPDX-License-Identifier: BSD-3-Clause
// Products by RBSparse: rows at the bounds of their groups, and rows that overflow their tables.

#include "support/GroupedProduct.hpp"
#include "support/Patterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>
#include <row_classes/Araios_RbSparseGroup.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace araios_test {
namespace {

using araios::SpGemmOptions;
using araios::impl::RbSparseGroup;

template <class Space>
class RbSparseProductTest : public GroupedProductTest<TableRule, Space> {};
TYPED_TEST_SUITE(RbSparseProductTest, Spaces, TypeNames);

// Three rows of B over the same columns: as many products as the group of the table has.
TYPED_TEST(RbSparseProductTest, TablesTakeAsManyKeysAsTheyHaveSlots) {
  for (int group = 0; group < RbSparseGroup::num_tables; ++group) {
    std::vector<std::vector<std::int64_t>> rows;
    std::vector<std::vector<std::int64_t>> rows_of_a;
    for (int const more : {-1, 0, 1}) {
      auto const first = static_cast<std::int64_t>(rows.size());
      rows.insert(rows.end(), 3, columns_apart(7, RbSparseGroup::slots(group) + more, 3));
      rows_of_a.push_back({first, first + 1, first + 2});
    }
    rows_of_a.emplace_back();  // and a row that differs, so that rows are grouped by work
    auto const b = pattern_of(8000, rows, "rows as long as tables");
    auto const found = this->expect_rows(pattern_of(9, rows_of_a, "three rows each"), b);
    std::vector<std::int64_t> expected(RbSparseGroup::count, 0);
    ++expected[0];
    expected[static_cast<std::size_t>(group)] += 2;
    expected[RbSparseGroup::global] = 1;
    EXPECT_EQ(found, expected) << RbSparseGroup::name(group);
  }
}

TYPED_TEST(RbSparseProductTest, RowsAtTheBoundsOfTheirGroups) {
  // Rows of one entry of A, over rows of B at every bound: all but short ones overflow.
  std::vector<std::vector<std::int64_t>> rows;
  std::vector<std::vector<std::int64_t>> fours;
  std::vector<std::vector<std::int64_t>> rows_of_a;
  for (std::int64_t const bound : {1, 32, 100, 201, 402, 804, 1608, 2048, 6434}) {
    for (std::int64_t const length : {bound - 1, bound, bound + 1}) {
      rows.push_back(columns_apart(length, length, 5));
      auto const i = static_cast<std::int64_t>(fours.size());
      rows_of_a.push_back({i, i + 1, i + 2, i + 3});
      fours.insert(fours.end(), 4, columns_apart(length, length / 4, 5));
    }
  }
  auto const b = pattern_of(50'000, rows, "rows at bounds");
  auto const groups = this->expect_rows(diagonal_pattern(b.num_rows), b);
  EXPECT_EQ(std::accumulate(groups.begin(), groups.end(), std::int64_t{0}), b.num_rows);
  EXPECT_GT(groups[0], 0);
  EXPECT_GT(groups[RbSparseGroup::global], 0);
  // As much work, four products to a column: tables hold the rows.
  auto const b4 = pattern_of(50'000, fours, "rows four times");
  auto const fitting = this->expect_rows(pattern_of(b4.num_rows, rows_of_a, "fours"), b4);
  for (int group = 0; group < RbSparseGroup::num_tables; ++group) {
    EXPECT_GT(fitting[static_cast<std::size_t>(group)], 0) << RbSparseGroup::name(group);
  }
}

TYPED_TEST(RbSparseProductTest, RowsThatDifferLittleGetTablesOfOneSize) {
  auto const left = with_integers<double>(diagonal_pattern(200), 1);
  auto const right = with_integers<double>(
      pattern_of(400, std::vector(200, columns_apart(3, 40, 7)), "rows alike"), 2);
  typename TestFixture::Product const product{left, right, this->options()};
  auto const& groups = *product.plan.symbolic_selection().groups;
  EXPECT_TRUE(groups.one_table);
  EXPECT_EQ(groups.rows[RbSparseGroup::global], 200) << "40 keys in tables of 32 slots";
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(left, right)));
  // One row of 110 among 2000 of 20, which alone would have a larger table.
  std::vector rows(2000, columns_apart(0, 20, 1));
  rows[77] = columns_apart(0, 110, 1);
  auto const few = with_integers<double>(pattern_of(200, rows, "rows alike but one"), 3);
  auto const many = with_integers<double>(diagonal_pattern(2000), 4);
  typename TestFixture::Product const other{many, few, this->options()};
  EXPECT_TRUE(other.plan.symbolic_selection().groups->one_table);
  EXPECT_EQ(other.plan.symbolic_selection().groups->rows,
            (std::vector<std::int64_t>{1999, 0, 0, 0, 0, 0, 1}));
  EXPECT_TRUE(same_matrix(other.numeric(), reference_product(many, few)));
}

TYPED_TEST(RbSparseProductTest, KeysOfOneHash) {
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    this->expect_rows(colliding_pattern(60, 9, 4, 400, seed),
                      colliding_pattern(400, 40, 2048, 400'000, seed));
  }
}

TYPED_TEST(RbSparseProductTest, UnsortedOperandsAndUnsortedResults) {
  auto const a = with_integers<double>(uniform_pattern(300, 200, 6, 1), 1);
  SpGemmOptions options = this->options();
  for (bool const sorted : {true, false}) {
    options.result_sorted = sorted;
    expect_product<typename TestFixture::Types>(
        a, with_integers<double>(power_law_pattern(200, 3000, 900, 2), 2), options);
    expect_product<typename TestFixture::Types>(
        a,
        with_integers<double>(with_duplicates_shuffled(power_law_pattern(200, 3000, 900, 2), 3), 2),
        options);
  }
}

}  // namespace
}  // namespace araios_test
