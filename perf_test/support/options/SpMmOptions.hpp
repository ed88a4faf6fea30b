// SPDX-License-Identifier: BSD-3-Clause
// Options of the spmm driver, and its command line.
#pragma once

#include "base/ScalarType.hpp"
#include "options/RepeatedOptions.hpp"
#include <Araios_SpMmOptions.hpp>

#include <optional>
#include <string_view>

namespace araios::perf {

/// Storage order of B and C.
enum class DenseLayout { row, column };

struct SpMmOptions : RepeatedOptions {
  int columns = 64;  ///< of B and C
  DenseLayout layout = DenseLayout::row;
  ScalarType scalar = ScalarType::double_type;
  int rows_per_group = 4;
  bool from_dense = false;  ///< build the groups from a dense A, not from its rows
  araios::SpMmOptions product;
};

std::string_view name_of(DenseLayout layout);

/// Parses the command line. Returns nothing if it only asked for help or the version, which are
/// printed.
///
/// Throws: Failure (usage) with a message that names the flag, what was found and what was
///         expected.
std::optional<SpMmOptions> parse_spmm_options(int argc, char const* const* argv);

}  // namespace araios::perf
