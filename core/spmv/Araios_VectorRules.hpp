// SPDX-License-Identifier: BSD-3-Clause
// Which vectors fit a matrix, as assertions: the first error says what does not fit.
#pragma once

#include <Araios_OperandConcepts.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Whether y = A·x can be formed of views. Does not compile otherwise.
template <class A, class X, class Y>
constexpr bool require_vectors() {
  static_assert(ViewOfRank<X, 1>, "x is not a Kokkos view of one dimension");
  static_assert(ViewOfRank<Y, 1>, "y is not a Kokkos view of one dimension");
  if constexpr (ViewOfRank<X, 1> && ViewOfRank<Y, 1>) {
    static_assert(ViewOfScalar<X, A>, "A and x have different scalars, expected the same");
    static_assert(ViewOfScalar<Y, A>, "A and y have different scalars, expected the same");
    static_assert(ViewBeside<X, A>, "A and x lie in different memory spaces, expected the same");
    static_assert(ViewBeside<Y, A>, "A and y lie in different memory spaces, expected the same");
    static_assert(!std::is_const_v<typename Y::value_type>, "y is const, and is to be written");
    return VectorBeside<X, A> && VectorBeside<Y, A> && !std::is_const_v<typename Y::value_type>;
  }
  return false;
}

}  // namespace araios::inline ARAIOS_ISA::impl
