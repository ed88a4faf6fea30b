// SPDX-License-Identifier: BSD-3-Clause
// What an accumulator does with the values of equal keys.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios {

// Each has `apply`, for a target that no other lane writes meanwhile, and `apply_atomic`, for one
// that several lanes combine into at once. Zero bytes are the identity of all of them.

/// Numeric phase: equal columns add up.
template <class Scalar>
struct Plus {
  using value_type = Scalar;
  KOKKOS_FUNCTION static void apply(Scalar& sum, Scalar const& value) { sum += value; }
  KOKKOS_FUNCTION static void apply_atomic(Scalar& sum, Scalar const& value) {
    Kokkos::atomic_add(&sum, value);
  }
};

/// Symbolic phase over a compressed B: the column sets of equal blocks unite.
struct BitOr {
  using value_type = std::uint32_t;
  KOKKOS_FUNCTION static void apply(value_type& bits, value_type value) { bits |= value; }
  KOKKOS_FUNCTION static void apply_atomic(value_type& bits, value_type value) {
    Kokkos::atomic_or(&bits, value);
  }
};

/// Symbolic phase over B itself: keys alone matter.
struct Mark {
  struct value_type {};
  KOKKOS_FUNCTION static void apply(value_type&, value_type) {}
  KOKKOS_FUNCTION static void apply_atomic(value_type&, value_type) {}
};

}  // namespace araios
