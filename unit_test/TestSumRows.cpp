// SPDX-License-Identifier: BSD-3-Clause
// Rows summed several at once, also where spmv does not choose so.

#include "support/PathPatterns.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_SumRows.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios_test {
namespace {

TEST(SumRows, GroupsOfEveryNumberOfEntriesEqualTheSerialLoop) {
  using Rows = araios::SumRows<double, std::int32_t>;
  if constexpr (Rows::rows == 0) {
    GTEST_SKIP() << "this build has no vector code for rows: it needs AVX-512";
  } else {
    constexpr std::int64_t num_cols = 70;
    auto const a = with_integers<double>(groups_of_rows_pattern(Rows::rows, num_cols), 1);
    auto const x = integers<double>(num_cols, 2);
    std::vector<std::int32_t> const columns(a.pattern.columns.begin(), a.pattern.columns.end());
    for (std::int64_t row = 0; row < a.pattern.num_rows; row += Rows::rows) {
      std::int64_t const* const offsets = a.pattern.row_offsets.data() + row;
      double sums[Rows::rows];
      Rows::sum(a.values.data(), columns.data(), x.data(), offsets[0], offsets + 1, sums);
      for (int i = 0; i < Rows::rows; ++i) {
        double expected = 0;
        for (std::int64_t entry = offsets[i]; entry < offsets[i + 1]; ++entry) {
          auto const place = static_cast<std::size_t>(entry);
          expected += a.values[place] * x[static_cast<std::size_t>(a.pattern.columns[place])];
        }
        EXPECT_EQ(sums[i], expected) << "row " << row + i;
      }
    }
  }
}

}  // namespace
}  // namespace araios_test
