// SPDX-License-Identifier: BSD-3-Clause
// The types of elements that the library multiplies, and what a compiler says of any other.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <complex>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// What values are.
template <class T>
concept ScalarType = std::same_as<T, float> || std::same_as<T, double> ||
    std::same_as<T, Kokkos::complex<float>> || std::same_as<T, Kokkos::complex<double>>;

/// What numbers rows and columns.
template <class T>
concept OrdinalType = std::signed_integral<T> &&(sizeof(T) == 4 || sizeof(T) == 8);

/// What counts entries.
template <class T>
concept OffsetType =
    !std::is_const_v<T> &&
    (OrdinalType<T> || (std::unsigned_integral<T> && sizeof(T) == sizeof(std::size_t)));

template <class T>
inline constexpr bool is_std_complex_v = false;
template <class Real>
inline constexpr bool is_std_complex_v<std::complex<Real>> = true;

// An assertion for each usual mistake, since compilers show its text first. What one assertion
// names passes the last. They stand in functions: in a class, one that fails makes Clang drop all
// that uses the class, and say so at length.

/// Whether Scalar is a ScalarType. Does not compile otherwise.
template <class Scalar>
constexpr bool require_scalar() {
  constexpr bool holds = ScalarType<Scalar>;
  constexpr bool is_long_double = std::is_same_v<Scalar, long double>;
  static_assert(!is_std_complex_v<Scalar>,
                "Scalar is std::complex, expected Kokkos::complex, which has the same bytes");
  static_assert(!is_long_double, "Scalar is long double, expected double");
  static_assert(!std::is_integral_v<Scalar>,
                "Scalar is an integer, expected double, which holds integers up to 2^53");
  static_assert(is_std_complex_v<Scalar> || is_long_double || std::is_integral_v<Scalar> || holds,
                "Scalar is not float, double, Kokkos::complex<float> or Kokkos::complex<double>");
  return holds;
}

/// Whether Offset and Ordinal are an OffsetType and an OrdinalType. Does not compile otherwise.
template <class Offset, class Ordinal>
constexpr bool require_indices() {
  constexpr bool is_ordinal = OrdinalType<Ordinal>;
  constexpr bool is_offset = OffsetType<Offset>;
  constexpr bool is_signed = std::is_signed_v<Ordinal>;
  static_assert(is_signed,
                "Ordinal is not a signed integer; the order is Scalar, Offset, Ordinal, Device");
  static_assert(!is_signed || is_ordinal, "Ordinal is not int32_t or int64_t");
  static_assert(!std::is_same_v<Offset, unsigned>,
                "Offset is unsigned int, expected int32_t, int64_t or size_t");
  static_assert(std::is_same_v<Offset, unsigned> || is_offset,
                "Offset is not int32_t, int64_t or size_t");
  return is_offset && is_ordinal;
}

}  // namespace araios::inline ARAIOS_ISA::impl
