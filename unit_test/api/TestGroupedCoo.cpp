// SPDX-License-Identifier: BSD-3-Clause
// The grouped coordinate format: from rows, from dense matrices, back to rows, checks.

#include "support/CommonSpMm.hpp"
#include "support/DenseColumns.hpp"
#include "support/Matchers.hpp"
#include "support/PathPatterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/Types.hpp"
#include <Araios_GroupedCoo.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace araios_test {
namespace {

/// An entry in the order of its group: column, row, value.
template <class Scalar>
using Entry = std::tuple<std::int64_t, std::int64_t, Scalar>;

/// The entries that the groups of a matrix must hold, in order, and where each group begins.
template <class Scalar>
struct ExpectedGroups {
  std::vector<std::int64_t> offsets = {0};
  std::vector<Entry<Scalar>> entries;
};

template <class Scalar>
ExpectedGroups<Scalar> expected_groups(HostMatrix<Scalar> const& a, std::int64_t rows_per_group) {
  ExpectedGroups<Scalar> expected;
  for (std::int64_t first = 0; first < a.pattern.num_rows; first += rows_per_group) {
    std::vector<Entry<Scalar>> group;
    for (auto row = first; row < std::min(first + rows_per_group, a.pattern.num_rows); ++row) {
      for (auto entry = a.pattern.row_begin(row); entry < a.pattern.row_end(row); ++entry) {
        group.emplace_back(a.pattern.column(entry), row, a.value(entry));
      }
    }
    std::stable_sort(group.begin(), group.end(), [](auto const& left, auto const& right) {
      return std::get<0>(left) < std::get<0>(right);
    });
    expected.entries.insert(expected.entries.end(), group.begin(), group.end());
    expected.offsets.push_back(static_cast<std::int64_t>(expected.entries.size()));
  }
  return expected;
}

template <class Scalar, class Matrix>
void expect_groups(Matrix const& found, ExpectedGroups<Scalar> const& expected,
                   std::string const& label) {
  EXPECT_EQ(to_vector<std::int64_t>(found.group_offsets), expected.offsets) << label;
  auto const rows = to_vector<std::int64_t>(found.rows);
  auto const columns = to_vector<std::int64_t>(found.columns);
  auto const values = to_vector<Scalar>(found.values);
  std::vector<Entry<Scalar>> entries;
  for (std::size_t i = 0; i < rows.size(); ++i)
    entries.emplace_back(columns[i], rows[i], values[i]);
  EXPECT_TRUE(entries == expected.entries) << label;
}

template <class Types>
class GroupedCoo : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Value = typename Types::scalar;
  using Offset = typename Types::offset_a;
  using Ordinal = typename Types::ordinal;
  using Views = typename Space::device_type;
  Space exec;
};

TYPED_TEST_SUITE_P(GroupedCoo);

TYPED_TEST_P(GroupedCoo, RowsAreSortedIntoGroupsAndBack) {
  using Fixture = TestFixture;
  using Scalar = typename TypeParam::scalar;
  auto patterns = path_adversaries(40);
  patterns.push_back(empty_pattern(0, 4));
  for (auto const& pattern : patterns) {
    auto const host = with_integers<Scalar>(pattern, 5);
    auto const a =
        to_device<typename Fixture::Offset, typename Fixture::Ordinal, typename Fixture::Views>(
            host);
    for (int const rows_per_group : {4, 8, 16}) {
      auto const grouped = araios::to_grouped_coo(this->exec, a, rows_per_group);
      expect_groups(grouped, expected_groups(host, rows_per_group), pattern.label);
      EXPECT_NO_THROW(araios::expect_valid(this->exec, grouped, "A")) << pattern.label;
      auto const back = to_host(araios::to_crs(this->exec, grouped));
      auto const sorted = with_sorted_rows(host);
      EXPECT_EQ(back.pattern.row_offsets, sorted.pattern.row_offsets) << pattern.label;
      EXPECT_EQ(back.pattern.columns, sorted.pattern.columns) << pattern.label;
      EXPECT_TRUE(back.values == sorted.values) << pattern.label;
    }
  }
}

TYPED_TEST_P(GroupedCoo, DenseMatricesInBothOrders) {
  using Fixture = TestFixture;
  using Scalar = typename TypeParam::scalar;
  for (auto const& [rows, cols] : {std::pair{0, 3}, {3, 0}, {1, 1}, {29, 70}, {33, 5}}) {
    auto const dense = integer_columns<Scalar>(rows, cols, 7);
    HostMatrix<Scalar> host;
    host.pattern = {rows, cols, {0}, {}, "dense"};
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t column = 0; column < cols; ++column) {
        auto const value =
            dense.columns[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)];
        if (value == Scalar{}) continue;
        host.pattern.columns.push_back(column);
        host.values.push_back(value);
      }
      host.pattern.row_offsets.push_back(host.pattern.num_entries());
    }
    auto const expect_same = [&](auto const& view) {
      auto const grouped =
          araios::to_grouped_coo<typename Fixture::Offset, typename Fixture::Ordinal>(this->exec,
                                                                                      view, 8);
      expect_groups(grouped, expected_groups(host, 8),
                    "dense " + std::to_string(host.pattern.num_rows));
    };
    expect_same(to_dense_view<Kokkos::LayoutRight, typename Fixture::Views>(dense, "dense"));
    expect_same(to_dense_view<Kokkos::LayoutLeft, typename Fixture::Views>(dense, "dense"));
  }
}

