// SPDX-License-Identifier: BSD-3-Clause
// Supernodes on devices: rows of C whose rows of A have the same columns.

#include "support/BinnedProduct.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/Types.hpp"
#include <row_classes/Araios_BinCounts.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using araios::impl::RowBin;
namespace tuning = araios::impl::tuning;

constexpr std::int64_t entries_of_a = 10;

/// Groups of rows with the same columns: group g takes the rows of B from g on.
struct Groups {
  std::vector<std::int64_t> sizes;

  HostPattern pattern(std::int64_t num_cols) const {
    std::vector<std::vector<std::int64_t>> rows;
    for (std::size_t g = 0; g < sizes.size(); ++g) {
      auto const columns = columns_apart(static_cast<std::int64_t>(g), entries_of_a, 2);
      rows.insert(rows.end(), static_cast<std::size_t>(sizes[g]), columns);
    }
    return pattern_of(num_cols, rows, "groups of rows with the same columns");
  }
  std::int64_t num_rows() const {
    return std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0});
  }
  /// Supernodes and single rows. Each begins with a group, or at a multiple of supernode_max_rows.
  std::int64_t num_supernodes() const {
    std::int64_t representatives = 0;
    std::int64_t row = 0;
    for (std::int64_t const size : sizes) {
      for (std::int64_t i = 0; i < size; ++i, ++row) {
        representatives += i == 0 || row % tuning::supernode_max_rows == 0 ? 1 : 0;
      }
    }
    return representatives;
  }
};

/// B of `num_rows` rows of `length` entries, `stride` apart. Successive rows are shifted and
/// overlap.
HostPattern overlapping_rows(std::int64_t num_rows, std::int64_t length, std::int64_t stride) {
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t i = 0; i < num_rows; ++i) rows.push_back(columns_apart(3 * i, length, stride));
  return pattern_of(3 * num_rows + length * stride, rows, "overlapping rows");
}

template <class Space>
class SupernodesTest : public testing::Test {
 protected:
  using Product = BinnedProduct<double>;

  static Product expect_product(HostPattern const& a, HostPattern const& b) {
    auto const left = with_integers<double>(a, 1);
    auto const right = with_integers<double>(b, 2);
    auto const expected = reference_product(left, right);
    BinnedProductRun<Space, double> run{left, right};
    for (bool const deterministic : {false, true}) {
      Product const product = run.run(deterministic);
      EXPECT_TRUE(same_matrix(product.c, expected)) << "deterministic: " << deterministic;
      EXPECT_FALSE(product.mismatch);
      EXPECT_EQ(product.by_work.bins.total, expected.work());
    }
    return run.run(false);
  }

  static std::int64_t rows_of_bitmaps(araios::impl::BinCounts const& counts) {
    return counts.rows[static_cast<std::size_t>(RowBin::short_bitmap)] +
           counts.rows[static_cast<std::size_t>(RowBin::bitmap)] +
           counts.rows[static_cast<std::size_t>(RowBin::supernode_bitmap)];
  }
};
TYPED_TEST_SUITE(SupernodesTest, Spaces, TypeNames);

std::vector<Groups> groups_of_many_sizes() {
  std::vector<Groups> all{{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 24, 25, 1}},
                          {std::vector<std::int64_t>(20, 3)},
                          {{tuning::supernode_max_rows, tuning::supernode_max_rows}},
                          {{30}}};
  for (std::int64_t const before : {1, 2}) {
    Groups shifted{{before}};
    shifted.sizes.insert(shifted.sizes.end(), 17, 3);
    all.push_back(shifted);
  }
  return all;
}

TYPED_TEST(SupernodesTest, RepresentativesHandleTheirSupernodesInBitmaps) {
  // Few columns and many: the values of three rows, of two, or of one fit in scratch.
  for (std::int64_t const length : {150, 500, 700}) {
    for (Groups const& groups : groups_of_many_sizes()) {
      SCOPED_TRACE("length " + std::to_string(length));
      auto const b = overlapping_rows(60, length, 2);
      auto const product = this->expect_product(groups.pattern(b.num_rows), b);
      EXPECT_EQ(this->rows_of_bitmaps(product.by_work.bins), groups.num_supernodes());
      EXPECT_EQ(this->rows_of_bitmaps(product.by_size), groups.num_supernodes());
      EXPECT_EQ(product.by_work.bins.supernode_members,
                groups.num_rows() - groups.num_supernodes());
    }
  }
}

