// SPDX-License-Identifier: BSD-3-Clause
// The regions in which tools of Kokkos see a call, with the way that runs.
#pragma once

#include <Araios_Strategy.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl {

/// Names of regions: that of a call, followed by the strategy or by `replay`. They are made once,
/// so that a small call does not allocate memory for them.
class StrategyRegions {
 public:
  explicit StrategyRegions(std::string const& call) {
    for (std::size_t i = 0; i < regions_.size(); ++i) {
      regions_[i] = with_way(call, name_of(static_cast<Strategy>(i)));
    }
    replay_ = with_way(call, "replay");
  }

  std::string const& of(Strategy strategy) const {
    return regions_[static_cast<std::size_t>(strategy)];
  }
  std::string const& replay() const { return replay_; }

 private:
  [[gnu::cold]] static std::string with_way(std::string const& call, std::string_view way) {
    return call + "[" + std::string{way} + "]";
  }

  std::array<std::string, static_cast<std::size_t>(Strategy::rowwise) + 1> regions_;
  std::string replay_;
};

/// The regions of spgemm in one phase, and those of the two phases.
inline StrategyRegions const& one_phase_regions() {
  static StrategyRegions const regions{"araios::spgemm"};
  return regions;
}
inline StrategyRegions const& symbolic_regions() {
  static StrategyRegions const regions{"araios::spgemm_symbolic"};
  return regions;
}
inline StrategyRegions const& numeric_regions() {
  static StrategyRegions const regions{"araios::spgemm_numeric"};
  return regions;
}

}  // namespace araios::inline ARAIOS_ISA::impl
