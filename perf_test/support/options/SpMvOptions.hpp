// SPDX-License-Identifier: BSD-3-Clause
// Options of the spmv driver, and its command line.
#pragma once

#include "options/Options.hpp"
#include "options/RepeatedOptions.hpp"

#include <optional>
#include <string>
#include <vector>

namespace araios::perf {

struct SpMvOptions : RepeatedOptions {
  std::optional<std::string> directory;
  std::vector<std::string> sources_of_directory;  ///< the last ones of sources
  OffsetType offset = OffsetType::int32;
};

/// Parses the command line. Returns nothing if it only asked for help or the version, which are
/// printed.
///
/// Throws: Failure (usage) with a message that names the flag, what was found and what was
///         expected.
std::optional<SpMvOptions> parse_spmv_options(int argc, char const* const* argv);

}  // namespace araios::perf
