// SPDX-License-Identifier: BSD-3-Clause
// How owners get chunks of the memory pool.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <string_view>

namespace araios::inline ARAIOS_ISA {

/// Which chunk of the memory pool an owner gets: the one of its index, or the first free one.
enum class PoolMapping { one2one, many2many };

constexpr std::string_view name_of(PoolMapping mapping) {
  return mapping == PoolMapping::one2one ? "one2one" : "many2many";
}

}  // namespace araios::inline ARAIOS_ISA
