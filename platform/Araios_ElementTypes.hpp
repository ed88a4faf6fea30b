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

// The rules have an assertion for each usual mistake, since compilers show its text first. What one
// assertion names passes the last. Whoever asks whether a rule holds has them compiled.

/// Does not compile, unless Scalar is a ScalarType.
template <class Scalar>
struct ScalarRule {
  static constexpr bool holds = ScalarType<Scalar>;
  static constexpr bool is_long_double = std::is_same_v<Scalar, long double>;
  static_assert(!is_std_complex_v<Scalar>,
                "Scalar is std::complex, expected Kokkos::complex, which has the same bytes");
  static_assert(!is_long_double, "Scalar is long double, expected double");
  static_assert(!std::is_integral_v<Scalar>,
                "Scalar is an integer, expected double, which holds integers up to 2^53");
  static_assert(is_std_complex_v<Scalar> || is_long_double || std::is_integral_v<Scalar> || holds,
                "Scalar is not float, double, Kokkos::complex<float> or Kokkos::complex<double>");
};

/// Does not compile, unless Offset and Ordinal are an OffsetType and an OrdinalType.
template <class Offset, class Ordinal>
struct IndexRule {
  static constexpr bool holds = OffsetType<Offset> && OrdinalType<Ordinal>;
  static_assert(OrdinalType<Ordinal>, "Ordinal is not int32_t or int64_t");
  static_assert(!std::is_same_v<Offset, unsigned>,
                "Offset is unsigned int, expected int32_t, int64_t or size_t");
  static_assert(std::is_same_v<Offset, unsigned> || OffsetType<Offset>,
                "Offset is not int32_t, int64_t or size_t");
};

}  // namespace araios::inline ARAIOS_ISA::impl
