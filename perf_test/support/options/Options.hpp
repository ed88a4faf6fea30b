// SPDX-License-Identifier: BSD-3-Clause
// Options of the spgemm driver, and its command line.
#pragma once

#include "base/OffsetType.hpp"
#include "base/PeerFacts.hpp"
#include "base/ScalarType.hpp"
#include "base/StopRule.hpp"
#include "options/BackEnd.hpp"
#include <Araios_SpGemmOptions.hpp>

#include <optional>
#include <string>
#include <vector>

namespace araios::perf {

/// What of a result is compared with the serial reference.
enum class CheckLevel { off, structure, values };

struct Options {
  BackEndChoice space;

  std::vector<std::string> a_sources;
  std::optional<std::string> b_source;
  std::optional<std::string> r_source;
  std::optional<std::string> c_path;
  std::optional<std::string> csv_path;
  std::optional<std::string> json_path;

  int warmup = 1;
  StopRule stop;
  bool reuse_only = false;
  bool fresh_memory = false;
  CheckLevel check = CheckLevel::values;
  std::vector<Peer> peers;
  OffsetType offset = OffsetType::int32;
  ScalarType scalar = ScalarType::double_type;
  SpGemmOptions product;               ///< except what --algorithm sets
  std::vector<SpGemmOptions> methods;  ///< the same with each algorithm, in the order of the list

  bool statistics = false;
  bool estimate = false;
  bool bounds = false;
  bool verbose = false;
};

/// Parses the command line. Returns nothing if it only asked for help or the version, which are
/// printed.
///
/// Throws: Failure (usage or unsupported) with a message that names the flag, what was found and
///         what was expected.
std::optional<Options> parse_options(int argc, char const* const* argv);

}  // namespace araios::perf
