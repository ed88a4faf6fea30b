// SPDX-License-Identifier: BSD-3-Clause
// What the methods that group rows share while they run a phase.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <partitioning/Araios_RowRanges.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <rowwise/Araios_RowwiseKernel.hpp>
#include <selection/Araios_PhaseVariant.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// A phase with its operands, execution space, variant and memory.
template <class ExecutionSpace, class PhaseType>
struct GroupedPhase {
  using ordinal_type = typename PhaseType::ordinal_type;
  using device_type = typename PhaseType::device_type;
  using RowList = Kokkos::View<ordinal_type const*, device_type>;

  ExecutionSpace const& exec;
  Workspace<device_type>& workspace;
  DeviceTraits const& device;
  PhaseVariant const& variant;
  Selection& selection;  ///< that of the variant; takes the pool's final sizes
  PhaseType const& phase;
  SpGemmOptions const& options;
  ProblemStats const& stats;
  std::string label;  ///< prefix of launch labels; the group's name follows

  std::size_t max_bytes() const { return options.max_workspace_bytes; }

  /// Ranges that hand out the rows of a list to the owners of a launch. `launched` says how its
  /// teams look.
  template <class Partitioning>
  auto listed_ranges(RowList const& rows, Selection const& launched) const {
    workspace.give_back(WorkspaceSlot::next_range);
    auto const ranges = take_row_ranges(exec, workspace, launched,
                                        Partitioning::owners_per_team(launched.team_size),
                                        static_cast<std::int64_t>(rows.extent(0)), max_bytes());
    return ListedRanges<std::decay_t<decltype(ranges)>, RowList>{ranges, rows};
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
