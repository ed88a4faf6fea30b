// SPDX-License-Identifier: BSD-3-Clause
// Products by bins on every execution space: rows at the bounds of their bins.

#include "support/BinnedProduct.hpp"
#include "support/CommonProduct.hpp"
#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/PretendedDevice.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/Types.hpp"
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <bins/Araios_SortIntoBins.hpp>
#include <row_classes/Araios_BinCounts.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using araios::impl::RowBin;

/// Each row of A takes one row of B, whose length is the row's work, and enough of the empty rows
/// at B's end that no lane merges them.
HostPattern with_empty_rows_of_b(std::int64_t num_rows, std::int64_t num_empty) {
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t i = 0; i < num_rows; ++i) {
    rows.push_back({i});
    for (std::int64_t j = 0; j < num_empty; ++j) rows.back().push_back(num_rows + j);
  }
  return pattern_of(num_rows + num_empty, rows, "diagonal and empty rows of B");
}

template <class Space>
class BinnedProductTest : public testing::Test {
 protected:
  using Product = BinnedProduct<double>;

  /// Multiplies with and without rows counted by lanes, deterministically and not, and compares.
  static Product expect_product(HostPattern const& a, HostPattern const& b,
                                std::size_t scratch_bytes = scratch_of_a_device,
                                std::optional<int> lanes_of_device = std::nullopt) {
    auto const left = with_integers<double>(a, 1);
    auto const right = with_integers<double>(b, 2);
    auto const expected = reference_product(left, right);
    SCOPED_TRACE(expected.pattern.label);
    BinnedProductRun<Space, double> run{left, right, scratch_bytes};
    if (lanes_of_device) run.pretend_lanes(*lanes_of_device);
    for (bool const lanes_count : {true, false}) {
      run.let_lanes_count_rows(lanes_count);
      for (bool const deterministic : {false, true}) {
        Product const product = run.run(deterministic);
        EXPECT_TRUE(same_matrix(product.c, expected))
            << "deterministic: " << deterministic << ", lanes count rows: " << lanes_count;
        EXPECT_FALSE(product.mismatch);
        EXPECT_EQ(product.by_work.bins.total, expected.work());
      }
    }
    return run.run(false);
  }

  static std::int64_t rows_in(araios::impl::BinCounts const& counts, RowBin bin) {
    return counts.rows[static_cast<std::size_t>(bin)];
  }
};
TYPED_TEST_SUITE(BinnedProductTest, Spaces, TypeNames);

TYPED_TEST(BinnedProductTest, RowsAtTheBoundsOfProbing) {
  constexpr std::int64_t num_cols = 3'000'000;
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t const bound : {0, 1, 4, 32, 64, 128, 256, 512, 1024, 2048}) {
    for (std::int64_t const length : {bound - 1, bound, bound + 1}) {
      if (length >= 0) rows.push_back(columns_apart(length, length, 1400));
    }
  }
  constexpr int num_empty = araios::impl::tuning::lane_merge_more_rows;
  auto const a = with_empty_rows_of_b(std::ssize(rows), num_empty);
  rows.resize(rows.size() + num_empty);
  auto const b = pattern_of(num_cols, rows, "rows at bounds");
  auto const product = this->expect_product(a, b);
  for (auto const bin : {RowBin::few_products, RowBin::short_probing, RowBin::probing,
                         RowBin::team_probing, RowBin::team_bitmap}) {
    EXPECT_GT(this->rows_in(product.by_work.bins, bin), 0) << name_of(bin);
  }
  for (auto const bin : {RowBin::few_products, RowBin::probing, RowBin::team_probing}) {
    EXPECT_GT(this->rows_in(product.by_size, bin), 0) << name_of(bin);
  }
  // A team's hash map of 1024 keys does not fit, so a bitmap takes its place.
  constexpr std::size_t little_scratch = 20'000;
  this->expect_product(a, b, little_scratch);
}

/// Row i has lengths[i] entries, each with a row of B of its own.
HostPattern rows_of_lengths(std::vector<std::int64_t> const& lengths) {
  std::vector<std::vector<std::int64_t>> rows;
  std::int64_t begin = 0;
  for (std::int64_t const length : lengths) {
    rows.push_back(columns_apart(begin, length, 1));
    begin += length;
  }
  return pattern_of(begin, rows, "rows of given lengths");
}

