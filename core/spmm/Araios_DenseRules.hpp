// SPDX-License-Identifier: BSD-3-Clause
// Which dense matrices fit a sparse one, as assertions: the first error says what does not fit.
#pragma once

#include <matrix/Araios_OperandRules.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmm/Araios_SpMmOperands.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// A view in row-major or column-major order.
template <class M>
concept ViewInOrder = std::same_as<typename M::array_layout, Kokkos::LayoutRight> ||
    std::same_as<typename M::array_layout, Kokkos::LayoutLeft>;

/// Whether C = A·B can be formed of dense views B and C. Does not compile otherwise.
template <class A, class B, class C>
constexpr bool require_dense() {
  static_assert(ViewOfRank<B, 2>, "B is not a Kokkos view of two dimensions");
  static_assert(ViewOfRank<C, 2>, "C is not a Kokkos view of two dimensions");
  if constexpr (ViewOfRank<B, 2> && ViewOfRank<C, 2>) {
    static_assert(ViewInOrder<B>, "B has another layout than LayoutRight or LayoutLeft");
    static_assert(ViewInOrder<C>, "C has another layout than LayoutRight or LayoutLeft");
    static_assert(ViewOfScalar<B, A>, "A and B have different scalars, expected the same");
    static_assert(ViewOfScalar<C, A>, "A and C have different scalars, expected the same");
    static_assert(ViewBeside<B, A>, "A and B lie in different memory spaces, expected the same");
    static_assert(ViewBeside<C, A>, "A and C lie in different memory spaces, expected the same");
    static_assert(!std::is_const_v<typename C::value_type>, "C is const, and is to be written");
    return DenseMatrixBeside<B, A> && DenseMatrixBeside<C, A> &&
           !std::is_const_v<typename C::value_type>;
  }
  return false;
}

}  // namespace araios::inline ARAIOS_ISA::impl
