// SPDX-License-Identifier: BSD-3-Clause
// The table of strategies: which one a product takes, and why.
#pragma once

#include <Araios_SpGemmOptions.hpp>
#include <Araios_Strategy.hpp>
#include <one_phase/Araios_OnePhaseRules.hpp>
#include <one_phase/Araios_SmallRules.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <selection/Araios_ProductFacts.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl {

namespace strategy_rules {

/// Whether a one-phase strategy may run: for a whole call on a host, with options that it can
/// satisfy.
inline bool may_take_one_phase(ProductFacts const& facts, SpGemmOptions const& options) {
  return facts.is_host && facts.is_whole_call && facts.have_arrays && allow_one_phase(options) &&
         facts.are_valid.value_or(true);
}

}  // namespace strategy_rules

/// A row of the table: a strategy and when it is taken.
struct StrategyRule {
  Strategy strategy;
  std::string_view when;
  bool (*applies)(ProductFacts const& facts, SpGemmOptions const& options);
};

/// The first rule that applies counts. Facts that are not known yet are taken to be favourable. A
/// strategy gathers the facts that it needs; if they are unfavourable, the table is asked again.
inline constexpr std::array strategy_table{
    StrategyRule{Strategy::small_serial,
                 "host, whole call, default options, so few products that one thread is faster",
                 [](ProductFacts const& facts, SpGemmOptions const& options) {
                   return strategy_rules::may_take_one_phase(facts, options) &&
                          is_small_serial(facts);
                 }},
    StrategyRule{Strategy::one_phase,
                 "host, whole call, default options, a sample of rows advises a one-phase loop",
                 [](ProductFacts const& facts, SpGemmOptions const& options) {
                   return strategy_rules::may_take_one_phase(facts, options) && is_one_phase(facts);
                 }},
    StrategyRule{Strategy::bins, "device, every choice left to kkspgemm, rows of B ascend strictly",
                 [](ProductFacts const& facts, SpGemmOptions const& options) {
                   return !facts.is_host && allow_bins(options) && facts.m > 0 && facts.k > 0 &&
                          facts.b_ascends.value_or(true) && facts.bins_fit.value_or(true);
                 }},
    StrategyRule{Strategy::rbsparse, "options.method is rbsparse",
                 [](ProductFacts const&, SpGemmOptions const& options) {
                   return options.method == MethodKind::rbsparse;
                 }},
    StrategyRule{Strategy::bhsparse, "options.method is bhsparse",
                 [](ProductFacts const&, SpGemmOptions const& options) {
                   return options.method == MethodKind::bhsparse;
                 }},
    StrategyRule{Strategy::pattern, "host, options.record_pattern or options.replay asks for it",
                 [](ProductFacts const& facts, SpGemmOptions const& options) {
                   return facts.is_host && facts.records_pattern.value_or(true) &&
                          (options.record_pattern.value_or(false) ||
                           options.replay.value_or(false));
                 }},
    StrategyRule{Strategy::pattern,
                 "host, recording the pattern of C pays: short rows, or small arrays over columns",
                 [](ProductFacts const& facts, SpGemmOptions const&) {
                   return facts.is_host && facts.records_pattern.value_or(true);
                 }},
    StrategyRule{Strategy::rowwise, "otherwise",
                 [](ProductFacts const&, SpGemmOptions const&) { return true; }}};

/// The row of the table that applies, as far as the facts are known.
inline StrategyRule const& select_strategy(ProductFacts const& facts,
                                           SpGemmOptions const& options) {
  return *std::find_if(strategy_table.begin(), strategy_table.end(),
                       [&](StrategyRule const& rule) { return rule.applies(facts, options); });
}

}  // namespace araios::inline ARAIOS_ISA::impl
