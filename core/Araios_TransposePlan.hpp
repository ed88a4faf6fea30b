// SPDX-License-Identifier: BSD-3-Clause
// The result of the symbolic phase of a transpose.
#pragma once

#include <Araios_PlanOptions.hpp>
#include <matrix/Araios_KeptPattern.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace araios::inline ARAIOS_ISA {

namespace impl {
/// What the symbolic phase learned of C = Aᵀ; see TransposePlan.
template <class Offset, class Ordinal, class Device>
struct TransposePlanData : KeptPattern<Offset, Ordinal, Device> {
  PlannedPattern a;
  PlanOptions options;
  Kokkos::View<Offset const*, Device> entries;  ///< of A, for each entry of C

  std::size_t kept_bytes() const { return entries.size() * sizeof(Offset); }
};
}  // namespace impl

/// What transpose_symbolic returns: the pattern of C = Aᵀ, and where each value of C comes from.
///
/// A value, cheap to copy. It serves any number of numeric phases while the pattern of A stays,
/// also of several threads. Members as those of SpGemmPlan: num_rows, num_cols, nnz, row_offsets,
/// columns, kept_bytes, allocate, allocate_writable. It may outlive Kokkos, whose finalization
/// empties it.
template <class Offset, class Ordinal, class Device>
class TransposePlan
    /// @cond impl
    : public impl::PlanOfPattern<impl::TransposePlanData<Offset, Ordinal, Device>>
/// @endcond
{
  /// @cond impl
 public:
  using impl::PlanOfPattern<impl::TransposePlanData<Offset, Ordinal, Device>>::PlanOfPattern;
  /// @endcond
};

}  // namespace araios::inline ARAIOS_ISA
