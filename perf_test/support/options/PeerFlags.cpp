// SPDX-License-Identifier: BSD-3-Clause
// The flag that selects the libraries to compare with.
#include "options/PeerFlags.hpp"

#include "base/ExitCode.hpp"
#include "base/Text.hpp"
#include "options/CommandLineValues.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace araios::perf {
namespace {

std::vector<Peer> built_in(std::vector<Peer> peers) {
  std::erase_if(peers, [](Peer peer) { return !facts_of(peer).is_built_in; });
  return peers;
}

std::string names_of(std::vector<Peer> const& peers) {
  std::vector<std::string_view> names;
  names.reserve(peers.size());
  for (Peer const peer : peers) names.push_back(name_of(peer));
  return fmt::format("{}", fmt::join(names, ", "));
}

Peer read_peer(std::string const& found, std::vector<Peer> const& all_peers) {
  for (Peer const peer : all_peers) {
    if (lowered(found) == name_of(peer)) return peer;
  }
  throw bad_value(
      "--peers", found,
      fmt::format("names from {}, separated by commas, or all, or none", names_of(all_peers)));
}

std::vector<Peer> read_peers(std::string const& found, std::vector<Peer> const& all_peers) {
  if (lowered(found) == "all") return built_in(all_peers);
  if (lowered(found) == "none") return {};
  std::vector<Peer> peers;
  for (std::string const& name : split(found, ',')) {
    Peer const peer = read_peer(name, all_peers);
    if (std::find(peers.begin(), peers.end(), peer) == peers.end()) peers.push_back(peer);
  }
  return peers;
}

}  // namespace

void add_peer_list(CLI::App& app, std::vector<Peer>& peers, std::vector<Peer> const& all_peers,
                   std::string const& remark) {
  peers = built_in(all_peers);
  auto const read = [&peers, all_peers](std::string const& found) {
    peers = read_peers(found, all_peers);
  };
  app.add_option_function<std::string>(
         "--peers", read,
         fmt::format("libraries to compare with, separated by commas, from\n{},\n"
                     "or all (those in this build), or none{}",
                     names_of(all_peers), remark))
      ->type_name("LIST")
      ->default_str("all");
}

void expect_built_in(std::vector<Peer> const& peers) {
  for (Peer const peer : peers) {
    std::string const absent = why_absent(peer);
    if (absent.empty()) continue;
    throw Failure{ExitCode::unsupported, fmt::format("--peers: {} is {}", name_of(peer), absent)};
  }
}

}  // namespace araios::perf
