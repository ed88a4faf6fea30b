// SPDX-License-Identifier: BSD-3-Clause
// The oracle: a serial sparse product over std::map that shares no code with the library.
#pragma once

#include "HostMatrix.hpp"

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <type_traits>
#include <vector>

namespace araios_test {

/// A value in more precision than any scalar under test; `imaginary` stays 0 for real scalars.
struct WideValue {
  long double real = 0;
  long double imaginary = 0;
};

template <class Scalar>
inline constexpr bool is_complex_v = false;
template <class Real>
inline constexpr bool is_complex_v<Kokkos::complex<Real>> = true;

template <class Scalar>
struct RealOf {
  using type = Scalar;
};
template <class Real>
struct RealOf<Kokkos::complex<Real>> {
  using type = Real;
};
/// float for float and Kokkos::complex<float>; likewise double.
template <class Scalar>
using real_of_t = typename RealOf<Scalar>::type;

template <class Scalar>
WideValue widened(Scalar value) {
  if constexpr (is_complex_v<Scalar>) {
    return {value.real(), value.imag()};
  } else {
    return {value, 0};
  }
}

/// The conjugate of a matrix; a real one stays.
template <class Scalar>
HostMatrix<Scalar> conjugate_of(HostMatrix<Scalar> a) {
  if constexpr (is_complex_v<Scalar>) {
    for (auto& value : a.values) value = Scalar(value.real(), -value.imag());
  }
  return a;
}

/// A product of two matrices as the oracle found it: rows sorted, duplicates added up.
struct ReferenceProduct {
  HostPattern pattern;
  std::vector<WideValue> values;
  std::vector<double> tolerances;  ///< most |found - expected| of each entry; 0 asks for equality
  std::vector<std::int64_t> row_work;  ///< products of each row

  std::int64_t work() const {
    std::int64_t total = 0;
    for (auto const products : row_work) total += products;
    return total;
  }
};

namespace detail {

struct ReferenceEntry {
  WideValue sum;
  long double magnitude = 0;  // Σ|a·b|
  bool integral = true;
};

inline bool is_integral(WideValue const& value) {
  return std::trunc(value.real) == value.real && std::trunc(value.imaginary) == value.imaginary;
}

inline void add_product(ReferenceEntry& entry, WideValue const& a, WideValue const& b,
                        bool is_complex) {
  entry.sum.real += a.real * b.real;
  if (is_complex) {
    entry.sum.real -= a.imaginary * b.imaginary;
    entry.sum.imaginary += a.real * b.imaginary + a.imaginary * b.real;
  }
  entry.magnitude += std::hypot(a.real, a.imaginary) * std::hypot(b.real, b.imaginary);
  entry.integral = entry.integral && is_integral(a) && is_integral(b);
}

/// Sums of integers are exact as long as no partial sum leaves the integers of the scalar.
template <class Scalar>
double tolerance_of(ReferenceEntry const& entry, std::int64_t row_work) {
  using Real = real_of_t<Scalar>;
  auto const largest_exact = std::ldexp(1.0L, std::numeric_limits<Real>::digits);
  if (entry.integral && entry.magnitude < largest_exact) return 0;
  return static_cast<double>(std::numeric_limits<Real>::epsilon() *
                             static_cast<long double>(row_work) * entry.magnitude);
}

}  // namespace detail

/// C = A·B, row by row in a std::map. Integer-valued products ask for exact equality; others for
/// eps · work(row) · Σ|a·b| at each entry.
template <class Scalar>
ReferenceProduct reference_product(HostMatrix<Scalar> const& a, HostMatrix<Scalar> const& b) {
  ReferenceProduct c;
  c.pattern.num_rows = a.pattern.num_rows;
  c.pattern.num_cols = b.pattern.num_cols;
  c.pattern.label = "(" + a.pattern.label + ") · (" + b.pattern.label + ")";
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    std::map<std::int64_t, detail::ReferenceEntry> entries;
    std::int64_t work = 0;
    for (auto i = a.pattern.row_begin(row); i < a.pattern.row_end(row); ++i) {
      auto const b_row = a.pattern.column(i);
      for (auto j = b.pattern.row_begin(b_row); j < b.pattern.row_end(b_row); ++j, ++work) {
        detail::add_product(entries[b.pattern.column(j)], widened(a.value(i)), widened(b.value(j)),
                            is_complex_v<Scalar>);
      }
    }
    for (auto const& [column, entry] : entries) {
      c.pattern.columns.push_back(column);
      c.values.push_back(entry.sum);
      c.tolerances.push_back(detail::tolerance_of<Scalar>(entry, work));
    }
    c.pattern.row_offsets.push_back(c.pattern.num_entries());
    c.row_work.push_back(work);
  }
  return c;
}

// Compiled once for the scalars that most tests use.
extern template ReferenceProduct reference_product(HostMatrix<double> const&,
                                                   HostMatrix<double> const&);
extern template ReferenceProduct reference_product(HostMatrix<float> const&,
                                                   HostMatrix<float> const&);
extern template ReferenceProduct reference_product(HostMatrix<Kokkos::complex<double>> const&,
                                                   HostMatrix<Kokkos::complex<double>> const&);

/// What any matrix without duplicates looks like when it is expected as a product: exactly itself.
template <class Scalar>
ReferenceProduct expected_exactly(HostMatrix<Scalar> const& matrix) {
  ReferenceProduct c;
  auto const sorted = with_sorted_rows(matrix);
  c.pattern = sorted.pattern;
  for (auto const& value : sorted.values) c.values.push_back(widened(value));
  c.tolerances.assign(c.values.size(), 0.0);
  return c;
}

/// y = A·x in wide precision, with the sum of magnitudes of each row for a tolerance.
struct ReferenceVector {
  std::vector<long double> values;
  std::vector<long double> magnitudes;
};

inline ReferenceVector reference_product(HostMatrix<double> const& a,
                                         std::vector<long double> const& x) {
  ReferenceVector y;
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    long double sum = 0;
    long double magnitude = 0;
    for (auto entry = a.pattern.row_begin(row); entry < a.pattern.row_end(row); ++entry) {
      auto const product = a.value(entry) * x[static_cast<std::size_t>(a.pattern.column(entry))];
      sum += product;
      magnitude += std::abs(product);
    }
    y.values.push_back(sum);
    y.magnitudes.push_back(magnitude);
  }
  return y;
}

}  // namespace araios_test
