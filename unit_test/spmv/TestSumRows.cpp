// SPDX-License-Identifier: BSD-3-Clause
// Rows summed several at once, also where spmv does not choose so.

#include "support/ExpectedVector.hpp"
#include "support/PathPatterns.hpp"
#include "support/RandomMatrices.hpp"
#include <spmv/Araios_GroupSizes.hpp>
#include <spmv/Araios_RowSumOperands.hpp>
#include <spmv/Araios_SpMvSumRow.hpp>
#include <spmv/Araios_SpMvTuning.hpp>
#include <spmv/Araios_SumRows.hpp>
#include <spmv/Araios_SumShortRows.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

/// A matrix whose rows are whole groups, and x.
template <class Offset>
struct GroupedRows {
  std::vector<Offset> row_offsets;
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  std::vector<double> x;

  std::size_t num_rows() const { return row_offsets.size() - 1; }

  /// Twice the sums of so many rows from this one on, all groups by one call.
  template <class Rows>
  void write_twice_sums(std::size_t row, std::size_t count, double* y) const {
    araios::impl::RowSumOperands<double, std::int32_t, Offset> const operands{
        values.data(), columns.data(), x.data(), row_offsets.data() + row + 1};
    Rows::write(operands, 2.0, y, y + count);
  }
  std::vector<double> twice_sums_by_serial_loop() const {
    std::vector<double> y;
    for (std::size_t row = 0; row < num_rows(); ++row) {
      double sum = 0;
      for (auto i = row_offsets[row]; i < row_offsets[row + 1]; ++i) {
        auto const entry = static_cast<std::size_t>(i);
        sum += values[entry] * x[static_cast<std::size_t>(columns[entry])];
      }
      y.push_back(2 * sum);
    }
    return y;
  }
};

/// Runs of one to six groups whose rows have the same few entries, between groups of which one row
/// has one more. number() gives the elements.
template <class Offset, class Number>
GroupedRows<Offset> runs_of_even_groups(int rows_of_group, Number const& number) {
  constexpr std::int32_t num_cols = 50;
  Random random{7};
  GroupedRows<Offset> a{{0}, {}, {}, {}};
  auto const add_group = [&](int length, int more) {
    for (int row = 0; row < rows_of_group; ++row) {
      int const size = row == 2 ? length + more : length;
      a.row_offsets.push_back(static_cast<Offset>(a.row_offsets.back() + size));
    }
  };
  for (int length = 0; length <= 10; ++length) {
    for (int run = 1; run <= 6; ++run) {
      for (int group = 0; group < run; ++group) add_group(length, 0);
      add_group(length, 1);
    }
  }
  for (Offset i = 0; i < a.row_offsets.back(); ++i) {
    a.columns.push_back(static_cast<std::int32_t>(random.below(num_cols)));
    a.values.push_back(number(random));
  }
  for (std::int32_t column = 0; column < num_cols; ++column) a.x.push_back(number(random));
  return a;
}

template <class Rows, class Offset>
void expect_sums_of_groups(GroupedRows<Offset> const& a) {
  std::vector<double> y(a.num_rows());
  a.template write_twice_sums<Rows>(0, y.size(), y.data());
  EXPECT_EQ(y, a.twice_sums_by_serial_loop());
}

template <class Rows, class Offset>
void expect_sums_of_groups_of_every_size() {
  constexpr std::int64_t num_cols = 70;
  auto const a = with_integers<double>(groups_of_rows_pattern(Rows::rows, num_cols), 1);
  expect_sums_of_groups<Rows>(
      GroupedRows<Offset>{{a.pattern.row_offsets.begin(), a.pattern.row_offsets.end()},
                          {a.pattern.columns.begin(), a.pattern.columns.end()},
                          a.values,
                          integers<double>(num_cols, 2)});
  expect_sums_of_groups<Rows>(runs_of_even_groups<Offset>(
      Rows::rows, [](Random& random) { return static_cast<double>(random.below(7) - 3); }));
}

