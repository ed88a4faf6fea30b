// SPDX-License-Identifier: BSD-3-Clause
// Runs a phase as its selection says: types from the dispatch, memory from the workspace.
#pragma once

#include <Araios_Access.hpp>
#include <Araios_Concepts.hpp>
#include <Araios_DeviceTraits.hpp>
#include <Araios_Dispatch.hpp>
#include <Araios_MemoryPool.hpp>
#include <Araios_RowwiseKernel.hpp>
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <type_traits>

namespace araios {

/// How an accumulator is accessed by one owner: one lane on hosts, several on devices.
template <class ExecutionSpace>
using owner_access = std::conditional_t<is_host_space_v<ExecutionSpace>, Exclusive, Shared>;

/// Takes a memory pool for accumulators of this type and shape from the workspace, and writes what
/// it became into the selection.
template <Accumulator AccumulatorType, class ExecutionSpace, class Device>
MemoryPool<Device> take_pool(ExecutionSpace const& exec, DeviceTraits const& device,
                             Workspace<Device>& workspace, Selection& selection,
                             AccumulatorShape const& shape, std::size_t max_bytes) {
  constexpr std::size_t alignment = PoolShape::alignment;
  std::size_t const chunk_bytes =
      (AccumulatorType::bytes(shape) + alignment - 1) / alignment * alignment;
  fit_pool(selection, device, chunk_bytes, workspace.bytes_in_use(), max_bytes);
  PoolShape const pool{chunk_bytes, AccumulatorType::clean_bytes(shape), selection.num_chunks,
                       selection.pool_mapping};
  auto const locks = workspace.template take<int>(
      exec, WorkspaceSlot::pool_locks, static_cast<std::size_t>(pool.num_chunks), max_bytes);
  auto const memory = workspace.template take<std::byte>(exec, WorkspaceSlot::pool_memory,
                                                         pool.memory_bytes(), max_bytes);
  return {exec, pool, memory, locks};
}

/// Runs one phase with the accumulator and the partitioning of the selection.
template <Phase PhaseType, class ExecutionSpace, class Device>
void run_phase(ExecutionSpace const& exec, DeviceTraits const& device, Workspace<Device>& workspace,
               Selection& selection, PhaseType const& phase, AccumulatorShape const& shape,
               std::size_t max_bytes, std::string const& label) {
  using Access = owner_access<ExecutionSpace>;
  with_accumulator<Access>(selection.accumulator, [&](auto family) {
    using Ordinal = typename PhaseType::ordinal_type;
    using AccumulatorType =
        typename decltype(family)::template type<Ordinal, typename PhaseType::combine, Access>;
    static_assert(Accumulator<AccumulatorType>);
    auto const pool =
        take_pool<AccumulatorType>(exec, device, workspace, selection, shape, max_bytes);
    with_partitioning(selection.partitioning, [&](auto partitioning) {
      launch_rowwise<AccumulatorType, decltype(partitioning)>(exec, selection, phase, pool, shape,
                                                              label);
    });
  });
}

}  // namespace araios
