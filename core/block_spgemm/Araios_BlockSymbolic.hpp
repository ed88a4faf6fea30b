// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase of a product of matrices of blocks.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Mask.hpp>
#include <Araios_PlanOptions.hpp>
#include <Araios_SemiringSpGemm.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>

namespace araios::inline ARAIOS_ISA::impl {

/// The pattern of A·B: that of a product of numbers, since spgemm finds it faster than any walk
/// that looks at patterns alone. Compiled libraries have it for float.
///
/// Throws: as spgemm.
template <class Offset, class ExecutionSpace, class GraphA, class GraphB>
auto pattern_of_numbers(ExecutionSpace const& exec, GraphA const& a, GraphB const& b,
                        Workspace<typename GraphA::device_type> const& workspace) {
  using Device = typename GraphA::device_type;
  using Ordinal = typename GraphA::ordinal_type;
  auto const ones =
      allocate_view<float, Device>(uninitialized_at_once(exec, "araios::block_spgemm.ones"),
                                   std::max(a.columns.extent(0), b.columns.extent(0)));
  Kokkos::deep_copy(exec, ones, 1.0F);
  using MatrixA = CrsMatrix<float const, typename GraphA::offset_type, Ordinal const, Device>;
  using MatrixB = CrsMatrix<float const, typename GraphB::offset_type, Ordinal const, Device>;
  return spgemm<Offset>(exec, MatrixA{a, ones}, MatrixB{b, ones}, SpGemmOptions{}, workspace).graph;
}

/// Plans a product of patterns of blocks. Throws: as block_spgemm_symbolic.
template <class Offset, class ExecutionSpace, class GraphA, class GraphB>
auto plan_of_blocks(ExecutionSpace const& exec, GraphA const& a, GraphB const& b,
                    PlanOptions const& options,
                    Workspace<typename GraphA::device_type> const& workspace) {
  return or_out_of_memory("a product of blocks", 0, [&] {
    auto const c = pattern_of_numbers<Offset>(exec, a, b, workspace);
    return semiring_spgemm_symbolic<Offset>(exec, a, b, prescribed(c), options, workspace);
  });
}

}  // namespace araios::inline ARAIOS_ISA::impl