TYPED_TEST(BinnedProductTest, RowsAtTheBoundsOfWhatALaneMerges) {
  struct Bounds {
    RowBin bin;
    std::int64_t rows;
    std::int64_t products;
  };
  namespace tuning = araios::impl::tuning;
  std::vector<Bounds> const all_bounds{
      {RowBin::few_rows, tuning::lane_merge_few_rows, tuning::lane_merge_few_products},
      {RowBin::more_rows, tuning::lane_merge_more_rows, tuning::lane_merge_more_products}};
  for (auto const& [bin, most_rows, most_products] : all_bounds) {
    std::vector<std::int64_t> lengths;
    for (std::int64_t length = 0; length <= most_rows + 1; ++length) lengths.push_back(length);
    auto const a = rows_of_lengths(lengths);
    for (std::int64_t const products : {most_products / most_rows, most_products / most_rows + 1}) {
      for (std::int64_t const stride : {1, 5, 100'000}) {
        std::vector<std::vector<std::int64_t>> rows;
        for (std::int64_t i = 0; i < a.num_cols; ++i) {
          // Every fourth row of B is empty, the others overlap.
          rows.push_back(columns_apart(i % 3, i % 4 == 1 ? 0 : products, stride));
        }
        auto const b = pattern_of(3'000'000, rows, "overlapping rows");
        auto const product = this->expect_product(a, b);
        EXPECT_GT(this->rows_in(product.by_work.bins, bin), 3);
        EXPECT_GT(this->rows_in(product.by_size, bin), 3);
      }
    }
  }
}

TYPED_TEST(BinnedProductTest, LongRowsOfAAreBoundedInParts) {
  constexpr std::int64_t longest = araios::impl::tuning::binning_longest_row_of_parts;
  std::vector<std::vector<std::int64_t>> rows;
  for (int i = 0; i < 150; ++i) rows.push_back(columns_apart(i, 30 + i, 2));
  for (std::int64_t const length : {longest, longest + 1, std::int64_t{1}, longest + 700}) {
    rows.push_back(columns_apart(3, length, 1));
  }
  auto const a = pattern_of(longest + 703, rows, "long rows of A");
  this->expect_product(a, uniform_pattern(a.num_cols, 500, 2, 7));
}

TYPED_TEST(BinnedProductTest, TheLongestRowsOfAAreBoundedByAllTeams) {
  constexpr std::int64_t of_team = araios::impl::tuning::binning_longest_row_of_team;
  constexpr int most_published = araios::impl::tuning::cooperative_scan_max_rows;
  std::vector<std::vector<std::int64_t>> rows;
  for (int i = 0; i < most_published + 3; ++i) {
    rows.push_back(columns_apart(i, of_team + (i % 3), 1));
    rows.push_back(columns_apart(i, 1 + i, 3));
  }
  auto const a = pattern_of(of_team + 2 + most_published + 3, rows, "longest rows of A");
  // Rows of B at either end are the first or the last columns of C, and some are empty.
  std::vector<std::vector<std::int64_t>> rows_of_b;
  for (std::int64_t i = 0; i < a.num_cols; ++i) {
    rows_of_b.push_back(columns_apart(i % 400, i % 3, 90));
  }
  this->expect_product(a, pattern_of(600, rows_of_b, "up to two entries"));
  this->expect_product(
      a, HostPattern{a.num_cols,
                     5,
                     std::vector<std::int64_t>(static_cast<std::size_t>(a.num_cols) + 1),
                     {},
                     "no entries"});
}

TYPED_TEST(BinnedProductTest, LanesLeaveNoWorkForBins) {
  auto const a = with_integers<double>(uniform_pattern(300, 200, 3, 1), 1);
  auto const b = with_integers<double>(uniform_pattern(200, 400, 3, 2), 2);
  BinnedProductRun<TypeParam, double> run{a, b};
  EXPECT_GT(this->rows_in(run.run(false).by_work.bins, RowBin::few_rows), 0);
  run.let_lanes_count_rows(true);
  auto const product = run.run(false);
  EXPECT_EQ(this->rows_in(product.by_work.bins, RowBin::few_rows), 0);
  EXPECT_EQ(this->rows_in(product.by_size, RowBin::few_rows), a.pattern.num_rows);
  EXPECT_TRUE(same_matrix(product.c, reference_product(a, b)));
}

TYPED_TEST(BinnedProductTest, RowsThatCollideInTheMap) {
  // Two rows of B have the same columns: every key is found again after it was claimed.
  std::vector<std::vector<std::int64_t>> rows;
  for (int i = 0; i < 40; ++i) rows.push_back(columns_apart(i % 4, 30, 65536));
  auto const b = pattern_of(2'000'000, rows, "columns a power of two apart");
  std::vector<std::vector<std::int64_t>> rows_of_a;
  for (std::int64_t i = 0; i + 4 < 40; ++i) rows_of_a.push_back({i, i + 1, i + 2, i + 4});
  this->expect_product(pattern_of(40, rows_of_a, "four rows of B"), b);
}

TYPED_TEST(BinnedProductTest, RowsThatAThreadProbesAndSorts) {
  constexpr std::int64_t length = 3;
  constexpr std::int64_t num_rows = araios::impl::tuning::probing_max_keys / length + 1;
  // The longer the rows of B are on average, the more lanes a thread has. For the first width 32
  // bits hold a column of the range and its slot, for the second they do not.
  for (std::int64_t const num_long : {0, 1, 4, 40}) {
    for (std::int64_t const width : {std::int64_t{20'000}, std::int64_t{1} << 28}) {
      std::vector<std::vector<std::int64_t>> rows_of_b;
      for (std::int64_t i = 0; i < num_rows; ++i) {
        rows_of_b.push_back(columns_apart(i * (width / 2 / num_rows), length, width / 2 / length));
      }
      rows_of_b.push_back(columns_apart(0, 2000, 7));
      std::vector<std::vector<std::int64_t>> rows_of_a;
      for (std::int64_t i = 1; i <= num_rows; ++i) rows_of_a.push_back(columns_apart(0, i, 1));
      rows_of_a.resize(rows_of_a.size() + static_cast<std::size_t>(num_long), {num_rows});
      auto const product = this->expect_product(
          pattern_of(num_rows + 1, rows_of_a, "rows of each length"),
          pattern_of(width, rows_of_b, "rows far apart, " + std::to_string(num_long) + " long"));
      EXPECT_GT(this->rows_in(product.by_size, RowBin::short_probing) +
                    this->rows_in(product.by_size, RowBin::probing),
                0);
    }
  }
}

TYPED_TEST(BinnedProductTest, BitmapsAtTheirWords) {
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t const words : {1, 2, 3, 4, 5, 64, 256, 1024}) {
    for (std::int64_t const width : {32 * words - 1, 32 * words, 32 * words + 1}) {
      // The first and the last column of the range, and enough columns between them for a bitmap.
      auto row = columns_apart(7, std::min<std::int64_t>(width - 1, 700), 1);
      row.push_back(7 + width - 1);
      rows.push_back(row);
    }
  }
  auto const b = pattern_of(40'000, rows, "ranges of whole words");
  std::vector<std::vector<std::int64_t>> rows_of_a;
  for (std::int64_t i = 0; i + 1 < b.num_rows; ++i) rows_of_a.push_back({i, i + 1});
  auto const product = this->expect_product(pattern_of(b.num_rows, rows_of_a, "pairs"), b);
  EXPECT_GT(this->rows_in(product.by_work.bins, RowBin::short_bitmap), 0);
  EXPECT_GT(this->rows_in(product.by_work.bins, RowBin::bitmap), 0);
  EXPECT_GT(this->rows_in(product.by_size, RowBin::short_bitmap), 0);
  EXPECT_GT(this->rows_in(product.by_size, RowBin::bitmap), 0);
}

TYPED_TEST(BinnedProductTest, WindowsOfLongRows) {
  constexpr std::int64_t window = 32 * araios::impl::tuning::bitmap_window_words;
  constexpr std::int64_t entries = 4000;  // their values exceed scratch beside the window
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t const width :
       {window - 1, window, window + 1, 2 * window, 2 * window + 1, 3 * window}) {
    auto row = columns_apart(5, entries, (window - 2) / entries);
    row.push_back(5 + width - 1);
    rows.push_back(row);
    rows.push_back({5, 5 + window - 1, 5 + window, 5 + window + 1});
  }
  auto const b = pattern_of(4 * window, rows, "rows across windows");
  std::vector<std::vector<std::int64_t>> rows_of_a;
  for (std::int64_t i = 0; i + 1 < b.num_rows; ++i) rows_of_a.push_back({i, i + 1});
  auto const a = pattern_of(b.num_rows, rows_of_a, "pairs");
  // So few rows leave most lanes of a large device idle. Their windows are wider then.
  for (int const lanes_of_device : {1, 1 << 20}) {
    auto const product = this->expect_product(a, b, scratch_of_a_device, lanes_of_device);
    EXPECT_EQ(this->rows_in(product.by_work.bins, RowBin::team_bitmap), b.num_rows - 1);
    EXPECT_GT(this->rows_in(product.by_size, RowBin::result_bitmap), 0);
  }
}

TYPED_TEST(BinnedProductTest, ManyProductsInFewColumns) {
  // 300 rows of B over 400 columns: more work than a thread owns, values in scratch.
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t i = 0; i < 300; ++i) rows.push_back(columns_apart(i % 100, 100, 3));
  auto const b = pattern_of(400, rows, "overlapping rows");
  std::vector<std::int64_t> all(300);
  std::iota(all.begin(), all.end(), std::int64_t{0});
  auto const product = this->expect_product(
      pattern_of(300, {{}, all, {3}, all, {}}, "two full rows between empty ones"), b);
  EXPECT_EQ(this->rows_in(product.by_work.bins, RowBin::team_bitmap), 2);
  EXPECT_EQ(this->rows_in(product.by_size, RowBin::team_bitmap), 2);
}

TYPED_TEST(BinnedProductTest, LongRowsOfAWithShortRowsOfB) {
  auto const b = uniform_pattern(2000, 900, 1, 11);
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t const length : {40, 41, 64, 65, 160, 161, 2000}) {
    rows.push_back(columns_apart(0, length, 1));
  }
  this->expect_product(pattern_of(2000, rows, "long rows of A"), b);
}

