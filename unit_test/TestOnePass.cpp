// SPDX-License-Identifier: BSD-3-Clause
// Whole products in one pass over short rows: bitwise those of both phases, or left to these.

#include "support/BitwiseEqual.hpp"
#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include <Araios_ChooseOnePass.hpp>
#include <Araios_OnePassProduct.hpp>
#include <Araios_RowBlock.hpp>
#include <Araios_RowSample.hpp>
#include <Araios_SortChunks.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using araios::choose_one_pass;
using araios::OnePassWay;
using araios::SpGemmOptions;

using Space = Kokkos::DefaultHostExecutionSpace;
using Device = Space::device_type;

using Block = araios::RowBlock<double, Int32>;
static_assert(Block::exists);

template <class Offset = Int32>
auto on_device(HostMatrix<double> const& a) {
  return to_device<Offset, Int32, Device>(a);
}

template <class C>
void expect_same_bytes(C const& x, C const& y) {
  EXPECT_TRUE(are_bitwise_equal(to_host(x), to_host(y)));
}

/// Both phases add up as one pass does where they record the pattern of C; accumulators may round
/// the products.
SpGemmOptions recording() {
  SpGemmOptions options;
  options.record_pattern = true;
  return options;
}

template <class OffsetC, class A, class B>
auto product_of_both_phases(A const& a, B const& b, SpGemmOptions const& options = recording()) {
  Space const exec;
  auto const plan = araios::spgemm_symbolic<OffsetC>(exec, a, b, options);
  auto const c = plan.template allocate<typename A::scalar_type>("C");
  araios::spgemm_numeric(exec, plan, a, b, c);
  return c;
}

/// Expects one pass to be taken, and its C to be that of both phases.
template <class OffsetC = Int32, class A, class B>
void expect_one_pass(A const& a, B const& b, araios::Workspace<Device> const& workspace = {}) {
  auto const c = araios::multiply_in_one_pass<OffsetC>(Space{}, a, b, {}, workspace);
  ASSERT_TRUE(c.has_value());
  expect_same_bytes(*c, product_of_both_phases<OffsetC>(a, b));
}
void expect_one_pass(HostMatrix<double> const& a, HostMatrix<double> const& b) {
  SCOPED_TRACE(a.pattern.label + " times " + b.pattern.label);
  expect_one_pass(on_device(a), on_device(b));
}

template <class A, class B>
bool takes_one_pass(A const& a, B const& b, SpGemmOptions const& options = {}) {
  return araios::multiply_in_one_pass<Int32>(Space{}, a, b, options, {}).has_value();
}

/// A row of size(i) random columns for each i: in any order, and they may repeat.
template <class Size>
HostPattern rows_of_sizes(std::int64_t rows, std::int64_t cols, std::string const& label,
                          Size const& size) {
  HostPattern a{rows, cols, {0}, {}, label};
  Random random{static_cast<std::uint64_t>(rows + cols)};
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t i = 0; i < size(row); ++i) a.columns.push_back(random.below(cols));
    a.row_offsets.push_back(a.num_entries());
  }
  return a;
}

/// Most rows are short, others have up to 150 entries and two have many.
std::int64_t size_of_mixed_row(std::int64_t row) {
  if (row == 1000) return 3000;
  if (row == 4001) return 5000;
  return row % 32 == 0 ? row / 32 % 150 : row % 24;
}

