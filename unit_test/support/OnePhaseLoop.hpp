// SPDX-License-Identifier: BSD-3-Clause
// The way that a sample of rows advises, of matrices on the default space of hosts.
#pragma once

#include "HostMatrix.hpp"
#include "Types.hpp"
#include <Araios_SpGemmOptions.hpp>
#include <one_phase/Araios_OnePhaseRules.hpp>
#include <one_phase/Araios_RowBlock.hpp>
#include <one_phase/Araios_SortChunks.hpp>

#include <Kokkos_Core.hpp>

namespace araios_test::one_phase {

using araios::SpGemmOptions;
using araios::impl::OnePhaseLoop;

using Space = Kokkos::DefaultHostExecutionSpace;
using Device = Space::device_type;

using Block = araios::impl::RowBlock<double, Int32>;
/// The way of short rows that go another way where blocks of rows are formed.
inline OnePhaseLoop way_of_short_rows(OnePhaseLoop beside_blocks) {
  return Block::exists ? beside_blocks : OnePhaseLoop::indexed_spa;
}

template <class Offset = Int32>
auto on_device(HostMatrix<double> const& a) {
  return to_device<Offset, Int32, Device>(a);
}

template <class A, class B>
OnePhaseLoop way_of(A const& a, B const& b, SpGemmOptions const& options = {}) {
  using Sort = araios::impl::SortChunk<Int32, double, Int32>;
  return araios::impl::choose_one_phase<Block, Sort>(a.graph, b.graph, Space{}.concurrency(),
                                                     options.result_sorted);
}

}  // namespace araios_test::one_phase
