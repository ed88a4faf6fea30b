// SPDX-License-Identifier: BSD-3-Clause
// The operands of Y = alpha·op(A)ᵀ·X + beta·Y as kernels see them.
#pragma once

#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// A dense matrix, or a vector as one column, in memory of any strides.
template <class Element>
struct StridedBlock {
  Element* data;
  std::int64_t num_rows;
  std::int64_t num_columns;
  std::int64_t row_stride;
  std::int64_t column_stride;

  KOKKOS_FUNCTION Element& operator()(std::int64_t row, std::int64_t column) const {
    return data[row * row_stride + column * column_stride];
  }
  std::int64_t size() const { return num_rows * num_columns; }
  /// Some of its columns.
  StridedBlock columns(std::int64_t first, std::int64_t count) const {
    return {data + first * column_stride, num_rows, count, row_stride, column_stride};
  }
};

/// A view of one or of two dimensions.
template <class Element, class View>
StridedBlock<Element> strided_block(View const& view) {
  auto const stride = [&](unsigned dimension) {
    return static_cast<std::int64_t>(view.stride(dimension));
  };
  auto const num_rows = static_cast<std::int64_t>(view.extent(0));
  if constexpr (View::rank() == 1) {
    return {view.data(), num_rows, 1, stride(0), 1};
  } else {
    return {view.data(), num_rows, static_cast<std::int64_t>(view.extent(1)), stride(0), stride(1)};
  }
}

/// Shapes: A m×n, x m×k, y n×k. `change` conjugates the values of A or leaves them.
template <class Groups, class Change>
struct TransposedOperands {
  using scalar_type = typename Groups::scalar_type;

  scalar_type alpha;
  scalar_type beta;
  Groups a;
  StridedBlock<scalar_type const> x;
  StridedBlock<scalar_type> y;
  Change change;

  KOKKOS_FUNCTION std::int64_t width() const { return y.num_columns; }
  KOKKOS_FUNCTION scalar_type value(std::int64_t entry) const { return change(a.values(entry)); }

  /// Writes an element of y from that of alpha·op(A)ᵀ·X. If beta is zero, y is not read.
  KOKKOS_FUNCTION void store(std::int64_t row, std::int64_t column,
                             scalar_type const& product) const {
    scalar_type& element = y(row, column);
    element = beta == scalar_type{} ? product : product + beta * element;
  }
};

/// y = beta·y.
template <class Scalar>
struct ScaleBlock {
  Scalar beta;
  StridedBlock<Scalar> y;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    Scalar& element = y(index / y.num_columns, index % y.num_columns);
    element = beta == Scalar{} ? Scalar{} : beta * element;
  }
};

template <class ExecutionSpace, class Scalar>
void scale_block(ExecutionSpace const& exec, Scalar const& beta, StridedBlock<Scalar> const& y) {
  if (beta == Scalar{1}) return;
  for_range("araios::transposed::scale", exec, y.size(), y.size(), ScaleBlock<Scalar>{beta, y});
}

}  // namespace araios::inline ARAIOS_ISA::impl
