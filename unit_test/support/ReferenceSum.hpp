// SPDX-License-Identifier: BSD-3-Clause
// The oracle of sums of two matrices: entry by entry in the scalar under test.
#pragma once

#include "HostMatrix.hpp"
#include "ReferenceProduct.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace araios_test {

/// coefficient · value; a real coefficient scales both parts. Zero does not look at the value.
template <class Scalar>
Scalar scaled(Scalar coefficient, Scalar value) {
  if (coefficient == Scalar{}) return Scalar{};
  if constexpr (is_complex_v<Scalar>) {
    auto const [a, b] = std::pair{coefficient.real(), coefficient.imag()};
    if (b == 0) return Scalar(a * value.real(), a * value.imag());
    return Scalar(a * value.real() - b * value.imag(), a * value.imag() + b * value.real());
  } else {
    return coefficient * value;
  }
}

/// The entries of a row by column; repeated ones are added up in their order.
template <class Scalar>
std::map<std::int64_t, Scalar> merged_row(HostMatrix<Scalar> const& a, std::int64_t row) {
  std::map<std::int64_t, Scalar> sums;
  for (auto entry = a.pattern.row_begin(row); entry < a.pattern.row_end(row); ++entry) {
    auto const [sum, is_new] = sums.try_emplace(a.pattern.column(entry), a.value(entry));
    if (!is_new) sum->second += a.value(entry);
  }
  return sums;
}

/// The same matrix with sorted rows, each column once.
template <class Scalar>
HostMatrix<Scalar> merged_by_hand(HostMatrix<Scalar> const& a) {
  HostMatrix<Scalar> merged;
  merged.pattern = {a.pattern.num_rows, a.pattern.num_cols, {0}, {}, "merged " + a.pattern.label};
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    for (auto const& [column, sum] : merged_row(a, row)) {
      merged.pattern.columns.push_back(column);
      merged.values.push_back(sum);
    }
    merged.pattern.row_offsets.push_back(merged.pattern.num_entries());
  }
  return merged;
}

/// C = alpha·A + beta·B. Products stand in memory before they are added, so that no compiler fuses
/// the two.
template <class Scalar>
HostMatrix<Scalar> reference_sum(Scalar alpha, HostMatrix<Scalar> const& a, Scalar beta,
                                 HostMatrix<Scalar> const& b) {
  struct Products {
    std::optional<Scalar> of_a;
    std::optional<Scalar> of_b;
  };
  HostMatrix<Scalar> c;
  c.pattern = {a.pattern.num_rows,
               a.pattern.num_cols,
               {0},
               {},
               "(" + a.pattern.label + ") + (" + b.pattern.label + ")"};
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    std::map<std::int64_t, Products> entries;
    for (auto const& [column, value] : merged_row(a, row)) {
      entries[column].of_a = scaled(alpha, value);
    }
    for (auto const& [column, value] : merged_row(b, row)) {
      entries[column].of_b = scaled(beta, value);
    }
    for (auto const& [column, products] : entries) {
      auto const& [of_a, of_b] = products;
      c.pattern.columns.push_back(column);
      c.values.push_back(of_a && of_b ? *of_a + *of_b : of_a ? *of_a : *of_b);
    }
    c.pattern.row_offsets.push_back(c.pattern.num_entries());
  }
  return c;
}

}  // namespace araios_test
