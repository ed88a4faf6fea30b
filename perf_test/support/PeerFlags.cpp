// SPDX-License-Identifier: BSD-3-Clause
// The flag by which the libraries beside this one are chosen.
#include "PeerFlags.hpp"

#include "CommandLineValues.hpp"
#include "ExitCode.hpp"
#include "Peers.hpp"
#include "Text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace araios::perf {
namespace {

std::vector<Peer> built_in_peers() {
  std::vector<Peer> peers;
  for (PeerFacts const& facts : all_peers()) {
    if (facts.is_built_in) peers.push_back(facts.peer);
  }
  return peers;
}

std::string peer_names() {
  std::vector<std::string_view> names;
  for (PeerFacts const& facts : all_peers()) names.push_back(facts.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Peer read_peer(std::string const& found) {
  for (PeerFacts const& facts : all_peers()) {
    if (lowered(found) != facts.name) continue;
    if (facts.is_built_in) return facts.peer;
    throw Failure{ExitCode::unsupported,
                  fmt::format("--peers: {} is not in this build; {}, and configure again",
                              facts.name, facts.how_to_get)};
  }
  throw bad_value(
      "--peers", found,
      fmt::format("names out of {}, separated by commas, or all, or none", peer_names()));
}

std::vector<Peer> read_peers(std::string const& found) {
  if (lowered(found) == "all") return built_in_peers();
  if (lowered(found) == "none") return {};
  std::vector<Peer> peers;
  for (std::string const& name : split(found, ',')) {
    Peer const peer = read_peer(name);
    if (std::find(peers.begin(), peers.end(), peer) == peers.end()) peers.push_back(peer);
  }
  return peers;
}

}  // namespace

void add_peer_list(CLI::App& app, std::vector<Peer>& peers) {
  peers = built_in_peers();
  app.add_option_function<std::string>(
         "--peers", [&peers](std::string const& found) { peers = read_peers(found); },
         fmt::format("libraries to time beside this one, separated by commas, out of\n{},\n"
                     "or all (those of this build), or none",
                     peer_names()))
      ->type_name("LIST")
      ->default_str("all");
}

}  // namespace araios::perf