/// Bit by bit, zeros with a sign as well.
template <class Rows, class Offset>
void expect_sums_independent_of_groups_beside() {
  auto const a = runs_of_even_groups<Offset>(
      Rows::rows, [](Random& random) { return random.below(3) == 0 ? -0.0 : random.unit() - 0.5; });
  std::vector<double> together(a.num_rows());
  std::vector<double> alone(a.num_rows());
  a.template write_twice_sums<Rows>(0, together.size(), together.data());
  for (std::size_t row = 0; row < alone.size(); row += Rows::rows) {
    a.template write_twice_sums<Rows>(row, Rows::rows, alone.data() + row);
  }
  EXPECT_EQ(std::memcmp(together.data(), alone.data(), alone.size() * sizeof(double)), 0);
}

constexpr char const* no_vector_code = "no vector code for rows in this build: it needs AVX-512";

template <class Offset>
class SumRowsTest : public testing::Test {};

using Offsets = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(SumRowsTest, Offsets);

TYPED_TEST(SumRowsTest, GroupsOfEveryNumberOfEntriesEqualTheSerialLoop) {
  using Rows = araios::impl::SumRows<double, std::int32_t>;
  if constexpr (Rows::rows == 0) {
    GTEST_SKIP() << no_vector_code;
  } else {
    expect_sums_of_groups_of_every_size<Rows, TypeParam>();
  }
}

TYPED_TEST(SumRowsTest, SumsDoNotDependOnTheGroupsBeside) {
  using Rows = araios::impl::SumRows<double, std::int32_t>;
  if constexpr (Rows::rows == 0) {
    GTEST_SKIP() << no_vector_code;
  } else {
    expect_sums_independent_of_groups_beside<Rows, TypeParam>();
  }
}

/// A row between two others. Columns of the row address numbers in x, all other columns address
/// NaN. Arrays end with the last entry that may be read.
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
      EXPECT_EQ(
          Vectors::sum_by_pairs(values.data(), columns.data(), x.data(), before, before + length),
          expected)
          << length << " entries";
    }
  }
}

TYPED_TEST(SumRowsTest, RowsByVectorsLeaveOutWhatLiesBehindThem) {
  expect_sums_of_rows_by_vectors<araios::impl::SumRowByVectors<double>, TypeParam>();
}

/// Successive rows of these sizes. Row i has column i only, where x is i + 1. Entries behind the
/// rows have a column where x is NaN.
template <class Scalar, class Offset>
struct RowsWithColumns {
  std::vector<Offset> row_offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<Scalar> values;
  std::vector<Scalar> x;

  RowsWithColumns(std::vector<int> const& sizes, int entries_behind) {
    for (int const size : sizes) {
      columns.insert(columns.end(), static_cast<std::size_t>(size),
                     static_cast<std::int32_t>(x.size()));
      row_offsets.push_back(static_cast<Offset>(columns.size()));
      x.push_back(static_cast<Scalar>(1 + x.size()));
    }
    columns.insert(columns.end(), static_cast<std::size_t>(entries_behind),
                   static_cast<std::int32_t>(x.size()));
    x.push_back(std::numeric_limits<Scalar>::quiet_NaN());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      values.push_back(static_cast<Scalar>(1 + i % 5));
    }
  }

  std::vector<Scalar> sums() const {
    std::vector<Scalar> result;
    for (std::size_t row = 0; row + 1 < row_offsets.size(); ++row) {
      Scalar sum{};
      for (auto i = row_offsets[row]; i < row_offsets[row + 1]; ++i) {
        sum += values[static_cast<std::size_t>(i)] * x[row];
      }
      result.push_back(sum);
    }
    return result;
  }
};

constexpr int rows_of_group = araios::impl::tuning::spmv_host_rows_of_group;

/// Twice the sums of rows by one variant.
template <class Scalar, class Offset, int... variants>
std::vector<Scalar> twice_sums_by_variant(int variant, RowsWithColumns<Scalar, Offset> const& rows,
                                          std::integer_sequence<int, variants...>) {
  std::vector<Scalar> y(rows.row_offsets.size() - 1, Scalar{-1});
  auto const sum = [&]<int this_variant>(std::integral_constant<int, this_variant>) {
    if (variant != this_variant) return;
    araios::impl::RowSumOperands<Scalar, std::int32_t, Offset> const operands{
        rows.values.data(), rows.columns.data(), rows.x.data(), rows.row_offsets.data() + 1};
    araios::impl::SumShortRows<Scalar>::template sum<this_variant>(operands, Scalar{2}, y.data(),
                                                                   y.data() + y.size());
  };
  (sum(std::integral_constant<int, variants>{}), ...);
  return y;
}

