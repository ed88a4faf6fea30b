// SPDX-License-Identifier: BSD-3-Clause
// Matrix Market files by the C interface: in every type and base, and what is refused.

#include "support/CArrays.hpp"
#include "support/CCalls.hpp"
#include "support/HostMatrix.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceSum.hpp"
#include "support/TemporaryFolder.hpp"

#include <araios.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace araios_test {
namespace {

constexpr char const* symmetric_file = R"(%%MatrixMarket matrix coordinate integer symmetric
% rows 2 and 3 of the lower triangle, an entry twice
3 3 4
1 1 4
3 2 5
2 1 -1
3 2 2
)";

/// What a file is to be read as.
template <class Scalar, class Offset = int, class Ordinal = int>
araios_matrix wanted(std::int32_t base) {
  araios_matrix a{};
  a.scalar = c_scalar<Scalar>();
  a.offset = c_index<Offset>();
  a.ordinal = c_index<Ordinal>();
  a.base = base;
  return a;
}

template <class Combination>
class CFiles : public testing::Test {
 protected:
  static araios_matrix asked(std::int32_t base) {
    typename Combination::Arrays none{0, 0, 0, base};
    return none.matrix();
  }

  TemporaryFolder folder;
};
TYPED_TEST_SUITE(CFiles, CCombinations);

TYPED_TEST(CFiles, ASymmetricFileIsExpandedAndItsRepeatedEntryAddedUp) {
  using Scalar = typename TypeParam::Scalar;
  auto const path = this->folder.file("symmetric.mtx", symmetric_file);
  for (int const base : {0, 1}) {
    auto a = this->asked(base);
    int const status = araios_read_matrix_market(path.c_str(), &a);
    ASSERT_EQ(status, ARAIOS_OK) << message(status);
    EXPECT_EQ(a.base, base);
    auto const found = TypeParam::from(a);
    EXPECT_EQ(found.pattern.num_rows, 3);
    EXPECT_EQ(found.pattern.num_cols, 3);
    EXPECT_EQ(found.pattern.row_offsets, (std::vector<std::int64_t>{0, 2, 4, 5}));
    EXPECT_EQ(found.pattern.columns, (std::vector<std::int64_t>{0, 1, 0, 2, 1}));
    EXPECT_EQ(found.values,
              (std::vector<Scalar>{Scalar(4), Scalar(-1), Scalar(-1), Scalar(7), Scalar(7)}));
    // It is an operand like any other.
    Scalar const one(1);
    std::vector<Scalar> const x(3, one);
    std::vector<Scalar> y(3, one);
    ASSERT_EQ(araios_spmv(&one, &a, x.data(), &one, y.data()), ARAIOS_OK) << araios_last_error();
    EXPECT_EQ(y, (std::vector<Scalar>{Scalar(4), Scalar(7), Scalar(8)}));
    araios_free(&a);
    EXPECT_EQ(a.values, nullptr);
  }
}

TYPED_TEST(CFiles, WhatIsWrittenIsReadAgain) {
  using Scalar = typename TypeParam::Scalar;
  auto const pattern = with_duplicates_shuffled(uniform_pattern(50, 40, 4, 1), 2);
  auto const host = with_integers<Scalar>(pattern, 3);
  auto const expected = merged_by_hand(host);
  for (char const* const name : {"plain.mtx", "small.mtx.gz", "smaller.mtx.xz"}) {
    for (int const base : {0, 1}) {
      auto const path = this->folder.path(name);
      typename TypeParam::Arrays arrays{host, base};
      auto const kept = arrays;
      auto const a = arrays.matrix();
      int status = araios_write_matrix_market(path.c_str(), &a);
      ASSERT_EQ(status, ARAIOS_OK) << message(status);
      EXPECT_TRUE(arrays == kept);
      auto again = this->asked(1 - base);
      status = araios_read_matrix_market(path.c_str(), &again);
      ASSERT_EQ(status, ARAIOS_OK) << message(status);
      auto const found = TypeParam::from(again);
      EXPECT_EQ(found.pattern.row_offsets, expected.pattern.row_offsets);
      EXPECT_EQ(found.pattern.columns, expected.pattern.columns);
      EXPECT_EQ(found.values, expected.values);
      araios_free(&again);
    }
  }
}

