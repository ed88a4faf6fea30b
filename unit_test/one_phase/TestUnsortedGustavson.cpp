// SPDX-License-Identifier: BSD-3-Clause
// Products by IndexedSpa and DenseSpa: rows left unsorted, or sorted afterwards.

#include "support/BitwiseEqual.hpp"
#include "support/OnePhase.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include <one_phase/Araios_OnePhaseRules.hpp>
#include <one_phase/Araios_OnePhaseSpGemm.hpp>
#include <one_phase/Araios_RowSample.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace araios_test::one_phase {
namespace {

SpGemmOptions in_any_order() {
  SpGemmOptions options;
  options.result_sorted = false;
  return options;
}

/// The columns of all rows of A·B, those of a row in the order of their first products.
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

/// Expects columns of C in the order of their first products, and the sorted C to be bitwise that
/// of two phases. Values are integers, since compilers may fuse different operations.
template <class Scalar>
void expect_rows_as_they_come(HostMatrix<Scalar> const& host_a, HostMatrix<Scalar> const& host_b,
                              RowLoop expected_loop,
                              araios::Workspace<Device> const& workspace = {}) {
  SCOPED_TRACE(host_a.pattern.label + " times " + host_b.pattern.label);
  auto const a = to_device<Int32, Int32, Device>(host_a);
  auto const b = to_device<Int32, Int32, Device>(host_b);
  EXPECT_EQ(loop_of(a, b, in_any_order()), expected_loop);
  auto const c = one_phase_product<Int32>(Space{}, a, b, in_any_order(), workspace);
  ASSERT_TRUE(c.has_value());
  auto const found = to_host(*c);
  auto const expected = to_host(product_of_both_phases<Int32>(a, b));
  EXPECT_TRUE(are_bitwise_equal(with_sorted_rows(found), expected));
  EXPECT_EQ(found.pattern.columns, columns_as_met(host_a.pattern, host_b.pattern));
}

TEST(UnsortedGustavson, RowsThatNeedNotBeSortedGoByPlacesOrByList) {
  auto const alike = rows_of_sizes(6000, 6000, "alike", [](std::int64_t) { return 6; });
  auto const unlike = uneven_band(6000, 6, "unlike");
  expect_rows_as_they_come(with_integers<double>(alike, 1), with_integers<double>(alike, 2),
                           RowLoop::indexed_spa);
  expect_rows_as_they_come(with_integers<double>(unlike, 1), with_integers<double>(unlike, 2),
                           RowLoop::dense_spa);
  expect_rows_as_they_come(with_integers<float>(alike, 1), with_integers<float>(alike, 2),
                           RowLoop::indexed_spa);
  using Complex = Kokkos::complex<double>;
  expect_rows_as_they_come(with_integers<Complex>(unlike, 1), with_integers<Complex>(unlike, 2),
                           RowLoop::dense_spa);
}

TEST(UnsortedGustavson, UnsortedRowsOfUnsortedOnesWithDuplicates) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    auto const unlike = with_duplicates_shuffled(uniform_pattern(4000, 3000, 9, seed), seed);
    auto const b = with_duplicates_shuffled(power_law_pattern(3000, 5000, 20, seed), seed);
    expect_rows_as_they_come(with_integers<double>(unlike, seed), with_integers<double>(b, seed),
                             RowLoop::dense_spa);
  }
}

TEST(UnsortedGustavson, AlikeRowsThatLieCloseTogetherAreSortedBehindTheirSums) {
  for (std::int64_t const length : {1, 2, 3, 5, 7}) {
    auto const alike = rows_of_sizes(6000, 6000, 1000, std::to_string(length) + " entries",
                                     [=](std::int64_t) { return length; });
    auto const a = with_reals<double>(alike, 1);
    EXPECT_EQ(loop_of(on_device(a), on_device(a), {}), RowLoop::indexed_spa);
    expect_one_phase(a, a);
  }
  // Some rows of C are too long to be sorted in lanes.
  auto const mixed = rows_of_sizes(9000, 9000, 2000, "some long rows",
                                   [](std::int64_t row) { return row % 700 == 350 ? 60 : 5; });
  auto const a = with_reals<double>(mixed, 2);
  EXPECT_EQ(loop_of(on_device(a), on_device(a), {}), RowLoop::indexed_spa);
  expect_one_phase(a, a);
}

