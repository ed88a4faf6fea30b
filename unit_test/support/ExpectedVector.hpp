// SPDX-License-Identifier: BSD-3-Clause
// The oracle of SpMV: a serial loop in more precision, and the comparison with it.
#pragma once

#include "HostMatrix.hpp"
#include "ReferenceProduct.hpp"

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace araios_test {

/// What y = alpha·A·x + beta·y must hold, and by how much each element may differ.
struct ExpectedVector {
  std::vector<WideValue> values;
  std::vector<double> tolerances;
  std::string label;
};

inline WideValue wide_product(WideValue const& a, WideValue const& b) {
  return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

inline long double wide_magnitude(WideValue const& a) { return std::hypot(a.real, a.imaginary); }

/// One entry after the other, in long double. Where beta is zero y is not read.
template <class Scalar>
ExpectedVector reference_spmv(Scalar alpha, HostMatrix<Scalar> const& a,
                              std::vector<Scalar> const& x, Scalar beta,
                              std::vector<Scalar> const& y) {
  ExpectedVector result{{}, {}, a.pattern.label};
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    WideValue sum;
    long double magnitude = 0;
    for (auto entry = a.pattern.row_begin(row); entry < a.pattern.row_end(row); ++entry) {
      auto const term = wide_product(widened(a.value(entry)),
                                     widened(x[static_cast<std::size_t>(a.pattern.column(entry))]));
      sum = {sum.real + term.real, sum.imaginary + term.imaginary};
      magnitude += wide_magnitude(term);
    }
    sum = wide_product(widened(alpha), sum);
    magnitude *= wide_magnitude(widened(alpha));
    if (beta != Scalar{}) {
      auto const old = wide_product(widened(beta), widened(y[static_cast<std::size_t>(row)]));
      sum = {sum.real + old.real, sum.imaginary + old.imaginary};
      magnitude += wide_magnitude(old);
    }
    auto const size = static_cast<double>(a.pattern.row_end(row) - a.pattern.row_begin(row));
    auto const epsilon = static_cast<double>(std::numeric_limits<real_of_t<Scalar>>::epsilon());
    result.values.push_back(sum);
    result.tolerances.push_back((size + 4) * epsilon * static_cast<double>(magnitude));
  }
  return result;
}

/// Whether a vector is the one that the oracle expects; the first difference otherwise.
template <class Scalar>
testing::AssertionResult same_vector(std::vector<Scalar> const& found,
                                     ExpectedVector const& expected) {
  if (found.size() != expected.values.size()) {
    return testing::AssertionFailure() << expected.label << ": found " << found.size()
                                       << " elements, expected " << expected.values.size();
  }
  for (std::size_t row = 0; row < found.size(); ++row) {
    auto const value = widened(found[row]);
    auto const& wanted = expected.values[row];
    auto const difference =
        wide_magnitude({value.real - wanted.real, value.imaginary - wanted.imaginary});
    // A difference that is not a number is none that may be.
    if (difference <= expected.tolerances[row]) continue;
    return testing::AssertionFailure()
           << expected.label << ", row " << row << ": found " << value.real << " + "
           << value.imaginary << "i, expected " << wanted.real << " + " << wanted.imaginary
           << "i, tolerance " << expected.tolerances[row];
  }
  return testing::AssertionSuccess();
}

// Compiled once for the scalars that most tests use.
extern template ExpectedVector reference_spmv(double, HostMatrix<double> const&,
                                              std::vector<double> const&, double,
                                              std::vector<double> const&);
extern template ExpectedVector reference_spmv(Kokkos::complex<double>,
                                              HostMatrix<Kokkos::complex<double>> const&,
                                              std::vector<Kokkos::complex<double>> const&,
                                              Kokkos::complex<double>,
                                              std::vector<Kokkos::complex<double>> const&);
extern template testing::AssertionResult same_vector(std::vector<double> const&,
                                                     ExpectedVector const&);
extern template testing::AssertionResult same_vector(std::vector<Kokkos::complex<double>> const&,
                                                     ExpectedVector const&);

}  // namespace araios_test
