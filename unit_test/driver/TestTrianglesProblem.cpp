// SPDX-License-Identifier: BSD-3-Clause
// The graphs of the triangles driver, and that its check finds wrong counts.
#include "problem/TrianglesProblem.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios::perf {
namespace {

TEST(TrianglesProblem, CountsTrianglesByCommonNeighbours) {
  EXPECT_EQ(TrianglesProblem{"gen:band:50:1"}.count_by_edges(), 0);
  EXPECT_EQ(TrianglesProblem{"gen:band:50:2"}.count_by_edges(), 48);
  EXPECT_EQ(TrianglesProblem{"gen:band:5:4"}.count_by_edges(), 10) << "a complete graph";
  EXPECT_EQ(TrianglesProblem{"gen:lap2d5:9"}.count_by_edges(), 0) << "a grid is bipartite";
  // Each of the 3·3 squares of a grid has two diagonals, and so four triangles.
  EXPECT_EQ(TrianglesProblem{"gen:lap2d9:4"}.count_by_edges(), 36);
}

TEST(TrianglesProblem, FindsWrongAndMissingCounts) {
  TrianglesProblem const problem{"gen:band:50:2"};
  EXPECT_EQ(problem.difference_from_reference({48}), "");
  EXPECT_EQ(problem.difference_from_reference({47}), "47 triangles, expected 48");
  EXPECT_NE(problem.difference_from_reference({std::nan("")}), "");
  EXPECT_NE(problem.difference_from_reference({}), "");
}

TEST(TrianglesProblem, EachEdgeGoesOnceToAVertexOfNoSmallerDegree) {
  TrianglesProblem const problem{"gen:rmat:8:8"};
  auto const& lower = problem.lower();
  std::vector<std::int64_t> degrees(static_cast<std::size_t>(problem.num_vertices()));
  std::size_t longest = 0;
  for (std::size_t row = 0; row < degrees.size(); ++row) {
    auto const begin = static_cast<std::size_t>(lower.row_offsets(row));
    auto const end = static_cast<std::size_t>(lower.row_offsets(row + 1));
    longest = std::max(longest, end - begin);
    for (auto entry = begin; entry < end; ++entry) {
      auto const column = static_cast<std::size_t>(lower.columns(entry));
      EXPECT_LT(column, row);
      if (entry > begin) {
        EXPECT_LT(lower.columns(entry - 1), lower.columns(entry));
      }
      ++degrees[row];
      ++degrees[column];
    }
  }
  EXPECT_TRUE(std::is_sorted(degrees.rbegin(), degrees.rend()));
  // A row has at most as many entries as there are vertices of its degree: their product is bounded
  // by twice the edges.
  EXPECT_LE(longest * longest, 2 * static_cast<std::size_t>(problem.num_edges()));
}

}  // namespace
}  // namespace araios::perf