TYPED_TEST(BinnedProductTest, RandomMatricesOfManyShapes) {
  for (auto const& [a, b] : operands_of_many_shapes()) this->expect_product(a, b);
}

TYPED_TEST(BinnedProductTest, BinsOfFewRowsShareALaunch) {
  for (auto const& [a, b] : operands_of_many_shapes()) {
    auto const left = with_integers<double>(a, 1);
    auto const right = with_integers<double>(b, 2);
    BinnedProductRun<TypeParam, double> run{left, right};
    for (int const lanes : {1, 1 << 20}) {
      run.pretend_lanes(lanes);
      EXPECT_TRUE(same_matrix(run.run(true).c, reference_product(left, right)))
          << a.label << ", lanes: " << lanes;
    }
  }
}

TYPED_TEST(BinnedProductTest, ChecksOperandsWhileItBinsRows) {
  auto bad = uniform_pattern(50, 40, 3, 5);
  auto const b = uniform_pattern(40, 60, 3, 5);
  auto const row = std::int64_t{17};
  ASSERT_GT(bad.row_end(row), bad.row_begin(row));
  bad.columns[static_cast<std::size_t>(bad.row_begin(row))] = 40;
  BinnedProductRun<TypeParam, double> run{with_integers<double>(bad, 1),
                                          with_integers<double>(b, 2)};
  EXPECT_EQ(run.check().a.first_bad_row, row);
  auto unsorted = uniform_pattern(50, 40, 6, 5);
  auto const begin = static_cast<std::size_t>(unsorted.row_begin(33));
  ASSERT_GT(unsorted.row_end(33), unsorted.row_begin(33) + 1);
  std::swap(unsorted.columns[begin], unsorted.columns[begin + 1]);
  BinnedProductRun<TypeParam, double> other{with_integers<double>(unsorted, 1),
                                            with_integers<double>(b, 2)};
  auto const found = other.check();
  EXPECT_TRUE(found.a.valid());
  EXPECT_EQ(found.a.first_unsorted_row, 33);
}

