// SPDX-License-Identifier: BSD-3-Clause
// Semirings: what products of sparse matrices add and multiply by.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace araios::inline ARAIOS_ISA {

/// What values of C are, and how they add up: a class with a type and two members.
///
/// - `value_type`: a type that copies of bytes copy;
/// - `identity()`: what an empty sum is;
/// - `add(x, y)`: the sum of two values. It is associative and commutes, and the identity changes
///   no sum.
///
/// Members are const and KOKKOS_FUNCTION. A semiring may hold data, which kernels copy.
template <class S>
concept Semiring = std::copy_constructible<S> &&
    requires(S const& semiring, typename S::value_type const& x) {
  { semiring.identity() } -> std::same_as<typename S::value_type>;
  { semiring.add(x, x) } -> std::same_as<typename S::value_type>;
};

/// A semiring whose `multiply(x, y)` makes a value of a value of A and one of B. Products need not
/// commute.
template <class S, class ScalarOfA, class ScalarOfB>
concept SemiringOf = Semiring<S> &&
    requires(S const& semiring, ScalarOfA const& x, ScalarOfB const& y) {
  { semiring.multiply(x, y) } -> std::same_as<typename S::value_type>;
};

namespace impl {

/// Integers of at least 32 bits whose sums and products wrap.
template <class T>
using Wrapping =
    typename std::conditional_t<(sizeof(T) < sizeof(unsigned)), std::type_identity<unsigned>,
                                std::make_unsigned<T>>::type;

/// x + y. Integers wrap.
template <class T>
KOKKOS_INLINE_FUNCTION T wrapped_sum(T const& x, T const& y) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<Wrapping<T>>(x) + static_cast<Wrapping<T>>(y));
  } else {
    return x + y;
  }
}

/// x·y. Integers wrap.
template <class T>
KOKKOS_INLINE_FUNCTION T wrapped_product(T const& x, T const& y) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<Wrapping<T>>(x) * static_cast<Wrapping<T>>(y));
  } else {
    return x * y;
  }
}

// Variables, since device code may not call the host functions that compute them.
template <class T>
inline constexpr T least_value = std::numeric_limits<T>::lowest();
template <class T>
inline constexpr T largest_value = std::numeric_limits<T>::max();

/// x + y. Integers stop at the ends of their range.
template <class T>
KOKKOS_INLINE_FUNCTION T saturated_sum(T const& x, T const& y) {
  if constexpr (std::is_integral_v<T>) {
    if (y > 0 && x > largest_value<T> - y) return largest_value<T>;
    if (y < 0 && x < least_value<T> - y) return least_value<T>;
  }
  return static_cast<T>(x + y);
}

template <class T>
KOKKOS_INLINE_FUNCTION bool is_nan([[maybe_unused]] T const& x) {
  if constexpr (std::is_floating_point_v<T>) {
    return x != x;
  } else {
    return false;
  }
}

/// What sums of numbers need.
template <class T>
concept Number = !std::same_as<T, bool> && requires(T const& x) {
  T(x + x);
};

/// What has an order and a negative infinity, or an end of its range in its place.
template <class T>
concept SignedNumber = std::signed_integral<T> || std::floating_point<T>;

/// Sums by +. The identity is zero.
template <Number T>
struct PlusMonoid {
  using value_type = T;  ///< of C

  KOKKOS_INLINE_FUNCTION T identity() const { return T(0); }
  KOKKOS_INLINE_FUNCTION T add(T const& x, T const& y) const { return wrapped_sum(x, y); }
};

}  // namespace impl

/// Sums of products: the usual product of matrices. Integers wrap.
template <impl::Number T>
struct PlusTimes : impl::PlusMonoid<T> {
  /// x·y
  KOKKOS_INLINE_FUNCTION T multiply(T const& x, T const& y) const {
    return impl::wrapped_product(x, y);
  }
};

