// SPDX-License-Identifier: BSD-3-Clause
// How an accumulator combines the values of equal keys.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <atomic>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

// Each has `apply` for a target that no other lane writes meanwhile, and `apply_atomic` for one
// that several lanes combine into concurrently. Zero bytes are the identity of all of them.

namespace combine_detail {

/// Adds atomically. Hosts use std::atomic_ref, which thread sanitizers understand.
template <class Scalar>
KOKKOS_FUNCTION void add(Scalar& sum, Scalar const& value) {
  KOKKOS_IF_ON_HOST((std::atomic_ref<Scalar>{sum}.fetch_add(value, std::memory_order_relaxed);))
  KOKKOS_IF_ON_DEVICE((Kokkos::atomic_add(&sum, value);))
}

/// Adds real and imaginary part separately: nobody reads a sum before all lanes have added to it.
template <class Real>
KOKKOS_FUNCTION void add(Kokkos::complex<Real>& sum, Kokkos::complex<Real> const& value) {
  auto* const parts = reinterpret_cast<Real*>(&sum);
  add(parts[0], value.real());
  add(parts[1], value.imag());
}

}  // namespace combine_detail

/// Numeric phase: equal columns add up.
template <class Scalar>
struct Plus {
  using value_type = Scalar;
  KOKKOS_FUNCTION static void apply(Scalar& sum, Scalar const& value) { sum += value; }
  KOKKOS_FUNCTION static void apply_atomic(Scalar& sum, Scalar const& value) {
    combine_detail::add(sum, value);
  }
};

/// Symbolic phase over a compressed B: the column sets of equal blocks are united.
struct BitOr {
  using value_type = std::uint32_t;
  KOKKOS_FUNCTION static void apply(value_type& bits, value_type value) { bits |= value; }
  KOKKOS_FUNCTION static void apply_atomic(value_type& bits, value_type value) {
    KOKKOS_IF_ON_HOST(
        (std::atomic_ref<value_type>{bits}.fetch_or(value, std::memory_order_relaxed);))
    KOKKOS_IF_ON_DEVICE((Kokkos::atomic_or(&bits, value);))
  }
};

/// Symbolic phase over B itself: keys alone matter.
struct Mark {
  struct Nothing {};
  using value_type = Nothing;
  KOKKOS_FUNCTION static void apply(value_type&, value_type) {}
  KOKKOS_FUNCTION static void apply_atomic(value_type&, value_type) {}
};

}  // namespace araios::inline ARAIOS_ISA::impl
