// SPDX-License-Identifier: BSD-3-Clause
// The tables by which spgemm chooses, as text.
#pragma once

#include <Araios_Strategy.hpp>
#include <one_phase/Araios_OnePhaseRules.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spgemm/Araios_StrategyTable.hpp>

#include <string>

namespace araios::inline ARAIOS_ISA {

/// The table of strategies, and that of the loops of one_phase: a line a row, its name and when it
/// is taken. In each table the first row that applies counts.
inline std::string strategy_tables() {
  std::string text = "strategy: when\n";
  for (auto const& rule : impl::strategy_table) {
    text += "  " + std::string{name_of(rule.strategy)} + ": " + std::string{rule.when} + "\n";
  }
  text += "loop of one_phase (none: two phases): when, by a sample of rows\n";
  for (auto const& rule : impl::one_phase_table) {
    text += "  " + std::string{name_of(rule.loop)} + ": " + std::string{rule.when} + "\n";
  }
  return text;
}

}  // namespace araios::inline ARAIOS_ISA
