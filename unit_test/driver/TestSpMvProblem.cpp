// SPDX-License-Identifier: BSD-3-Clause
// The statistics of the matrix-vector driver, and that its check finds wrong results.
#include "base/RowLengths.hpp"
#include "problem/SpMvProblem.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace araios::perf {
namespace {

HostMatrix with_row_lengths(std::vector<std::int64_t> const& lengths) {
  HostMatrix a;
  a.graph.num_rows = static_cast<int>(lengths.size());
  a.graph.num_cols = 1;
  Kokkos::View<std::int64_t*, HostMatrix::device_type> const row_offsets("row_offsets",
                                                                         lengths.size() + 1);
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    row_offsets(row + 1) = row_offsets(row) + lengths[row];
  }
  a.graph.row_offsets = row_offsets;
  return a;
}

TEST(RowLengths, MomentsOfSkewedRows) {
  auto const lengths = row_lengths_of(with_row_lengths({1, 1, 1, 5}));
  EXPECT_DOUBLE_EQ(lengths.mean, 2);
  EXPECT_DOUBLE_EQ(lengths.standard_deviation, std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(lengths.variation, std::sqrt(3.0) / 2);
  EXPECT_NEAR(lengths.skewness, 6 / (3 * std::sqrt(3.0)), 1e-15);
  EXPECT_EQ(lengths.longest, 5);
}

TEST(RowLengths, DecadesCountTheirBorders) {
  auto const lengths = row_lengths_of(with_row_lengths({0, 0, 1, 9, 10, 99, 100, 1000, 0}));
  EXPECT_EQ(lengths.decades, (std::vector<std::int64_t>{3, 2, 2, 1, 1}));
}

TEST(RowLengths, EqualRowsAndNoRowsHaveNoSkewness) {
  for (auto const& lengths : {std::vector<std::int64_t>{}, {0, 0}, {4, 4, 4}}) {
    EXPECT_EQ(row_lengths_of(with_row_lengths(lengths)).skewness, 0);
    EXPECT_EQ(row_lengths_of(with_row_lengths(lengths)).variation, 0);
  }
}

struct SpMvCheck : testing::Test {
  SpMvProblem problem{"gen:lap2d5:5"};

  std::vector<double> right() const {
    std::vector<double> y(25);
    auto const& a = problem.a();
    for (std::size_t row = 0; row < y.size(); ++row) {
      for (auto entry = static_cast<std::size_t>(a.graph.row_offsets(row));
           entry < static_cast<std::size_t>(a.graph.row_offsets(row + 1)); ++entry) {
        y[row] += a.values(entry) * problem.x()[static_cast<std::size_t>(a.graph.columns(entry))];
      }
    }
    return y;
  }
};

TEST_F(SpMvCheck, AcceptsTheProduct) { EXPECT_EQ(problem.difference_from_reference(right()), ""); }

TEST_F(SpMvCheck, RoundingPassesAndMoreDoesNot) {
  auto y = right();
  y[7] = std::nextafter(y[7], 100.0);
  EXPECT_EQ(problem.difference_from_reference(y), "");
  y[7] += 1e-12;
  EXPECT_NE(problem.difference_from_reference(y).find("element 7"), std::string::npos);
}

TEST_F(SpMvCheck, WhatIsNoNumberDoesNotPass) {
  auto y = right();
  y[24] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(problem.difference_from_reference(y).find("element 24"), std::string::npos);
}

TEST_F(SpMvCheck, AMissingElementDoesNotPass) {
  auto y = right();
  y.pop_back();
  EXPECT_EQ(problem.difference_from_reference(y), "24 elements, expected 25");
}

}  // namespace
}  // namespace araios::perf
