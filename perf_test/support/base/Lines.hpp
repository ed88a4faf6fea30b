// SPDX-License-Identifier: BSD-3-Clause
// Printed lines of a bounded width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace araios::perf {

/// The most characters of a printed line.
inline constexpr std::size_t widest_line = 100;

/// The text, or its begin and its end about "..." where it is wider. Letters of UTF-8 stay whole.
///
/// Pre: width is at least 4.
std::string shortened(std::string_view text, std::size_t width);

/// The parts in a line with `separator` after each but the last, in further lines behind `indent`
/// where they do not fit one. A part that is wider than a line is shortened. Ends its last line.
std::string wrapped(std::vector<std::string> const& parts, std::string_view separator,
                    std::string_view indent);

}  // namespace araios::perf
