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
