// SPDX-License-Identifier: BSD-3-Clause
// What the C interface refuses: the status, the message, and that results stay as they were.

#include "support/CArrays.hpp"
#include "support/CCalls.hpp"
#include "support/HostMatrix.hpp"
#include "support/RandomMatrices.hpp"

#include <Kokkos_Core.hpp>

#include <araios.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using Doubles = CArrays<double>;
constexpr std::int64_t large = std::numeric_limits<std::int64_t>::max();

/// A (4×4) twice, a plan of A·A, and room for C, all right.
class CErrors : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(araios_plan_create(&a, &a, nullptr, &plan), ARAIOS_OK) << araios_last_error();
    std::int64_t entries = 0;
    ASSERT_EQ(araios_plan_size(plan, nullptr, nullptr, &entries), ARAIOS_OK);
    ASSERT_EQ(entries, 16);
  }
  void TearDown() override {
    araios_free(&c);
    araios_plan_destroy(plan);
  }

  /// The whole call and the plan of a changed A refuse it alike, and C stays as it was.
  void expect_refused(std::function<void(araios_matrix&)> const& change, int status,
                      std::vector<std::string> const& parts) {
    auto wrong = a;
    change(wrong);
    c.num_rows = 123;
    EXPECT_TRUE(refused(araios_multiply(&wrong, &a, nullptr, &c), status, parts));
    EXPECT_EQ(c.num_rows, 123);
    araios_plan* none = nullptr;
    EXPECT_TRUE(refused(araios_plan_create(&wrong, &a, nullptr, &none), status, parts));
    EXPECT_EQ(none, nullptr);
  }
  /// A numeric call refuses these operands and this result, and C stays as it was.
  void expect_numeric_refused(araios_matrix const& first, araios_matrix const& second,
                              araios_matrix const& result, std::vector<std::string> const& parts) {
    EXPECT_TRUE(refused(araios_plan_numeric(plan, &first, &second, &result),
                        ARAIOS_INVALID_ARGUMENT, parts));
    EXPECT_TRUE(arrays_c == Doubles(4, 4, 16, 0));
  }

  Doubles arrays{with_integers<double>(full_pattern(4, 4), 1), 0};
  Doubles arrays_c{4, 4, 16, 0};
  araios_matrix a = arrays.matrix();
  araios_matrix room = arrays_c.matrix();
  araios_matrix c{};
  araios_plan* plan = nullptr;
};

TEST_F(CErrors, NullPointersAreNamed) {
  EXPECT_TRUE(
      refused(araios_multiply(nullptr, &a, nullptr, &c), ARAIOS_INVALID_ARGUMENT, {"A is null"}));
  EXPECT_TRUE(
      refused(araios_multiply(&a, nullptr, nullptr, &c), ARAIOS_INVALID_ARGUMENT, {"B is null"}));
  EXPECT_TRUE(
      refused(araios_multiply(&a, &a, nullptr, nullptr), ARAIOS_INVALID_ARGUMENT, {"C is null"}));
  EXPECT_TRUE(refused(araios_plan_create(&a, &a, nullptr, nullptr), ARAIOS_INVALID_ARGUMENT,
                      {"plan is null"}));
  EXPECT_TRUE(refused(araios_plan_size(nullptr, nullptr, nullptr, nullptr), ARAIOS_INVALID_ARGUMENT,
                      {"plan is null"}));
  EXPECT_TRUE(
      refused(araios_plan_allocate(nullptr, &c), ARAIOS_INVALID_ARGUMENT, {"plan is null"}));
  EXPECT_TRUE(
      refused(araios_plan_numeric(plan, &a, &a, nullptr), ARAIOS_INVALID_ARGUMENT, {"C is null"}));
  EXPECT_TRUE(
      refused(araios_options_create(nullptr), ARAIOS_INVALID_ARGUMENT, {"options is null"}));
  double const one = 1;
  EXPECT_TRUE(refused(araios_spmv(&one, &a, arrays.values.data(), nullptr, arrays_c.values.data()),
                      ARAIOS_INVALID_ARGUMENT, {"beta is null"}));
  EXPECT_TRUE(refused(araios_add(&one, &a, nullptr, &a, &c), ARAIOS_INVALID_ARGUMENT,
                      {"beta is null, expected a scalar of A's type"}));
  EXPECT_TRUE(
      refused(araios_add(&one, &a, &one, &a, nullptr), ARAIOS_INVALID_ARGUMENT, {"C is null"}));
  EXPECT_TRUE(refused(araios_estimate(&a, &a, nullptr, nullptr), ARAIOS_INVALID_ARGUMENT,
                      {"bounds is null"}));
  EXPECT_TRUE(refused(araios_spmv(&one, &a, nullptr, &one, arrays_c.values.data()),
                      ARAIOS_INVALID_ARGUMENT, {"x is null, expected 4 elements"}));
  auto const set_to_null = [](void* araios_matrix::*member) {
    return [member](araios_matrix& wrong) { wrong.*member = nullptr; };
  };
  expect_refused(set_to_null(&araios_matrix::row_offsets), ARAIOS_INVALID_ARGUMENT,
                 {"A.row_offsets is null, expected 5 elements"});
  expect_refused(set_to_null(&araios_matrix::columns), ARAIOS_INVALID_ARGUMENT,
                 {"A.columns is null, expected 16 elements"});
  auto without_values = a;
  without_values.values = nullptr;
  EXPECT_TRUE(refused(araios_multiply(&a, &without_values, nullptr, &c), ARAIOS_INVALID_ARGUMENT,
                      {"B.values is null, expected 16 elements"}));
  araios_free(nullptr);
  araios_plan_destroy(nullptr);
  araios_options_destroy(nullptr);
}

