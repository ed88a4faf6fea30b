// SPDX-License-Identifier: BSD-3-Clause
// One-phase strategies one by one, for products that the table might give to another.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <one_phase/Araios_HostFacts.hpp>
#include <one_phase/Araios_OnePhaseRules.hpp>
#include <one_phase/Araios_OnePhaseSpGemm.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <one_phase/Araios_SmallRules.hpp>
#include <one_phase/Araios_SmallSpGemm.hpp>
#include <platform/Araios_Lanes.hpp>
#include <selection/Araios_Determinism.hpp>
#include <spgemm/Araios_StrategyTable.hpp>

#include <optional>

namespace araios_test {

template <class Offset, class A>
using ResultOf = araios::CrsMatrix<typename A::scalar_type, Offset, typename A::ordinal_type,
                                   typename A::device_type>;

/// C by the strategy small_serial; nothing where its rule does not apply.
template <class Offset, class Space, class A, class B>
std::optional<ResultOf<Offset, A>> small_serial(
    Space const& exec, A const& a, B const& b, araios::SpGemmOptions const& options,
    araios::Workspace<typename A::device_type> const& workspace) {
  using namespace araios::impl;
  if constexpr (is_host_space_v<Space>) {
    ProductFacts facts = host_facts(exec, a, b);
    if (!strategy_rules::may_take_one_phase(facts, options) || !is_small_serial(facts)) return {};
    return SmallSpGemm<Space, PlainArraysOf<A>, PlainArraysOf<B>, ResultOf<Offset, A>>{
        exec, *plain_arrays_of(a), *plain_arrays_of(b), workspace}
        .run(facts);
  }
  return {};
}

/// C by the strategy one_phase; nothing where its rule does not apply.
template <class Offset, class Space, class A, class B>
std::optional<ResultOf<Offset, A>> one_phase_product(
    Space const& exec, A const& a, B const& b, araios::SpGemmOptions const& options,
    araios::Workspace<typename A::device_type> const& workspace) {
  using namespace araios::impl;
  ProductFacts facts = host_facts(exec, a, b);
  if (!strategy_rules::may_take_one_phase(facts, options) || !is_one_phase(facts)) return {};
  auto const const_a = read_only(a);
  auto const const_b = read_only(b);
  return OnePhaseSpGemm<Offset, Space, decltype(read_only(a)), decltype(read_only(b))>{
      exec, const_a, const_b, sorts_rows(options), workspace}
      .run(facts);
}

}  // namespace araios_test