TYPED_TEST(SupernodesTest, FewMembersAreFilledLikeOtherRows) {
  Groups groups{std::vector<std::int64_t>(20, 1)};
  groups.sizes.insert(groups.sizes.end(), {3, 1, 2});
  auto const b = overlapping_rows(60, 300, 2);
  auto const a = groups.pattern(b.num_rows);
  auto const left = with_integers<double>(a, 1);
  auto const right = with_integers<double>(b, 2);
  BinnedProductRun<TypeParam, double> run{left, right};
  // By threads, and by teams where most lanes would be idle.
  for (int const lanes : {1, 1 << 20}) {
    run.pretend_lanes(lanes);
    auto const product = run.run(true);
    EXPECT_TRUE(same_matrix(product.c, reference_product(left, right))) << "lanes: " << lanes;
    EXPECT_FALSE(product.mismatch);
    EXPECT_EQ(this->rows_of_bitmaps(product.by_work.bins), groups.num_supernodes());
    EXPECT_EQ(this->rows_of_bitmaps(product.by_size), a.num_rows);
  }
}

TYPED_TEST(SupernodesTest, MembersInOtherBinsAreRowsLikeOthers) {
  struct Shape {
    std::int64_t length;
    std::int64_t stride;
  };
  Groups const groups{{1, 3, 2, 13, 3}};
  // Few keys, keys that lie far apart, and more work than a thread takes.
  for (auto const& [length, stride] : std::vector<Shape>{{2, 1}, {10, 1}, {30, 1000}, {2000, 1}}) {
    auto const b = overlapping_rows(60, length, stride);
    auto const a = groups.pattern(b.num_rows);
    auto const product = this->expect_product(a, b);
    EXPECT_EQ(this->rows_of_bitmaps(product.by_size), 0) << length;
    std::int64_t rows = 0;
    for (std::int64_t const of_bin : product.by_size.rows) rows += of_bin;
    EXPECT_EQ(rows, a.num_rows) << length;
  }
}

TYPED_TEST(SupernodesTest, RowsThatDifferInOneColumnAreNoSupernode) {
  auto const b = overlapping_rows(60, 200, 2);
  for (std::int64_t place = 0; place < entries_of_a; ++place) {
    auto columns = columns_apart(0, entries_of_a, 2);
    std::vector<std::vector<std::int64_t>> rows(3, columns);
    ++columns[static_cast<std::size_t>(place)];
    rows.insert(rows.end(), 2, columns);
    columns.push_back(50);
    rows.insert(rows.end(), 2, columns);
    auto const product =
        this->expect_product(pattern_of(b.num_rows, rows, "rows that differ in one column"), b);
    EXPECT_EQ(this->rows_of_bitmaps(product.by_size), 3);
  }
}

TYPED_TEST(SupernodesTest, PlannedSupernodesThatAreNoneAreRejected) {
  auto const b = with_integers<double>(overlapping_rows(60, 200, 2), 2);
  Groups const groups{{3, 4, 5}};
  auto const planned = with_integers<double>(groups.pattern(60), 1);
  for (std::int64_t row = 0; row < planned.pattern.num_rows; ++row) {
    auto other = planned;
    // Products stay within the planned columns, and no row takes more or less of them.
    auto const last = static_cast<std::size_t>(other.pattern.row_end(row) - 1);
    other.pattern.columns[last] -= 1;
    BinnedProductRun<TypeParam, double> run{other, b};
    run.plan_with(planned);
    EXPECT_TRUE(run.run(false).mismatch) << row;
    EXPECT_TRUE(run.run(true).mismatch) << row;
  }
}

TYPED_TEST(SupernodesTest, SupernodesOfOtherLengthThanPlannedAreRejected) {
  auto const b = with_integers<double>(overlapping_rows(60, 200, 2), 2);
  auto columns = columns_apart(0, entries_of_a, 1);
  auto shorter = columns;
  shorter.pop_back();
  auto longer = columns;
  longer.push_back(entries_of_a);
  auto const planned =
      with_integers<double>(pattern_of(60, {columns, columns, columns}, "as planned"), 1);
  auto const other =
      with_integers<double>(pattern_of(60, {columns, longer, shorter}, "other lengths"), 1);
  BinnedProductRun<TypeParam, double> run{other, b};
  run.plan_with(planned);
  EXPECT_TRUE(run.run(false).mismatch);
}

/// Nodes of several unknowns. Each unknown has a column for every unknown of its own node and of
/// `nodes_behind` nodes on either side, which are `stride` apart.
HostPattern blocks(std::vector<std::int64_t> const& unknowns, std::int64_t nodes_behind,
                   std::int64_t stride) {
  std::vector<std::int64_t> first{0};
  for (std::int64_t const of_node : unknowns) first.push_back(first.back() + of_node);
  std::int64_t const num_nodes = std::ssize(unknowns);
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t node = 0; node < num_nodes; ++node) {
    std::vector<std::int64_t> columns;
    for (std::int64_t i = -nodes_behind; i <= nodes_behind; ++i) {
      std::int64_t const other = node + i * stride;
      if (other < 0 || other >= num_nodes) continue;
      auto const place = static_cast<std::size_t>(other);
      auto const of_node = columns_apart(first[place], unknowns[place], 1);
      columns.insert(columns.end(), of_node.begin(), of_node.end());
    }
    rows.insert(rows.end(), static_cast<std::size_t>(unknowns[static_cast<std::size_t>(node)]),
                columns);
  }
  return pattern_of(first.back(), rows, "blocks");
}