TEST_F(CErrors, NumbersOutOfRangeAreNamed) {
  expect_refused([](auto& wrong) { wrong.num_rows = -1; }, ARAIOS_INVALID_ARGUMENT,
                 {"A.num_rows is -1, expected 0 to"});
  expect_refused([](auto& wrong) { wrong.num_cols = -7; }, ARAIOS_INVALID_ARGUMENT,
                 {"A.num_cols is -7"});
  expect_refused([](auto& wrong) { wrong.num_rows = large; }, ARAIOS_INVALID_ARGUMENT,
                 {"A.num_rows is " + std::to_string(large)});
  expect_refused([](auto& wrong) { wrong.num_cols = std::int64_t{1} << 31; }, ARAIOS_OVERFLOW,
                 {"A.num_cols is 2147483648", "32-bit"});
  expect_refused([](auto& wrong) { wrong.base = -1; }, ARAIOS_INVALID_ARGUMENT,
                 {"A.base is -1, expected 0 or 1"});
  expect_refused([](auto& wrong) { wrong.scalar = 0; }, ARAIOS_INVALID_ARGUMENT,
                 {"A.scalar is 0, expected 1 to 4"});
  expect_refused([](auto& wrong) { wrong.offset = 3; }, ARAIOS_INVALID_ARGUMENT,
                 {"A.offset is 3, expected 1 to 2"});
  expect_refused([](auto& wrong) { wrong.ordinal = -1; }, ARAIOS_INVALID_ARGUMENT,
                 {"A.ordinal is -1"});
}

TEST_F(CErrors, TypesThatTheBuildLacksAreNamedWithThoseItHas) {
  CArrays<float, std::int64_t, std::int64_t> floats{with_integers<float>(full_pattern(2, 2), 1), 0};
  auto const wide = floats.matrix();
  EXPECT_TRUE(refused(araios_multiply(&wide, &wide, nullptr, &c), ARAIOS_UNSUPPORTED,
                      {"float with offsets of int64 and columns of int64",
                       "double with offsets of int32 and columns of int32"}));
  EXPECT_TRUE(refused(araios_multiply(&a, &wide, nullptr, &c), ARAIOS_INVALID_ARGUMENT,
                      {"B is float", "expected as A double"}));
  EXPECT_TRUE(refused(araios_plan_numeric(plan, &a, &wide, &room), ARAIOS_INVALID_ARGUMENT,
                      {"B is float", "expected as the plan double"}));
}

