// SPDX-License-Identifier: BSD-3-Clause
// The result of the symbolic phase of a sum of two matrices.
#pragma once

#include <Araios_Workspace.hpp>
#include <matrix/Araios_KeptPattern.hpp>
#include <matrix/Araios_MergedRows.hpp>
#include <matrix/Araios_OriginBlocks.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA {

namespace impl {
/// What the symbolic phase learned of an operand.
template <class Device>
struct SpAddOperand {
  std::string name;           ///< in messages
  bool checks_reuse = false;  ///< numeric calls compare fingerprints
  PlannedPattern given;
  std::int64_t distinct = 0;     ///< entries, with repeated ones merged
  MergedEntries<Device> merged;  ///< empty where rows ascend strictly
  bool is_whole = false;         ///< C has the same entries in the same order

  bool is_merged() const { return merged.begins.extent(0) > 0; }
};

/// What the symbolic phase learned of C = alpha·A + beta·B; see SpAddPlan.
template <class Offset, class Ordinal, class Device>
struct SpAddPlanData : KeptPattern<Offset, Ordinal, Device> {
  SpAddOperand<Device> a;
  SpAddOperand<Device> b;
  Kokkos::View<OriginBlock<Offset>*, Device> blocks;

  std::size_t kept_bytes() const {
    return a.merged.bytes() + b.merged.bytes() + blocks.size() * sizeof(OriginBlock<Offset>);
  }
};
}  // namespace impl

/// What spadd_symbolic returns: the pattern of C = alpha·A + beta·B, and where each entry of C
/// comes from.
///
/// A value, cheap to copy. It serves any number of numeric phases while the patterns of A and B
/// stay. Members as those of SpGemmPlan: num_rows, num_cols, nnz, row_offsets, columns, kept_bytes,
/// allocate, allocate_writable, workspace. It may outlive Kokkos, whose finalization empties it.
template <class Offset, class Ordinal, class Device>
class SpAddPlan
    /// @cond impl
    : public impl::PlanOfPattern<impl::SpAddPlanData<Offset, Ordinal, Device>>
/// @endcond
{
 public:
  /// The workspace of calls that name none.
  Workspace<Device> const& workspace() const { return workspace_; }

  /// @cond impl
  using data_type = impl::SpAddPlanData<Offset, Ordinal, Device>;

  SpAddPlan(data_type data, Workspace<Device> workspace)
      : impl::PlanOfPattern<data_type>{std::move(data)}, workspace_{std::move(workspace)} {}
  /// @endcond

 private:
  Workspace<Device> workspace_;
};

}  // namespace araios::inline ARAIOS_ISA
