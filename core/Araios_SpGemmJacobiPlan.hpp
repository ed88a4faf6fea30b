// SPDX-License-Identifier: BSD-3-Clause
// The result of the symbolic phase of a product with a Jacobi step.
#pragma once

#include <Araios_SpGemmPlan.hpp>
#include <jacobi/Araios_JacobiPattern.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_DropAtFinalize.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <memory>
#include <utility>

namespace araios::inline ARAIOS_ISA {

/// What spgemm_jacobi_symbolic returns: a plan of M·B with M = I − omega·D⁻¹·A, and how M is made
/// of A.
///
/// A value, cheap to copy. Members are those of SpGemmPlan, whose options, counts and memory are
/// those of M·B. OffsetA counts entries of A. It may outlive Kokkos, whose finalization empties it.
template <class OffsetA, class Offset, class Ordinal, class Device>
class SpGemmJacobiPlan : public SpGemmPlan<Offset, Ordinal, Device> {
 public:
  /// @cond impl
  using pattern_type = impl::JacobiPattern<OffsetA, Ordinal, Device>;

  SpGemmJacobiPlan(SpGemmPlan<Offset, Ordinal, Device> const& product, pattern_type pattern)
      : SpGemmPlan<Offset, Ordinal, Device>{product},
        kept_{impl::or_out_of_memory("a plan", sizeof(Kept), [&] {
          impl::ListedForFinalize::drop_at_finalize();
          return std::make_shared<Kept>(std::move(pattern));
        })} {}

  pattern_type const& pattern() const { return kept_->contents; }
  // Calls with it share the instances of plain products.
  SpGemmPlan<Offset, Ordinal, Device> const& product() const { return *this; }
  /// @endcond

 private:
  using Kept = impl::DropAtFinalize<pattern_type>;

  std::shared_ptr<Kept const> kept_;
};

}  // namespace araios::inline ARAIOS_ISA