TEST_F(CErrors, PatternsAreChecked) {
  auto const change_columns = [&](int column, std::vector<std::string> const& parts) {
    auto columns = arrays.columns;
    columns[9] = column;
    expect_refused([&](auto& wrong) { wrong.columns = columns.data(); }, ARAIOS_INVALID_ARGUMENT,
                   parts);
  };
  change_columns(4, {"A", "row 2"});
  change_columns(-1, {"A", "row 2"});
  auto offsets = arrays.row_offsets;
  offsets[2] = 3;
  expect_refused([&](auto& wrong) { wrong.row_offsets = offsets.data(); }, ARAIOS_INVALID_ARGUMENT,
                 {"A", "row 1"});
  offsets[4] = -2;
  expect_refused([&](auto& wrong) { wrong.row_offsets = offsets.data(); }, ARAIOS_INVALID_ARGUMENT,
                 {"A.row_offsets ends with -2, expected at least 0"});
  expect_refused([](auto& wrong) { wrong.base = 1; }, ARAIOS_INVALID_ARGUMENT,
                 {"A.row_offsets begins with 0, expected A.base, which is 1"});
  expect_refused([](auto& wrong) { wrong.columns = static_cast<char*>(wrong.columns) + 1; },
                 ARAIOS_INVALID_ARGUMENT,
                 {"A.columns begins at an address that is no multiple of 4"});
}

TEST_F(CErrors, ShapesThatDoNotFitAreNamed) {
  expect_refused([](auto& wrong) { wrong.num_cols = 5; }, ARAIOS_INVALID_ARGUMENT,
                 {"A", "5", "B", "4"});
}

TEST_F(CErrors, SumsAndEstimatesCheckTheirOperands) {
  Doubles wide{with_integers<double>(full_pattern(4, 5), 1), 0};
  auto other = wide.matrix();
  double const one = 1;
  c.num_rows = 123;
  EXPECT_TRUE(refused(araios_add(&one, &a, &one, &other, &c), ARAIOS_INVALID_ARGUMENT,
                      {"A is 4×4", "B is 4×5"}));
  other.scalar = ARAIOS_COMPLEX_DOUBLE;
  EXPECT_TRUE(refused(araios_add(&one, &a, &one, &other, &c), ARAIOS_INVALID_ARGUMENT,
                      {"B is complex double", "expected as A double"}));
  EXPECT_EQ(c.num_rows, 123);
  araios_bounds bounds{};
  bounds.work = 123;
  auto wrong = a;
  wrong.num_rows = 3;
  EXPECT_TRUE(refused(araios_estimate(&a, &wrong, nullptr, &bounds), ARAIOS_INVALID_ARGUMENT,
                      {"A", "4", "B", "3"}));
  EXPECT_EQ(bounds.work, 123);
}

TEST_F(CErrors, NumericCallsOfOtherOperandsOrResultsLeaveC) {
  Doubles fewer{with_integers<double>(diagonal_pattern(4), 1), 0};
  expect_numeric_refused(fewer.matrix(), a, room, {"A", "4 entries", "16", "make a new plan"});
  auto other = room;
  other.num_cols = 5;
  expect_numeric_refused(a, a, other, {"C is 4×5, the plan is for 4×4"});
  other = room;
  other.row_offsets = nullptr;
  expect_numeric_refused(a, a, other, {"C.row_offsets is null, expected 5 elements"});
  other = room;
  other.values = nullptr;
  expect_numeric_refused(a, a, other, {"C.values is null, expected 16 elements"});
  other = room;
  other.base = 2;
  expect_numeric_refused(a, a, other, {"C.base is 2"});
  auto const kept = arrays;
  for (auto const member :
       {&araios_matrix::row_offsets, &araios_matrix::columns, &araios_matrix::values}) {
    other = room;
    other.*member = a.*member;
    expect_numeric_refused(a, a, other, {"C shares memory with A"});
  }
  EXPECT_TRUE(arrays == kept);
  ASSERT_EQ(araios_plan_numeric(plan, &a, &a, &room), ARAIOS_OK);
}

TEST_F(CErrors, AResultThatIsNotFilledIsNoOperand) {
  ASSERT_EQ(araios_plan_allocate(plan, &c), ARAIOS_OK);
  araios_matrix product{};
  EXPECT_TRUE(refused(araios_multiply(&c, &a, nullptr, &product), ARAIOS_INVALID_ARGUMENT,
                      {"A.columns are not filled"}));
}

