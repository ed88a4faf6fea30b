// SPDX-License-Identifier: BSD-3-Clause
// Matrices of the tests: plain vectors on the host, one index type, convertible to and from views.
#pragma once

#include "CommonSpaces.hpp"
#include <Araios_CrsMatrix.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace araios_test {

/// Pattern of a sparse matrix in compressed-row form; `label` names it in failure messages.
struct HostPattern {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::vector<std::int64_t> row_offsets = {0};
  std::vector<std::int64_t> columns;
  std::string label;

  std::int64_t num_entries() const { return static_cast<std::int64_t>(columns.size()); }
  std::int64_t row_begin(std::int64_t row) const {
    return row_offsets[static_cast<std::size_t>(row)];
  }
  std::int64_t row_end(std::int64_t row) const {
    return row_offsets[static_cast<std::size_t>(row) + 1];
  }
  std::int64_t column(std::int64_t entry) const { return columns[static_cast<std::size_t>(entry)]; }
};

/// A pattern with one value for each entry.
template <class Scalar>
struct HostMatrix {
  HostPattern pattern;
  std::vector<Scalar> values;

  Scalar value(std::int64_t entry) const { return values[static_cast<std::size_t>(entry)]; }
};

/// Copies a vector into a new view, element by element converted to T.
template <class T, class Device, class From>
Kokkos::View<T*, Device> to_view(std::vector<From> const& from, std::string const& label) {
  Kokkos::View<T*, Device> view(Kokkos::view_alloc(Kokkos::WithoutInitializing, label),
                                from.size());
  auto const mirror = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < from.size(); ++i) mirror(i) = static_cast<T>(from[i]);
  Kokkos::deep_copy(view, mirror);
  return view;
}

/// Copies a view into a vector, element by element converted to To.
template <class To, class View>
std::vector<To> to_vector(View const& view) {
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
  std::vector<To> to(view.extent(0));
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<To>(mirror(i));
  return to;
}

/// The pattern as the library takes it.
template <class Offset, class Ordinal, class Device>
araios::CrsGraph<Offset, Ordinal, Device> to_device(HostPattern const& a) {
  using Views = typename araios::CrsGraph<Offset, Ordinal, Device>::device_type;
  return {static_cast<Ordinal>(a.num_rows), static_cast<Ordinal>(a.num_cols),
          to_view<Offset, Views>(a.row_offsets, "row_offsets"),
          to_view<Ordinal, Views>(a.columns, "columns")};
}

/// The matrix as the library takes it.
template <class Offset, class Ordinal, class Device, class Scalar>
araios::CrsMatrix<Scalar, Offset, Ordinal, Device> to_device(HostMatrix<Scalar> const& a) {
  using Views = typename araios::CrsGraph<Offset, Ordinal, Device>::device_type;
  return {to_device<Offset, Ordinal, Device>(a.pattern),
          to_view<Scalar, Views>(a.values, "values")};
}

/// A matrix of the library on the host. Only the entries that the row offsets name are taken.
template <class Scalar, class Offset, class Ordinal, class Device>
HostMatrix<std::remove_const_t<Scalar>> to_host(
    araios::CrsMatrix<Scalar, Offset, Ordinal, Device> const& a) {
  HostMatrix<std::remove_const_t<Scalar>> host;
  host.pattern.num_rows = a.graph.num_rows;
  host.pattern.num_cols = a.graph.num_cols;
  host.pattern.row_offsets = to_vector<std::int64_t>(a.graph.row_offsets);
  if (host.pattern.row_offsets.empty()) host.pattern.row_offsets = {0};
  host.pattern.columns = to_vector<std::int64_t>(a.graph.columns);
  host.values = to_vector<std::remove_const_t<Scalar>>(a.values);
  return host;
}

/// The transpose; entries of a row keep the order of the rows they come from.
template <class Scalar>
HostMatrix<Scalar> transpose_of(HostMatrix<Scalar> const& a) {
  HostMatrix<Scalar> t;
  HostPattern& p = t.pattern;
  p.num_rows = a.pattern.num_cols;
  p.num_cols = a.pattern.num_rows;
  p.label = "transpose of " + a.pattern.label;
  p.row_offsets.assign(static_cast<std::size_t>(p.num_rows) + 1, 0);
  for (auto const column : a.pattern.columns) ++p.row_offsets[static_cast<std::size_t>(column) + 1];
  std::partial_sum(p.row_offsets.begin(), p.row_offsets.end(), p.row_offsets.begin());
  p.columns.resize(a.pattern.columns.size());
  t.values.resize(a.values.size());
  auto next = p.row_offsets;
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    for (auto entry = a.pattern.row_begin(row); entry < a.pattern.row_end(row); ++entry) {
      auto const to =
          static_cast<std::size_t>(next[static_cast<std::size_t>(a.pattern.column(entry))]++);
      p.columns[to] = row;
      t.values[to] = a.value(entry);
    }
  }
  return t;
}

