// SPDX-License-Identifier: BSD-3-Clause
// The kernel of a bin: assigns a row to each owner of a launch, and runs the bin's method on it.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// A row of C and the lanes that own it.
template <class Lanes, class Ordinal>
struct OwnedRow {
  Lanes lanes;
  Ordinal row;
  std::int64_t place;  ///< index among the rows of the launch
  std::byte* scratch;  ///< of the owner

  /// scan_parts for the owner. A team uses the beginning of its scratch for it.
  KOKKOS_FUNCTION PartScan<Lanes> scan(int lanes_of_thread) const {
    return {lanes, lanes_of_thread, reinterpret_cast<int*>(scratch)};
  }
  /// The scratch behind the part that scans use.
  KOKKOS_FUNCTION std::byte* accumulator_memory() const {
    if constexpr (Lanes::is_team) {
      return scratch + placed_bytes<int>(lanes.member.team_size());
    } else {
      return scratch;
    }
  }
};

/// The number of owners that share each row: one, unless the method defines owners_of_row().
template <class Method>
KOKKOS_FUNCTION int owners_of_row(Method const& method) {
  if constexpr (requires { method.owners_of_row(); }) {
    return method.owners_of_row();
  } else {
    return 1;
  }
}

/// Runs a method on the rows of a bin. A method has an owner_type, a phase, the rows of the bin,
/// and process(owned_row). Rejects the rows if the operands are not as planned.
template <class Method>
struct BinKernel : Method {
  std::int64_t num_owners() const {
    return this->bin.num_rows * impl::owners_of_row<Method>(*this);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    using Owner = typename Method::owner_type;
    auto const lanes = Owner::lanes(member);
    std::byte* const scratch = lanes.scratch(this->bin.scratch_bytes);
    auto const place =
        static_cast<std::int64_t>(Owner::owner_index(member) / impl::owners_of_row<Method>(*this));
    if (place >= this->bin.num_rows) return;
    auto const row = this->bin.row(place);
    if (!this->phase.operands_are_planned()) return this->phase.reject(row);
    // Its types are written out: HIP takes a deduction guide for a function of the host.
    using Row = OwnedRow<std::remove_cvref_t<decltype(lanes)>, std::remove_cvref_t<decltype(row)>>;
    this->process(Row{lanes, row, place, scratch});
  }
};
template <class Method>
BinKernel(Method) -> BinKernel<Method>;

}  // namespace araios::inline ARAIOS_ISA::impl
