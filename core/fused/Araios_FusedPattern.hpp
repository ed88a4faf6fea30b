// SPDX-License-Identifier: BSD-3-Clause
// What a plan of a triple product keeps for its numeric phase, besides operands.
#pragma once

#include <fused/Araios_FusedRules.hpp>
#include <fused/Araios_NewColumns.hpp>
#include <fused/Araios_RowBundles.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// The pattern of C, and what the symbolic phase found of the rows of R·A.
template <class Offset, class Ordinal, class Device>
struct FusedPattern {
  RowBundles<Ordinal, Device> bundles;
  NewColumns<Device> news;
  Kokkos::View<Offset const*, Device> row_offsets;  ///< of C
  Kokkos::View<Ordinal const*, Device> columns;     ///< of C, ascending in each row
};

}  // namespace araios::inline ARAIOS_ISA::impl