TYPED_TEST(CFiles, AMatrixWithoutRowsIsRead) {
  auto const path =
      this->folder.file("empty.mtx", "%%MatrixMarket matrix coordinate real general\n0 4 0\n");
  auto a = this->asked(1);
  int const status = araios_read_matrix_market(path.c_str(), &a);
  ASSERT_EQ(status, ARAIOS_OK) << message(status);
  EXPECT_EQ(a.num_rows, 0);
  EXPECT_EQ(a.num_cols, 4);
  EXPECT_TRUE(TypeParam::from(a).values.empty());
  araios_free(&a);
}

class CFileErrors : public testing::Test {
 protected:
  /// Reading refuses the file or the request, which stays as it was.
  static void expect_refused(std::string const& path, araios_matrix a, int status,
                             std::vector<std::string> const& parts) {
    a.num_rows = 123;
    EXPECT_TRUE(refused(araios_read_matrix_market(path.c_str(), &a), status, parts));
    EXPECT_EQ(a.num_rows, 123);
    EXPECT_EQ(a.owner, nullptr);
  }

  TemporaryFolder folder;
  std::string good = folder.file("good.mtx", symmetric_file);
};

TEST_F(CFileErrors, FilesThatCannotBeReadAreNamed) {
  auto const doubles = wanted<double>(0);
  auto const missing = folder.path("missing.mtx");
  expect_refused(missing, doubles, ARAIOS_FILE_ERROR, {missing, "No such file"});
  auto const text = folder.file("text.mtx", "no matrix\n");
  expect_refused(text, doubles, ARAIOS_FILE_ERROR, {text, "line 1"});
  auto const short_file =
      folder.file("short.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 5\n");
  expect_refused(short_file, doubles, ARAIOS_FILE_ERROR, {short_file});
  auto const complex_file = folder.file(
      "complex.mtx", "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 5 6\n");
  expect_refused(complex_file, doubles, ARAIOS_COMPLEX_FILE, {complex_file, "complex"});
  auto const wide =
      folder.file("wide.mtx", "%%MatrixMarket matrix coordinate real general\n2 2147483648 0\n");
  expect_refused(wide, doubles, ARAIOS_OVERFLOW, {wide, "2147483648", "columns"});
}

TEST_F(CFileErrors, RequestsOutOfRangeAreNamed) {
  auto a = wanted<double>(2);
  expect_refused(good, a, ARAIOS_INVALID_ARGUMENT, {"A.base is 2, expected 0 or 1"});
  a = wanted<double>(0);
  a.scalar = 5;
  expect_refused(good, a, ARAIOS_INVALID_ARGUMENT, {"A.scalar is 5, expected 1 to 4"});
  expect_refused(good, wanted<float, std::int64_t, std::int64_t>(0), ARAIOS_UNSUPPORTED,
                 {"float with offsets of int64 and columns of int64"});
  EXPECT_TRUE(
      refused(araios_read_matrix_market(nullptr, &a), ARAIOS_INVALID_ARGUMENT, {"path is null"}));
  EXPECT_TRUE(refused(araios_read_matrix_market(good.c_str(), nullptr), ARAIOS_INVALID_ARGUMENT,
                      {"A is null"}));
}

TEST_F(CFileErrors, WritingChecksTheMatrixAndLeavesNoFile) {
  CArrays<double> arrays{with_integers<double>(full_pattern(3, 3), 1), 1};
  auto const a = arrays.matrix();
  auto const path = folder.path("out.mtx");
  arrays.columns[4] = 4;
  EXPECT_TRUE(refused(araios_write_matrix_market(path.c_str(), &a), ARAIOS_INVALID_ARGUMENT,
                      {"A", "row 1"}));
  EXPECT_FALSE(std::filesystem::exists(path));
  arrays.columns[4] = 2;
  EXPECT_TRUE(
      refused(araios_write_matrix_market(nullptr, &a), ARAIOS_INVALID_ARGUMENT, {"path is null"}));
  EXPECT_TRUE(refused(araios_write_matrix_market(path.c_str(), nullptr), ARAIOS_INVALID_ARGUMENT,
                      {"A is null"}));
  auto const nowhere = folder.path("no folder/out.mtx");
  EXPECT_TRUE(refused(araios_write_matrix_market(nowhere.c_str(), &a), ARAIOS_FILE_ERROR,
                      {nowhere, "No such file"}));
  EXPECT_EQ(araios_write_matrix_market(path.c_str(), &a), ARAIOS_OK) << araios_last_error();
}

}  // namespace
}  // namespace araios_test
