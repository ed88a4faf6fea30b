// SPDX-License-Identifier: BSD-3-Clause
// Which dense matrices fit a sparse one, as assertions: the first error says what does not fit.
#pragma once

#include <matrix/Araios_OperandRules.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmm/Araios_SpMmOperands.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Whether dense views B and C fit A in C = A·B. Does not compile otherwise.
template <class A, class B, class C>
constexpr bool require_dense_beside() {
  constexpr bool is_b_dense = ViewOfRank<B, 2>;
  constexpr bool is_c_dense = ViewOfRank<C, 2>;
  static_assert(is_b_dense, "B is not a Kokkos view of two dimensions");
  static_assert(is_c_dense, "C is not a Kokkos view of two dimensions");
  if constexpr (is_b_dense && is_c_dense) {
    constexpr bool is_b_in_order = ViewInOrder<B>;
    constexpr bool is_c_in_order = ViewInOrder<C>;
    constexpr bool is_b_of_scalar = ViewOfScalar<B, A>;
    constexpr bool is_c_of_scalar = ViewOfScalar<C, A>;
    constexpr bool is_b_beside = ViewBeside<B, A>;
    constexpr bool is_c_beside = ViewBeside<C, A>;
    static_assert(is_b_in_order, "B has another layout than LayoutRight or LayoutLeft");
    static_assert(is_c_in_order, "C has another layout than LayoutRight or LayoutLeft");
    static_assert(is_b_of_scalar, "A and B have different scalars, expected the same");
    static_assert(is_c_of_scalar, "A and C have different scalars, expected the same");
    static_assert(is_b_beside, "A and B lie in different memory spaces, expected the same");
    static_assert(is_c_beside, "A and C lie in different memory spaces, expected the same");
    static_assert(!std::is_const_v<typename C::value_type>, "C is const, and is to be written");
    return DenseMatrixBeside<B, A> && DenseMatrixBeside<C, A> &&
           !std::is_const_v<typename C::value_type>;
  }
  return false;
}

/// Whether `exec` forms C = A·B of dense views B and C. Does not compile otherwise.
template <class ExecutionSpace, class A, class B, class C>
constexpr bool require_dense() {
  if constexpr (require_operand<ExecutionSpace, A>()) {
    return require_dense_beside<A, B, C>();
  } else {
    return false;
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
