// SPDX-License-Identifier: BSD-3-Clause
// The types of a matrix as numbers of the C interface, and those of C++ that they stand for.
#pragma once

#include "araios.h"

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace araios_c {

/// The enumerators that a matrix names.
struct Types {
  std::int32_t scalar = 0;
  std::int32_t offset = 0;
  std::int32_t ordinal = 0;

  bool operator==(Types const&) const = default;
};

inline Types types_of(araios_matrix const& a) { return {a.scalar, a.offset, a.ordinal}; }

/// As in "double with offsets of int64 and columns of int32".
///
/// Throws: std::invalid_argument naming the matrix if a number stands for no type.
std::string describe(Types const& types, std::string const& name);

/// As in "complex double".
///
/// Throws: std::invalid_argument naming `what` if the number stands for no type.
std::string describe_scalar(std::int32_t scalar, std::string const& what);

/// The enumerator of a type.
template <class T>
inline constexpr std::int32_t scalar_number = 0;
template <>
inline constexpr std::int32_t scalar_number<float> = ARAIOS_FLOAT;
template <>
inline constexpr std::int32_t scalar_number<double> = ARAIOS_DOUBLE;
template <>
inline constexpr std::int32_t scalar_number<Kokkos::complex<float>> = ARAIOS_COMPLEX_FLOAT;
template <>
inline constexpr std::int32_t scalar_number<Kokkos::complex<double>> = ARAIOS_COMPLEX_DOUBLE;

/// Signed and unsigned integers have one number: valid offsets have the same bits in both, and a
/// program may read either as the other.
template <class T>
inline constexpr std::int32_t index_number = sizeof(T) == 4 ? ARAIOS_INT32 : ARAIOS_INT64;

template <class Scalar, class Offset, class Ordinal>
inline constexpr Types types_of_v{scalar_number<Scalar>, index_number<Offset>,
                                  index_number<Ordinal>};

}  // namespace araios_c
