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
  constexpr bool is_x_vector = ViewOfRank<X, 1>;
  constexpr bool is_y_vector = ViewOfRank<Y, 1>;
  static_assert(is_x_vector, "x is not a Kokkos view of one dimension");
  static_assert(is_y_vector, "y is not a Kokkos view of one dimension");
  if constexpr (is_x_vector && is_y_vector) {
    constexpr bool is_x_of_scalar = ViewOfScalar<X, A>;
    constexpr bool is_y_of_scalar = ViewOfScalar<Y, A>;
    constexpr bool is_x_beside = ViewBeside<X, A>;
    constexpr bool is_y_beside = ViewBeside<Y, A>;
    static_assert(is_x_of_scalar, "A and x have different scalars, expected the same");
    static_assert(is_y_of_scalar, "A and y have different scalars, expected the same");
    static_assert(is_x_beside, "A and x lie in different memory spaces, expected the same");
    static_assert(is_y_beside, "A and y lie in different memory spaces, expected the same");
    static_assert(!std::is_const_v<typename Y::value_type>, "y is const, and is to be written");
    return VectorBeside<X, A> && VectorBeside<Y, A> && !std::is_const_v<typename Y::value_type>;
  }
  return false;
}

}  // namespace araios::inline ARAIOS_ISA::impl
