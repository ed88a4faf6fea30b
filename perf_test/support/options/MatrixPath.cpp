// SPDX-License-Identifier: BSD-3-Clause
// Endings of the names of written matrices.
#include "options/MatrixPath.hpp"

#include "base/ExitCode.hpp"
#include "base/Text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace araios::perf {
namespace {

/// The ending of a name in lower case. Numbers, as in C_0.5, are none.
std::string ending_of(std::filesystem::path const& name) {
  std::string ending = lowered(name.extension().string());
  bool const has_letter = std::any_of(ending.begin(), ending.end(),
                                      [](unsigned char c) { return std::isalpha(c) != 0; });
  return has_letter ? ending : "";
}

}  // namespace

void expect_matrix_ending(std::string const& flag, std::string const& path) {
  std::filesystem::path name = std::filesystem::path{path}.filename();
  if (ending_of(name) == ".gz" || ending_of(name) == ".xz") name = name.stem();
  std::string const ending = ending_of(name);
  if (ending.empty() || ending == ".mtx" || ending == ".txt") return;
  throw Failure{ExitCode::usage,
                fmt::format("{}: found '{}', expected a name that ends in .mtx, .mtx.gz or .mtx.xz",
                            flag, path)};
}

}  // namespace araios::perf
