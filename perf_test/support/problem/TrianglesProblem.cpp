// SPDX-License-Identifier: BSD-3-Clause
// A graph whose triangles are counted: its edges on the host, and the check of the count.
#include "problem/TrianglesProblem.hpp"

#include "base/ExitCode.hpp"
#include "options/Source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace araios::perf {
namespace {

using Neighbours = std::vector<std::vector<int>>;

Neighbours neighbours_in(HostMatrix const& a) {
  auto const& graph = a.graph;
  if (graph.num_rows != graph.num_cols) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("the matrix is {}×{}, expected a square one: its entries are edges",
                              graph.num_rows, graph.num_cols)};
  }
  Neighbours of(static_cast<std::size_t>(graph.num_rows));
  for (int row = 0; row < graph.num_rows; ++row) {
    auto const end = graph.row_offsets(static_cast<std::size_t>(row) + 1);
    for (auto entry = graph.row_offsets(static_cast<std::size_t>(row)); entry < end; ++entry) {
      int const column = graph.columns(static_cast<std::size_t>(entry));
      if (column == row) continue;
      of[static_cast<std::size_t>(row)].push_back(column);
      of[static_cast<std::size_t>(column)].push_back(row);
    }
  }
  for (auto& list : of) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return of;
}

/// The vertices by falling degree; those of one degree by rising number.
std::vector<int> by_falling_degree(Neighbours const& neighbours) {
  std::vector<int> order(neighbours.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int x, int y) {
    return neighbours[static_cast<std::size_t>(x)].size() >
           neighbours[static_cast<std::size_t>(y)].size();
  });
  return order;
}

HostGraph lower_triangle(Neighbours const& neighbours) {
  std::vector<int> const order = by_falling_degree(neighbours);
  std::vector<int> rank(order.size());
  std::size_t edges = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    rank[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    edges += neighbours[i].size();
  }
  Kokkos::View<std::int64_t*, HostDevice> const offsets("triangles.row_offsets", order.size() + 1);
  Kokkos::View<int*, HostDevice> const columns("triangles.columns", edges / 2);
  std::int64_t end = 0;
  for (std::size_t row = 0; row < order.size(); ++row) {
    std::int64_t const begin = end;
    for (int const other : neighbours[static_cast<std::size_t>(order[row])]) {
      int const column = rank[static_cast<std::size_t>(other)];
      if (column < static_cast<int>(row)) columns(static_cast<std::size_t>(end++)) = column;
    }
    std::sort(columns.data() + begin, columns.data() + end);
    offsets(row + 1) = end;
  }
  auto const n = static_cast<int>(order.size());
  return {n, n, offsets, columns};
}

}  // namespace

TrianglesProblem::TrianglesProblem(std::string const& source)
    : matrix_{name_of_source(source)},
      neighbours_{neighbours_in(load_source<double>(source, remarks_))},
      lower_{lower_triangle(neighbours_)} {}

std::int64_t TrianglesProblem::count_by_edges() const {
  std::int64_t count = 0;
  std::vector<char> is_neighbour(neighbours_.size(), 0);
  for (std::size_t u = 0; u < neighbours_.size(); ++u) {
    for (int const v : neighbours_[u]) is_neighbour[static_cast<std::size_t>(v)] = 1;
    for (int const v : neighbours_[u]) {
      if (static_cast<std::size_t>(v) < u) continue;
      auto const& others = neighbours_[static_cast<std::size_t>(v)];
      for (auto w = std::upper_bound(others.begin(), others.end(), v); w != others.end(); ++w) {
        count += is_neighbour[static_cast<std::size_t>(*w)];
      }
    }
    for (int const v : neighbours_[u]) is_neighbour[static_cast<std::size_t>(v)] = 0;
  }
  return count;
}

std::string TrianglesProblem::difference_from_reference(std::vector<double> const& counted) const {
  std::int64_t const expected = count_by_edges();
  if (counted.size() == 1 && counted.front() == static_cast<double>(expected)) return {};
  return fmt::format("{} triangles, expected {}", counted.empty() ? 0.0 : counted.front(),
                     expected);
}

}  // namespace araios::perf