TYPED_TEST(BinnedProductTest, FindsRowsThatAreNotAsPlanned) {
  auto const a = with_integers<double>(uniform_pattern(300, 200, 8, 1), 1);
  auto const planned = with_integers<double>(uniform_pattern(200, 400, 8, 2), 2);
  std::vector<std::int64_t> backwards(200);
  std::iota(backwards.rbegin(), backwards.rend(), 0);
  auto const other = with_rows(planned, backwards);
  BinnedProductRun<TypeParam, double> run{a, other};
  EXPECT_TRUE(run.run(false, &planned).mismatch);
  EXPECT_TRUE(run.run(true, &planned).mismatch);
}

TYPED_TEST(BinnedProductTest, WritesNothingWhereOperandsHaveMoreEntriesThanPlanned) {
  auto const a = with_integers<double>(uniform_pattern(300, 200, 8, 1), 1);
  auto const planned = with_integers<double>(uniform_pattern(200, 400, 8, 2), 2);
  auto const other = with_integers<double>(uniform_pattern(200, 400, 9, 3), 2);
  BinnedProductRun<TypeParam, double> run{a, other};
  auto const product = run.run(false, &planned);
  EXPECT_TRUE(product.mismatch);
  EXPECT_EQ(product.c.values, std::vector<double>(product.c.values.size(), 0));
}

