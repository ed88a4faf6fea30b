// SPDX-License-Identifier: BSD-3-Clause
// Rows summed several at once, also where spmv does not choose so.

#include "support/ExpectedVector.hpp"
#include "support/PathPatterns.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_SpMvCarries.hpp>
#include <Araios_SpMvOperands.hpp>
#include <Araios_SpMvShares.hpp>
#include <Araios_SpMvSumRow.hpp>
#include <Araios_SumRows.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace araios_test {
namespace {

/// Sums all groups of rows by `Rows`, whose row ends have the type `Offset`.
template <class Rows, class Offset>
void expect_sums_of_groups() {
  constexpr std::int64_t num_cols = 70;
  auto const a = with_integers<double>(groups_of_rows_pattern(Rows::rows, num_cols), 1);
  auto const x = integers<double>(num_cols, 2);
  std::vector<std::int32_t> const columns(a.pattern.columns.begin(), a.pattern.columns.end());
  std::vector<Offset> const row_offsets(a.pattern.row_offsets.begin(), a.pattern.row_offsets.end());
  for (std::int64_t row = 0; row < a.pattern.num_rows; row += Rows::rows) {
    Offset const* const offsets = row_offsets.data() + row;
    double sums[Rows::rows];
    Rows::sum(a.values.data(), columns.data(), x.data(), offsets[0], offsets + 1, sums);
    for (int i = 0; i < Rows::rows; ++i) {
      double expected = 0;
      for (auto entry = offsets[i]; entry < offsets[i + 1]; ++entry) {
        auto const place = static_cast<std::size_t>(entry);
        expected += a.values[place] * x[static_cast<std::size_t>(a.pattern.columns[place])];
      }
      EXPECT_EQ(sums[i], expected) << "row " << row + i;
    }
  }
}

template <class Offset>
class SumRowsTest : public testing::Test {};

using Offsets = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(SumRowsTest, Offsets);

template <class Rows, class Offset>
void expect_sums_of_groups_if_any() {
  if constexpr (Rows::rows == 0) {
    GTEST_SKIP() << "this build has no vector code for rows: it needs AVX-512";
  } else {
    expect_sums_of_groups<Rows, Offset>();
  }
}

TYPED_TEST(SumRowsTest, GroupsOfEveryNumberOfEntriesEqualTheSerialLoop) {
  expect_sums_of_groups_if_any<araios::SumRows<double, std::int32_t>, TypeParam>();
}

/// y = A·x over shares, with rows summed together by `Rows` wherever a share has as many.
template <class Rows>
std::vector<double> spmv_by_groups(HostMatrix<double> const& a, std::vector<double> const& x) {
  using Space = Kokkos::DefaultHostExecutionSpace;
  using Device = Space::device_type;
  auto const matrix = to_device<std::int32_t, std::int32_t, Device>(a);
  auto const x_view = to_view<double, Device>(x, "x");
  Kokkos::View<double*, Device> const y("y", a.pattern.row_offsets.size() - 1);
  araios::SpMvOperands<decltype(matrix), decltype(x_view), decltype(y)> const operands{
      1.0, matrix, x_view, 0.0, y};
  auto const num_shares = static_cast<std::size_t>(araios::num_host_shares(operands.path_length()));
  araios::Carries<std::int32_t, double, Device> const carries{
      Kokkos::View<std::int32_t*, Device>("rows", num_shares),
      Kokkos::View<double*, Device>("sums", num_shares)};
  araios::walk_shares<Rows>(Space{}, operands, carries);
  return to_vector<double>(y);
}

template <class Rows>
void expect_shares_equal_the_serial_loop() {
  for (auto const& pattern : path_adversaries(araios::tuning::spmv_host_steps_per_share)) {
    if (pattern.num_rows == 0) continue;
    auto const a = with_integers<double>(pattern, 1);
    auto const x = integers<double>(pattern.num_cols, 2);
    std::vector<double> const zeros(a.pattern.row_offsets.size() - 1);
    EXPECT_TRUE(same_vector(spmv_by_groups<Rows>(a, x), reference_spmv(1.0, a, x, 0.0, zeros)));
  }
}

TEST(SumRows, SharesWithGroupsEqualTheSerialLoop) {
  expect_shares_equal_the_serial_loop<araios::SumRows<double, std::int32_t>>();
}

TEST(SumRows, SharesWithoutGroupsEqualTheSerialLoop) {
  expect_shares_equal_the_serial_loop<araios::SumsNoRows>();
}

/// A row between two others, where only the row itself has columns that are numbers. Arrays end
/// with what may be read.
template <class Vectors, class Ordinal>
void expect_sums_of_rows_by_vectors() {
  if constexpr (!Vectors::exists) {
    GTEST_SKIP() << "this build has no vector code for a row: it needs AVX2";
  } else {
    constexpr std::size_t before = 5;
    std::vector<double> const x{1, 2, 3, std::numeric_limits<double>::quiet_NaN()};
    for (std::size_t length = 1; length <= 40; ++length) {
      std::vector<double> values(before + length + Vectors::entries_behind, 1.0);
      std::vector<Ordinal> columns(values.size(), Ordinal{3});
      double expected = 0;
      for (std::size_t i = before; i < before + length; ++i) {
        values[i] = static_cast<double>(i);
        columns[i] = static_cast<Ordinal>(i % 3);
        expected += values[i] * x[i % 3];
      }
      EXPECT_EQ(Vectors::sum(values.data(), columns.data(), x.data(), before, before + length),
                expected)
          << length << " entries";
    }
  }
}

TYPED_TEST(SumRowsTest, RowsByVectorsLeaveOutWhatLiesBehindThem) {
  expect_sums_of_rows_by_vectors<araios::SumRowByVectors<double>, TypeParam>();
}

}  // namespace
}  // namespace araios_test
