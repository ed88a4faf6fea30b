// SPDX-License-Identifier: BSD-3-Clause
// What the sparse × dense driver says beside a dense product.
#include "report/SpMmReport.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace araios::perf {
namespace {

/// Of a matrix with 98 % of zeros.
SpMmRecord record_of(std::string const& library, std::string const& algorithm, double ms) {
  SpMmRecord record;
  record.matrix = "a";
  record.num_rows = 100;
  record.num_cols = 50;
  record.nnz = 100;
  record.num_columns = 8;
  record.times.library = library;
  record.times.algorithm = algorithm;
  record.times.ms = Spread{ms, ms, ms, ms, ms, 1};
  return record;
}

TEST(SpMmReport, TellsWhereTimesMeetThatOfADenseProduct) {
  auto const own = record_of("araios", "rows", 2);
  auto const line = [&](double dense_ms) {
    return dense_peer_line({own, record_of("cublas", "gemm", dense_ms)});
  };
  EXPECT_EQ(line(5), "  ahead of cublas from about 95.0 % of zeros on, by these times\n");
  EXPECT_EQ(line(1), "  ahead of cublas from about 99.0 % of zeros on, by these times\n");
  EXPECT_EQ(line(500), "  ahead of cublas from about 0.0 % of zeros on, by these times\n");
}

TEST(SpMmReport, SaysNothingWithoutADenseProduct) {
  EXPECT_EQ(dense_peer_line({record_of("araios", "rows", 2)}), "");
}

TEST(SpMmReport, TheFastestOwnMethodMeetsTheDenseProduct) {
  EXPECT_EQ(dense_peer_line({record_of("araios", "rows", 4), record_of("araios", "groups_of_4", 2),
                             record_of("cublas", "gemm", 5)}),
            "  ahead of cublas from about 95.0 % of zeros on, by these times\n");
}

TEST(SpMmReport, RatiosAreToTheFirstMethod) {
  auto const rows =
      spmm_table_rows({record_of("araios", "rows", 4), record_of("araios", "groups_of_4", 2)});
  EXPECT_NE(rows.find(" 1.00 off\n"), std::string::npos) << rows;
  EXPECT_NE(rows.find(" 0.50 off\n"), std::string::npos) << rows;
}

TEST(SpMmReport, RatesAreByTheMedian) {
  EXPECT_DOUBLE_EQ(record_of("araios", "rows", 2).gflops(), 1e-6 * 2 * 100 * 8 / 2);
  EXPECT_EQ(record_of("araios", "rows", 0).gflops(), 0);
}

}  // namespace
}  // namespace araios::perf
