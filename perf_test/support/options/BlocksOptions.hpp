// SPDX-License-Identifier: BSD-3-Clause
// Options of the blocks driver, and its command line.
#pragma once

#include "options/RepeatedOptions.hpp"

#include <optional>
#include <string>

namespace araios::perf {

struct BlocksOptions : RepeatedOptions {
  std::optional<int> block_size;         ///< rows and columns of a block of A
  std::optional<int> coarse_block_size;  ///< columns of a block of P; by default as of A
  std::optional<std::string> p_source;   ///< the only one of further_sources
  int columns = 8;                       ///< of dense matrices
};

/// Parses the command line. Returns nothing if it only asked for help or the version, which are
/// printed.
///
/// Throws: Failure (usage) with a message that names the flag, what was found and what was
///         expected.
std::optional<BlocksOptions> parse_blocks_options(int argc, char const* const* argv);

}  // namespace araios::perf
