// SPDX-License-Identifier: BSD-3-Clause
// Operands that the product must refuse, and what it must say about them.

#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/WideCount.hpp"
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

template <class Space>
class SpGemmErrors : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Graph = araios::CrsGraph<Int32, Int32, Views>;

  /// A 3×4 pattern with the given offsets and columns, whatever they are.
  static Graph graph(std::vector<Int32> const& row_offsets, std::vector<Int32> const& columns) {
    return {3, 4, to_view<Int32, Views>(row_offsets, "row_offsets"),
            to_view<Int32, Views>(columns, "columns")};
  }
  static Graph good() { return graph({0, 2, 2, 5}, {0, 3, 1, 2, 3}); }
  static Graph square() { return to_device<Int32, Int32, Views>(diagonal_pattern(4)); }
  static Graph of_order_three() { return to_device<Int32, Int32, Views>(diagonal_pattern(3)); }

  /// Expects both operand positions to refuse the 3×4 pattern and to name it and all parts.
  static void expect_refused(Graph const& bad, std::vector<std::string> const& parts) {
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_symbolic(Space{}, bad, square()); }, parts))
        << "as A";
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_symbolic(Space{}, bad, square()); }, {"A"}));
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_symbolic(Space{}, of_order_three(), bad); }, parts))
        << "as B";
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_symbolic(Space{}, of_order_three(), bad); }, {"B"}));
  }
};

TYPED_TEST_SUITE(SpGemmErrors, Spaces, TypeNames);

TYPED_TEST(SpGemmErrors, GoodPatternsAreTaken) {
  EXPECT_EQ(araios::spgemm_symbolic(TypeParam{}, this->good(), this->square()).nnz(), 5);
  EXPECT_EQ(araios::spgemm_symbolic(TypeParam{}, this->of_order_three(), this->good()).nnz(), 5);
}

TYPED_TEST(SpGemmErrors, RowOffsetsOfWrongLengthSayBothLengths) {
  this->expect_refused(this->graph({0, 2, 5}, {0, 3, 1, 2, 3}), {"row_offsets", "3", "4"});
  this->expect_refused(this->graph({0, 2, 2, 5, 5}, {0, 3, 1, 2, 3}), {"row_offsets", "5", "4"});
  this->expect_refused(this->graph({}, {0, 3, 1, 2, 3}), {"row_offsets", "0", "4"});
}

TYPED_TEST(SpGemmErrors, RowOffsetsMustLieWithinTheColumns) {
  this->expect_refused(
      this->graph({1, 3, 3, 6}, {1, 4, 2, 3, 4}),
      {"row_offsets[0] is 1", "row_offsets[3] is 6", "columns has 5", "count from 1"});
  this->expect_refused(
      this->graph({2, 2, 2, 7}, {0, 3, 1, 2, 3}),
      {"row_offsets[0] is 2", "row_offsets[3] is 7", "columns has 5", "rows of a larger matrix"});
  this->expect_refused(this->graph({2, 2, 2, 1}, {0, 3, 1, 2, 3}),
                       {"row_offsets[3] is 1", "less than the first one, which is 2"});
  this->expect_refused(this->graph({-1, 2, 2, 5}, {0, 3, 1, 2, 3}),
                       {"row_offsets[0] is -1", "expected 0"});
}

TYPED_TEST(SpGemmErrors, DecreasingRowOffsetsNameTheFirstBadRow) {
  this->expect_refused(this->graph({0, 3, 1, 0}, {0, 3, 1}),
                       {"row_offsets[2] is 1", "less than 3", "row 1"});
  this->expect_refused(this->graph({0, 2, 4, -7}, {0, 3, 1, 2}), {"row_offsets[3] is -7", "row 2"});
}

TYPED_TEST(SpGemmErrors, RowOffsetsBeyondTheColumnsSayBothCounts) {
  this->expect_refused(this->graph({0, 2, 2, 6}, {0, 3, 1, 2, 3}),
                       {"row_offsets[3] is 6", "row 2", "columns has 5"});
  this->expect_refused(this->graph({0, 900, 900, 900}, {0, 3, 1, 2, 3}),
                       {"row_offsets[1] is 900", "row 0", "columns has 5"});
}

TYPED_TEST(SpGemmErrors, ColumnsOutOfRangeNameRowAndPosition) {
  this->expect_refused(this->graph({0, 2, 2, 5}, {0, 3, 1, 4, 3}),
                       {"columns[3] is 4", "row 2", "[0, 4)"});
  this->expect_refused(this->graph({0, 2, 2, 5}, {0, -1, 1, 2, 3}),
                       {"columns[1] is -1", "row 0", "[0, 4)"});
  this->expect_refused(this->graph({0, 2, 2, 5}, {0, 3, 1, 2, std::numeric_limits<Int32>::max()}),
                       {"columns[4] is 2147483647", "row 2"});
}

