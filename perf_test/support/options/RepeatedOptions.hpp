// SPDX-License-Identifier: BSD-3-Clause
// Common options of drivers that repeat methods in turn.
#pragma once

#include "base/PeerFacts.hpp"
#include "base/StopRule.hpp"
#include "options/BackEnd.hpp"

#include <optional>
#include <string>
#include <vector>

namespace araios::perf {

struct RepeatedOptions {
  BackEndChoice space;

  std::vector<std::string> sources;
  std::vector<std::string> further_sources;  ///< read beside each of them
  std::optional<std::string> csv_path;
  std::optional<std::string> json_path;

  StopRule stop{10};
  std::optional<int> calls;  ///< in each repetition; by default as many as fill a fixed time
  bool check = true;
  std::vector<Peer> peers;
};

}  // namespace araios::perf
