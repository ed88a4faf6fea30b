// SPDX-License-Identifier: BSD-3-Clause
// Products by bhSPARSE: rows at the bounds of their bins, buffers that grow, operands not sorted.

#include "support/GroupedProduct.hpp"
#include "support/Patterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>
#include <grouped/Araios_GroupedTuning.hpp>
#include <row_classes/Araios_BhSparseBin.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using araios::SpGemmOptions;
using araios::impl::BhSparseBin;

template <class Space>
class BhSparseProductTest : public GroupedProductTest<BhSparseRule, Space> {};
TYPED_TEST_SUITE(BhSparseProductTest, Spaces, TypeNames);

// Every row has its products from one row of B, from two over the same columns, and from many.
TYPED_TEST(BhSparseProductTest, RowsAtTheBoundsOfTheirBins) {
  std::vector<std::vector<std::int64_t>> rows;
  std::vector<std::vector<std::int64_t>> rows_of_a;
  std::vector<std::int64_t> lengths(36);
  std::iota(lengths.begin(), lengths.end(), std::int64_t{0});
  lengths.insert(lengths.end(), {63, 64, 65, 66, 127, 128, 129, 130, 255, 256, 257, 258});
  lengths.insert(lengths.end(), {510, 511, 512, 513, 514, 515, 1023, 1024, 1025});
  std::vector<std::int64_t> expected(BhSparseBin::count, 0);
  for (auto const length : lengths) {
    auto const first = static_cast<std::int64_t>(rows.size());
    rows.push_back(columns_apart(length % 7, length, 3));
    rows.push_back(columns_apart(length % 7, length / 2, 3));
    rows.push_back(columns_apart(length % 5, length - length / 2, 3));
    rows_of_a.push_back({first});
    rows_of_a.push_back({first + 1, first + 2});
    expected[static_cast<std::size_t>(BhSparseBin::of_work(length))] += 2;
  }
  // Single entries in columns that fall: the heap holds as many rows of B as there are products.
  auto const singles = static_cast<std::int64_t>(rows.size());
  for (std::int64_t i = 0; i < 64; ++i) rows.push_back({1000 - 5 * (i % 40)});
  for (std::int64_t const length : {2, 31, 32, 33, 64}) {
    rows_of_a.push_back(columns_apart(singles, length, 1));
    ++expected[static_cast<std::size_t>(BhSparseBin::of_work(length))];
  }
  auto const b = pattern_of(4000, rows, "rows at bounds");
  EXPECT_EQ(this->expect_rows(pattern_of(b.num_rows, rows_of_a, "one or several rows"), b),
            expected);
}

TYPED_TEST(BhSparseProductTest, BuffersOfMergedRowsGrow) {
  constexpr std::int64_t first = araios::impl::tuning::bhsparse_first_buffer;
  constexpr std::int64_t most = araios::impl::tuning::bhsparse_most_merged_by_thread;
  std::vector<std::vector<std::int64_t>> rows;
  std::vector<std::vector<std::int64_t>> rows_of_a;
  for (std::int64_t const keys : {first - 1, first, first + 1, 2 * first, 2 * first + 1, most - 20,
                                  most - 19, most, most + 1, 2 * most, 2 * most + 1, 5 * most}) {
    auto const begin = static_cast<std::int64_t>(rows.size());
    // The keys in two halves, and some of them again.
    rows.push_back(columns_apart(0, keys / 2, 2));
    rows.push_back(columns_apart(keys / 2 * 2, keys - keys / 2, 2));
    rows.push_back(columns_apart(0, 20, 2));
    rows_of_a.push_back({begin, begin + 1, begin + 2});
  }
  auto const b = pattern_of(12 * most, rows, "halves");
  auto const bins = this->expect_rows(pattern_of(b.num_rows, rows_of_a, "both halves"), b);
  EXPECT_EQ(bins[BhSparseBin::merge], 6);
  EXPECT_EQ(bins[BhSparseBin::long_merge], 6);
}

TYPED_TEST(BhSparseProductTest, SumsRepeatOverRuns) {
  auto const a = with_reals<double>(power_law_pattern(300, 200, 100, 1), 1);
  auto const b = with_reals<double>(uniform_pattern(200, 900, 40, 2), 2);
  typename TestFixture::Product const product{a, b, this->options()};
  auto const first = product.numeric();
  EXPECT_TRUE(same_matrix(first, reference_product(a, b)));
  for (int run = 0; run < 5; ++run) {
    EXPECT_TRUE(same_matrix(product.numeric(), expected_exactly(first)));
  }
}

TYPED_TEST(BhSparseProductTest, UnsortedOperandsAreNamedWithTheirRow) {
  auto const good = uniform_pattern(50, 50, 6, 5);
  auto bad = good;
  auto const row = std::int64_t{33};
  auto const begin = static_cast<std::size_t>(bad.row_begin(row));
  ASSERT_GT(bad.row_end(row), bad.row_begin(row) + 1);
  std::swap(bad.columns[begin], bad.columns[begin + 1]);
  auto const plan = [&](HostPattern const& a, HostPattern const& b, SpGemmOptions const& options) {
    typename TestFixture::Product{with_integers<double>(a, 1), with_integers<double>(b, 2),
                                  options};
  };
  for (bool const transposed : {false, true}) {
    SpGemmOptions options = this->options();
    options.transpose_a = transposed;
    options.transpose_b = transposed;
    EXPECT_NO_THROW(plan(good, good, options));
    EXPECT_TRUE(throws<std::invalid_argument>([&] { plan(bad, good, options); },
                                              {"A.columns", "row 33", "bhsparse", "ascending"}));
    EXPECT_TRUE(throws<std::invalid_argument>([&] { plan(good, bad, options); },
                                              {"B.columns", "row 33", "bhsparse", "ascending"}));
  }
}

}  // namespace
}  // namespace araios_test