TEST(OnePass, RowsOfAllSizesMeet) {
  auto const a =
      with_reals<double>(rows_of_sizes(6000, 9000, "rows of all sizes", size_of_mixed_row), 1);
  for (std::int64_t const cols : {1, 7, 40, 500, 100'000}) {
    auto const b = rows_of_sizes(9000, cols, std::to_string(cols) + " columns",
                                 [](std::int64_t) { return 1; });
    expect_one_pass(a, with_reals<double>(b, 2));
  }
}

TEST(OnePass, RowsOfBAreEmptyOrLongerThanVectors) {
  auto const a = rows_of_sizes(20'000, 900, "one or two entries",
                               [](std::int64_t row) { return row % 16 == 0 ? 2 : 1; });
  for (std::int64_t const longest : {1, 3, 4, 5, 8, 9, 16, 17, 33}) {
    // Narrow rows may go by places.
    for (std::int64_t const cols : {1000, 100'000}) {
      auto const b = rows_of_sizes(900, cols, "rows of up to " + std::to_string(longest),
                                   [&](std::int64_t row) { return row % (longest + 1); });
      expect_one_pass(with_reals<double>(a, 1), with_reals<double>(b, 2));
    }
  }
}

TEST(OnePass, RandomSquaresAndProducts) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    auto const mean = static_cast<std::int64_t>(1 + seed % 4);
    auto const square = with_reals<double>(uniform_pattern(12'000, 12'000, mean, seed), seed);
    auto const skewed = with_reals<double>(power_law_pattern(12'000, 3000, 60, seed), seed);
    expect_one_pass(square, square);
    expect_one_pass(square, skewed);
    auto const a = on_device(square);
    expect_one_pass(a, a);
  }
}

TEST(OnePass, EmptyRowsAndProductsWithoutAny) {
  auto const none = with_constant<double>(empty_pattern(40'000, 20'000), 1);
  auto const some = with_constant<double>(uniform_pattern(20'000, 30'000, 2, 1), 1);
  expect_one_pass(none, some);
  auto const diagonal = with_constant<double>(diagonal_pattern(20'000), 1);
  expect_one_pass(diagonal, some);
  expect_one_pass(diagonal, with_constant<double>(empty_pattern(20'000, 5), 1));
}

TEST(OnePass, ZerosKeepTheirSignsAndInfinitiesStay) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> const values{0.0, -0.0, 1.0, -1.0, infinity, -0.0, 1e-320, -infinity, 1e300};
  auto with_special = [&](HostPattern pattern) {
    HostMatrix<double> a{std::move(pattern), {}};
    for (std::size_t i = 0; i < a.pattern.columns.size(); ++i) {
      a.values.push_back(values[i * i % values.size()]);
    }
    return a;
  };
  expect_one_pass(with_special(uniform_pattern(9000, 3000, 3, 1)),
                  with_special(uniform_pattern(3000, 50, 3, 2)));
}

TEST(OnePass, OffsetsOfAllOperandsMayDiffer) {
  auto const host_a = with_reals<double>(uniform_pattern(9000, 3000, 3, 1), 1);
  auto const host_b = with_reals<double>(uniform_pattern(3000, 5000, 3, 2), 2);
  expect_one_pass<std::int64_t>(on_device<std::int64_t>(host_a), on_device<Int32>(host_b));
  expect_one_pass<std::size_t>(on_device<Int32>(host_a), on_device<std::size_t>(host_b));
}

TEST(OnePass, BothWaysShareAWorkspace) {
  araios::Workspace<Device> const workspace;
  auto const a = on_device(
      with_reals<double>(rows_of_sizes(6000, 6000, "rows of all sizes", size_of_mixed_row), 1));
  auto const b = on_device(with_reals<double>(uniform_pattern(6000, 9000, 1, 1), 1));
  auto const expected = product_of_both_phases<Int32>(a, b);
  for (int repetition = 0; repetition < 3; ++repetition) {
    expect_one_pass(a, b, workspace);
    expect_same_bytes(araios::spgemm(Space{}, a, b, recording(), workspace), expected);
    expect_same_bytes(araios::spgemm(Space{}, a, b, {}, workspace), expected);
  }
}

template <class A, class B>
OnePassWay way_of(A const& a, B const& b, SpGemmOptions const& options = {}) {
  using Sort = araios::SortChunk<Int32, double, Int32>;
  return choose_one_pass<Block, Sort>(a.graph, b.graph, Space{}.concurrency(),
                                      options.result_sorted);
}

/// Rows of `length` neighbouring columns about the diagonal, none of them that of the row before.
HostPattern uneven_band(std::int64_t rows, std::int64_t length, std::string const& label) {
  HostPattern a{rows, rows, {0}, {}, label};
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t const begin = std::clamp<std::int64_t>(row - length / 2, 0, rows - length);
    for (std::int64_t i = row % 3; i < length; ++i) a.columns.push_back(begin + i);
    a.row_offsets.push_back(a.num_entries());
  }
  return a;
}

/// Every row is the row before, moved by one, but at both ends.
HostPattern band(std::int64_t rows, std::int64_t half_width) {
  HostPattern a{rows, rows, {0}, {}, "band"};
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t const end = std::min(row + half_width + 1, rows);
    for (std::int64_t column = std::max<std::int64_t>(row - half_width, 0); column < end;
         ++column) {
      a.columns.push_back(column);
    }
    a.row_offsets.push_back(a.num_entries());
  }
  return a;
}

// Around the widths at which rows are looked for in other ways, and lengths of all kinds.
TEST(OnePass, NarrowRowsGoByColumns) {
  for (std::int64_t const rows : {300, 1536, 1537, 7000}) {
    for (std::int64_t const length : {6, 9, 20}) {
      auto const label = std::to_string(rows) + " rows of " + std::to_string(length);
      auto const a = with_reals<double>(uneven_band(rows, length, label), 1);
      EXPECT_EQ(way_of(on_device(a), on_device(a)), OnePassWay::by_columns) << label;
      expect_one_pass(a, a);
      auto const unordered = with_reals<double>(with_duplicates_shuffled(a.pattern, 1), 2);
      expect_one_pass(a, unordered);
      expect_one_pass(unordered, a);
    }
  }
}

TEST(OnePass, LongRowsGoByColumns) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    auto const a = with_reals<double>(uniform_pattern(3000, 4000, 8, seed), seed);
    auto const b = with_reals<double>(uniform_pattern(4000, 2500, 30, seed), seed);
    EXPECT_EQ(way_of(on_device(a), on_device(b)), OnePassWay::by_columns);
    expect_one_pass(a, b);
  }
}

template <class Scalar>
void expect_one_pass_of_band() {
  auto const host = with_reals<Scalar>(uneven_band(2000, 9, "band"), 1);
  auto const a = to_device<Int32, Int32, Device>(host);
  auto const c = araios::multiply_in_one_pass<Int32>(Space{}, a, a, {}, {});
  ASSERT_TRUE(c.has_value());
  expect_same_bytes(*c, product_of_both_phases<Int32>(a, a));
}

TEST(OnePass, RowsOfOtherScalarsGoByColumns) {
  expect_one_pass_of_band<float>();
  expect_one_pass_of_band<Kokkos::complex<double>>();
}

TEST(OnePass, BothWaysOfOnePassShareAWorkspace) {
  araios::Workspace<Device> const workspace;
  auto const by_columns = on_device(with_reals<double>(uneven_band(6000, 9, "band"), 1));
  auto const by_blocks = on_device(with_reals<double>(uniform_pattern(7000, 7000, 2, 1), 1));
  for (int repetition = 0; repetition < 3; ++repetition) {
    expect_one_pass(by_columns, by_columns, workspace);
    expect_one_pass(by_blocks, by_blocks, workspace);
  }
}

SpGemmOptions in_any_order() {
  SpGemmOptions options;
  options.result_sorted = false;
  return options;
}

/// The columns of all rows of A·B, those of a row in the order in which they are met.
std::vector<std::int64_t> columns_as_met(HostPattern const& a, HostPattern const& b) {
  std::vector<std::int64_t> met_in_row(static_cast<std::size_t>(b.num_cols), -1);
  std::vector<std::int64_t> columns;
  for (std::int64_t row = 0; row < a.num_rows; ++row) {
    for (auto i = a.row_begin(row); i < a.row_end(row); ++i) {
      for (auto j = b.row_begin(a.column(i)); j < b.row_end(a.column(i)); ++j) {
        auto& last_met = met_in_row[static_cast<std::size_t>(b.column(j))];
        if (last_met == row) continue;
        last_met = row;
        columns.push_back(b.column(j));
      }
    }
  }
  return columns;
}

/// Expects rows of C in the order in which their columns are met, and put into order to be those of
/// both phases. Values are whole: compilers need not fuse the same operations.
template <class Scalar>
void expect_rows_as_they_come(HostMatrix<Scalar> const& host_a, HostMatrix<Scalar> const& host_b,
                              OnePassWay expected_way,
                              araios::Workspace<Device> const& workspace = {}) {
  SCOPED_TRACE(host_a.pattern.label + " times " + host_b.pattern.label);
  auto const a = to_device<Int32, Int32, Device>(host_a);
  auto const b = to_device<Int32, Int32, Device>(host_b);
  EXPECT_EQ(way_of(a, b, in_any_order()), expected_way);
  auto const c = araios::multiply_in_one_pass<Int32>(Space{}, a, b, in_any_order(), workspace);
  ASSERT_TRUE(c.has_value());
  auto const found = to_host(*c);
  auto const expected = to_host(product_of_both_phases<Int32>(a, b));
  EXPECT_TRUE(are_bitwise_equal(with_sorted_rows(found), expected));
  EXPECT_EQ(found.pattern.columns, columns_as_met(host_a.pattern, host_b.pattern));
}

TEST(OnePass, RowsThatNeedNotBeSortedGoByPlacesOrByList) {
  auto const alike = rows_of_sizes(6000, 6000, "alike", [](std::int64_t) { return 6; });
  auto const unlike = uneven_band(6000, 6, "unlike");
  expect_rows_as_they_come(with_integers<double>(alike, 1), with_integers<double>(alike, 2),
                           OnePassWay::by_places);
  expect_rows_as_they_come(with_integers<double>(unlike, 1), with_integers<double>(unlike, 2),
                           OnePassWay::by_list);
  expect_rows_as_they_come(with_integers<float>(alike, 1), with_integers<float>(alike, 2),
                           OnePassWay::by_places);
  using Complex = Kokkos::complex<double>;
  expect_rows_as_they_come(with_integers<Complex>(unlike, 1), with_integers<Complex>(unlike, 2),
                           OnePassWay::by_list);
}

TEST(OnePass, UnsortedRowsOfUnsortedOnesWithDuplicates) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    auto const unlike = with_duplicates_shuffled(uniform_pattern(4000, 3000, 9, seed), seed);
    auto const b = with_duplicates_shuffled(power_law_pattern(3000, 5000, 20, seed), seed);
    expect_rows_as_they_come(with_integers<double>(unlike, seed), with_integers<double>(b, seed),
                             OnePassWay::by_list);
  }
}

