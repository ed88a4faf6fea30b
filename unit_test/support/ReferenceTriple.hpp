// SPDX-License-Identifier: BSD-3-Clause
// The oracle of triple products: R·A·P entry by entry, by the definition.
#pragma once

#include "HostMatrix.hpp"
#include "ReferenceProduct.hpp"

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <map>

namespace araios_test {

/// The transpose with conjugated values; of real ones the transpose.
template <class Scalar>
HostMatrix<Scalar> adjoint_of(HostMatrix<Scalar> const& a) {
  auto adjoint = transpose_of(a);
  if constexpr (is_complex_v<Scalar>) {
    for (auto& value : adjoint.values) value = Scalar(value.real(), -value.imag());
  }
  return adjoint;
}

/// C(i, j) = Σ R(i, k)·A(k, l)·P(l, j) over all k and l, in the precision of WideValue.
///
/// Pre: the values are integers, so that sums in any order are exact.
template <class Scalar>
ReferenceProduct reference_triple(HostMatrix<Scalar> const& r, HostMatrix<Scalar> const& a,
                                  HostMatrix<Scalar> const& p) {
  ReferenceProduct c;
  c.pattern.num_rows = r.pattern.num_rows;
  c.pattern.num_cols = p.pattern.num_cols;
  c.pattern.label = r.pattern.label + " · " + a.pattern.label + " · " + p.pattern.label;
  auto const product = [](WideValue const& x, WideValue const& y) {
    return WideValue{x.real * y.real - x.imaginary * y.imaginary,
                     x.real * y.imaginary + x.imaginary * y.real};
  };
  for (std::int64_t row = 0; row < r.pattern.num_rows; ++row) {
    std::map<std::int64_t, WideValue> sums;
    for (auto i = r.pattern.row_begin(row); i < r.pattern.row_end(row); ++i) {
      auto const k = r.pattern.column(i);
      for (auto j = a.pattern.row_begin(k); j < a.pattern.row_end(k); ++j) {
        auto const l = a.pattern.column(j);
        auto const factor = product(widened(r.value(i)), widened(a.value(j)));
        for (auto e = p.pattern.row_begin(l); e < p.pattern.row_end(l); ++e) {
          auto const term = product(factor, widened(p.value(e)));
          auto& sum = sums[p.pattern.column(e)];
          sum.real += term.real;
          sum.imaginary += term.imaginary;
        }
      }
    }
    for (auto const& [column, sum] : sums) {
      c.pattern.columns.push_back(column);
      c.values.push_back(sum);
      c.tolerances.push_back(0);
    }
    c.pattern.row_offsets.push_back(c.pattern.num_entries());
  }
  return c;
}

}  // namespace araios_test
