// SPDX-License-Identifier: BSD-3-Clause
// The operands of C = alpha·A·B + beta·C as kernels see them: groups of rows of A, rows of B.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_GroupedCooMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// A matrix that spmm multiplies, by rows or by groups of rows.
template <class T>
concept SpMmMatrix = SparseMatrix<T> || GroupedMatrix<T>;

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

/// The entries of a matrix in groups of neighbouring rows, as both kernels walk them. Each row of a
/// CrsMatrix is a group; groups of a GroupedCoo have `rows` rows.
template <SpMmMatrix Matrix, int rows>
struct EntryGroups {
  using scalar_type = typename Matrix::scalar_type;
  using ordinal_type = typename Matrix::ordinal_type;
  using device_type = typename Matrix::device_type;
  template <class Element>
  using Elements =
      Kokkos::View<Element const*, device_type, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  static constexpr int rows_per_group = rows;
  static_assert((rows & (rows - 1)) == 0, "rows within a group are masked");

  std::int64_t num_rows;
  std::int64_t num_cols;
  Elements<typename Matrix::offset_type> offsets;
  Elements<ordinal_type> rows_of_entries;  ///< empty where a group is a row
  Elements<ordinal_type> columns;
  Elements<scalar_type> values;

  KOKKOS_FUNCTION std::int64_t num_groups() const { return (num_rows + rows - 1) / rows; }
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t group) const {
    return static_cast<std::int64_t>(offsets(group));
  }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t group) const {
    return static_cast<std::int64_t>(offsets(group + 1));
  }
  /// Entries of all groups. The first one of rows of a larger matrix is not 0. Pre: there are rows.
  KOKKOS_FUNCTION std::int64_t num_entries() const { return end(num_groups() - 1) - begin(0); }
  /// Rows of a group. The last group may have fewer.
  KOKKOS_FUNCTION int num_rows_of(std::int64_t group) const {
    std::int64_t const rest = num_rows - group * rows;
    return rest < rows ? static_cast<int>(rest) : rows;
  }
  /// The row of an entry, counted from the first of its group.
  KOKKOS_FUNCTION int row_in_group(std::int64_t entry) const {
    if constexpr (rows == 1) {
      return 0;
    } else {
      return static_cast<int>(rows_of_entries(entry) & (rows - 1));
    }
  }
};

template <SparseMatrix Matrix>
EntryGroups<Matrix, 1> entry_groups(Matrix const& a) {
  return {a.graph.num_rows, a.graph.num_cols, a.graph.row_offsets, {}, a.graph.columns, a.values};
}
template <int rows, GroupedMatrix Matrix>
EntryGroups<Matrix, rows> entry_groups(Matrix const& a) {
  return {a.num_rows, a.num_cols, a.group_offsets, a.rows, a.columns, a.values};
}

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
