// SPDX-License-Identifier: BSD-3-Clause
// The blocks of the driver blocks, and that its checks find wrong results.
#include "base/ExitCode.hpp"
#include "problem/BlockElements.hpp"
#include "problem/BlocksProblem.hpp"
#include "problem/Reference.hpp"
#include <matrix/Araios_HostTranspose.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace araios::perf {
namespace {

template <class T>
Kokkos::View<T*, HostDevice> view_of(std::vector<T> const& elements) {
  Kokkos::View<T*, HostDevice> const view("view", elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) view(i) = elements[i];
  return view;
}

/// 4 × 6, with entries in three blocks of 2 × 3.
HostMatrix sample() {
  return {{4, 6, view_of<std::int64_t>({0, 2, 2, 3, 4}), view_of<int>({5, 0, 4, 2})},
          view_of<double>({1, 2, 3, 4})};
}

template <class T>
std::vector<std::remove_const_t<T>> elements_of(Kokkos::View<T*, HostDevice> const& view) {
  return {view.data(), view.data() + view.extent(0)};
}

TEST(BlockElements, FillBlocksWithZeros) {
  HostMatrix const filled = filled_blocks(sample(), {2, 3});
  EXPECT_EQ(elements_of(filled.graph.row_offsets), (std::vector<std::int64_t>{0, 6, 12, 18, 24}));
  EXPECT_EQ(elements_of(filled.values), (std::vector<double>{2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,  //
                                                             0, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0}));
  for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(filled.graph.columns(i), static_cast<int>(i % 6));
}

TEST(BlockElements, LieRowByRowInABlock) {
  // Two rows of blocks of 1 × 2 and 2 × 2 elements; columns of blocks 1, 0 and 1.
  auto const c = elements_of_blocks(2, view_of<int>({0, 2, 3}), view_of<int>({1, 0, 1}),
                                    view_of<double>({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
                                    BlockShape{2, 2});
  EXPECT_EQ(c.graph.num_rows, 4);
  EXPECT_EQ(c.graph.num_cols, 4);
  std::vector<int> const columns{2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 2, 3};
  std::vector<double> const values{1, 2, 5, 6, 3, 4, 7, 8, 9, 10, 11, 12};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    EXPECT_EQ(c.graph.columns(i), columns[i]) << i;
    EXPECT_EQ(c.values(i), values[i]) << i;
  }
  for (std::size_t row = 0; row <= 4; ++row) {
    EXPECT_EQ(c.graph.row_offsets(row), row <= 2 ? 4 * row : 4 + 2 * row) << row;
  }
}

BlocksProblem problem_of(std::string const& source, int block_size) {
  BlocksOptions options;
  if (block_size > 0) options.block_size = block_size;
  return {source, options};
}

TEST(BlocksProblem, GeneratedSystemsHaveBlocksAndAProlongator) {
  BlocksProblem const problem = problem_of("gen:elasticity3d:4", 0);
  EXPECT_EQ(problem.shape_of_a().rows, 3);
  EXPECT_EQ(problem.num_blocks() * 9, problem.nnz()) << "all blocks are full";
  EXPECT_TRUE(problem.p().has_value());
  EXPECT_FALSE(problem_of("gen:band:12:2", 3).p().has_value());
}

TEST(BlocksProblem, RefusesWhatHasNoBlocks) {
  EXPECT_THROW(problem_of("gen:band:12:2", 0), Failure);
  EXPECT_THROW(problem_of("gen:band:12:2", 5), Failure);
  EXPECT_THROW(problem_of("gen:lap3d7:6:P", 2), Failure) << "not square";
}

/// Every way in which one element of C may be wrong is found.
template <class Difference>
void expect_that_errors_are_found(HostMatrix const& right, Difference const& difference) {
  auto const& graph = right.graph;
  auto const result = [&](auto const& change) {
    auto offsets = elements_of(graph.row_offsets);
    auto columns = elements_of(graph.columns);
    auto values = elements_of(right.values);
    change(offsets, columns, values);
    return HostResult{{graph.num_rows, graph.num_cols, view_of(offsets), view_of(columns)},
                      view_of(values)};
  };
  EXPECT_EQ(difference(result([](auto&, auto&, auto&) {})), "");
  for (std::size_t const entry : {std::size_t{0}, right.values.extent(0) - 1}) {
    EXPECT_NE(difference(result([&](auto&, auto&, auto& values) { values[entry] += 1e-3; })), "");
    EXPECT_NE(difference(result([&](auto&, auto&, auto& values) { values[entry] = std::nan(""); })),
              "");
    EXPECT_NE(difference(result([&](auto&, auto& columns, auto&) { columns[entry] ^= 1; })), "");
  }
  EXPECT_NE(difference(result([](auto& offsets, auto&, auto&) { ++offsets[1]; })), "");
  EXPECT_NE(
      difference(HostResult{{graph.num_rows, graph.num_cols + 1, graph.row_offsets, graph.columns},
                            right.values}),
      "");
}

TEST(BlocksProblem, FindsWrongElementsOfSquares) {
  BlocksProblem const problem = problem_of("gen:brick3d:3", 0);
  for (bool const filled : {false, true}) {
    auto const a = filled ? filled_blocks(problem.a(), problem.shape_of_a()) : problem.a();
    expect_that_errors_are_found(reference_product(a, a), [&](HostResult const& c) {
      return problem.difference_from_square(c, filled, true);
    });
  }
}

TEST(BlocksProblem, FindsWrongElementsOfTripleProducts) {
  BlocksProblem const problem = problem_of("gen:brick3d:4", 0);
  for (bool const filled : {false, true}) {
    auto const fill = [&](HostMatrix const& matrix, BlockShape shape) {
      return filled ? filled_blocks(matrix, shape) : matrix;
    };
    auto const a = fill(problem.a(), problem.shape_of_a());
    auto const p = fill(*problem.p(), problem.shape_of_p());
    auto const c = reference_product(impl::transpose(p), reference_product(a, p));
    expect_that_errors_are_found(
        c, [&](HostResult const& found) { return problem.difference_from_triple(found, filled); });
  }
}

TEST(BlocksProblem, CountsMultiplyAddsOfEntriesAlone) {
  // A diagonal in blocks of 4: each block is a quarter full.
  BlocksProblem const problem = problem_of("gen:band:8:0", 4);
  EXPECT_EQ(problem.num_blocks(), 2);
  EXPECT_EQ(problem.work_of_square(), 8);
}

}  // namespace
}  // namespace araios::perf
