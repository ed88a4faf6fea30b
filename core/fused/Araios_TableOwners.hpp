// SPDX-License-Identifier: BSD-3-Clause
// Owners of bundles that sum in hash tables, their memory and their launch.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <fused/Araios_FusedRules.hpp>
#include <fused/Araios_FusedTuning.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_HostKernels.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_ThreadForEach.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Access of the lanes of a thread to their table.
template <class Lanes>
using table_access = std::conditional_t<Lanes::concurrent, Shared, Exclusive>;

/// Memory of an owner: a table, sums of its slots, and a list of slots or columns.
///
/// Units: counts; sums and lists may be missing.
template <class Ordinal, class Scalar>
struct TableShape {
  std::int64_t slots = 1;
  bool has_sums = false;
  std::int64_t list_size = 0;

  KOKKOS_FUNCTION std::size_t clean_bytes() const {
    return placed_bytes<Ordinal>(slots) + (has_sums ? placed_bytes<Scalar>(slots) : 0);
  }
  KOKKOS_FUNCTION std::size_t bytes() const {
    return clean_bytes() + placed_bytes<Ordinal>(list_size);
  }

  KOKKOS_FUNCTION Ordinal* keys(std::byte* chunk) const {
    return reinterpret_cast<Ordinal*>(chunk);
  }
  KOKKOS_FUNCTION Scalar* sums(std::byte* chunk) const {
    return reinterpret_cast<Scalar*>(chunk + placed_bytes<Ordinal>(slots));
  }
  KOKKOS_FUNCTION std::make_unsigned_t<Ordinal>* list(std::byte* chunk) const {
    return reinterpret_cast<std::make_unsigned_t<Ordinal>*>(chunk + clean_bytes());
  }
};

/// Gives each owner a chunk of the pool and every num_owners-th item, which it forms by all its
/// lanes: form(lanes, chunk, item). It leaves the chunk clean.
template <class Pool, class Form>
struct FormByTables {
  Pool pool;
  std::int64_t num_items;
  int num_owners;
  Form form;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    std::int64_t const owner = thread_index(member);
    if (owner >= num_owners) return;
    ThreadLanes<Member> const lanes{member};
    pool.with_chunk(lanes, static_cast<int>(owner), [&](Chunk const& chunk) {
      for (std::int64_t item = owner; item < num_items; item += num_owners) {
        form(lanes, chunk.data, item);
        lanes.barrier();
      }
    });
  }
};

/// Launches the owners.
///
/// Units: lanes: of an owner on a device.
template <class ExecutionSpace, class Pool, class Form>
void form_by_tables(char const* label, ExecutionSpace const& exec, int lanes,
                    FormByTables<Pool, Form> const& kernel) {
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (kernel.num_owners == 1) {
      return call_or_launch(
          exec, true, [&] { kernel(HostThread<ExecutionSpace>{}); }, [] {});
    }
  }
  Kokkos::parallel_for(label, thread_for_each(exec, kernel.num_owners, lanes), kernel);
}

}  // namespace araios::inline ARAIOS_ISA::impl
