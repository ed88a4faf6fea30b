// SPDX-License-Identifier: BSD-3-Clause
// Files with symmetry whose entries lie in both triangles.

#include "support/Entries.hpp"
#include "support/Readers.hpp"
#include "support/TemporaryFolder.hpp"
#include <Araios_MatrixMarket.hpp>

#include <Kokkos_Core.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace {

using araios::MatrixMarketError;
using araios::MatrixMarketReport;
using araios::read_matrix_market;
using araios_test::entries_of;
using araios_test::Entry;
using araios_test::is_sorted_and_valid;
using araios_test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

using Complex = Kokkos::complex<double>;

class MatrixMarketTriangles : public testing::Test {
 protected:
  std::string file(std::string const& kind, std::string const& rest) const {
    return folder.file("triangles.mtx", "%%MatrixMarket matrix coordinate " + kind + "\n" + rest);
  }
  std::vector<Entry> read(std::string const& kind, std::string const& rest) {
    auto const matrix = read_matrix_market<double, int, int>(file(kind, rest), &report);
    EXPECT_TRUE(is_sorted_and_valid(matrix));
    return entries_of(matrix);
  }
  auto says(std::string const& text) const {
    return ThrowsMessage<MatrixMarketError>(HasSubstr("triangles.mtx: " + text));
  }

  TemporaryFolder folder;
  MatrixMarketReport report;
};

TEST_F(MatrixMarketTriangles, SymmetricEntriesMayLieInBoth) {
  auto const expected =
      ElementsAre(Entry{0, 1, 4}, Entry{0, 2, 5}, Entry{1, 0, 4}, Entry{1, 1, 6}, Entry{2, 0, 5});
  EXPECT_THAT(read("real symmetric", "3 3 3\n2 1 4\n1 3 5\n2 2 6\n"), expected);
  EXPECT_THAT(read("real symmetric", "3 3 3\n1 3 5\n2 2 6\n2 1 4\n"), expected);
  EXPECT_THAT(read("real hermitian", "3 3 3\n2 2 6\n1 3 5\n2 1 4\n"), expected);
  EXPECT_EQ(report.num_stored, 3);
  EXPECT_EQ(report.num_duplicates, 0);
}

TEST_F(MatrixMarketTriangles, SkewEntriesAreNegatedFromEither) {
  EXPECT_THAT(read("real skew-symmetric", "3 3 2\n2 1 4\n1 3 5\n"),
              ElementsAre(Entry{0, 1, -4}, Entry{0, 2, 5}, Entry{1, 0, 4}, Entry{2, 0, -5}));
  EXPECT_THAT(read("pattern skew-symmetric", "3 3 2\n2 1\n1 3\n"),
              ElementsAre(Entry{0, 1, -1}, Entry{0, 2, 1}, Entry{1, 0, 1}, Entry{2, 0, -1}));
}

TEST_F(MatrixMarketTriangles, HermitianEntriesAreConjugatedFromEither) {
  auto const path = file("complex hermitian", "3 3 3\n2 1 4 1\n1 3 5 -2\n3 3 6 0\n");
  EXPECT_THAT(entries_of(read_matrix_market<Complex, std::size_t, int>(path)),
              ElementsAre(Entry{0, 1, {4, -1}}, Entry{0, 2, {5, -2}}, Entry{1, 0, {4, 1}},
                          Entry{2, 0, {5, 2}}, Entry{2, 2, 6}));
}

TEST_F(MatrixMarketTriangles, RepeatsWithinOneTriangleAddUp) {
  EXPECT_THAT(
      read("real symmetric", "3 3 5\n1 3 5\n2 1 4\n1 3 1\n2 2 3\n2 2 3\n"),
      ElementsAre(Entry{0, 1, 4}, Entry{0, 2, 6}, Entry{1, 0, 4}, Entry{1, 1, 6}, Entry{2, 0, 6}));
  EXPECT_EQ(report.num_duplicates, 2);
}

TEST_F(MatrixMarketTriangles, APairInBothNamesBothLines) {
  auto const reading = [this](std::string const& kind, std::string const& rest) {
    return [=, this] { read(kind, rest); };
  };
  EXPECT_THAT(reading("real symmetric", "2 2 3\n1 1 1\n\n2 1 1\n% late\n1 2 1\n"),
              says("line 7: found entry (1, 2) beside (2, 1) of line 5, expected one of the two: "
                   "the matrix is symmetric"));
  EXPECT_THAT(reading("real symmetric", "2 2 2\n1 2 1\n2 1 2\n"),
              says("line 4: found entry (2, 1) beside (1, 2) of line 3"));
  EXPECT_THAT(reading("real skew-symmetric", "2 2 2\n1 2 1\n2 1 -1\n"),
              says("line 4: found entry (2, 1) beside (1, 2) of line 3, expected one of the two: "
                   "the matrix is skew-symmetric"));
  EXPECT_THAT(reading("pattern hermitian", "3 3 4\n1 2\n1 3\n3 2\n2 1\n"),
              says("line 6: found entry (2, 1) beside (1, 2) of line 3, expected one of the two: "
                   "the matrix is hermitian"));
}

TEST_F(MatrixMarketTriangles, TheFirstPairOfTheFileIsNamed) {
  EXPECT_THAT([&] { read("pattern symmetric", "4 4 6\n1 2\n4 3\n1 3\n3 4\n2 1\n4 3\n"); },
              says("line 6: found entry (3, 4) beside (4, 3) of line 4"));
  EXPECT_THAT([&] { read("pattern symmetric", "4 4 5\n2 1\n2 1\n4 1\n1 2\n1 2\n"); },
              says("line 6: found entry (1, 2) beside (2, 1) of line 3"));
}

TEST_F(MatrixMarketTriangles, RandomTrianglesGiveTheMatrixOfOne) {
  constexpr unsigned seed = 7;
  std::mt19937 random{seed};
  constexpr int size = 60;
  std::string lower;
  std::string mixed;
  int count = 0;
  for (int row = 1; row <= size; ++row) {
    for (int column = 1; column <= row; ++column) {
      if (random() % 3 != 0) continue;
      std::string const i = std::to_string(row);
      std::string const j = std::to_string(column);
      std::string const value = " " + std::to_string(++count) + "\n";
      lower += i + " " + j + value;
      mixed += (random() % 2 != 0 ? i + " " + j : j + " " + i) + value;
    }
  }
  std::string const sizes = "60 60 " + std::to_string(count) + "\n";
  EXPECT_EQ(read("integer symmetric", sizes + mixed), read("integer symmetric", sizes + lower))
      << "seed " << seed;
}

}  // namespace
