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
  SpMmRecord record{"a", 100, 50, 100, 8, {}};
  record.times.library = library;
  record.times.algorithm = algorithm;
  record.times.average_ms = ms;
  return record;
}

TEST(SpMmReport, TellsWhereTimesMeetThatOfADenseProduct) {
  auto const own = record_of("araios", "rows", 2);
  auto const line = [&](double dense_ms) {
    return dense_peer_line({own, record_of("cublas", "gemm", dense_ms)}, 2);
  };
  EXPECT_EQ(line(5), "  ahead of cublas from about 95.0 % of zeros on, by these times\n");
  EXPECT_EQ(line(1), "  ahead of cublas from about 99.0 % of zeros on, by these times\n");
  EXPECT_EQ(line(500), "  ahead of cublas from about 0.0 % of zeros on, by these times\n");
}

TEST(SpMmReport, SaysNothingWithoutADenseProduct) {
  EXPECT_EQ(dense_peer_line({record_of("araios", "rows", 2)}, 2), "");
  EXPECT_EQ(dense_peer_line({}, 0), "");
}

}  // namespace
}  // namespace araios::perf
