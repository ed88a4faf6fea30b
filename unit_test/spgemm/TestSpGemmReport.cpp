// SPDX-License-Identifier: BSD-3-Clause
// What spgemm reports: each strategy and loop reached by a product named for it, its counts, and
// the C that the oracle has.

#include "support/Matchers.hpp"
#include "support/OnePhase.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmReport.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace araios_test::one_phase {
namespace {

using araios::MethodKind;
using araios::SpGemmReport;
using araios::Strategy;

using Default = Kokkos::DefaultExecutionSpace;

std::int64_t num_products(HostPattern const& a, HostPattern const& b) {
  std::int64_t products = 0;
  for (std::int64_t entry = 0; entry < a.num_entries(); ++entry) {
    auto const row = a.column(entry);
    products += b.row_end(row) - b.row_begin(row);
  }
  return products;
}

/// What spgemm reports of a product, whose C is that of the oracle.
template <class ExecutionSpace>
SpGemmReport reported_on(HostPattern const& pattern_a, HostPattern const& pattern_b,
                         SpGemmOptions const& options = {}) {
  using Views = typename ExecutionSpace::device_type;
  auto const a = with_reals<double>(pattern_a, 1);
  auto const b = with_reals<double>(pattern_b, 2);
  SCOPED_TRACE(pattern_a.label + " times " + pattern_b.label);
  SpGemmReport report;
  auto const c = araios::spgemm(ExecutionSpace{}, to_device<Int32, Int32, Views>(a),
                                to_device<Int32, Int32, Views>(b), options, {}, &report);
  auto const expected = reference_product(a, b);
  EXPECT_TRUE(same_matrix(to_host(c), expected,
                          options.result_sorted ? RowOrder::ascending : RowOrder::any));
  EXPECT_EQ(report.products, num_products(pattern_a, pattern_b));
  EXPECT_EQ(report.nnz, expected.pattern.num_entries());
  EXPECT_GT(report.workspace_bytes, 0U);
  EXPECT_GE(report.workspace_bytes, report.plan_bytes);
  EXPECT_FALSE(report.why.empty());
  EXPECT_EQ(report.symbolic.has_value(), report.selection.loop == RowLoop::none);
  EXPECT_EQ(to_string(report).find(name_of(report.selection.strategy)), 0U) << to_string(report);
  return report;
}

SpGemmReport reported(HostPattern const& a, HostPattern const& b,
                      SpGemmOptions const& options = {}) {
  return reported_on<Space>(a, b, options);
}

void expect_loop(RowLoop loop, HostPattern const& a, HostPattern const& b,
                 SpGemmOptions const& options = {}) {
  SpGemmReport const report = reported(a, b, options);
  EXPECT_EQ(name_of(report.selection.loop), name_of(loop)) << to_string(report);
}

SpGemmOptions unsorted() {
  SpGemmOptions options;
  options.result_sorted = false;
  return options;
}

SpGemmOptions with_method(MethodKind method) {
  SpGemmOptions options;
  options.method = method;
  return options;
}

TEST(SpGemmReport, SmallProductsNameTheirLoop) {
  auto const few_columns = uniform_pattern(40, 40, 8, 1);
  expect_loop(Block::exists ? RowLoop::registers : RowLoop::marks, few_columns, few_columns);
  expect_loop(RowLoop::column_bits, uniform_pattern(400, 400, 2, 1),
              uniform_pattern(400, 400, 2, 2));
  expect_loop(RowLoop::marks, uniform_pattern(600, 600, 3, 1), uniform_pattern(600, 600, 3, 2));
}

TEST(SpGemmReport, SampledProductsNameTheirLoopAndWhy) {
  auto const short_rows = uniform_pattern(30'000, 30'000, 3, 3);
  SpGemmReport const report = reported(short_rows, short_rows);
  if (Block::exists) {
    EXPECT_EQ(report.selection.strategy, Strategy::one_phase) << to_string(report);
    EXPECT_EQ(report.selection.loop, RowLoop::row_blocks);
    EXPECT_EQ(report.why_loop, "rows are short");
  }
  expect_loop(RowLoop::dense_rows, uniform_pattern(3000, 4000, 8, 1),
              uniform_pattern(4000, 2500, 30, 1));
  auto const alike = rows_of_sizes(6000, 6000, "alike", [](std::int64_t) { return 6; });
  expect_loop(RowLoop::indexed_spa, alike, alike, unsorted());
}

TEST(SpGemmReport, RowsOfUnevenLengthGoByADenseSpa) {
  auto const uneven = uneven_band(6000, 6, "uneven");
  expect_loop(RowLoop::dense_spa, uneven, uneven, unsorted());
}

TEST(SpGemmReport, ShiftedRowsFollowARecordedPattern) {
  SpGemmReport const report = reported(square_band(40'000, 5), square_band(40'000, 5));
  EXPECT_EQ(report.selection.strategy, Strategy::pattern) << to_string(report);
  ASSERT_TRUE(report.symbolic.has_value());
  EXPECT_TRUE(report.symbolic->records_pattern);
  EXPECT_GT(report.plan_bytes, 0U);
}

TEST(SpGemmReport, NamedMethodsAreTheirStrategies) {
  auto const a = uniform_pattern(300, 300, 5, 1);
  for (MethodKind const method : {MethodKind::kkmem, MethodKind::kkdense, MethodKind::kklp}) {
    EXPECT_EQ(reported(a, a, with_method(method)).selection.strategy, Strategy::rowwise)
        << name_of(method);
  }
  EXPECT_EQ(reported(a, a, with_method(MethodKind::rbsparse)).selection.strategy,
            Strategy::rbsparse);
  EXPECT_EQ(reported(a, a, with_method(MethodKind::bhsparse)).selection.strategy,
            Strategy::bhsparse);
}

TEST(SpGemmReport, DevicesSortRowsIntoBinsWhereRowsOfBAscend) {
  if (araios::impl::is_host_space_v<Default>) GTEST_SKIP() << "the default space is a host";
  auto const a = uniform_pattern(3000, 3000, 5, 1);
  EXPECT_EQ(reported_on<Default>(a, a).selection.strategy, Strategy::bins);
  auto const shuffled = with_duplicates_shuffled(a, 1);
  EXPECT_EQ(reported_on<Default>(a, shuffled).selection.strategy, Strategy::rowwise);
}

TEST(SpGemmReport, ACapIsSeenInWhatRan) {
  auto const a = uniform_pattern(3000, 3000, 20, 1);
  SpGemmOptions capped;
  capped.max_workspace_bytes = std::size_t{1} << 20;
  SpGemmReport const report = reported(a, a, capped);
  EXPECT_EQ(report.selection.strategy, Strategy::rowwise) << to_string(report);
  EXPECT_LE(report.workspace_bytes, capped.max_workspace_bytes);
}

TEST(SpGemmReport, SelectionsOfOnePhaseArePrintable) {
  auto const a = uniform_pattern(100, 100, 2, 1);
  SpGemmReport const report = reported(a, a);
  EXPECT_EQ(report.selection.strategy, Strategy::small_serial);
  EXPECT_EQ(to_string(report.selection),
            "small_serial " + std::string{name_of(report.selection.loop)});
}

}  // namespace
}  // namespace araios_test::one_phase