REGISTER_TYPED_TEST_SUITE_P(GroupedCoo, RowsAreSortedIntoGroupsAndBack, DenseMatricesInBothOrders);
INSTANTIATE_TYPED_TEST_SUITE_P(Double, GroupedCoo, DoubleMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, GroupedCoo, ComplexDoubleMatrixTypes, TypeNames);
#ifndef ARAIOS_TEST_REDUCED_TYPES
INSTANTIATE_TYPED_TEST_SUITE_P(Float, GroupedCoo, FloatMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, GroupedCoo, ComplexFloatMatrixTypes, TypeNames);
#endif

template <class Space>
class GroupedCooChecks : public testing::Test {
 protected:
  using Views = typename Space::device_type;

  static auto matrix(std::vector<Int32> const& row_offsets, std::vector<Int32> const& columns) {
    return araios::CrsMatrix<double, Int32, Int32, Views>{
        {5, 4, to_view<Int32, Views>(row_offsets, "row_offsets"),
         to_view<Int32, Views>(columns, "columns")},
        to_view<double, Views>(std::vector<double>(columns.size(), 2.0), "values")};
  }

  /// Groups of 4 of 6 rows and 4 columns.
  static auto groups(std::vector<Int32> const& offsets, std::vector<Int32> const& rows,
                     std::vector<Int32> const& columns) {
    return araios::GroupedCoo<double, Int32, Int32, Views>{
        6,
        4,
        4,
        to_view<Int32, Views>(offsets, "group_offsets"),
        to_view<Int32, Views>(rows, "rows"),
        to_view<Int32, Views>(columns, "columns"),
        to_view<double, Views>(std::vector<double>(rows.size(), 1.0), "values")};
  }

  static void expect_bad(std::vector<Int32> const& offsets, std::vector<Int32> const& rows,
                         std::vector<Int32> const& columns, std::string const& group) {
    auto const a = groups(offsets, rows, columns);
    EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::expect_valid(Space{}, a, "A"); },
                                              {"A: group " + group + " has"}));
  }
};

TYPED_TEST_SUITE(GroupedCooChecks, Spaces, TypeNames);

TYPED_TEST(GroupedCooChecks, BadRowsAreRefused) {
  auto const refused = [](auto const& a, int rows_per_group,
                          std::vector<std::string> const& parts) {
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::to_grouped_coo(TypeParam{}, a, rows_per_group); }, parts));
  };
  auto const good = this->matrix({0, 1, 1, 2, 3, 3}, {0, 3, 1});
  refused(good, 3, {"rows_per_group is 3", "4, 8 or 16"});
  refused(this->matrix({0, 1, 1, 2, 3, 3}, {0, 4, 1}), 4, {"A.columns[1] is 4", "row 2"});
  refused(this->matrix({0, 1, 2, 1, 3, 3}, {0, 3, 1}), 4, {"A.row_offsets[3] is 1"});
  auto short_values = good;
  short_values.values = decltype(short_values.values)("values", 2);
  refused(short_values, 4, {"A.values has 2 elements", "expected at least 3"});
}

TYPED_TEST(GroupedCooChecks, BadGroupsAreNamed) {
  auto const good = this->groups({0, 2, 3}, {0, 3, 5}, {1, 1, 0});
  EXPECT_NO_THROW(araios::expect_valid(TypeParam{}, good, "A"));
  this->expect_bad({0, 2, 3}, {0, 4, 5}, {1, 1, 0}, "0");
  this->expect_bad({0, 2, 3}, {0, 3, 6}, {1, 1, 0}, "1");
  this->expect_bad({0, 2, 3}, {0, 3, 5}, {1, 4, 0}, "0");
  this->expect_bad({0, 2, 3}, {0, 3, 5}, {1, 1, -1}, "1");
  this->expect_bad({0, 2, 3}, {0, 3, 5}, {2, 1, 0}, "0");
  this->expect_bad({0, 2, 3}, {3, 0, 5}, {1, 1, 0}, "0");
  this->expect_bad({1, 2, 3}, {0, 3, 5}, {1, 1, 0}, "0");
  this->expect_bad({0, 2, 4}, {0, 3, 5}, {1, 1, 0}, "1");
}

TYPED_TEST(GroupedCooChecks, OffsetsBeyondThoseWithASignAreRefused) {
  using Device = typename TypeParam::device_type;
  std::vector<std::size_t> const offsets{0, std::numeric_limits<std::size_t>::max()};
  araios::GroupedCoo<double, std::size_t, Int32, Device> const a{
      4,
      4,
      4,
      to_view<std::size_t, Device>(offsets, "group_offsets"),
      to_view<Int32, Device>(std::vector<Int32>{0}, "rows"),
      to_view<Int32, Device>(std::vector<Int32>{0}, "columns"),
      to_view<double, Device>(std::vector<double>{1.0}, "values")};
  EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::expect_valid(TypeParam{}, a, "A"); },
                                            {"A: group 0 has"}));
}

TYPED_TEST(GroupedCooChecks, NanIsNotZero) {
  using Device = typename TypeParam::device_type;
  auto const dense = to_dense_view<Kokkos::LayoutRight, Device>(
      DenseColumns<double>{2, {{0.0, std::numeric_limits<double>::quiet_NaN()}}}, "dense");
  auto const grouped = araios::to_grouped_coo<int, int>(TypeParam{}, dense);
  auto const values = to_vector<double>(grouped.values);
  ASSERT_EQ(values.size(), 1u);
  EXPECT_TRUE(std::isnan(values.front()));
  EXPECT_EQ(to_vector<int>(grouped.rows), (std::vector<int>{1}));
}

}  // namespace
}  // namespace araios_test
