// SPDX-License-Identifier: BSD-3-Clause
// Rows of C that one lane merges.

#include "support/Patterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <accumulators/Araios_Combine.hpp>
#include <accumulators/Araios_LaneMerge.hpp>
#include <matrix/Araios_RowProducts.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using HostDevice = Kokkos::Device<Kokkos::DefaultHostExecutionSpace,
                                  Kokkos::DefaultHostExecutionSpace::memory_space>;

/// What a merge asks of a phase.
template <class Offset>
struct Phase {
  using Graph = araios::CrsGraph<Offset, int const, HostDevice>;
  using combine = araios::impl::Plus<double>;
  using ordinal_type = int;

  araios::impl::RowProducts<Graph, Graph> products;
  Kokkos::View<double const*, HostDevice> a_values;
  Kokkos::View<double const*, HostDevice> b_values;

  int key(auto b_entry) const { return products.b.columns(b_entry); }
  double multiplier(auto a_entry) const { return a_values(a_entry); }
  double factor(auto b_entry) const { return b_values(b_entry); }
  double product(double multiplier_of_a, double factor_of_b) const {
    return multiplier_of_a * factor_of_b;
  }
};

using Row = std::vector<std::pair<std::int64_t, double>>;

template <class Offset, int max_rows>
Row merged(Phase<Offset> const& phase, int row) {
  araios::impl::LaneMerge<Phase<Offset>, max_rows> merge;
  merge.begin(phase, row);
  Row entries;
  int column = 0;
  double sum = 0;
  while (!merge.is_empty()) {
    EXPECT_TRUE(merge.next(phase, column, sum));
    entries.emplace_back(column, sum);
  }
  EXPECT_FALSE(merge.next(phase, column, sum));
  return entries;
}

template <class Offset, int max_rows>
void expect_merged(HostMatrix<double> const& a, HostMatrix<double> const& b) {
  auto const given_a = to_device<Offset, int, HostDevice>(a);
  auto const given_b = to_device<Offset, int, HostDevice>(b);
  Phase<Offset> const phase{{graph_of(given_a), graph_of(given_b)}, given_a.values, given_b.values};
  auto const expected = reference_product(a, b);
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    Row of_row;
    bool const fits = a.pattern.row_end(row) - a.pattern.row_begin(row) <= max_rows;
    for (auto i = expected.pattern.row_begin(row); fits && i < expected.pattern.row_end(row); ++i) {
      auto const place = static_cast<std::size_t>(i);
      of_row.emplace_back(expected.pattern.columns[place],
                          static_cast<double>(expected.values[place].real));
    }
    int const index = static_cast<int>(row);
    EXPECT_EQ((merged<Offset, max_rows>(phase, index)), of_row);
    auto const count = araios::impl::LaneMerge<Phase<Offset>, max_rows>::count(phase, index);
    EXPECT_EQ(count, std::ssize(of_row));
  }
}

TEST(LaneMerge, RowsOfAsManyRowsOfBAsFitAndMore) {
  auto const a = with_integers<double>(uniform_pattern(200, 60, 6, 1), 1);
  for (std::int64_t const columns : {1, 20, 5000}) {
    auto const b = with_integers<double>(
        uniform_pattern(60, columns, std::min<std::int64_t>(columns, 7), 2), 2);
    expect_merged<int, araios::impl::tuning::lane_merge_few_rows>(a, b);
    expect_merged<int, araios::impl::tuning::lane_merge_more_rows>(a, b);
    expect_merged<std::size_t, araios::impl::tuning::lane_merge_few_rows>(a, b);
    expect_merged<std::size_t, araios::impl::tuning::lane_merge_more_rows>(a, b);
  }
}

TEST(LaneMerge, TheFirstAndTheLastColumnThatThereCanBe) {
  constexpr std::int64_t last = std::numeric_limits<int>::max() - 1;
  auto const a = with_integers<double>(pattern_of(3, {{0, 1, 2}, {1}, {}, {0, 2}}, "A"), 1);
  auto const b = with_integers<double>(pattern_of(last + 1, {{0, last}, {}, {0, 7, last}}, "B"), 2);
  expect_merged<int, araios::impl::tuning::lane_merge_few_rows>(a, b);
  expect_merged<int, araios::impl::tuning::lane_merge_more_rows>(a, b);
}

}  // namespace
}  // namespace araios_test