TYPED_TEST(BinnedProductTest, ManyTeamsWriteOffsetsAndLeaveTheirBoardZero) {
  using Device = typename TypeParam::device_type;
  constexpr int rows = 300;
  auto const a = graph_of(to_device<int, int, Device>(uniform_pattern(rows, 50, 3, 1)));
  using Graph = std::remove_const_t<decltype(a)>;
  std::vector<int> sizes(rows);
  std::vector<int> offsets(rows + 1);
  for (int i = 0; i < rows; ++i) {
    sizes[i] = i % 5;
    offsets[i + 1] = offsets[i] + sizes[i];
  }
  araios::impl::BinningLaunch const launch{1, 1, 1, rows};
  auto const row_sizes = to_view<int, Device>(sizes, "sizes");
  Kokkos::View<int*, Device> const row_offsets("offsets", rows + 1);
  araios::impl::BinnedRows<int, Device> const bins{
      Kokkos::View<int*, Device>("bins", araios::impl::BinnedRows<int, Device>::elements(rows)),
      rows};
  auto const board = take_board<Device>(launch.num_sums());
  for (int round = 0; round < 2; ++round) {
    Kokkos::deep_copy(row_offsets, -1);
    TypeParam const exec;
    araios::impl::sort_into_bins(exec, launch,
                                 araios::impl::NumericBinning<Graph, int>{
                                     a, bins, row_sizes, row_sizes, row_offsets, 1000, {}, false},
                                 board, "sort");
    EXPECT_EQ(araios::impl::read_counts(exec, board).bins.total, offsets.back());
    EXPECT_EQ(to_vector<int>(row_offsets), offsets);
    auto const zero = [](auto const& view) {
      auto const values = to_vector<std::int64_t>(view);
      return std::count(values.begin(), values.end(), 0) == std::ssize(values);
    };
    EXPECT_TRUE(zero(board.counters));
    EXPECT_TRUE(zero(board.sums));
  }
}

/// Rows that use 300 long rows of B. Several teams share each of them if there are few.
struct LongRows {
  static constexpr std::int64_t length = araios::impl::tuning::split_row_min_work / 299 + 1;

  std::int64_t stride;  ///< of the columns of B

  static HostPattern a() {
    auto const all = columns_apart(0, 300, 1);
    return pattern_of(300, {all, {}, {7, 8}, all, columns_apart(1, 299, 1), {299}}, "long rows");
  }
  HostPattern b() const {
    std::vector<std::vector<std::int64_t>> rows;
    for (std::int64_t i = 0; i < 300; ++i) rows.push_back(columns_apart(i, length, stride));
    return pattern_of(length * 15 + 300, rows, "rows that overlap");
  }
};