/// Rows of A are short enough for a thread to bound, and rows of C wide enough for bitmaps.
std::vector<HostPattern> matrices_of_blocks() {
  std::vector<HostPattern> all;
  for (std::int64_t const unknowns : {1, 2, 3, 4, 5, 6}) {
    std::int64_t const nodes_behind = (39 / unknowns - 1) / 2;
    std::int64_t const stride = 300 / (4 * nodes_behind * unknowns) + 1;
    all.push_back(blocks(std::vector<std::int64_t>(200, unknowns), nodes_behind, stride));
  }
  std::vector<std::int64_t> mixed;
  for (int i = 0; i < 20; ++i) {
    for (std::int64_t const unknowns : {1, 2, 3, 13, 2, 2, 7, 1, 1, 3, 3, 3, 1, 6}) {
      mixed.push_back(unknowns);
    }
  }
  all.push_back(blocks(mixed, 3, 10));
  return all;
}

/// Three unknowns for each node.
HostMatrix<double> planned_blocks() {
  return with_integers<double>(blocks(std::vector<std::int64_t>(100, 3), 5, 6), 1);
}

TYPED_TEST(SupernodesTest, BlocksTimesThemselves) {
  for (HostPattern const& pattern : matrices_of_blocks()) {
    auto const a = with_integers<double>(pattern, 1);
    auto const expected = reference_product(a, a);
    BinnedProductRun<TypeParam, double> run{a};
    for (bool const deterministic : {false, true}) {
      auto const product = run.run(deterministic);
      EXPECT_TRUE(same_matrix(product.c, expected)) << pattern.num_rows << " rows";
      EXPECT_FALSE(product.mismatch);
      EXPECT_GT(this->rows_of_bitmaps(product.by_size), 0);
      EXPECT_EQ(product.by_work.bins.supernode_members > 0, pattern.num_rows > 200);
    }
  }
}

/// Nodes of two unknowns. The rows of even nodes end with the first unknown of their node, and
/// those behind them begin with the second one.
HostPattern rows_that_go_on_where_others_end() {
  constexpr std::int64_t num_nodes = 200;
  constexpr std::int64_t nodes_of_row = 18;
  constexpr std::int64_t stride = 3;
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t node = 0; node < num_nodes; ++node) {
    bool const is_even = node % 2 == 0;
    std::vector<std::int64_t> columns;
    if (!is_even) columns.push_back(2 * node - 1);
    for (std::int64_t i = 0; i < nodes_of_row; ++i) {
      std::int64_t const other = node + stride * (is_even ? i - nodes_of_row : i);
      if (other < 0 || other >= num_nodes) continue;
      columns.insert(columns.end(), {2 * other, 2 * other + 1});
    }
    if (is_even) columns.push_back(2 * node);
    rows.insert(rows.end(), 2, columns);
  }
  return pattern_of(2 * num_nodes, rows, "rows that go on where others end");
}

TYPED_TEST(SupernodesTest, RunsOfARowDoNotReachIntoTheRowBefore) {
  auto const a = with_integers<double>(rows_that_go_on_where_others_end(), 1);
  auto const expected = reference_product(a, a);
  BinnedProductRun<TypeParam, double> run{a};
  for (bool const deterministic : {false, true}) {
    auto const product = run.run(deterministic);
    EXPECT_TRUE(same_matrix(product.c, expected));
    EXPECT_FALSE(product.mismatch);
    EXPECT_GT(this->rows_of_bitmaps(product.by_size), 0);
  }
}

TYPED_TEST(SupernodesTest, BlocksThatWereNotPlannedAreRejected) {
  auto const planned = planned_blocks();
  for (std::int64_t row = 0; row < planned.pattern.num_rows; row += 7) {
    auto other = planned;
    auto const last = static_cast<std::size_t>(other.pattern.row_end(row) - 1);
    auto const before = static_cast<std::size_t>(other.pattern.row_begin(row));
    if (other.pattern.columns[before] > 0) {
      other.pattern.columns[before] -= 1;
    } else {
      other.pattern.columns[last] += 1;
    }
    BinnedProductRun<TypeParam, double> run{other};
    run.plan_with(planned);
    EXPECT_TRUE(run.run(true).mismatch) << row;
  }
}

TYPED_TEST(SupernodesTest, BlocksOfOtherSizesThanPlannedAreRejected) {
  auto const planned = planned_blocks();
  // The last row of a node loses an entry to the first row of the next node.
  for (std::int64_t row = 2; row + 1 < planned.pattern.num_rows; row += 3) {
    auto other = planned;
    other.pattern.row_offsets[static_cast<std::size_t>(row + 1)] -= 1;
    BinnedProductRun<TypeParam, double> run{other};
    run.plan_with(planned);
    EXPECT_TRUE(run.run(true).mismatch) << row;
  }
}

}  // namespace
}  // namespace araios_test
