// SPDX-License-Identifier: BSD-3-Clause
// Options of the triangles driver, and its command line.
#pragma once

#include "options/RepeatedOptions.hpp"

#include <optional>

namespace araios::perf {

struct TrianglesOptions : RepeatedOptions {};

/// Parses the command line. Returns nothing if it only asked for help or the version, which are
/// printed.
///
/// Throws: Failure (usage) with a message that names the flag, what was found and what was
///         expected.
std::optional<TrianglesOptions> parse_triangles_options(int argc, char const* const* argv);

}  // namespace araios::perf
