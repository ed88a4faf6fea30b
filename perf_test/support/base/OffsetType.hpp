// SPDX-License-Identifier: BSD-3-Clause
// The type of row offsets, as it is chosen on command lines.
#pragma once

#include <string_view>

namespace araios::perf {

/// Index type of row offsets: that of most libraries, and that of Trilinos.
enum class OffsetType { int32, size_t };

constexpr std::string_view name_of(OffsetType type) {
  return type == OffsetType::int32 ? "int32" : "size_t";
}

}  // namespace araios::perf