TEST_F(CErrors, OptionsHaveNamesAndRanges) {
  araios_options* options = nullptr;
  ASSERT_EQ(araios_options_create(&options), ARAIOS_OK);
  EXPECT_TRUE(refused(araios_options_set(options, "transpose", 1), ARAIOS_INVALID_ARGUMENT,
                      {"no option 'transpose'", "transpose_a", "max_workspace_bytes"}));
  EXPECT_TRUE(refused(araios_options_set(options, "replay", 2), ARAIOS_INVALID_ARGUMENT,
                      {"option replay is 2, expected 0 or 1"}));
  EXPECT_TRUE(refused(araios_options_set(options, "max_workspace_bytes", -2),
                      ARAIOS_INVALID_ARGUMENT, {"max_workspace_bytes is -2"}));
  EXPECT_TRUE(
      refused(araios_options_set(options, nullptr, 1), ARAIOS_INVALID_ARGUMENT, {"name is null"}));
  ASSERT_EQ(araios_options_set(options, "max_workspace_bytes", 8), ARAIOS_OK);
  EXPECT_TRUE(
      refused(araios_multiply(&a, &a, options, &c), ARAIOS_OUT_OF_MEMORY, {"allowed are 8"}));
  ASSERT_EQ(araios_options_set(options, "max_workspace_bytes", -1), ARAIOS_OK);
  EXPECT_EQ(araios_multiply(&a, &a, options, &c), ARAIOS_OK);
  araios_options_destroy(options);
}

TEST_F(CErrors, APromiseOfSortedColumnsAndAnotherPatternAreFound) {
  araios_options* options = nullptr;
  ASSERT_EQ(araios_options_create(&options), ARAIOS_OK);
  ASSERT_EQ(araios_options_set(options, "input_sorted", 1), ARAIOS_OK);
  auto unsorted = arrays;
  std::swap(unsorted.columns[0], unsorted.columns[1]);
  auto const wrong = unsorted.matrix();
  EXPECT_TRUE(
      refused(araios_multiply(&wrong, &a, options, &c), ARAIOS_INVALID_ARGUMENT, {"A", "row 0"}));
  ASSERT_EQ(araios_options_set(options, "input_sorted", 0), ARAIOS_OK);
  ASSERT_EQ(araios_options_set(options, "check_reuse", 1), ARAIOS_OK);
  araios_plan* checking = nullptr;
  ASSERT_EQ(araios_plan_create(&a, &a, options, &checking), ARAIOS_OK);
  EXPECT_TRUE(refused(araios_plan_numeric(checking, &a, &wrong, &room), ARAIOS_INVALID_ARGUMENT,
                      {"pattern of B"}));
  EXPECT_TRUE(arrays_c == Doubles(4, 4, 16, 0));
  araios_plan_destroy(checking);
  araios_options_destroy(options);
}

#ifdef KOKKOS_ENABLE_OPENMP
TEST_F(CErrors, CallsFromAParallelRegionOfOpenMpAreRefused) {
  std::vector<int> statuses(2, ARAIOS_OK);
#pragma omp parallel for num_threads(2)
  for (int thread = 0; thread < 2; ++thread) {
    araios_matrix product{};
    statuses[static_cast<std::size_t>(thread)] = araios_multiply(&a, &a, nullptr, &product);
  }
  EXPECT_EQ(statuses, (std::vector<int>{ARAIOS_WRONG_PLACE, ARAIOS_WRONG_PLACE}));
}
#endif

// Kokkos belongs to the program here.
TEST_F(CErrors, KokkosOfTheProgramStays) {
  EXPECT_TRUE(refused(araios_finalize(), ARAIOS_NOT_INITIALIZED, {"no araios_initialize"}));
  EXPECT_TRUE(refused(araios_initialize(-1), ARAIOS_INVALID_ARGUMENT, {"threads is -1"}));
  EXPECT_EQ(araios_initialize(1), ARAIOS_OK);
  EXPECT_EQ(araios_finalize(), ARAIOS_OK);
  EXPECT_TRUE(Kokkos::is_initialized());
  EXPECT_EQ(araios_multiply(&a, &a, nullptr, &c), ARAIOS_OK);
}

}  // namespace
}  // namespace araios_test
