// SPDX-License-Identifier: BSD-3-Clause
// How much a recorded pattern is expected to take.

#include <Araios_Selection.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <pattern/Araios_PatternSize.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace araios_test {
namespace {

/// The expected elements of a product of so many rows with so many products each, all of which fall
/// in different blocks.
std::int64_t expected_elements(std::int64_t rows, std::int64_t products_of_row) {
  araios::ProblemStats stats;
  stats.m = rows;
  stats.work = stats.compressed_work = rows * products_of_row;
  return araios::impl::expected_elements<int>(stats);
}

TEST(PatternSize, ShortRowsHaveColumnsOfAllProductsAndPlaces) {
  using araios::impl::tuning::vector_row_max_products;
  std::int64_t const rows = 1000;
  EXPECT_GT(expected_elements(rows, vector_row_max_products), rows * vector_row_max_products);
  EXPECT_EQ(expected_elements(rows, 2 * vector_row_max_products), rows * vector_row_max_products)
      << "half of the products of longer rows";
}

}  // namespace
}  // namespace araios_test
