// SPDX-License-Identifier: BSD-3-Clause
// Options of the matrix-vector driver, read from its command line.
#pragma once

#include "BackEnd.hpp"
#include "Options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace araios::perf {

struct SpMvOptions {
  BackEndChoice space;

  std::vector<std::string> sources;
  std::optional<std::string> directory;
  std::optional<std::string> csv_path;

  int repeat = 10;
  std::optional<int> calls;  ///< in each repetition; by default as many as fill a fixed time
  bool check = true;
  bool with_peer = true;
  OffsetType offset = OffsetType::int32;
};

/// Reads the command line; nothing when it only asked for help or the version, which are printed.
///
/// Throws: Failure (usage) with a message that names the flag, what was found and what was
/// expected.
std::optional<SpMvOptions> parse_spmv_options(int argc, char const* const* argv);

}  // namespace araios::perf
