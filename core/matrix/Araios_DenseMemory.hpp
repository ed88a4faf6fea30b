// SPDX-License-Identifier: BSD-3-Clause
// Dense matrices that have elements but no memory.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// Whether a view of two dimensions has elements but no memory. By extents, since Kokkos 5 counts
/// no elements in a view without memory.
template <class Dense>
bool lacks_memory(Dense const& dense) {
  return dense.data() == nullptr && dense.extent(0) > 0 && dense.extent(1) > 0;
}

}  // namespace araios::inline ARAIOS_ISA::impl