TEST(UnsortedGustavson, ShortRowsThatAreNotAlikeOrShiftedAreSortedWhereNoBlocksAreFormed) {
  auto const unlike = with_reals<double>(uneven_band(6000, 6, "unlike"), 1);
  EXPECT_EQ(loop_of(on_device(unlike), on_device(unlike)), loop_of_short_rows(RowLoop::dense_rows));
  expect_one_phase(unlike, unlike);
  auto const shifted = with_reals<double>(square_band(40'000, 3), 2);
  EXPECT_EQ(loop_of(on_device(shifted), on_device(shifted)), loop_of_short_rows(RowLoop::none));
  if (!Block::exists) expect_one_phase(shifted, shifted);
  auto const wide = with_reals<double>(uniform_pattern(30'000, 30'000, 3, 3), 3);
  EXPECT_EQ(loop_of(on_device(wide), on_device(wide)), loop_of_short_rows(RowLoop::row_blocks));
  expect_one_phase(wide, wide);
}

TEST(UnsortedGustavson, AllLoopsShareAWorkspace) {
  araios::Workspace<Device> const workspace;
  auto const alike = with_integers<double>(power_law_pattern(7000, 7000, 40, 1), 1);
  auto const unlike = with_integers<double>(uneven_band(6000, 6, "unlike"), 1);
  auto const dense_rows = on_device(unlike);
  auto const row_blocks = on_device(with_integers<double>(uniform_pattern(8000, 8000, 2, 1), 1));
  for (int repetition = 0; repetition < 3; ++repetition) {
    expect_rows_as_they_come(alike, alike, RowLoop::indexed_spa, workspace);
    expect_one_phase(row_blocks, row_blocks, workspace);
    expect_rows_as_they_come(unlike, unlike, RowLoop::dense_spa, workspace);
    expect_one_phase(dense_rows, dense_rows, workspace);
  }
}

TEST(UnsortedGustavson, LongAndScatteredRowsAreSortedWhetherAskedOrNot) {
  auto const a = on_device(with_integers<double>(uniform_pattern(3000, 4000, 12, 1), 1));
  auto const b = on_device(with_integers<double>(uniform_pattern(4000, 2500, 30, 1), 1));
  EXPECT_EQ(loop_of(a, b, in_any_order()), RowLoop::dense_rows);
  auto const scattered =
      on_device(with_integers<double>(uniform_pattern(400'000, 400'000, 3, 1), 1));
  EXPECT_EQ(loop_of(scattered, scattered, in_any_order()),
            Block::exists ? RowLoop::row_blocks : RowLoop::none);
}

TEST(UnsortedGustavson, RowsWhoseNewColumnsAreForetoldGoByPlaces) {
  std::int64_t const rows = 80'000;
  // No row has as many products as the row before, but lengths alternate, so branches are
  // predictable.
  HostPattern regular{rows, rows, {0}, {}, "rows in turns"};
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t const length = 5 + row % 2;
    for (std::int64_t i = 0; i < length; ++i) {
      regular.columns.push_back(std::min(row / 8 * 8, rows - 8) + i);
    }
    regular.row_offsets.push_back(regular.num_entries());
  }
  auto const graph = on_device(with_integers<double>(regular, 1)).graph;
  EXPECT_FALSE(araios::impl::sample_rows(graph, graph, Block::max_row_products, true).are_alike());
  expect_rows_as_they_come(with_integers<double>(regular, 1), with_integers<double>(regular, 2),
                           RowLoop::indexed_spa);
}

}  // namespace
}  // namespace araios_test::one_phase
