// SPDX-License-Identifier: BSD-3-Clause
// Runs a phase as the selection says: types from the dispatch, memory from the workspace.
#pragma once

#include <Araios_PartitioningKind.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <rowwise/Araios_AccumulatorStorage.hpp>
#include <rowwise/Araios_Concepts.hpp>
#include <rowwise/Araios_Dispatch.hpp>
#include <rowwise/Araios_RowwiseKernel.hpp>
#include <selection/Araios_SelectMethod.hpp>
#include <selection/Araios_SelectionBasis.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Bytes of a pool chunk, and of its prefix that must be zero.
struct ChunkBytes {
  std::size_t all;
  std::size_t clean;
};

/// Memory for successive pools of one shape.
template <class Device>
struct PoolMemory {
  PoolShape shape;
  Kokkos::View<std::byte*, Device> memory;
  Kokkos::View<int*, Device> locks;

  /// A pool whose chunks begin with `clean_bytes` zero bytes.
  ///
  /// Pre: no running launch uses another pool in this memory.
  template <class ExecutionSpace>
  MemoryPool<Device> pool(ExecutionSpace const& exec, std::size_t clean_bytes) const {
    PoolShape clean_shape = shape;
    clean_shape.clean_bytes = clean_bytes;
    return {exec, clean_shape, memory, locks};
  }
};

/// Takes memory for a pool from the workspace, and writes the resulting pool into the selection.
///
/// Throws: OutOfMemory if one chunk exceeds what the cap leaves; Unsupported if waiting lanes of a
///         warp block the others.
template <class ExecutionSpace, class Device>
PoolMemory<Device> take_pool_memory(ExecutionSpace const& exec, DeviceTraits const& device,
                                    Workspace<Device>& workspace, Selection& selection,
                                    std::size_t bytes_of_chunk, std::size_t max_bytes) {
  std::size_t const chunk_bytes = PoolShape::chunk_bytes_for(bytes_of_chunk);
  fit_pool(selection, device, chunk_bytes, workspace.bytes_in_use(), max_bytes);
  PoolShape const shape{chunk_bytes, 0, selection.num_chunks, selection.pool_mapping};
  auto const locks = workspace.template take<int>(
      exec, WorkspaceSlot::pool_locks, static_cast<std::size_t>(shape.num_chunks), max_bytes);
  auto const memory = workspace.template take<std::byte>(exec, WorkspaceSlot::pool_memory,
                                                         shape.memory_bytes(), max_bytes);
  return {shape, memory, locks};
}

/// The same as a memory pool whose chunks begin with chunk.clean zero bytes.
template <class ExecutionSpace, class Device>
MemoryPool<Device> take_pool(ExecutionSpace const& exec, DeviceTraits const& device,
                             Workspace<Device>& workspace, Selection& selection,
                             ChunkBytes const& chunk, std::size_t max_bytes) {
  return take_pool_memory(exec, device, workspace, selection, chunk.all, max_bytes)
      .pool(exec, chunk.clean);
}

/// Takes a memory pool that is entirely zero, and clears it only if its last user did not leave it
/// so. The caller must leave it zero.
template <class ExecutionSpace, class Device>
MemoryPool<Device> take_zero_pool(ExecutionSpace const& exec, DeviceTraits const& device,
                                  Workspace<Device>& workspace, Selection& selection,
                                  std::size_t chunk_bytes, std::size_t max_bytes) {
  auto const memory = take_pool_memory(exec, device, workspace, selection, chunk_bytes, max_bytes);
  PoolShape const& shape = memory.shape;
  bool const is_zero =
      workspace.found_zero_bytes(WorkspaceSlot::pool_memory) >= shape.memory_bytes();
  auto const pool = memory.pool(exec, is_zero ? 0 : shape.chunk_bytes);
  workspace.leave_zero_bytes(WorkspaceSlot::pool_memory, shape.memory_bytes());
  return pool;
}

