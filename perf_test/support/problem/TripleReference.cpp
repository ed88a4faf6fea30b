// SPDX-License-Identifier: BSD-3-Clause
// A comparison of a triple product with a serial reference.
#include "problem/TripleReference.hpp"

#include "problem/Reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace araios::perf {
namespace {

std::size_t entry_at(std::int64_t index) { return static_cast<std::size_t>(index); }

HostMatrix magnitudes_of(HostMatrix const& a) {
  Kokkos::View<double*, HostDevice> const values("magnitudes", a.values.extent(0));
  for (std::size_t i = 0; i < values.extent(0); ++i) values(i) = std::abs(a.values(i));
  return {a.graph, values};
}

std::int64_t longest_row(HostMatrix const& a) {
  std::int64_t longest = 0;
  for (std::size_t row = 0; row < entry_at(a.graph.num_rows); ++row) {
    longest = std::max(longest, a.graph.row_offsets(row + 1) - a.graph.row_offsets(row));
  }
  return longest;
}

/// R·(A·P), what each of its values may differ by, and a row of C beside them.
class TripleReference {
 public:
  TripleReference(HostMatrix const& r, HostMatrix const& a, HostMatrix const& p)
      : expected_{reference_product(r, reference_product(a, p))},
        magnitudes_{reference_product(magnitudes_of(r),
                                      reference_product(magnitudes_of(a), magnitudes_of(p)))},
        tolerance_{std::numeric_limits<double>::epsilon() *
                   static_cast<double>(longest_row(a) + longest_row(r) + 2)} {}

  int num_rows() const { return expected_.graph.num_rows; }
  int num_cols() const { return expected_.graph.num_cols; }

  std::string difference_in_row(HostResult const& c, std::size_t row) const {
    auto const& offsets = expected_.graph.row_offsets;
    std::int64_t const begin = offsets(row);
    std::int64_t const end = offsets(row + 1);
    if (c.graph.row_offsets(row) != begin || c.graph.row_offsets(row + 1) != end) {
      return fmt::format("entries {} to {}, expected {} to {}", c.graph.row_offsets(row),
                         c.graph.row_offsets(row + 1), begin, end);
    }
    for (std::size_t entry = entry_at(begin); entry < entry_at(end); ++entry) {
      int const column = c.graph.columns(entry);
      if (column != expected_.graph.columns(entry)) {
        return fmt::format("column {}, expected {}", column, expected_.graph.columns(entry));
      }
      double const found = c.values(entry);
      double const expected = expected_.values(entry);
      if (std::abs(found - expected) <= tolerance_ * magnitudes_.values(entry)) continue;
      return fmt::format("column {} is {}, expected {}", column, found, expected);
    }
    return {};
  }

 private:
  HostMatrix expected_;
  HostMatrix magnitudes_;
  double tolerance_;
};

}  // namespace

std::string difference_from_triple(HostMatrix const& r, HostMatrix const& a, HostMatrix const& p,
                                   HostResult const& c) {
  TripleReference const reference{r, a, p};
  if (c.graph.num_rows != reference.num_rows() || c.graph.num_cols != reference.num_cols()) {
    return fmt::format("C is {} x {}, expected {} x {}", c.graph.num_rows, c.graph.num_cols,
                       reference.num_rows(), reference.num_cols());
  }
  for (std::size_t row = 0; row < entry_at(c.graph.num_rows); ++row) {
    std::string const wrong = reference.difference_in_row(c, row);
    if (!wrong.empty()) return fmt::format("row {}: {}", row, wrong);
  }
  return {};
}

}  // namespace araios::perf
