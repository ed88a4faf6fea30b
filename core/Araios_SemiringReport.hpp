// SPDX-License-Identifier: BSD-3-Clause
// How a product by a semiring ran.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace araios::inline ARAIOS_ISA {

/// How products are summed onto the pattern of C.
enum class SemiringMethod {
  marked_array,  ///< hosts: products are looked up in an array over the columns of C
  marked_hash,   ///< hosts: products are looked up in a hash map of a row of C
  searched_row,  ///< devices: products are searched in a row of C
  dots           ///< each entry is a product of a row of A and a column of B
};

/// The text of a SemiringMethod.
constexpr std::string_view name_of(SemiringMethod method) {
  switch (method) {
    case SemiringMethod::marked_array:
      return "marked_array";
    case SemiringMethod::marked_hash:
      return "marked_hash";
    case SemiringMethod::searched_row:
      return "searched_row";
    case SemiringMethod::dots:
      return "dots";
  }
  return "unknown";
}

/// What ran in a product by a semiring, and the counts that the choice rests on.
struct SemiringReport {
  SemiringMethod method = SemiringMethod::marked_array;  ///< of both phases
  /// Steps of a walk: products, or columns of C that are searched, and entries of A and C.
  std::int64_t walk_steps = 0;
  /// Steps along rows of A and columns of B that dot products take; 0 where they were ruled out
  /// before these were counted.
  std::int64_t dot_steps = 0;

  /// Compares all fields.
  bool operator==(SemiringReport const&) const = default;
};

/// A report in one line.
inline std::string to_string(SemiringReport const& report) {
  return std::string{name_of(report.method)} + " walk_steps=" + std::to_string(report.walk_steps) +
         " dot_steps=" + std::to_string(report.dot_steps);
}

}  // namespace araios::inline ARAIOS_ISA