/// The rows of `a` in the given order: row i of the result is row order[i] of `a`.
template <class Scalar>
HostMatrix<Scalar> with_rows(HostMatrix<Scalar> const& a, std::vector<std::int64_t> const& order) {
  HostMatrix<Scalar> permuted;
  permuted.pattern.num_rows = static_cast<std::int64_t>(order.size());
  permuted.pattern.num_cols = a.pattern.num_cols;
  permuted.pattern.label = "rows permuted of " + a.pattern.label;
  for (auto const row : order) {
    for (auto entry = a.pattern.row_begin(row); entry < a.pattern.row_end(row); ++entry) {
      permuted.pattern.columns.push_back(a.pattern.column(entry));
      permuted.values.push_back(a.value(entry));
    }
    permuted.pattern.row_offsets.push_back(permuted.pattern.num_entries());
  }
  return permuted;
}

/// The same matrix with every row sorted by column; equal columns keep their order.
template <class Scalar>
HostMatrix<Scalar> with_sorted_rows(HostMatrix<Scalar> a) {
  std::vector<std::size_t> order(a.values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    std::stable_sort(order.begin() + a.pattern.row_begin(row),
                     order.begin() + a.pattern.row_end(row),
                     [&](std::size_t left, std::size_t right) {
                       return a.pattern.columns[left] < a.pattern.columns[right];
                     });
  }
  HostMatrix<Scalar> sorted = a;
  for (std::size_t entry = 0; entry < order.size(); ++entry) {
    sorted.pattern.columns[entry] = a.pattern.columns[order[entry]];
    sorted.values[entry] = a.values[order[entry]];
  }
  return sorted;
}

// Compiled once for the scalars that most tests use.
extern template HostMatrix<double> transpose_of(HostMatrix<double> const&);
extern template HostMatrix<double> with_rows(HostMatrix<double> const&,
                                             std::vector<std::int64_t> const&);
extern template HostMatrix<double> with_sorted_rows(HostMatrix<double>);
extern template HostMatrix<float> with_sorted_rows(HostMatrix<float>);
extern template HostMatrix<Kokkos::complex<double>> with_sorted_rows(
    HostMatrix<Kokkos::complex<double>>);

}  // namespace araios_test

/// Copies between host and space that most tests make, compiled once for each space in a file of
/// the test library.
#define ARAIOS_TEST_COMMON_COPIES(extern_or_nothing, Space)                                  \
  extern_or_nothing template araios::CrsGraph<int, int, typename Space::device_type>         \
  araios_test::to_device<int, int, typename Space::device_type>(HostPattern const&);         \
  extern_or_nothing template std::vector<std::int64_t> araios_test::to_vector<std::int64_t>( \
      Kokkos::View<int const*, typename Space::device_type> const&);                         \
  extern_or_nothing template std::vector<std::int64_t> araios_test::to_vector<std::int64_t>( \
      Kokkos::View<int*, typename Space::device_type> const&);                               \
  ARAIOS_TEST_COPY_TO_VIEW(extern_or_nothing, Space, int, int);                              \
  ARAIOS_TEST_COPY_TO_VIEW(extern_or_nothing, Space, int, std::int64_t);                     \
  ARAIOS_TEST_COPY_TO_VIEW(extern_or_nothing, Space, std::int64_t, std::int64_t);            \
  ARAIOS_TEST_COPIES_OF_VALUES(extern_or_nothing, Space, double);                            \
  ARAIOS_TEST_COPIES_OF_VALUES(extern_or_nothing, Space, float);                             \
  ARAIOS_TEST_COPIES_OF_VALUES(extern_or_nothing, Space, Kokkos::complex<double>);           \
  ARAIOS_TEST_COPIES_OF_MATRICES(extern_or_nothing, Space, double);                          \
  ARAIOS_TEST_COPIES_OF_MATRICES(extern_or_nothing, Space, float)
#define ARAIOS_TEST_COPY_TO_VIEW(extern_or_nothing, Space, To, From)              \
  extern_or_nothing template Kokkos::View<To*, typename Space::device_type>       \
  araios_test::to_view<To, typename Space::device_type>(std::vector<From> const&, \
                                                        std::string const&)
#define ARAIOS_TEST_COPIES_OF_VALUES(extern_or_nothing, Space, Scalar)           \
  ARAIOS_TEST_COPY_TO_VIEW(extern_or_nothing, Space, Scalar, Scalar);            \
  extern_or_nothing template std::vector<Scalar> araios_test::to_vector<Scalar>( \
      Kokkos::View<Scalar*, typename Space::device_type> const&)
#define ARAIOS_TEST_COPIES_OF_MATRICES(extern_or_nothing, Space, Scalar)                      \
  extern_or_nothing template araios::CrsMatrix<Scalar, int, int, typename Space::device_type> \
  araios_test::to_device<int, int, typename Space::device_type>(HostMatrix<Scalar> const&);   \
  extern_or_nothing template araios_test::HostMatrix<Scalar> araios_test::to_host(            \
      araios::CrsMatrix<Scalar, int, int, typename Space::device_type> const&);               \
  extern_or_nothing template araios_test::HostMatrix<Scalar> araios_test::to_host(            \
      araios::CrsMatrix<Scalar, int, int const, typename Space::device_type> const&)

ARAIOS_TEST_DECLARE_ON_COMMON_SPACES(ARAIOS_TEST_COMMON_COPIES)
