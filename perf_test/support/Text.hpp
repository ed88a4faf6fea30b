// SPDX-License-Identifier: BSD-3-Clause
// Letter case of flags and words on the command line.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace araios::perf {

/// A copy in lower case.
inline std::string lowered(std::string_view text) {
  std::string copy{text};
  std::transform(copy.begin(), copy.end(), copy.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return copy;
}

}  // namespace araios::perf
