// SPDX-License-Identifier: BSD-3-Clause
// Which operands fit together, as assertions: the first error says what does not fit.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <platform/Araios_ElementTypes.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// A Kokkos view of some number of dimensions.
template <class V, int dimensions>
concept ViewOfRank = Kokkos::is_view_v<V> && bool{V::rank() == dimensions};

/// A view in the memory of a matrix.
template <class V, class A>
concept ViewBeside = std::same_as<typename V::memory_space, typename A::memory_space>;

/// A view with the scalar of a matrix.
template <class V, class A>
concept ViewOfScalar = std::same_as<typename V::non_const_value_type, typename A::scalar_type>;

/// A view in row-major or column-major order.
template <class M>
concept ViewInOrder = std::same_as<typename M::array_layout, Kokkos::LayoutRight> ||
    std::same_as<typename M::array_layout, Kokkos::LayoutLeft>;

/// Whether the elements of a matrix or graph are of supported types. Does not compile otherwise.
template <class A>
constexpr bool require_element_types() {
  constexpr bool are_indices = require_indices<typename A::offset_type, typename A::ordinal_type>();
  if constexpr (requires { typename A::scalar_type; }) {
    return are_indices && require_scalar<typename A::scalar_type>();
  }
  return are_indices;
}

// Assertions ask variables, not concepts: compilers unfold a concept that does not hold, in many
// lines.

/// Whether `exec` reaches a matrix. Does not compile otherwise.
template <class ExecutionSpace, class A>
constexpr bool require_reach() {
  constexpr bool is_space = Kokkos::is_execution_space<ExecutionSpace>::value;
  constexpr bool is_reached = ReachesMemory<ExecutionSpace, A>;
  static_assert(is_space, "exec is no execution space of Kokkos, which comes first");
  static_assert(!is_space || is_reached,
                "exec does not reach the memory of A: they are of a host and of a device");
  return is_reached;
}

/// Whether `exec` multiplies by a matrix alone. Does not compile otherwise.
template <class ExecutionSpace, class A>
constexpr bool require_operand() {
  return require_element_types<A>() && require_reach<ExecutionSpace, A>();
}

/// Whether Multipliable holds. Does not compile otherwise.
template <class ExecutionSpace, class A, class B>
constexpr bool require_multipliable() {
  constexpr bool is_same_device = SameDevice<A, B>;
  constexpr bool is_same_ordinal = SameOrdinal<A, B>;
  static_assert(is_same_device, "A and B have different devices, expected the same");
  static_assert(is_same_ordinal, "A and B have different ordinals, expected the same");
  if constexpr (!is_same_device) return false;
  return require_operand<ExecutionSpace, A>() && require_element_types<B>() &&
         Multipliable<ExecutionSpace, A, B>;
}

/// Whether Multipliable holds for matrices of one scalar. Does not compile otherwise.
template <class ExecutionSpace, class A, class B>
constexpr bool require_factors() {
  constexpr bool is_same_scalar = SameScalar<A, B>;
  static_assert(is_same_scalar, "A and B have different scalars, expected the same");
  if constexpr (!is_same_scalar) return false;
  return require_multipliable<ExecutionSpace, A, B>();
}

/// Whether the entries of A can be changed. Does not compile otherwise.
template <class A>
constexpr bool require_writable() {
  constexpr bool has_values = WritableResult<A>;
  constexpr bool has_columns =
      !std::is_const_v<typename decltype(A::graph_type::columns)::value_type>;
  static_assert(has_values, "values of A are const, and are to be written");
  static_assert(has_columns, "columns of A are const, and are to be written");
  return has_values && has_columns;
}

/// Whether a view lists rows of A. Does not compile otherwise.
template <class A, class Rows>
constexpr bool require_row_list() {
  constexpr bool is_vector = ViewOfRank<Rows, 1>;
  static_assert(is_vector, "rows is not a Kokkos view of one dimension");
  if constexpr (is_vector) {
    constexpr bool has_integers = std::is_integral_v<typename Rows::non_const_value_type>;
    constexpr bool is_beside = ViewBeside<Rows, A>;
    static_assert(has_integers, "rows holds no integers");
    static_assert(is_beside, "A and rows lie in different memory spaces, expected the same");
    return has_integers && is_beside;
  }
  return false;
}

/// Whether a view is a dense matrix. Does not compile otherwise.
template <class Dense>
constexpr bool require_dense_view() {
  constexpr bool is_dense = ViewOfRank<Dense, 2>;
  static_assert(is_dense, "dense is not a Kokkos view of two dimensions");
  if constexpr (is_dense) {
    constexpr bool is_in_order = ViewInOrder<Dense>;
    static_assert(is_in_order, "dense has another layout than LayoutRight or LayoutLeft");
    return is_in_order;
  }
  return false;
}

/// Whether A can be written to a dense view. Does not compile otherwise.
template <class A, class Dense>
constexpr bool require_dense_result() {
  if constexpr (require_dense_view<Dense>()) {
    constexpr bool is_of_scalar = ViewOfScalar<Dense, A>;
    constexpr bool is_beside = ViewBeside<Dense, A>;
    constexpr bool is_const = std::is_const_v<typename Dense::value_type>;
    static_assert(is_of_scalar, "A and dense have different scalars, expected the same");
    static_assert(is_beside, "A and dense lie in different memory spaces, expected the same");
    static_assert(!is_const, "dense is const, and is to be written");
    return is_of_scalar && is_beside && !is_const;
  } else {
    return false;
  }
}

/// Whether `exec` makes a matrix of a dense view. Does not compile otherwise.
template <class ExecutionSpace, class Offset, class Ordinal, class Dense>
constexpr bool require_dense_source() {
  if constexpr (require_indices<Offset, Ordinal>() && require_dense_view<Dense>()) {
    return require_scalar<typename Dense::non_const_value_type>() &&
           require_reach<ExecutionSpace, Dense>();
  } else {
    return false;
  }
}

/// Whether a product of A by the plan can be written to C. Does not compile otherwise.
template <class C, class A, class Plan>
constexpr bool require_result() {
  constexpr bool is_same_device = SameDevice<A, C>;
  constexpr bool is_same_scalar = SameScalar<A, C>;
  constexpr bool is_same_ordinal = SameOrdinal<A, C>;
  constexpr bool is_of_plan = ResultOfPlan<C, Plan>;
  constexpr bool is_writable = WritableResult<C>;
  static_assert(is_same_device, "A and C have different devices, expected the same");
  static_assert(is_same_scalar, "A and C have different scalars, expected the same");
  static_assert(is_same_ordinal, "A and C have different ordinals, expected the same");
  static_assert(is_of_plan, "C and the plan have different offsets, expected the same");
  static_assert(is_writable, "values of C are const, and are to be written");
  return ResultBeside<C, A> && is_of_plan && is_writable;
}

}  // namespace araios::inline ARAIOS_ISA::impl
