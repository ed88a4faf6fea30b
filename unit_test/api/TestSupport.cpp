// SPDX-License-Identifier: BSD-3-Clause
// The tests' own tools: an oracle or a comparison that is wrong would make every test worthless.

#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/Types.hpp"

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using Complex = Kokkos::complex<double>;

// [1 0 2]   [0 1]   [4 9]
// [0 0 0] · [5 0] = [0 0]
// [0 3 0]   [2 4]   [15 0]
HostMatrix<double> small_a() {
  return {HostPattern{3, 3, {0, 2, 2, 3}, {2, 0, 1}, "A"}, {2, 1, 3}};
}
HostMatrix<double> small_b() {
  return {HostPattern{3, 2, {0, 1, 2, 4}, {1, 0, 1, 0}, "B"}, {1, 5, 4, 2}};
}
HostMatrix<double> small_c() {
  return {HostPattern{3, 2, {0, 2, 2, 3}, {0, 1, 0}, "C"}, {4, 9, 15}};
}

TEST(Oracle, MultipliesByHand) {
  auto const c = reference_product(small_a(), small_b());
  EXPECT_TRUE(same_matrix(small_c(), c));
  EXPECT_EQ(c.pattern.columns, (std::vector<std::int64_t>{0, 1, 0}));
  EXPECT_EQ(c.row_work, (std::vector<std::int64_t>{3, 0, 1}));
  EXPECT_EQ(c.work(), 4);
}

