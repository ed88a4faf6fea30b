// SPDX-License-Identifier: BSD-3-Clause
// Sums whose parts are added up by several threads of a device: the last of them adds up all.
#pragma once

#include <Araios_Workspace.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Bytes of a part, its count included, for the largest scalar.
inline constexpr std::size_t bytes_of_scalar_part = 16;
inline constexpr std::size_t bytes_of_part = bytes_of_scalar_part + sizeof(int);

/// Where the threads meet that add up the parts of one sum.
///
/// Shapes: an element for each part; the parts of a sum are successive.
template <class Scalar, class Device>
struct SumsOfParts {
  static_assert(sizeof(Scalar) <= bytes_of_scalar_part);

  Kokkos::View<Scalar*, Device> parts;
  Kokkos::View<int*, Device> num_added;  ///< of a sum, at its first part; zero between launches

  /// Adds a part, known to all lanes, to the sum of num_parts parts from first_part on; where it is
  /// the last one, passes the sum to store(sum), called by one lane. The order of the sum depends
  /// on the number of parts alone.
  ///
  /// Pre: a thread calls it with all its lanes, once for each part. No thread waits for another.
  template <class Lanes, class Store>
  KOKKOS_FUNCTION void add(Lanes const& lanes, std::int64_t first_part, int num_parts, int number,
                           Scalar const& part, Store const& store) const {
    int is_last = 0;
    lanes.single(
        [&](int& found) {
          parts(first_part + number) = part;
          found = Shared::is_last_done(&num_added(first_part), num_parts) ? 1 : 0;
          if (found != 0) num_added(first_part) = 0;
        },
        is_last);
    if (is_last == 0) return;
    lanes.barrier();
    auto const sum = lanes.template sum<Scalar>(
        num_parts, [&](int i, Scalar& partial) { partial += parts(first_part + i); });
    lanes.single([&]() { store(sum); });
  }
};

/// Takes memory of the workspace for so many parts.
/// Throws: OutOfMemory when the call would hold more than max_bytes.
template <class Scalar, class ExecutionSpace, class Device>
SumsOfParts<Scalar, Device> take_sums_of_parts(ExecutionSpace const& exec,
                                               Workspace<Device>& workspace, std::int64_t num_parts,
                                               std::size_t max_bytes) {
  auto const count = static_cast<std::size_t>(num_parts);
  return {workspace.template take<Scalar>(exec, WorkspaceSlot::parts_of_sums, count, max_bytes),
          workspace.template take_kept<int>(exec, WorkspaceSlot::parts_added, count, max_bytes)};
}

}  // namespace araios::inline ARAIOS_ISA::impl
