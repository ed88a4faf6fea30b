// SPDX-License-Identifier: BSD-3-Clause
// By which route a launch handles the rows of a bin: a table of rules.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_BinRoute.hpp>
#include <row_classes/Araios_RowBin.hpp>

#include <array>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl {

/// What the host knows of the rows of a bin when it launches them.
struct LaunchFacts {
  bool merges_supernodes = false;  ///< many rows of A continue a supernode
  bool lanes_idle = false;         ///< threads for these rows would leave most of the device idle
  bool fits_team = false;          ///< keys and values of a row fit the scratch of a team
  bool splits_rows = false;        ///< long rows of teams are too few to fill the device
};

/// Bins, as bits.
class BinSet {
 public:
  template <class... Bins>
  constexpr explicit BinSet(Bins... bins) : bits_{((1U << static_cast<unsigned>(bins)) | ...)} {}

  constexpr bool has(RowBin bin) const { return (bits_ >> static_cast<unsigned>(bin) & 1U) != 0; }

 private:
  unsigned bits_;
};

/// A line of the table: these bins take the route where it applies.
struct RouteRule {
  BinSet bins;
  BinRoute route;
  bool (*applies)(LaunchFacts const& facts);
  std::string_view when;  ///< `applies` in words
};

/// The routes away from a bin's own one, in order of preference. Rows of short_probing stay with
/// threads.
inline constexpr std::array route_rules{
    RouteRule{BinSet{RowBin::short_bitmap, RowBin::bitmap}, BinRoute::supernode,
              [](LaunchFacts const& facts) { return facts.merges_supernodes; },
              "many rows of A continue a supernode"},
    RouteRule{BinSet{RowBin::probing, RowBin::short_bitmap, RowBin::bitmap}, BinRoute::team,
              [](LaunchFacts const& facts) { return facts.lanes_idle && facts.fits_team; },
              "threads would leave lanes idle; values fit the scratch of a team"},
    RouteRule{BinSet{RowBin::probing, RowBin::short_bitmap, RowBin::bitmap},
              BinRoute::team_in_result, [](LaunchFacts const& facts) { return facts.lanes_idle; },
              "threads would leave lanes idle; values exceed the scratch of a team"},
    RouteRule{BinSet{RowBin::team_bitmap, RowBin::result_bitmap}, BinRoute::split,
              [](LaunchFacts const& facts) { return facts.splits_rows; },
              "rows are long, and too few to fill the device"},
    RouteRule{BinSet{RowBin::team_probing, RowBin::team_bitmap}, BinRoute::team_in_result,
              [](LaunchFacts const& facts) { return !facts.fits_team; },
              "values exceed the scratch of a team"}};

/// The route of a launch of rows of a bin.
constexpr BinRoute route_of(RowBin bin, LaunchFacts const& facts) {
  for (RouteRule const& rule : route_rules) {
    if (rule.bins.has(bin) && rule.applies(facts)) return rule.route;
  }
  return own_route(bin);
}

}  // namespace araios::inline ARAIOS_ISA::impl