/// Least sums: shortest paths. The identity is infinity, or the largest integer, which stays what
/// it is in every product. Other products of integers saturate. NaN goes before all numbers.
template <impl::SignedNumber T>
struct MinPlus {
  using value_type = T;  ///< of C

  /// Infinity, or the largest integer.
  KOKKOS_INLINE_FUNCTION T identity() const { return infinity; }
  /// The lesser of two values.
  KOKKOS_INLINE_FUNCTION T add(T const& x, T const& y) const {
    return impl::is_nan(x) || x < y ? x : y;
  }
  /// x + y
  KOKKOS_INLINE_FUNCTION T multiply(T const& x, T const& y) const {
    if (std::is_integral_v<T> && (x == infinity || y == infinity)) return infinity;
    return impl::saturated_sum(x, y);
  }

 private:
  static constexpr T infinity = std::numeric_limits<T>::has_infinity
                                    ? std::numeric_limits<T>::infinity()
                                    : impl::largest_value<T>;
};

/// Largest sums: critical paths. The identity is negative infinity, or the least integer, which
/// stays what it is in every product. Other products of integers saturate. NaN goes before all
/// numbers.
template <impl::SignedNumber T>
struct MaxPlus {
  using value_type = T;  ///< of C

  /// Negative infinity, or the least integer.
  KOKKOS_INLINE_FUNCTION T identity() const { return negative_infinity; }
  /// The greater of two values.
  KOKKOS_INLINE_FUNCTION T add(T const& x, T const& y) const {
    return impl::is_nan(x) || y < x ? x : y;
  }
  /// x + y
  KOKKOS_INLINE_FUNCTION T multiply(T const& x, T const& y) const {
    if (std::is_integral_v<T> && (x == negative_infinity || y == negative_infinity)) {
      return negative_infinity;
    }
    return impl::saturated_sum(x, y);
  }

 private:
  static constexpr T negative_infinity = std::numeric_limits<T>::has_infinity
                                             ? -std::numeric_limits<T>::infinity()
                                             : impl::least_value<T>;
};

/// Whether a path exists. Values are bytes or any numbers: all but zero are true, NaN too. Results
/// are 0 and 1.
template <class T = std::uint8_t>
requires std::is_arithmetic_v<T>
struct OrAnd {
  using value_type = T;  ///< of C

  /// False.
  KOKKOS_INLINE_FUNCTION T identity() const { return T(0); }
  /// Whether either is true.
  KOKKOS_INLINE_FUNCTION T add(T const& x, T const& y) const {
    return static_cast<T>(x != T(0) || y != T(0));
  }
  /// Whether both are true.
  KOKKOS_INLINE_FUNCTION T multiply(T const& x, T const& y) const {
    return static_cast<T>(x != T(0) && y != T(0));
  }
};

/// The number of products: triangles, common neighbours. No values of A and B are read, which may
/// be of any types. Integers wrap.
template <impl::Number T>
struct PlusPair : impl::PlusMonoid<T> {
  /// One.
  template <class ScalarOfA, class ScalarOfB>
  KOKKOS_INLINE_FUNCTION T multiply(ScalarOfA const&, ScalarOfB const&) const {
    return T(1);
  }
};

/// Sums of values of A. No values of B are read, which may be of any type. Integers wrap.
template <impl::Number T>
struct PlusFirst : impl::PlusMonoid<T> {
  /// x
  template <class ScalarOfB>
  KOKKOS_INLINE_FUNCTION T multiply(T const& x, ScalarOfB const&) const {
    return x;
  }
};

/// Sums of values of B. No values of A are read, which may be of any type. Integers wrap.
template <impl::Number T>
struct PlusSecond : impl::PlusMonoid<T> {
  /// y
  template <class ScalarOfA>
  KOKKOS_INLINE_FUNCTION T multiply(ScalarOfA const&, T const& y) const {
    return y;
  }
};

}  // namespace araios::inline ARAIOS_ISA