/// A row of size(i) random columns about the diagonal for each i.
template <class Size>
HostPattern rows_about_the_diagonal(std::int64_t rows, std::int64_t width, std::string const& label,
                                    Size const& size) {
  HostPattern a{rows, rows, {0}, {}, label};
  Random random{static_cast<std::uint64_t>(width)};
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t const first = std::clamp<std::int64_t>(row - width / 2, 0, rows - width);
    for (std::int64_t i = 0; i < size(row); ++i) a.columns.push_back(first + random.below(width));
    a.row_offsets.push_back(a.num_entries());
  }
  return a;
}

TEST(OnePass, AlikeRowsThatLieCloseTogetherAreSortedBehindTheirSums) {
  if (!araios::SortChunk<Int32, double, Int32>::exists) {
    GTEST_SKIP() << "no vectors of 16 columns";
  }
  for (std::int64_t const length : {1, 2, 3, 5, 7}) {
    auto const alike = rows_about_the_diagonal(6000, 1000, std::to_string(length) + " entries",
                                               [=](std::int64_t) { return length; });
    auto const a = with_reals<double>(alike, 1);
    EXPECT_EQ(way_of(on_device(a), on_device(a), {}), OnePassWay::by_places);
    expect_one_pass(a, a);
  }
  // Now and then a row of C is longer than those that are sorted in lanes.
  auto const mixed = rows_about_the_diagonal(
      9000, 2000, "some long rows", [](std::int64_t row) { return row % 700 == 350 ? 60 : 5; });
  auto const a = with_reals<double>(mixed, 2);
  EXPECT_EQ(way_of(on_device(a), on_device(a), {}), OnePassWay::by_places);
  expect_one_pass(a, a);
}