/// Adds the work offsets by which the traversal finds products, if the partitioning needs them.
template <class PhaseType, class ExecutionSpace, class Device>
PhaseType with_work_offsets(ExecutionSpace const& exec, Workspace<Device>& workspace,
                            PartitioningKind partitioning, PhaseType phase, std::size_t max_bytes) {
  if (partitioning == PartitioningKind::thread_flat_parallel) {
    auto& products = phase.products;
    std::int64_t const nnz_a = num_entries(exec, products.a);
    auto const work_offsets = workspace.template take<std::int64_t>(
        exec, WorkspaceSlot::work_offsets, static_cast<std::size_t>(nnz_a) + 1, max_bytes);
    scan_entry_work(exec, products.a, products.b, work_offsets);
    products.work_offsets = work_offsets;
  }
  return phase;
}

/// The accumulator of a family that a phase with this partitioning takes.
template <class Family, class Partitioning, class Ordinal, class Combine, class ExecutionSpace>
using AccumulatorOf =
    typename Family::template type<Ordinal, Combine, access_of<Partitioning, ExecutionSpace>>;

/// Bytes of a pool chunk for the accumulator of a selection.
///
/// Throws: as with_method.
template <class ExecutionSpace, class Ordinal, class Combine>
ChunkBytes chunk_bytes_of(Selection const& selection, AccumulatorShape const& shape) {
  ChunkBytes bytes{};
  with_method<ExecutionSpace>(selection, [&](auto family, auto partitioning) {
    using Type =
        AccumulatorOf<decltype(family), decltype(partitioning), Ordinal, Combine, ExecutionSpace>;
    bytes = {Type::bytes(shape), Type::clean_bytes(shape)};
  });
  return bytes;
}

/// Runs one phase with the accumulator and the partitioning of the selection. Writes the shape of
/// the pool into the selection.
///
/// Throws: as with_method, take_row_ranges and RowwiseLaunch::run.
template <Phase PhaseType, class ExecutionSpace, class Device>
[[gnu::cold]] void run_phase(ExecutionSpace const& exec, Workspace<Device>& workspace,
                             SelectionBasis const& basis, Selection& selection,
                             PhaseType const& phase, AccumulatorShape const& shape) {
  using Ordinal = typename PhaseType::ordinal_type;
  using Combine = typename PhaseType::combine;
  auto const num_rows = static_cast<std::int64_t>(phase.products.a.num_rows);
  if (num_rows == 0) return;
  std::size_t const max_bytes = basis.options.max_workspace_bytes;
  auto const chunk = chunk_bytes_of<ExecutionSpace, Ordinal, Combine>(selection, shape);
  auto const complete_phase =
      with_work_offsets(exec, workspace, selection.partitioning, phase, max_bytes);
  int const owners = owner_is_team(selection.partitioning) ? 1 : selection.team_size;
  auto const ranges = take_row_ranges(exec, workspace, selection, owners, num_rows, max_bytes);
  // Last: the pool takes what memory is left.
  auto const pool = take_pool(exec, basis.device, workspace, selection, chunk, max_bytes);
  char const* const label = PhaseType::is_numeric ? "araios::spgemm_numeric::fill_rows"
                                                  : "araios::spgemm_symbolic::count_rows";
  RowwiseLaunch<ExecutionSpace, PhaseType, MemoryPool<Device>, std::decay_t<decltype(ranges)>> const
      launch{exec, selection, complete_phase, pool, shape, ranges, label};
  with_method<ExecutionSpace>(selection, [&](auto family, auto partitioning) {
    using Partitioning = decltype(partitioning);
    using Type = AccumulatorOf<decltype(family), Partitioning, Ordinal, Combine, ExecutionSpace>;
    static_assert(Accumulator<Type>);
    launch.template run<Partitioning, Type>();
  });
}

}  // namespace araios::inline ARAIOS_ISA::impl
