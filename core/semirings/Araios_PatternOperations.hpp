// SPDX-License-Identifier: BSD-3-Clause
// What happens to the products of an entry of a pattern: they add up, or one is noted.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The sum of the products of each entry, by a semiring.
///
/// Shapes: sums: one for each entry of the pattern.
template <class Semiring, class ValuesOfA, class ValuesOfB, class Sums>
struct SumProducts {
  using value_type = typename Semiring::value_type;
  static constexpr bool ends_at_first = false;

  Semiring semiring;
  ValuesOfA values_of_a;
  ValuesOfB values_of_b;
  Sums sums;

  KOKKOS_FUNCTION value_type identity() const { return semiring.identity(); }
  /// What the products of an entry of A have in common.
  KOKKOS_FUNCTION auto left(std::int64_t a_entry) const { return values_of_a(a_entry); }
  KOKKOS_FUNCTION void add(value_type& sum, auto const& left, std::int64_t b_entry) const {
    sum = semiring.add(sum, semiring.multiply(left, values_of_b(b_entry)));
  }
  KOKKOS_FUNCTION value_type* data() const { return sums.data(); }
};

/// Whether an entry has a product.
///
/// Shapes: hits: one for each entry of the pattern.
template <class Hits>
struct NoteProducts {
  using value_type = std::uint8_t;
  struct Nothing {};
  static constexpr bool ends_at_first = true;

  Hits hits;

  KOKKOS_FUNCTION value_type identity() const { return 0; }
  KOKKOS_FUNCTION Nothing left(std::int64_t) const { return {}; }
  KOKKOS_FUNCTION void add(value_type& hit, Nothing, std::int64_t) const { hit = 1; }
  KOKKOS_FUNCTION value_type* data() const { return hits.data(); }
};

}  // namespace araios::inline ARAIOS_ISA::impl