TEST(OnePass, AllWaysShareAWorkspace) {
  araios::Workspace<Device> const workspace;
  auto const alike = with_integers<double>(power_law_pattern(7000, 7000, 40, 1), 1);
  auto const unlike = with_integers<double>(uneven_band(6000, 6, "unlike"), 1);
  auto const by_columns = on_device(unlike);
  auto const by_blocks = on_device(with_integers<double>(uniform_pattern(8000, 8000, 2, 1), 1));
  for (int repetition = 0; repetition < 3; ++repetition) {
    expect_rows_as_they_come(alike, alike, OnePassWay::by_places, workspace);
    expect_one_pass(by_blocks, by_blocks, workspace);
    expect_rows_as_they_come(unlike, unlike, OnePassWay::by_list, workspace);
    expect_one_pass(by_columns, by_columns, workspace);
  }
}

TEST(OnePass, LongAndScatteredRowsAreSortedWhetherAskedOrNot) {
  auto const a = on_device(with_integers<double>(uniform_pattern(3000, 4000, 12, 1), 1));
  auto const b = on_device(with_integers<double>(uniform_pattern(4000, 2500, 30, 1), 1));
  EXPECT_EQ(way_of(a, b, in_any_order()), OnePassWay::by_columns);
  auto const scattered =
      on_device(with_integers<double>(uniform_pattern(300'000, 300'000, 2, 1), 1));
  EXPECT_EQ(way_of(scattered, scattered, in_any_order()), OnePassWay::by_blocks);
}