TYPED_TEST(SpGemmErrors, TheFirstOfSeveralBadRowsIsNamed) {
  std::vector<Int32> row_offsets;
  std::vector<Int32> columns;
  for (Int32 row = 0; row <= 1000; ++row) row_offsets.push_back(row);
  for (Int32 row = 0; row < 1000; ++row) columns.push_back(row < 321 ? row : 5000 + row);
  using Device = typename TypeParam::device_type;
  typename TestFixture::Graph const bad{1000, 1000, to_view<Int32, Device>(row_offsets, "offsets"),
                                        to_view<Int32, Device>(columns, "columns")};
  EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::spgemm_symbolic(TypeParam{}, bad, bad); },
                                            {"columns[321] is 5321", "row 321"}));
}

TYPED_TEST(SpGemmErrors, EntriesBehindTheLastRowOffsetDoNotCount) {
  auto const spare = this->graph({0, 2, 2, 3}, {0, 3, 1, 77, -5});
  EXPECT_EQ(araios::spgemm_symbolic(TypeParam{}, spare, this->square()).nnz(), 3);
}

TYPED_TEST(SpGemmErrors, MismatchedDimensionsSayBothShapes) {
  using Device = typename TypeParam::device_type;
  auto const pattern = [](std::int64_t rows, std::int64_t cols) {
    return to_device<Int32, Int32, Device>(uniform_pattern(rows, cols, 2, 1));
  };
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_symbolic(TypeParam{}, pattern(3, 5), pattern(4, 6)); }, {"3×5", "4×6"}))
      << "B has fewer rows than A has columns";
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_symbolic(TypeParam{}, pattern(3, 5), pattern(7, 6)); }, {"3×5", "7×6"}))
      << "B has more rows than A has columns";
}

TYPED_TEST(SpGemmErrors, NegativeDimensionsAreRefused) {
  auto negative = this->good();
  negative.num_rows = -3;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_symbolic(TypeParam{}, negative, this->square()); }, {"A", "-3×4"}));
  negative = this->good();
  negative.num_cols = -4;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_symbolic(TypeParam{}, this->of_order_three(), negative); },
      {"B", "3×-4"}));
}

TYPED_TEST(SpGemmErrors, NullDataWithExtentIsRefused) {
  using Device = typename TypeParam::device_type;
  auto bad = this->good();
  bad.columns = Kokkos::View<Int32*, Device>(static_cast<Int32*>(nullptr), 5);
  this->expect_refused(bad, {"columns", "memory"});
  bad = this->good();
  bad.row_offsets = Kokkos::View<Int32 const*, Device>(static_cast<Int32 const*>(nullptr), 4);
  this->expect_refused(bad, {"row_offsets", "memory"});
}

TEST(SpGemmOverflow, CountsBeyondTheOffsetsSayTheCountAndAdvise) {
  using Space = Kokkos::DefaultExecutionSpace;
  using Device = Space::device_type;
  constexpr std::int64_t n = wide_count_order;
  auto const column = to_device<Int32, Int32, Device>(full_pattern(n, 1));
  auto const row = to_device<Int32, Int32, Device>(full_pattern(1, n));
  EXPECT_TRUE(
      throws<std::overflow_error>([&] { araios::spgemm_symbolic(Space{}, column, row); },
                                  {"entries of C", std::to_string(n * n), "2147483647", "wider"}));
}

// Slow builds have it in the suite of types, with kernels that they compile anyway.
#ifndef ARAIOS_TEST_REDUCED_TYPES
TEST(SpGemmOverflow, WideOffsetsHoldTheCountOfNarrowOperands) {
  using Space = Kokkos::DefaultExecutionSpace;
  expect_wide_count<ProductTypes<Space, Int32, Int32, Int32, Int64, double>>();
}
#endif

// The concepts that callers may ask. What the compiler says is tested by .ci/refused_types.
struct UnreachableMemory {
  using memory_space = UnreachableMemory;
};
struct UnreachingSpace {
  using execution_space = UnreachingSpace;
  using memory_space = UnreachableMemory;
  using scratch_memory_space = UnreachableMemory;
};

using HostSpace = Kokkos::DefaultHostExecutionSpace;
using HostGraph = araios::CrsGraph<int, int, HostSpace::device_type>;
using HostLongGraph = araios::CrsGraph<int, std::int64_t, HostSpace::device_type>;

static_assert(araios::Multipliable<HostSpace, HostGraph, HostGraph>);
static_assert(!araios::Multipliable<HostSpace, HostGraph, HostLongGraph>,
              "A and B number their columns alike");
static_assert(!araios::Multipliable<int, HostGraph, HostGraph>, "an execution space comes first");
static_assert(!araios::Multipliable<HostSpace, HostGraph, std::vector<int>>);
static_assert(!araios::Multipliable<UnreachingSpace, HostGraph, HostGraph>,
              "the execution space reaches the memory of A and B");
#ifdef KOKKOS_ENABLE_CUDA
static_assert(!araios::Multipliable<Kokkos::Cuda, HostGraph, HostGraph>,
              "host views do not go to a device");
#endif

}  // namespace
}  // namespace araios_test
