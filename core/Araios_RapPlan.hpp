// SPDX-License-Identifier: BSD-3-Clause
// The result of the symbolic phase of a triple product.
#pragma once

#include <Araios_RapOptions.hpp>
#include <Araios_RapReport.hpp>
#include <Araios_Workspace.hpp>
#include <fused/Araios_FusedPattern.hpp>
#include <fused/Araios_FusedRules.hpp>
#include <matrix/Araios_KeptPattern.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <any>
#include <cstddef>
#include <memory>
#include <utility>

namespace araios::inline ARAIOS_ISA {

namespace impl {
template <class Offset, class Ordinal, class Device>
struct RapProducts;

/// What the symbolic phase learned of C = R·A·P; see RapPlan.
template <class Offset, class Ordinal, class Device>
struct RapPlanData : KeptPattern<Offset, Ordinal, Device> {
  PlannedPattern r;  ///< where R is given
  PlannedPattern a;
  PlannedPattern p;
  bool is_r_given = false;
  bool a_ascends = false;  ///< strictly, columns in each row
  bool p_ascends = false;
  RapOptions options;
  FusedCounts counts;
  RapSums sums = RapSums::windows;
  std::any transposed;  ///< the TransposedGraph of P with its offsets, where R is not given
  std::size_t transposed_bytes = 0;
  std::size_t products_bytes = 0;  ///< of the plans of two products
  RowBundles<Ordinal, Device> bundles;
  NewColumns<Device> news;

  std::size_t kept_bytes() const {
    return transposed_bytes + products_bytes + bundles.begins.size() * sizeof(Ordinal) +
           news.bytes();
  }
};
}  // namespace impl

/// What rap_symbolic returns: the pattern of C = R·A·P, and which products of R·A are the first of
/// their column; or plans of A·P and of R·(A·P).
///
/// A value, cheap to copy. It serves any number of numeric phases while the patterns of the
/// operands stay. Members as those of SpGemmPlan: num_rows, num_cols, nnz, row_offsets, columns,
/// kept_bytes, allocate, allocate_writable, workspace. It may outlive Kokkos, whose finalization
/// empties it.
template <class Offset, class Ordinal, class Device>
class RapPlan
    /// @cond impl
    : public impl::PlanOfPattern<impl::RapPlanData<Offset, Ordinal, Device>>
/// @endcond
{
 public:
  /// The workspace of calls that name none.
  Workspace<Device> const& workspace() const { return workspace_; }

  /// What numeric phases run, and what was counted.
  RapReport report() const {
    auto const& data = this->data();
    auto const& counts = data.counts;
    return {data.sums,           counts.is_direct, counts.rows_together, counts.products,
            counts.intermediate, data.nnz,         data.kept_bytes()};
  }

  /// @cond impl
  using data_type = impl::RapPlanData<Offset, Ordinal, Device>;

  using products_type = impl::RapProducts<Offset, Ordinal, Device>;

  RapPlan(data_type data, Workspace<Device> workspace,
          std::shared_ptr<products_type const> products = nullptr)
      : impl::PlanOfPattern<data_type>{std::move(data)},
        workspace_{std::move(workspace)},
        products_{std::move(products)} {}

  // The plans of two products, where it sums by products; they empty themselves.
  products_type const* products() const { return products_.get(); }
  /// @endcond

 private:
  Workspace<Device> workspace_;
  std::shared_ptr<impl::RapProducts<Offset, Ordinal, Device> const> products_;
};

}  // namespace araios::inline ARAIOS_ISA
