// SPDX-License-Identifier: BSD-3-Clause
// Copies elements of an array in the order of a list of their places.
#pragma once

#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Leaves an element as it is.
struct SameElement {
  template <class T>
  KOKKOS_FUNCTION T operator()(T const& x) const {
    return x;
  }
};

/// The complex conjugate of a value; a real one stays.
struct ConjugateElement {
  template <class T>
  KOKKOS_FUNCTION T operator()(T const& x) const {
    if constexpr (std::is_floating_point_v<T>) {
      return x;
    } else {
      return Kokkos::conj(x);
    }
  }
};

/// Whether conjugation changes values.
template <class Scalar>
inline constexpr bool has_conjugates_v = !std::is_floating_point_v<Scalar>;

/// call(change) with what changes values that are conjugated or not.
template <class Scalar, class Call>
auto with_change(bool conjugates, Call const& call) {
  if constexpr (has_conjugates_v<Scalar>) {
    if (conjugates) return call(ConjugateElement{});
  }
  return call(SameElement{});
}

template <class From, class Places, class To, class Change>
struct GatherElements {
  From from;
  Places places;
  To to;
  Change change;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to(i) = change(from(places(i))); }
};

/// to(i) = change(from(places(i))).
///
/// Shapes: `to` as many elements as places.
template <class ExecutionSpace, class From, class Places, class To, class Change = SameElement>
void gather_elements(ExecutionSpace const& exec, From const& from, Places const& places,
                     To const& to, Change const& change = {}) {
  auto const size = static_cast<std::int64_t>(places.extent(0));
  for_range("araios::gather_elements", exec, size, size,
            GatherElements<From, Places, To, Change>{from, places, to, change});
}

}  // namespace araios::inline ARAIOS_ISA::impl
