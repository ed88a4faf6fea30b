// SPDX-License-Identifier: BSD-3-Clause
// The type of values, as named on command lines.
#pragma once

#include <string_view>

namespace araios::perf {

/// The type of values; complex is two doubles.
enum class ScalarType { float_type, double_type, complex_type };

constexpr std::string_view name_of(ScalarType type) {
  switch (type) {
    case ScalarType::float_type:
      return "float";
    case ScalarType::complex_type:
      return "complex";
    case ScalarType::double_type:
      break;
  }
  return "double";
}

}  // namespace araios::perf
