// SPDX-License-Identifier: BSD-3-Clause
// Which vectors and dense matrices fit a sparse one in a product by a semiring, as assertions.
#pragma once

#include <Araios_Semiring.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <concepts>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Whether a semiring multiplies A by a view into another one. Does not compile otherwise.
template <class S, class A, class Factor, class Result>
constexpr bool require_semiring_views() {
  constexpr bool is_semiring = Semiring<S>;
  static_assert(is_semiring, "semiring lacks value_type, or identity and add that return it");
  if constexpr (is_semiring) {
    constexpr bool multiplies =
        SemiringOf<S, typename A::scalar_type, typename Factor::non_const_value_type>;
    constexpr bool is_result =
        std::same_as<typename Result::non_const_value_type, typename S::value_type>;
    constexpr bool is_const = std::is_const_v<typename Result::value_type>;
    constexpr bool are_beside = ViewBeside<Factor, A> && ViewBeside<Result, A>;
    static_assert(multiplies,
                  "semiring has no multiply that makes its value_type of the scalars of A and of "
                  "the dense factor");
    static_assert(is_result, "the result has another scalar than the value_type of the semiring");
    static_assert(!is_const, "the result is const, and is to be written");
    static_assert(are_beside,
                  "A and a dense view lie in different memory spaces, expected the same");
    return multiplies && is_result && !is_const && are_beside;
  }
  return false;
}

/// Whether y = A·x can be formed by a semiring. Does not compile otherwise.
template <class S, class A, class X, class Y>
constexpr bool require_semiring_vectors() {
  constexpr bool is_x_vector = ViewOfRank<X, 1>;
  constexpr bool is_y_vector = ViewOfRank<Y, 1>;
  static_assert(is_x_vector, "x is not a Kokkos view of one dimension");
  static_assert(is_y_vector, "y is not a Kokkos view of one dimension");
  if constexpr (is_x_vector && is_y_vector) return require_semiring_views<S, A, X, Y>();
  return false;
}

/// Whether C = A·B can be formed by a semiring of dense views B and C. Does not compile otherwise.
template <class S, class A, class B, class C>
constexpr bool require_semiring_dense() {
  constexpr bool is_b_dense = ViewOfRank<B, 2>;
  constexpr bool is_c_dense = ViewOfRank<C, 2>;
  static_assert(is_b_dense, "B is not a Kokkos view of two dimensions");
  static_assert(is_c_dense, "C is not a Kokkos view of two dimensions");
  if constexpr (is_b_dense && is_c_dense) return require_semiring_views<S, A, B, C>();
  return false;
}

}  // namespace araios::inline ARAIOS_ISA::impl
