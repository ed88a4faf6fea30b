// SPDX-License-Identifier: BSD-3-Clause
// What a caller may ask of a sparse × dense product; whatever is unset is chosen by a rule.
#pragma once

#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <optional>
#include <string>

namespace araios::inline ARAIOS_ISA {

/// Options of spmm. Plain data.
struct SpMmOptions {
  /// Multiply by the transpose of A, which is not formed. The shape of tiles below is then ignored.
  bool transpose_a = false;
  /// Multiply by the conjugate of A, or of its transpose. Real values stay.
  bool conjugate_a = false;
  /// By the transpose: C is bitwise the same on hosts for every number of threads, on devices in
  /// every run. Products by A itself repeat without it.
  bool deterministic = false;

  /// Columns of B in a block, on hosts and for a B in column-major order, which is always copied if
  /// this is set.
  std::optional<int> columns_per_block = std::nullopt;
  /// Devices: threads of a team side by side over the columns of B; a power of two.
  std::optional<int> lanes = std::nullopt;
  /// Devices: threads of a team; a multiple of the lanes.
  std::optional<int> team_size = std::nullopt;
};

namespace impl {
/// Throws std::invalid_argument when an option is out of its range.
inline void check_options(SpMmOptions const& options) {
  auto const found = [](char const* name, int value) {
    return std::string{"options."} + name + " is " + std::to_string(value);
  };
  if (options.columns_per_block) {
    ARAIOS_EXPECTS(
        *options.columns_per_block > 0,
        found("columns_per_block", *options.columns_per_block) + ", expected at least 1");
  }
  if (options.lanes) {
    int const lanes = *options.lanes;
    ARAIOS_EXPECTS(lanes > 0 && (lanes & (lanes - 1)) == 0,
                   found("lanes", lanes) + ", expected a power of two");
  }
  if (options.team_size) {
    int const lanes = options.lanes.value_or(1);
    ARAIOS_EXPECTS(*options.team_size > 0 && *options.team_size % lanes == 0,
                   found("team_size", *options.team_size) + ", expected a multiple of the " +
                       std::to_string(lanes) + " lanes");
  }
}
}  // namespace impl

}  // namespace araios::inline ARAIOS_ISA