TYPED_TEST(BinnedProductTest, FewLongRowsAreSharedByTeams) {
  for (std::int64_t const stride : {1, 15}) {
    auto const a = with_integers<double>(LongRows::a(), 1);
    auto const b = with_integers<double>(LongRows{stride}.b(), 2);
    BinnedProductRun<TypeParam, double> run{a, b};
    constexpr int many_lanes = 1 << 20;
    run.pretend_lanes(many_lanes);
    EXPECT_TRUE(same_matrix(run.run(true).c, reference_product(a, b)));
    EXPECT_FALSE(run.has_shared_rows()) << "sums would be in any order";
    for (int i = 0; i < 2; ++i) {
      auto const product = run.run(false);
      EXPECT_TRUE(same_matrix(product.c, reference_product(a, b))) << "stride " << stride;
      EXPECT_FALSE(product.mismatch);
    }
    EXPECT_TRUE(run.has_shared_rows());
  }
}

TYPED_TEST(BinnedProductTest, SplitRowsOfAnotherSizeThanPlannedAreRejected) {
  auto const a = with_integers<double>(LongRows::a(), 1);
  auto const fewer = with_integers<double>(LongRows{1}.b(), 2);
  auto const more = with_integers<double>(LongRows{15}.b(), 2);
  for (auto const& [b, planned] : {std::pair{fewer, more}, std::pair{more, fewer}}) {
    BinnedProductRun<TypeParam, double> run{a, b};
    constexpr int many_lanes = 1 << 20;
    run.pretend_lanes(many_lanes);
    EXPECT_TRUE(run.run(false, &planned).mismatch);
    EXPECT_TRUE(run.has_shared_rows());
  }
}

TYPED_TEST(BinnedProductTest, PublicCallsSayWhetherRowsWentByBins) {
  constexpr bool is_host = araios::impl::is_host_space_v<TypeParam>;
  auto const a = with_integers<double>(uniform_pattern(300, 300, 8, 1), 1);
  PlannedProduct<DefaultTypes<TypeParam>> const sorted{a, a};
  EXPECT_EQ(sorted.plan.symbolic_selection().bins.has_value(), !is_host);
  EXPECT_EQ(sorted.plan.numeric_selection().bins.has_value(), !is_host);
  auto const shuffled =
      with_integers<double>(with_duplicates_shuffled(uniform_pattern(300, 300, 8, 1), 2), 1);
  PlannedProduct<DefaultTypes<TypeParam>> const unsorted{shuffled, shuffled};
  EXPECT_FALSE(unsorted.plan.numeric_selection().bins.has_value());
}

TYPED_TEST(BinnedProductTest, APlanOutlivesOtherProductsOfItsWorkspace) {
  using Device = typename TypeParam::device_type;
  auto const host_a = with_integers<double>(uniform_pattern(300, 300, 8, 1), 1);
  auto const host_b = with_integers<double>(power_law_pattern(500, 500, 200, 2), 2);
  auto const a = to_device<int, int, Device>(host_a);
  auto const b = to_device<int, int, Device>(host_b);
  araios::Workspace<Device> const workspace;
  TypeParam const exec;
  auto const plan_a = araios::spgemm_symbolic(exec, a, a, {}, workspace);
  auto const plan_b = araios::spgemm_symbolic(exec, b, b, {}, workspace);
  auto const c_a = plan_a.template allocate<double>("C");
  auto const c_b = plan_b.template allocate<double>("C");
  araios::spgemm_numeric(exec, plan_a, a, a, c_a, workspace);
  araios::spgemm_numeric(exec, plan_b, b, b, c_b, workspace);
  exec.fence();
  EXPECT_TRUE(same_matrix(to_host(c_a), reference_product(host_a, host_a)));
  EXPECT_TRUE(same_matrix(to_host(c_b), reference_product(host_b, host_b)));
}

}  // namespace
}  // namespace araios_test
