// SPDX-License-Identifier: BSD-3-Clause
// Matrices of the tests as arrays under the views of the C++ Sparse BLAS, and their products.
#pragma once

#include "CommonProduct.hpp"
#include "CommonSpMm.hpp"
#include "DenseOracle.hpp"
#include "HostMatrix.hpp"
#include "RandomMatrices.hpp"
#include <Araios_SparseBlas.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_test {

namespace sb = araios::sparse_blas;

template <class T, class I, class O>
struct BlasTypes {
  using scalar = T;
  using index = I;
  using offset = O;
};

template <class T>
inline constexpr bool is_blas_complex_v = !std::is_arithmetic_v<T>;

template <class T>
struct BlasReal {
  using type = T;
};
template <class T>
requires is_blas_complex_v<T>
struct BlasReal<T> {
  using type = typename T::value_type;
};
template <class T>
using blas_real_t = typename BlasReal<T>::type;

template <class T>
T conjugate_of(T const& value) {
  if constexpr (is_blas_complex_v<T>) return T(value.real(), -value.imag());
  return value;
}

/// A factor that is not real where scalars are complex.
template <class T>
T factor_of(int number) {
  using Real = blas_real_t<T>;
  if constexpr (is_blas_complex_v<T>) {
    return T(static_cast<Real>(number), Real{2});
  } else {
    return static_cast<T>(number);
  }
}

/// Small integers as values, so that all sums are exact.
template <class T>
HostMatrix<T> with_small_values(HostPattern pattern, std::uint64_t seed) {
  using Real = blas_real_t<T>;
  Random random{seed};
  HostMatrix<T> a{std::move(pattern), {}};
  auto const next = [&] { return static_cast<Real>(random.below(7) - 3); };
  for (std::int64_t entry = 0; entry < a.pattern.num_entries(); ++entry) {
    if constexpr (is_blas_complex_v<T>) {
      auto const real = next();
      a.values.push_back(T(real, next()));
    } else {
      a.values.push_back(next());
    }
  }
  return a;
}

template <class T>
std::vector<T> small_vector(std::int64_t size, std::uint64_t seed) {
  return with_small_values<T>(full_pattern(1, size), seed).values;
}

/// The arrays of a matrix by rows or by columns.
template <class Types>
struct BlasArrays {
  using T = typename Types::scalar;
  using I = typename Types::index;
  using O = typename Types::offset;
  using csr = sb::csr_view<T, I, O>;
  using csc = sb::csc_view<T, I, O>;

  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<T> values{};
  std::vector<O> offsets{};
  std::vector<I> indices{};

  /// The arrays of the lines of a matrix, which are its rows.
  explicit BlasArrays(HostMatrix<T> const& a)
      : rows{a.pattern.num_rows}, cols{a.pattern.num_cols}, values{a.values} {
    for (auto const offset : a.pattern.row_offsets) offsets.push_back(static_cast<O>(offset));
    for (auto const column : a.pattern.columns) indices.push_back(static_cast<I>(column));
  }

  csr by_rows() { return csr(values, offsets, indices, {rows, cols}, values.size()); }
  /// The matrix whose columns these lines are.
  csc by_columns() { return csc(values, offsets, indices, {cols, rows}, values.size()); }
};

/// A result of which only the shape is known.
template <class View>
struct BlasResult {
  using T = typename View::scalar_type;
  using I = typename View::index_type;
  using O = typename View::offset_type;

  std::vector<T> values{};
  std::vector<O> offsets{};
  std::vector<I> indices{};
  View view;

  BlasResult(std::int64_t rows, std::int64_t cols)
      : offsets(static_cast<std::size_t>(View::is_by_columns ? cols : rows) + 1, O{77}),
        view(nullptr, offsets.data(), nullptr, {rows, cols}, 0) {}

  /// Takes arrays for the result that an info has counted.
  void allocate(sb::operation_info_t const& info) {
    auto const size = static_cast<std::size_t>(info.result_nnz());
    values.assign(size, T{99});
    indices.assign(size, I{-9});
    view.update(values, offsets, indices);
  }

  HostMatrix<T> host() const {
    HostMatrix<T> lines;
    lines.pattern.num_rows = static_cast<std::int64_t>(offsets.size()) - 1;
    lines.pattern.num_cols = view.shape()[View::is_by_columns ? 0 : 1];
    lines.pattern.row_offsets.assign(offsets.begin(), offsets.end());
    lines.pattern.columns.assign(indices.begin(), indices.end());
    lines.values = values;
    return lines;
  }
};

/// Whether a result has exactly these elements.
template <class View>
testing::AssertionResult same_elements(BlasResult<View> const& found,
                                       MarkedDense<typename View::scalar_type> const& expected) {
  return same_elements(found.host(), View::is_by_columns ? transpose_of(expected) : expected);
}

/// What an operand is by definition: dense, with its decorators carried out.
template <class View>
auto dense_of(View const& view) {
  using araios::impl::sparse_blas_detail::is_conjugated_v;
  using araios::impl::sparse_blas_detail::is_scaled_v;
  using T = std::remove_const_t<typename View::scalar_type>;
  if constexpr (is_scaled_v<View>) {
    return with_values_of(dense_of(view.base()), [&](T value) { return view.alpha() * value; });
  } else if constexpr (is_conjugated_v<View>) {
    return with_values_of(dense_of(view.base()), [](T value) { return conjugate_of(value); });
  } else {
    MarkedDense<T> dense{view.shape()[0], view.shape()[1]};
    auto const put = [&](auto const& offsets, auto const& indices) {
      for (std::size_t line = 0; line + 1 < offsets.size(); ++line) {
        for (auto i = offsets[line]; i < offsets[line + 1]; ++i) {
          auto const entry = static_cast<std::size_t>(i);
          auto const other = static_cast<std::int64_t>(indices[entry]);
          auto const own = static_cast<std::int64_t>(line);
          auto& element = View::is_by_columns ? dense.at(other, own) : dense.at(own, other);
          element = {element.value + view.values()[entry], true};
        }
      }
    };
    if constexpr (View::is_by_columns) {
      put(view.colptr(), view.rowind());
    } else {
      put(view.rowptr(), view.colind());
    }
    return dense;
  }
}

}  // namespace araios_test
