// SPDX-License-Identifier: BSD-3-Clause
// The result of the symbolic phase of a product by a semiring.
#pragma once

#include <Araios_PlanOptions.hpp>
#include <Araios_SemiringReport.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_KeptPattern.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <any>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace araios::inline ARAIOS_ISA {

namespace impl {
/// What the symbolic phase learned of a product by a semiring; see SemiringPlan.
template <class Offset, class Ordinal, class Device>
struct SemiringPlanData : KeptPattern<Offset, Ordinal, Device> {
  PlannedPattern a;
  PlannedPattern b;
  PlanOptions options;
  SemiringReport report;
  bool b_ascends = false;  ///< strictly, in each row
  bool is_masked = false;  ///< by entries that C has: rows of B may have none of their columns
  std::int64_t marked_columns = 0;  ///< on hosts, of rows that are marked
  std::int64_t longest_row = 0;     ///< of the pattern that products are summed onto
  std::int64_t most_owners = 1;     ///< on hosts, that have memory at once
  std::int64_t num_steps = 0;
  Kokkos::View<std::int64_t const*, Device> step_ends;  ///< up to the end of each row
  std::any transposed_b;                                ///< a TransposedGraph where dots are taken
  std::size_t transposed_bytes = 0;

  std::size_t kept_bytes() const {
    return step_ends.size() * sizeof(std::int64_t) + transposed_bytes;
  }
};
}  // namespace impl

/// What semiring_spgemm_symbolic returns: the pattern of C, and how products are summed onto it.
///
/// A value, cheap to copy. It serves any number of numeric phases, by any semirings, while the
/// patterns of A and B stay. Members as those of SpGemmPlan: num_rows, num_cols, nnz, row_offsets,
/// columns, kept_bytes, allocate, allocate_writable, workspace. It may outlive Kokkos, whose
/// finalization empties it.
template <class Offset, class Ordinal, class Device>
class SemiringPlan
    /// @cond impl
    : public impl::PlanOfPattern<impl::SemiringPlanData<Offset, Ordinal, Device>>
/// @endcond
{
 public:
  /// The workspace of calls that name none.
  Workspace<Device> const& workspace() const { return workspace_; }
  /// How the phases run, and why.
  SemiringReport report() const { return this->data().report; }

  /// @cond impl
  using data_type = impl::SemiringPlanData<Offset, Ordinal, Device>;

  SemiringPlan(data_type data, Workspace<Device> workspace)
      : impl::PlanOfPattern<data_type>{std::move(data)}, workspace_{std::move(workspace)} {}
  /// @endcond

 private:
  Workspace<Device> workspace_;
};

}  // namespace araios::inline ARAIOS_ISA
