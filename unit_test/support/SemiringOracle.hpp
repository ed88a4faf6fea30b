// SPDX-License-Identifier: BSD-3-Clause
// The oracle of products by a semiring: by definition, with functions of its own.
#pragma once

#include "HostMatrix.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <set>

namespace araios_test {

/// A semiring of the oracle: from values of A and B to values of C.
template <class ScalarOfC, class ScalarOfA = ScalarOfC, class ScalarOfB = ScalarOfA>
struct SemiringOracle {
  ScalarOfC identity;
  std::function<ScalarOfC(ScalarOfC, ScalarOfC)> add;
  std::function<ScalarOfC(ScalarOfA, ScalarOfB)> multiply;
};

/// Which entries a result has: of the product, inside or outside of a mask, or those of the mask.
enum class Kept { all, inside, outside, prescribed };

/// The sums of a row of A·B, by column.
template <class ScalarOfC, class ScalarOfA, class ScalarOfB>
std::map<std::int64_t, ScalarOfC> sums_of_row(
    SemiringOracle<ScalarOfC, ScalarOfA, ScalarOfB> const& semiring, HostMatrix<ScalarOfA> const& a,
    HostMatrix<ScalarOfB> const& b, std::int64_t row) {
  std::map<std::int64_t, ScalarOfC> sums;
  for (auto x = a.pattern.row_begin(row); x < a.pattern.row_end(row); ++x) {
    std::int64_t const inner = a.pattern.column(x);
    for (auto y = b.pattern.row_begin(inner); y < b.pattern.row_end(inner); ++y) {
      auto const sum = sums.try_emplace(b.pattern.column(y), semiring.identity).first;
      sum->second = semiring.add(sum->second, semiring.multiply(a.value(x), b.value(y)));
    }
  }
  return sums;
}

/// C = A·B, as far as a mask lets entries through.
template <class ScalarOfC, class ScalarOfA, class ScalarOfB>
HostMatrix<ScalarOfC> semiring_product_by_hand(
    SemiringOracle<ScalarOfC, ScalarOfA, ScalarOfB> const& semiring, HostMatrix<ScalarOfA> const& a,
    HostMatrix<ScalarOfB> const& b, HostPattern const& mask, Kept kept) {
  HostMatrix<ScalarOfC> c;
  c.pattern = {a.pattern.num_rows, b.pattern.num_cols, {0}, {}, a.pattern.label};
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    std::set<std::int64_t> of_mask;
    for (auto entry = mask.row_begin(row); entry < mask.row_end(row); ++entry) {
      of_mask.insert(mask.column(entry));
    }
    auto sums = sums_of_row(semiring, a, b, row);
    if (kept == Kept::prescribed) {
      for (auto const column : of_mask) sums.try_emplace(column, semiring.identity);
    }
    for (auto const& [column, sum] : sums) {
      bool const is_inside = of_mask.count(column) > 0;
      if (kept != Kept::all && is_inside == (kept == Kept::outside)) continue;
      c.pattern.columns.push_back(column);
      c.values.push_back(sum);
    }
    c.pattern.row_offsets.push_back(c.pattern.num_entries());
  }
  return c;
}

}  // namespace araios_test
