// SPDX-License-Identifier: BSD-3-Clause
// The operands of C = alpha·A·B + beta·C as kernels see them: groups of rows of A, rows of B.
#pragma once

#include <matrix/Araios_EntryGroups.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// A dense matrix in the memory of a sparse one and with its scalar: a Kokkos view of two
/// dimensions in row-major (LayoutRight) or column-major (LayoutLeft) order.
template <class M, class A>
concept DenseMatrixBeside =
    Kokkos::is_view_v<M> && SpMmMatrix<A> && bool{M::rank() == 2} &&
    std::same_as<typename M::memory_space, typename A::memory_space>&&
        std::same_as<typename M::non_const_value_type, typename A::scalar_type> &&
    (std::same_as<typename M::array_layout, Kokkos::LayoutRight> ||
     std::same_as<typename M::array_layout, Kokkos::LayoutLeft>);

/// An execution space that reaches the memory of a matrix.
template <class ExecutionSpace, class A>
concept SpMmReachable = Kokkos::is_execution_space<ExecutionSpace>::value && SpMmMatrix<A> &&
    bool{Kokkos::SpaceAccessibility<ExecutionSpace, typename A::memory_space>::accessible};

/// A sparse matrix, the rows of B in some neighbouring columns, and the same columns of C.
///
/// Shapes: rows of B lie b_stride elements apart and hold num_columns elements each. If B is in
///         column-major order and not copied, its columns lie b_stride apart instead. C is
///         m×num_columns in either order.
template <class Groups, class C>
struct SpMmOperands {
  using groups_type = Groups;
  using scalar_type = typename Groups::scalar_type;
  using device_type = typename Groups::device_type;
  static constexpr bool c_is_row_major =
      std::is_same_v<typename C::array_layout, Kokkos::LayoutRight>;

  scalar_type alpha;
  scalar_type beta;
  Groups a;
  scalar_type const* b;
  std::int64_t b_stride;
  Kokkos::View<scalar_type**, typename C::array_layout, typename C::device_type,
               Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      c;
  std::int64_t num_columns;

  /// The elements of a row of B from some column on.
  KOKKOS_FUNCTION scalar_type const* row_of_b(std::int64_t row, std::int64_t column) const {
    return b + row * b_stride + column;
  }

  /// Writes an element of C from its element of A·B. If beta is zero, C is not read.
  KOKKOS_FUNCTION void store(std::int64_t row, std::int64_t column, scalar_type const& sum) const {
    c(row, column) = beta == scalar_type{} ? alpha * sum : alpha * sum + beta * c(row, column);
  }
};

/// C = beta·C, all that is left of the product if alpha is zero.
template <class Scalar, class C>
struct ScaleMatrix {
  Scalar beta;
  C c;
  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t column) const {
    c(row, column) = beta == Scalar{} ? Scalar{} : beta * c(row, column);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
