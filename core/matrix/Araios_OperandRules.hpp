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

/// An execution space that reaches the memory of a matrix.
template <class ExecutionSpace, class A>
concept Reaching = Kokkos::is_execution_space<ExecutionSpace>::value &&
    bool{Kokkos::SpaceAccessibility<ExecutionSpace, typename A::memory_space>::accessible};

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
  constexpr bool are_indices = IndexRule<typename A::offset_type, typename A::ordinal_type>::holds;
  if constexpr (requires { typename A::scalar_type; }) {
    return are_indices && ScalarRule<typename A::scalar_type>::holds;
  }
  return are_indices;
}

/// Whether `exec` reaches a matrix. Does not compile otherwise.
template <class ExecutionSpace, class A>
constexpr bool require_reach() {
  constexpr bool is_space = Kokkos::is_execution_space<ExecutionSpace>::value;
  static_assert(is_space, "exec is no execution space of Kokkos, which comes first");
  static_assert(!is_space || Reaching<ExecutionSpace, A>,
                "exec does not reach the memory of A: they are of a host and of a device");
  return Reaching<ExecutionSpace, A>;
}

/// Whether `exec` multiplies by a matrix alone. Does not compile otherwise.
template <class ExecutionSpace, class A>
constexpr bool require_operand() {
  return require_element_types<A>() && require_reach<ExecutionSpace, A>();
}

/// Whether Multipliable holds. Does not compile otherwise.
template <class ExecutionSpace, class A, class B>
constexpr bool require_multipliable() {
  constexpr bool is_same_device = std::same_as<typename A::device_type, typename B::device_type>;
  static_assert(is_same_device, "A and B have different devices, expected the same");
  static_assert(std::same_as<typename A::ordinal_type, typename B::ordinal_type>,
                "A and B have different ordinals, expected the same");
  if constexpr (!is_same_device) return false;
  return require_operand<ExecutionSpace, A>() && require_element_types<B>() &&
         Multipliable<ExecutionSpace, A, B>;
}

/// Whether Multipliable holds for matrices of one scalar. Does not compile otherwise.
template <class ExecutionSpace, class A, class B>
constexpr bool require_factors() {
  constexpr bool is_same_scalar = std::same_as<typename A::scalar_type, typename B::scalar_type>;
  static_assert(is_same_scalar, "A and B have different scalars, expected the same");
  if constexpr (!is_same_scalar) return false;
  return require_multipliable<ExecutionSpace, A, B>();
}

/// Whether the values of a matrix can be written. A plan allocates C with read-only columns.
template <class C>
inline constexpr bool is_writable_v = !std::is_const_v<typename decltype(C::values)::value_type>;

/// Whether a product of A by the plan can be written to C. Does not compile otherwise.
template <class C, class A, class Plan>
constexpr bool require_result() {
  static_assert(std::same_as<typename C::device_type, typename A::device_type>,
                "A and C have different devices, expected the same");
  static_assert(std::same_as<typename C::scalar_type, typename A::scalar_type>,
                "A and C have different scalars, expected the same");
  static_assert(std::same_as<typename C::ordinal_type, typename A::ordinal_type>,
                "A and C have different ordinals, expected the same");
  static_assert(std::same_as<typename C::offset_type, typename Plan::offset_type>,
                "C and the plan have different offsets, expected the same");
  static_assert(is_writable_v<C>, "values of C are const, and are to be written");
  return ResultBeside<C, A> && is_writable_v<C> &&
         std::same_as<typename C::offset_type, typename Plan::offset_type>;
}

}  // namespace araios::inline ARAIOS_ISA::impl