/// The sizes of two groups of rows with `most` entries each, except that every `period`-th row has
/// `less` fewer.
std::vector<int> sizes_of_two_groups(int most, int period, int less) {
  std::vector<int> sizes(2 * rows_of_group, most);
  for (std::size_t i = 0; i < sizes.size(); i += static_cast<std::size_t>(period)) {
    sizes[i] -= std::min(less, most);
  }
  sizes.back() = most;
  return sizes;
}

template <class Scalar, class Offset>
void expect_short_rows_equal_the_serial_loop(bool is_learnable) {
  using Sums = araios::impl::SumShortRows<Scalar>;
  int num_groups_with_variant = 0;
  for (int most = 0; most <= 30; ++most) {
    for (int period = 1; period <= rows_of_group; ++period) {
      for (int less = 0; less <= most; ++less) {
        auto const sizes = sizes_of_two_groups(most, period, less);
        int const entries = std::accumulate(sizes.begin() + rows_of_group, sizes.end(), 0);
        int const variant = Sums::variant_for(most, entries, is_learnable);
        EXPECT_LT(variant, Sums::num_variants);
        if (variant < 0) continue;
        bool const are_even = entries == most * rows_of_group;
        if (are_even && less > 0) continue;  // the first group is not even
        ++num_groups_with_variant;
        RowsWithColumns<Scalar, Offset> const rows{sizes, Sums::entries_behind};
        auto expected = rows.sums();
        for (Scalar& sum : expected) sum *= 2;
        EXPECT_EQ(twice_sums_by_variant(variant, rows,
                                        std::make_integer_sequence<int, Sums::num_variants>{}),
                  expected)
            << "most " << most << ", every " << period << "th " << less << " less";
      }
    }
  }
  EXPECT_GT(num_groups_with_variant, 0);
}

TYPED_TEST(SumRowsTest, ShortRowsEqualTheSerialLoop) {
  for (bool const is_learnable : {true, false}) {
    expect_short_rows_equal_the_serial_loop<double, TypeParam>(is_learnable);
    expect_short_rows_equal_the_serial_loop<float, TypeParam>(is_learnable);
  }
}

TYPED_TEST(SumRowsTest, SizesOfGroups) {
  Random random{1};
  for (int const num_groups : {0, 1, 3, 4, 5, 8, 11}) {
    std::vector<TypeParam> row_offsets{0};
    std::vector<int> longest;
    std::vector<int> all;
    for (int group = 0; group < num_groups; ++group) {
      longest.push_back(0);
      all.push_back(0);
      for (int i = 0; i < rows_of_group; ++i) {
        auto const size = static_cast<int>(random.below(group % 2 == 0 ? 3 : 1'000'000));
        longest.back() = std::max(longest.back(), size);
        all.back() += size;
        row_offsets.push_back(static_cast<TypeParam>(row_offsets.back() + size));
      }
    }
    auto const count = static_cast<std::size_t>(num_groups);
    std::vector<int> found_longest(count);
    std::vector<int> found_all(count);
    araios::impl::find_group_sizes<rows_of_group>(row_offsets.data() + 1, num_groups,
                                                  found_longest.data(), found_all.data());
    EXPECT_EQ(found_longest, longest);
    EXPECT_EQ(found_all, all);
  }
}

TEST(SumRows, SizesOfGroupsThatIntCannotHoldAreTheLargestThatItCan) {
  std::int64_t const many = std::int64_t{1} << 40;
  std::vector<std::int64_t> row_offsets(rows_of_group + 1, many);
  row_offsets.front() = 0;
  int longest = 0;
  int all = 0;
  araios::impl::find_group_sizes<rows_of_group>(row_offsets.data() + 1, 1, &longest, &all);
  EXPECT_EQ(longest, std::numeric_limits<int>::max());
  EXPECT_EQ(all, std::numeric_limits<int>::max());
}

}  // namespace
}  // namespace araios_test
