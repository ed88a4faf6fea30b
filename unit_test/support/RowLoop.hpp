// SPDX-License-Identifier: BSD-3-Clause
// The loop that a sample of rows selects, for matrices on the default host space.
#pragma once

#include "HostMatrix.hpp"
#include "Types.hpp"
#include <Araios_SpGemmOptions.hpp>
#include <one_phase/Araios_OnePhaseRules.hpp>
#include <one_phase/Araios_RowBlock.hpp>
#include <one_phase/Araios_SortChunks.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace araios_test::one_phase {

using araios::RowLoop;
using araios::SpGemmOptions;

using Space = Kokkos::DefaultHostExecutionSpace;
using Device = Space::device_type;

using Block = araios::impl::RowBlock<double, Int32>;
/// The loop of short rows: the given one if row blocks exist, otherwise indexed_spa.
inline RowLoop loop_of_short_rows(RowLoop beside_blocks) {
  return Block::exists ? beside_blocks : RowLoop::indexed_spa;
}

template <class Offset = Int32>
auto on_device(HostMatrix<double> const& a) {
  return to_device<Offset, Int32, Device>(a);
}

/// The facts that a sample of rows yields.
template <class A, class B>
auto sampled_facts(A const& a, B const& b, bool asks_order = true) {
  using Sort = araios::impl::SortChunk<Int32, double, Int32>;
  return araios::impl::SampledFacts<Block, Sort, std::decay_t<decltype(a.graph)>,
                                    std::decay_t<decltype(b.graph)>>{
      a.graph, b.graph, Space{}.concurrency(), asks_order};
}

template <class A, class B>
RowLoop loop_of(A const& a, B const& b, SpGemmOptions const& options = {}) {
  return araios::impl::choose_one_phase(sampled_facts(a, b, options.result_sorted)).loop;
}

}  // namespace araios_test::one_phase
