// SPDX-License-Identifier: BSD-3-Clause
// Dense matrices of the tests as columns, to and from views, and the oracle of sparse × dense
// products.
#pragma once

#include "CommonSpaces.hpp"
#include "ExpectedVector.hpp"
#include "HostMatrix.hpp"
#include "PathPatterns.hpp"

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace araios_test {

/// A dense matrix by columns of `rows` elements.
template <class Scalar>
struct DenseColumns {
  std::size_t rows = 0;
  std::vector<std::vector<Scalar>> columns;
};

/// Small integers, whose products and sums are exact.
template <class Scalar>
DenseColumns<Scalar> integer_columns(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
  DenseColumns<Scalar> dense{static_cast<std::size_t>(rows), {}};
  for (std::int64_t column = 0; column < cols; ++column) {
    dense.columns.push_back(integers<Scalar>(rows, seed + static_cast<std::uint64_t>(column)));
  }
  return dense;
}

/// The matrix in a new view.
template <class Layout, class Device, class Scalar>
Kokkos::View<Scalar**, Layout, Device> to_dense_view(DenseColumns<Scalar> const& dense,
                                                     std::string const& label) {
  Kokkos::View<Scalar**, Layout, Device> const view(label, dense.rows, dense.columns.size());
  auto const mirror = Kokkos::create_mirror_view(view);
  for (std::size_t column = 0; column < dense.columns.size(); ++column) {
    for (std::size_t row = 0; row < dense.rows; ++row) {
      mirror(row, column) = dense.columns[column][row];
    }
  }
  Kokkos::deep_copy(view, mirror);
  return view;
}

/// The elements of a view.
template <class View>
DenseColumns<typename View::non_const_value_type> to_columns(View const& view) {
  using Scalar = typename View::non_const_value_type;
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  DenseColumns<Scalar> dense{view.extent(0), {}};
  for (std::size_t column = 0; column < view.extent(1); ++column) {
    std::vector<Scalar> elements(view.extent(0));
    for (std::size_t row = 0; row < elements.size(); ++row) elements[row] = mirror(row, column);
    dense.columns.push_back(elements);
  }
  return dense;
}

/// Whether `found` is alpha·A·B + beta·C, column by column; the first difference otherwise.
template <class Scalar>
testing::AssertionResult is_product(DenseColumns<Scalar> const& found, Scalar alpha,
                                    HostMatrix<Scalar> const& a, DenseColumns<Scalar> const& b,
                                    Scalar beta, DenseColumns<Scalar> const& c) {
  if (found.columns.size() != b.columns.size()) {
    return testing::AssertionFailure()
           << "found " << found.columns.size() << " columns, expected " << b.columns.size();
  }
  for (std::size_t column = 0; column < found.columns.size(); ++column) {
    auto const result =
        same_vector(found.columns[column],
                    reference_spmv(alpha, a, b.columns[column], beta, c.columns[column]));
    if (!result)
      return testing::AssertionFailure() << "column " << column << ": " << result.message();
  }
  return testing::AssertionSuccess();
}

}  // namespace araios_test

/// Copies of dense matrices that most tests of them make, compiled once for each space in a file of
/// the test library.
#define ARAIOS_TEST_DENSE_COPIES(extern_or_nothing, Space)                                        \
  ARAIOS_TEST_DENSE_COPY(extern_or_nothing, Space, double, Kokkos::LayoutRight);                  \
  ARAIOS_TEST_DENSE_COPY(extern_or_nothing, Space, double, Kokkos::LayoutLeft);                   \
  ARAIOS_TEST_DENSE_COPY(extern_or_nothing, Space, Kokkos::complex<double>, Kokkos::LayoutRight); \
  ARAIOS_TEST_DENSE_COPY(extern_or_nothing, Space, Kokkos::complex<double>, Kokkos::LayoutLeft)
#define ARAIOS_TEST_DENSE_COPY(extern_or_nothing, Space, Scalar, Layout)                       \
  extern_or_nothing template Kokkos::View<Scalar**, Layout, typename Space::device_type>       \
  araios_test::to_dense_view<Layout, typename Space::device_type>(DenseColumns<Scalar> const&, \
                                                                  std::string const&);         \
  extern_or_nothing template araios_test::DenseColumns<Scalar> araios_test::to_columns(        \
      Kokkos::View<Scalar**, Layout, typename Space::device_type> const&)

ARAIOS_TEST_DECLARE_ON_COMMON_SPACES(ARAIOS_TEST_DENSE_COPIES)
