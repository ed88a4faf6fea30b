// SPDX-License-Identifier: BSD-3-Clause
// Copies between compressed rows and matrices of blocks.

#include "support/BitwiseEqual.hpp"
#include "support/HostBlocks.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/Types.hpp"
#include <Araios_ToBlocks.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

/// The blocks of a matrix by the definition.
template <class Scalar>
HostBlocks<Scalar> blocks_by_hand(HostMatrix<Scalar> const& a, BlockShape const& shape) {
  HostBlocks<Scalar> blocks{
      {a.pattern.num_rows / shape.rows, a.pattern.num_cols / shape.cols, {0}, {}, "by hand"},
      {},
      shape};
  for (std::int64_t first = 0; first < a.pattern.num_rows; first += shape.rows) {
    std::map<std::int64_t, std::vector<Scalar>> of_row;
    for (std::int64_t row = first; row < first + shape.rows; ++row) {
      for (auto entry = a.pattern.row_begin(row); entry < a.pattern.row_end(row); ++entry) {
        auto const column = a.pattern.column(entry);
        auto& block = of_row[column / shape.cols];
        block.resize(static_cast<std::size_t>(shape.size()));
        block[static_cast<std::size_t>((row - first) * shape.cols + column % shape.cols)] +=
            a.value(entry);
      }
    }
    for (auto const& [column, values] : of_row) {
      blocks.pattern.columns.push_back(column);
      blocks.values.insert(blocks.values.end(), values.begin(), values.end());
    }
    blocks.pattern.row_offsets.push_back(blocks.pattern.num_entries());
  }
  return blocks;
}

template <class Types>
class BlockCopies : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Views = typename Space::device_type;

  template <class Host>
  static auto device(Host const& a) {
    return to_device<typename Types::offset_a, typename Types::ordinal, Views>(a);
  }

  Space exec;
};

using CopiedTypes = testing::Types<MatrixTypes<space_at<0>, Int32, Int32, double>
#ifndef ARAIOS_TEST_REDUCED_TYPES
                                   ,
                                   MatrixTypes<space_at<1>, Int64, Size, Kokkos::complex<float>>
#endif
                                   >;

TYPED_TEST_SUITE(BlockCopies, CopiedTypes, TypeNames);

TYPED_TEST(BlockCopies, EveryShapeThereAndBack) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& shape :
       {BlockShape{1, 1}, {2, 2}, {3, 3}, {4, 4}, {6, 3}, {3, 6}, {12, 1}, {1, 12}, {12, 12}}) {
    auto const pattern = uniform_pattern(60, 36, 5, 1);
    for (auto const& given : {pattern, with_duplicates_shuffled(pattern, 2), empty_pattern(24, 12),
                              empty_pattern(0, 12), diagonal_pattern(36), full_pattern(12, 24)}) {
      auto const a = with_integers<Scalar>(given, 3);
      auto const expected = blocks_by_hand(a, shape);
      auto const on_device = araios::to_blocks(this->exec, this->device(a), shape.rows, shape.cols);
      auto const found = to_host(on_device);
      EXPECT_TRUE(are_bitwise_equal<Scalar>({found.pattern, found.values},
                                            {expected.pattern, expected.values}))
          << given.label << ", " << shape.rows << "×" << shape.cols;
      EXPECT_TRUE(are_bitwise_equal(to_host(araios::from_blocks(this->exec, on_device)),
                                    elements_of(expected)));
    }
  }
}

TYPED_TEST(BlockCopies, BlocksInAnyOrder) {
  using Scalar = typename TypeParam::scalar;
  auto const a =
      integer_blocks<Scalar>(with_duplicates_shuffled(uniform_pattern(20, 30, 4, 1), 2), {2, 5}, 3);
  EXPECT_TRUE(
      are_bitwise_equal(to_host(araios::from_blocks(this->exec, this->device(a))), elements_of(a)));
}

TYPED_TEST(BlockCopies, WhatDoesNotFitIsNamed) {
  using Scalar = typename TypeParam::scalar;
  auto const a = this->device(with_integers<Scalar>(uniform_pattern(10, 9, 3, 1), 1));
  auto const expect_refused = [&](auto const& call, std::vector<std::string> const& parts) {
    EXPECT_TRUE(throws<std::invalid_argument>(call, parts));
  };
  expect_refused([&] { araios::to_blocks(this->exec, a, 3, 3); }, {"A is 10×9", "3×3"});
  expect_refused([&] { araios::to_blocks(this->exec, a, 5, 2); }, {"A is 10×9", "5×2"});
  expect_refused([&] { araios::to_blocks(this->exec, a, 0, 3); }, {"blocks of 0×3", "1 to 1024"});
  expect_refused([&] { araios::to_blocks(this->exec, a, 2, 1025); },
                 {"blocks of 2×1025", "1 to 1024"});
  auto wrong = uniform_pattern(10, 9, 3, 1);
  wrong.columns[4] = 9;
  expect_refused(
      [&] { araios::to_blocks(this->exec, this->device(with_integers<Scalar>(wrong, 1)), 2, 3); },
      {"A.columns", "9"});
  auto blocks = araios::to_blocks(this->exec, a, 2, 3);
  blocks.values = Kokkos::subview(blocks.values, std::pair{0, 5});
  expect_refused([&] { araios::from_blocks(this->exec, blocks); },
                 {"A.values has 5 elements", "blocks of 2×3"});
}

TYPED_TEST(BlockCopies, TooManyRowsForTheOrdinalAreNamed) {
  using Scalar = typename TypeParam::scalar;
  using Ordinal = typename TypeParam::ordinal;
  if (sizeof(Ordinal) > sizeof(Int32)) GTEST_SKIP() << "the ordinal holds all that fit memory";
  HostPattern wide = diagonal_pattern(2);
  wide.num_cols = std::numeric_limits<Int32>::max() / 4;
  auto const a = this->device(integer_blocks<Scalar>(wide, {5, 5}, 1));
  EXPECT_TRUE(throws<std::overflow_error>([&] { araios::from_blocks(this->exec, a); },
                                          {"number of columns", "2684354555"}));
}

}  // namespace
}  // namespace araios_test
