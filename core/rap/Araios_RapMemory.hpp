// SPDX-License-Identifier: BSD-3-Clause
// Memory of the owners of a triple product, within a share and a cap.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_PoolMapping.hpp>
#include <Araios_Workspace.hpp>
#include <fused/Araios_FusedRules.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Lanes that own a row: on devices as many as a row of A is long; one on hosts.
template <class ExecutionSpace, class Graph>
int lanes_of_owner(ExecutionSpace const&, Graph const& a, std::int64_t nnz) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    return 1;
  } else {
    return lanes_of_row(Kokkos::TeamPolicy<ExecutionSpace>::vector_length_max(),
                        std::int64_t{a.num_rows}, nnz);
  }
}

/// What owners may take. Units: bytes.
struct OwnerBudget {
  std::size_t affordable;  ///< of all owners, if they are several
  std::size_t cap;         ///< of the call
};

/// How many owners work at the same time: at most as many as items, as run concurrently, and as the
/// budget has room for.
///
/// Units:  bytes of an owner; `in_use`: that the call holds.
/// Throws: OutOfMemory, which says what one owner needs.
template <class ExecutionSpace>
int num_fused_owners(ExecutionSpace const& exec, std::int64_t num_items, std::size_t bytes,
                     std::size_t in_use, OwnerBudget const& budget) {
  auto const most =
      static_cast<int>(std::clamp<std::int64_t>(num_items, 1, std::max(exec.concurrency(), 1)));
  std::size_t const left = budget.cap > in_use ? budget.cap - in_use : 0;
  if (bytes > left) {
    throw OutOfMemory{"a triple product with one row at a time", in_use + bytes, budget.cap};
  }
  return owners_within(std::min(left, budget.affordable), bytes, most);
}

/// A pool with a chunk for each owner.
template <class ExecutionSpace, class Device>
class TableMemory {
 public:
  /// Units: bytes, clean_bytes: of an owner. Throws: as num_fused_owners.
  // NOLINTNEXTLINE(readability-function-size): a shape of its own would name them once more.
  TableMemory(ExecutionSpace const& exec, Workspace<Device>& workspace, std::int64_t num_items,
              std::size_t bytes, std::size_t clean_bytes, OwnerBudget const& budget)
      : shape_{PoolShape::chunk_bytes_for(bytes), clean_bytes, 1, PoolMapping::one2one} {
    shape_.num_chunks = num_fused_owners(exec, num_items, shape_.chunk_bytes + sizeof(int),
                                         workspace.bytes_in_use(), budget);
    locks_ = workspace.template take<int>(exec, WorkspaceSlot::pool_locks,
                                          static_cast<std::size_t>(shape_.num_chunks), budget.cap);
    memory_ = workspace.template take<std::byte>(exec, WorkspaceSlot::pool_memory,
                                                 shape_.memory_bytes(), budget.cap);
    exec_ = &exec;
  }

  int num_owners() const { return shape_.num_chunks; }
  MemoryPool<Device> pool() const { return {*exec_, shape_, memory_, locks_}; }

 private:
  PoolShape shape_;
  Kokkos::View<int*, Device> locks_;
  Kokkos::View<std::byte*, Device> memory_;
  ExecutionSpace const* exec_ = nullptr;
};

}  // namespace araios::inline ARAIOS_ISA::impl
