// SPDX-License-Identifier: BSD-3-Clause
// Sums whose parts several threads of a device compute. The last of these threads adds the parts.
#pragma once

#include <Araios_Workspace.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Bytes of a part of the largest scalar, without and with its count.
inline constexpr std::size_t bytes_of_scalar_part = 16;
inline constexpr std::size_t bytes_of_part = bytes_of_scalar_part + sizeof(int);

/// The parts of sums, and how many of each sum are done.
///
/// Shapes: an element for each part; the parts of a sum are successive.
template <class Scalar, class Device>
struct SumsOfParts {
  static_assert(sizeof(Scalar) <= bytes_of_scalar_part);

  Kokkos::View<Scalar*, Device> parts;
  Kokkos::View<int*, Device> num_added;  ///< parts done, at a sum's first; zero between launches

  /// Stores one part of the sum that begins at first_part. The thread that stores the last part
  /// adds all parts, and one lane of it calls store(sum). The order of additions depends on
  /// num_parts alone. No thread waits for another.
  ///
  /// Pre: a thread calls it with all its lanes, once for each part; all lanes know the part.
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

/// Takes memory of the workspace for that many parts.
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
