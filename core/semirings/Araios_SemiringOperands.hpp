// SPDX-License-Identifier: BSD-3-Clause
// Which operands, masks and semirings fit together, as assertions.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Mask.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_Semiring.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Stands for the mask of a product without one.
struct NoMask {};

/// A mask without entries and without row offsets, for kernels: no row is looked up in it.
template <class Ordinal, class Device>
using EmptyMask = CrsGraph<std::int64_t, Ordinal const, Device>;

/// A mask whose graph is read-only.
template <class Graph>
auto read_only(Mask<Graph> const& mask) {
  return Mask<decltype(graph_of(mask.graph))>{graph_of(mask.graph), mask.kind};
}

/// Whether the patterns of two operands can be multiplied. Does not compile otherwise.
template <class ExecutionSpace, class A, class B>
constexpr bool require_patterns() {
  return require_multipliable<ExecutionSpace, decltype(graph_of(std::declval<A const&>())),
                              decltype(graph_of(std::declval<B const&>()))>();
}

/// Whether a mask fits a product of A. Does not compile otherwise.
template <class A, class GraphM>
constexpr bool require_mask() {
  constexpr bool is_same_device = SameDevice<A, GraphM>;
  constexpr bool is_same_ordinal = SameOrdinal<A, GraphM>;
  static_assert(is_same_device, "A and mask have different devices, expected the same");
  static_assert(is_same_ordinal, "A and mask have different ordinals, expected the same");
  return is_same_device && is_same_ordinal &&
         require_indices<typename GraphM::offset_type, typename GraphM::ordinal_type>();
}

/// Whether a semiring multiplies the values of A and B. Does not compile otherwise.
template <class S, class A, class B>
constexpr bool require_semiring() {
  constexpr bool is_semiring = Semiring<S>;
  static_assert(is_semiring, "semiring lacks value_type, or identity and add that return it");
  if constexpr (is_semiring) {
    constexpr bool multiplies = SemiringOf<S, typename A::scalar_type, typename B::scalar_type>;
    static_assert(multiplies,
                  "semiring has no multiply that makes its value_type of the scalars of A and B");
    return multiplies;
  }
  return false;
}

/// Whether sums by a semiring can be written to C. Does not compile otherwise.
template <class S, class A, class C, class Plan>
constexpr bool require_semiring_result() {
  constexpr bool is_same_scalar = std::same_as<typename C::scalar_type, typename S::value_type>;
  constexpr bool is_same_device = SameDevice<A, C>;
  constexpr bool is_same_ordinal = SameOrdinal<A, C>;
  constexpr bool is_of_plan = ResultOfPlan<C, Plan>;
  constexpr bool is_writable = WritableResult<C>;
  static_assert(is_same_scalar, "C has another scalar than the value_type of the semiring");
  static_assert(is_same_device, "A and C have different devices, expected the same");
  static_assert(is_same_ordinal, "A and C have different ordinals, expected the same");
  static_assert(is_of_plan, "C and the plan have different offsets, expected the same");
  static_assert(is_writable, "values of C are const, and are to be written");
  return is_same_scalar && is_same_device && is_same_ordinal && is_of_plan && is_writable;
}

}  // namespace araios::inline ARAIOS_ISA::impl