TEST(Oracle, AddsUpDuplicatesAndKeepsZeros) {
  HostMatrix<double> const a{HostPattern{1, 2, {0, 3}, {1, 1, 0}, "A"}, {2, 3, 0}};
  HostMatrix<double> const b{HostPattern{2, 4, {0, 1, 3}, {2, 1, 1}, "B"}, {7, 1, -1}};
  auto const c = reference_product(a, b);
  EXPECT_EQ(c.pattern.columns, (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(c.values[0].real, 0);
  EXPECT_EQ(c.values[1].real, 0);
}

TEST(Oracle, MultipliesComplexNumbers) {
  auto const a = with_constant(full_pattern(1, 2), Complex(1, 2));
  auto const b = with_constant(full_pattern(2, 1), Complex(3, -1));
  auto const c = reference_product(a, b);
  EXPECT_EQ(c.values[0].real, 10);
  EXPECT_EQ(c.values[0].imaginary, 10);
}

TEST(Oracle, AsksForEqualityOnIntegersAndForTheBoundOtherwise) {
  auto const integers = with_integers<double>(full_pattern(3, 3), 1);
  for (auto const tolerance : reference_product(integers, integers).tolerances) {
    EXPECT_EQ(tolerance, 0);
  }
  auto const halves = with_constant(full_pattern(2, 4), 0.5);
  auto const threes = with_constant(full_pattern(4, 1), -3.0);
  auto const c = reference_product(halves, threes);
  EXPECT_DOUBLE_EQ(c.tolerances[0], std::numeric_limits<double>::epsilon() * 4 * 6);
  auto const large = with_constant(full_pattern(1, 1), float{1 << 20});
  EXPECT_GT(reference_product(large, large).tolerances[0], 0)
      << "integers beyond those that the scalar holds exactly";
}

TEST(SameMatrix, FindsAWrongValue) {
  auto const expected = reference_product(small_a(), small_b());
  auto wrong = small_c();
  wrong.values[1] = 9.5;
  auto const result = same_matrix(wrong, expected);
  EXPECT_FALSE(result);
  EXPECT_TRUE(holds_all(result.message(), {"row 0", "column 1", "found 9.5", "expected 9"}));
}

TEST(SameMatrix, FindsAWrongImaginaryPart) {
  auto const a = with_constant(full_pattern(1, 1), Complex(1, 2));
  auto const expected = expected_exactly(a);
  EXPECT_TRUE(same_matrix(a, expected));
  EXPECT_FALSE(same_matrix(with_constant(full_pattern(1, 1), Complex(1, 3)), expected));
}

TEST(SameMatrix, AcceptsWithinTheToleranceOnly) {
  auto expected = reference_product(small_a(), small_b());
  expected.tolerances[1] = 0.25;
  auto near = small_c();
  near.values[1] = 9.25;
  EXPECT_TRUE(same_matrix(near, expected));
  near.values[1] = 9.26;
  EXPECT_FALSE(same_matrix(near, expected));
  near.values[1] = std::nan("");
  EXPECT_FALSE(same_matrix(near, expected));
}

TEST(SameMatrix, TellsInfinitiesAndNotANumberApart) {
  constexpr auto infinity = std::numeric_limits<double>::infinity();
  auto const with = [](double value) { return with_constant(full_pattern(1, 1), value); };
  EXPECT_TRUE(same_matrix(with(infinity), expected_exactly(with(infinity))));
  EXPECT_TRUE(same_matrix(with(std::nan("")), expected_exactly(with(std::nan("")))));
  EXPECT_FALSE(same_matrix(with(-infinity), expected_exactly(with(infinity))));
  EXPECT_FALSE(same_matrix(with(1), expected_exactly(with(infinity))));
  EXPECT_FALSE(same_matrix(with(1), expected_exactly(with(std::nan("")))));
  EXPECT_FALSE(same_matrix(with(std::nan("")), expected_exactly(with(1))));
}

TEST(SameMatrix, FindsMissingAndSurplusEntries) {
  auto const expected = expected_exactly(small_c());
  HostMatrix<double> const missing{HostPattern{3, 2, {0, 1, 1, 2}, {0, 0}, "C"}, {4, 15}};
  EXPECT_TRUE(holds_all(same_matrix(missing, expected).message(),
                        {"row 0", "column 1 expected but not found"}));
  HostMatrix<double> const surplus{HostPattern{3, 2, {0, 2, 3, 4}, {0, 1, 1, 0}, "C"},
                                   {4, 9, 1, 15}};
  EXPECT_TRUE(holds_all(same_matrix(surplus, expected).message(),
                        {"row 1", "column 1 found where none is expected"}));
  HostMatrix<double> const moved{HostPattern{3, 2, {0, 2, 2, 3}, {0, 1, 1}, "C"}, {4, 9, 15}};
  EXPECT_TRUE(holds_all(same_matrix(moved, expected).message(), {"row 2", "column 0 expected"}));
}

TEST(SameMatrix, FindsRowsOutOfOrderUnlessAnyOrderWillDo) {
  auto const expected = expected_exactly(small_c());
  HostMatrix<double> const swapped{HostPattern{3, 2, {0, 2, 2, 3}, {1, 0, 0}, "C"}, {9, 4, 15}};
  EXPECT_TRUE(holds_all(same_matrix(swapped, expected).message(), {"column 0 follows 1"}));
  EXPECT_TRUE(same_matrix(swapped, expected, RowOrder::any));
}

TEST(SameMatrix, FindsColumnsThatRepeatOrLeaveTheMatrix) {
  auto const expected = expected_exactly(small_c());
  HostMatrix<double> const twice{HostPattern{3, 2, {0, 3, 3, 4}, {0, 0, 1, 0}, "C"}, {2, 2, 9, 15}};
  EXPECT_FALSE(same_matrix(twice, expected));
  EXPECT_TRUE(
      holds_all(same_matrix(twice, expected, RowOrder::any).message(), {"column 0 found twice"}));
  HostMatrix<double> const outside{HostPattern{3, 2, {0, 2, 2, 3}, {0, 2, 0}, "C"}, {4, 9, 15}};
  EXPECT_TRUE(holds_all(same_matrix(outside, expected).message(), {"out of [0, 2)"}));
}

TEST(SameMatrix, FindsWrongShapesAndOffsets) {
  auto const expected = expected_exactly(small_c());
  auto wrong = small_c();
  wrong.pattern.num_cols = 3;
  EXPECT_TRUE(holds_all(same_matrix(wrong, expected).message(), {"3×3", "3×2"}));
  wrong = small_c();
  wrong.pattern.row_offsets = {0, 2, 3};
  EXPECT_FALSE(same_matrix(wrong, expected));
  wrong = small_c();
  wrong.pattern.row_offsets = {0, 2, 1, 3};
  EXPECT_FALSE(same_matrix(wrong, expected));
  wrong = small_c();
  wrong.pattern.row_offsets = {0, 2, 2, 2};
  EXPECT_FALSE(same_matrix(wrong, expected));
  wrong = small_c();
  wrong.values.pop_back();
  EXPECT_FALSE(same_matrix(wrong, expected));
}

TEST(Throws, ReadsTypeAndMessage) {
  auto const thrower = [] { throw std::invalid_argument{"row 3 has 4 entries"}; };
  EXPECT_TRUE(throws<std::invalid_argument>(thrower, {"row 3", "4 entries"}));
  EXPECT_FALSE(throws<std::invalid_argument>(thrower, {"row 3", "5 entries"}));
  EXPECT_FALSE(throws<std::overflow_error>(thrower, {"row 3"}));
}

void expect_valid(HostPattern const& a) {
  SCOPED_TRACE(a.label);
  ASSERT_EQ(static_cast<std::int64_t>(a.row_offsets.size()), a.num_rows + 1);
  EXPECT_EQ(a.row_offsets.front(), 0);
  EXPECT_EQ(a.row_offsets.back(), a.num_entries());
  for (std::int64_t row = 0; row < a.num_rows; ++row) EXPECT_LE(a.row_begin(row), a.row_end(row));
  for (auto const column : a.columns) {
    EXPECT_GE(column, 0);
    EXPECT_LT(column, a.num_cols);
  }
}

TEST(RandomMatrices, AreValidAndTheSameForTheSameSeed) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    auto const uniform = uniform_pattern(30, 20, 4, seed);
    expect_valid(uniform);
    expect_valid(power_law_pattern(30, 20, 20, seed));
    expect_valid(colliding_pattern(30, 4, 64, 640, seed));
    expect_valid(with_dense_row(uniform, 7));
    expect_valid(with_duplicates_shuffled(uniform, seed));
    expect_valid(with_rows_kept(uniform, "some", [](auto row) { return row % 2 == 0; }));
    EXPECT_EQ(uniform.columns, uniform_pattern(30, 20, 4, seed).columns);
    EXPECT_NE(uniform.columns, uniform_pattern(30, 20, 4, seed + 1).columns);
    EXPECT_NE(uniform.label.find("seed " + std::to_string(seed)), std::string::npos);
  }
  EXPECT_EQ(Random{1}.below(1000), 528) << "the engine gives the same on every machine";
}

TEST(HostMatrix, TransposesTwiceToItself) {
  auto const a = with_integers<double>(uniform_pattern(20, 30, 5, 3), 1);
  auto const twice = transpose_of(transpose_of(a));
  EXPECT_EQ(twice.pattern.row_offsets, a.pattern.row_offsets);
  EXPECT_EQ(twice.pattern.columns, a.pattern.columns);
  EXPECT_EQ(twice.values, a.values);
}

TEST(HostMatrix, GoesToTheDeviceAndBack) {
  auto const a = with_integers<Complex>(uniform_pattern(20, 30, 5, 3), 1);
  auto const back = to_host(to_device<Size, Int64, Kokkos::DefaultExecutionSpace>(a));
  EXPECT_EQ(back.pattern.row_offsets, a.pattern.row_offsets);
  EXPECT_EQ(back.pattern.columns, a.pattern.columns);
  EXPECT_TRUE(same_matrix(back, expected_exactly(a)));
}

}  // namespace
}  // namespace araios_test
