// SPDX-License-Identifier: BSD-3-Clause
// The type of row offsets, as named on command lines.
#pragma once

#include <string_view>

namespace araios::perf {

/// The type of row offsets: int32 as in most libraries, size_t as in Trilinos.
enum class OffsetType { int32, size_t };

constexpr std::string_view name_of(OffsetType type) {
  return type == OffsetType::int32 ? "int32" : "size_t";
}

}  // namespace araios::perf