TEST(OnePass, SmallOnesAndShiftedOnesAreLeft) {
  auto const few = on_device(with_reals<double>(uneven_band(60, 9, "few"), 1));
  EXPECT_FALSE(takes_one_pass(few, few));
  auto const stencil = on_device(with_reals<double>(band(40'000, 3), 1));
  EXPECT_FALSE(takes_one_pass(stencil, stencil));
}

TEST(OnePass, OtherProductsAreLeftToBothPhases) {
  auto const short_rows = on_device(with_reals<double>(uniform_pattern(9000, 9000, 3, 1), 1));
  EXPECT_TRUE(takes_one_pass(short_rows, short_rows));
  auto const nine = rows_of_sizes(30'000, 30'000, "nine", [](std::int64_t) { return 9; });
  auto const scattered = on_device(with_reals<double>(nine, 1));
  // Its rows are long ones where no vectors sort so many products: those go by columns.
  bool const are_long = 9 * 9 > araios::RowBlock<double, Int32>::max_row_products;
  EXPECT_EQ(takes_one_pass(scattered, scattered), are_long);
  for (std::int64_t const more : {0, 1}) {
    auto const wide = uniform_pattern(9000, araios::tuning::one_pass_max_columns + more, 3, 1);
    EXPECT_EQ(takes_one_pass(short_rows, on_device(with_reals<double>(wide, 1))), more == 0);
  }
}

TEST(OnePass, ManyProductsOfRowsThatCompressAreFasterByBothPhases) {
  std::int64_t const large = araios::tuning::by_columns_large_work;
  auto const compressible = on_device(with_reals<double>(band(4000, 32), 1)).graph;
  EXPECT_TRUE(araios::are_phases_faster(compressible, compressible, large + 1));
  EXPECT_FALSE(araios::are_phases_faster(compressible, compressible, large));
  auto const square = uniform_pattern(4000, 4000, 3, 1);
  auto const scattered = on_device(with_reals<double>(square, 1)).graph;
  EXPECT_FALSE(araios::are_phases_faster(scattered, scattered, large + 1));
}

TEST(OnePass, RowsWhoseNewColumnsAreForetoldGoByPlaces) {
  std::int64_t const rows = 80'000;
  // No row has as many products as the one before, but all of two rows in turns meet theirs alike.
  HostPattern regular{rows, rows, {0}, {}, "rows in turns"};
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t const length = 5 + row % 2;
    for (std::int64_t i = 0; i < length; ++i) {
      regular.columns.push_back(std::min(row / 8 * 8, rows - 8) + i);
    }
    regular.row_offsets.push_back(regular.num_entries());
  }
  auto const graph = on_device(with_integers<double>(regular, 1)).graph;
  EXPECT_FALSE(araios::sample_rows(graph, graph, Block::max_row_products, true).are_alike());
  expect_rows_as_they_come(with_integers<double>(regular, 1), with_integers<double>(regular, 2),
                           OnePassWay::by_places);
}

TEST(OnePass, LargeOnesGoToCPastCaches) {
  auto const a = on_device(with_reals<double>(uniform_pattern(350'000, 350'000, 3, 1), 1));
  auto const c = araios::multiply_in_one_pass<Int32>(Space{}, a, a, {}, {});
  ASSERT_TRUE(c.has_value());
  EXPECT_GE(c->values.size() * (sizeof(double) + sizeof(Int32)),
            araios::tuning::past_caches_min_bytes);
  expect_same_bytes(*c, product_of_both_phases<Int32>(a, a));
}

TEST(OnePass, LargeOnesOfBothPhasesGoToCPastCaches) {
  for (HostPattern const& pattern : {band(140'000, 12), uniform_pattern(350'000, 350'000, 3, 1)}) {
    auto const a = on_device(with_integers<double>(pattern, 1));
    SpGemmOptions options;
    options.method = araios::MethodKind::kkdense;
    auto const other = product_of_both_phases<Int32>(a, a, options);
    auto const expected = expected_exactly(to_host(other));
    EXPECT_GE(other.values.size() * (sizeof(double) + sizeof(Int32)),
              araios::tuning::past_caches_min_bytes);
    options = recording();
    for (bool const replays : {false, true}) {
      options.replay = replays;
      EXPECT_TRUE(same_matrix(to_host(product_of_both_phases<Int32>(a, a, options)), expected));
    }
  }
}

TEST(OnePass, OneRowOfManyProductsIsNotLeftToOneThread) {
  auto const a = uniform_pattern(20'000, 20'000, 2, 1);
  auto const uneven = on_device(with_reals<double>(with_dense_row(a, 77), 1));
  EXPECT_FALSE(takes_one_pass(uneven, uneven));
  auto const of_one_entry = on_device(with_reals<double>(band(20'000, 0), 1));
  EXPECT_FALSE(takes_one_pass(of_one_entry, uneven));
}

TEST(OnePass, OptionsThatAreNotTheDefaultOnesAreLeftToBothPhases) {
  auto const a = on_device(with_reals<double>(uniform_pattern(9000, 9000, 3, 1), 1));
  std::vector<SpGemmOptions> others(6);
  others[0].method = araios::MethodKind::kkmem;
  others[1].max_workspace_bytes = std::size_t{1} << 30;
  others[2].transpose_a = true;
  others[3].record_pattern = false;
  others[4].replay = true;
  others[5].input_sorted = true;
  for (auto const& options : others) EXPECT_FALSE(takes_one_pass(a, a, options));
  SpGemmOptions deterministic;
  deterministic.deterministic = true;
  EXPECT_TRUE(takes_one_pass(a, a, deterministic));
}

TEST(OnePass, WhatIsWrongIsSaidAsByBothPhases) {
  auto const host = with_reals<double>(uniform_pattern(9000, 9000, 3, 1), 1);
  auto const good = on_device(host);
  auto const expect_refused = [&](HostMatrix<double> const& bad, std::string const& part) {
    auto const matrix = on_device(bad);
    EXPECT_FALSE(takes_one_pass(matrix, good));
    EXPECT_FALSE(takes_one_pass(good, matrix));
    EXPECT_FALSE(takes_one_pass(matrix, matrix));
    EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::spgemm(Space{}, matrix, matrix); },
                                              {"A." + part}));
    EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::spgemm(Space{}, good, matrix); },
                                              {"B." + part}));
  };
  for (std::int64_t const entry : {std::int64_t{0}, host.pattern.num_entries() - 1}) {
    for (std::int64_t const column : {-1, 9000}) {
      auto bad = host;
      bad.pattern.columns[static_cast<std::size_t>(entry)] = column;
      expect_refused(bad, "columns[" + std::to_string(entry) + "]");
    }
  }
  for (std::size_t const row : {1, 4500, 9000}) {
    for (std::int64_t const offset : {-5, 1'000'000}) {
      auto bad = host;
      bad.pattern.row_offsets[row] = offset;
      expect_refused(bad, "row_offsets[" + std::to_string(row));
    }
  }
  auto few_values = host;
  few_values.values.pop_back();
  expect_refused(few_values, "values has");
}

TEST(OnePass, CountsBeyondTheOffsetsOfCAreRefused) {
  auto const a = on_device(with_reals<double>(uniform_pattern(9000, 9000, 3, 1), 1));
  EXPECT_TRUE(throws<std::overflow_error>([&] { araios::spgemm<std::int16_t>(Space{}, a, a); },
                                          {"entries of C", "32767", "wider"}));
}

}  // namespace
}  // namespace araios_test
