// SPDX-License-Identifier: BSD-3-Clause
// The kernels of bhSPARSE: rows of a bin by heap, by expand-sort-compress, or by merging.
#pragma once

#include <accumulators/Araios_ExpandSortCompress.hpp>
#include <accumulators/Araios_Heap.hpp>
#include <accumulators/Araios_Merge.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <partitioning/Araios_Owners.hpp>
#include <partitioning/Araios_RowRanges.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <rowwise/Araios_ExpandedRow.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Handles the rows of a list by the method of their bin. The lanes of an owner share a row.
template <class Owner, class Ranges, class Phase, class RowMethod>
struct BhSparseKernel {
  using ordinal_type = typename Phase::ordinal_type;

  Phase phase;
  RowMethod method;
  Ranges ranges;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const lanes = Owner::lanes(member);
    method.with_memory(lanes, Owner::owner_index(member), [&](auto const& memory) {
      ranges.template for_each<Owner>(lanes, [&](Rows const& rows) {
        for (std::int64_t place = rows.begin; place < rows.end; place += rows.stride) {
          method.process(lanes, phase, static_cast<ordinal_type>(ranges.row(place)), memory);
          lanes.barrier();
        }
      });
    });
  }
};

/// Memory of a thread in scratch.
struct InScratch {
  std::size_t scratch_bytes;

  template <class Lanes, class F>
  KOKKOS_FUNCTION void with_memory(Lanes const& lanes, int, F const& f) const {
    f(lanes.scratch(scratch_bytes));
  }
};

/// Rows of one or few products: Heap, by one lane.
template <class Phase>
struct HeapRows : InScratch {
  using ordinal_type = typename Phase::ordinal_type;
  using combine = typename Phase::combine;
  using heap_type = Heap<ordinal_type, typename decltype(Phase::products)::offset_type_of_b>;

  int capacity;

  explicit HeapRows(int most_work) : InScratch{heap_type::bytes(most_work)}, capacity{most_work} {}

  template <class Lanes>
  KOKKOS_FUNCTION void process(Lanes const& lanes, Phase const& phase, ordinal_type row,
                               std::byte* memory) const {
    lanes.single([&]() { merge_rows_of_b(lanes, phase, row, heap_type{memory, capacity}); });
  }

 private:
  template <class Lanes>
  KOKKOS_FUNCTION static void merge_rows_of_b(Lanes const& lanes, Phase const& phase,
                                              ordinal_type row, heap_type heap) {
    typename combine::value_type sum{};
    ordinal_type column = -1;
    std::int64_t size = 0;
    std::int64_t planned = 0;
    if constexpr (Phase::is_numeric) planned = phase.capacity(lanes, row);
    auto const store = [&]() {
      if constexpr (Phase::is_numeric) {
        if (size > 0 && size <= planned)
          phase.store(phase.row_offsets(row) + size - 1, column, sum);
      }
    };
    auto const add = [&](ordinal_type next_column, auto a_entry, auto b_entry) {
      auto const value = phase.value(phase.multiplier(a_entry), b_entry);
      if (next_column == column) return combine::apply(sum, value);
      store();
      column = next_column;
      sum = value;
      ++size;
    };
    bool const complete = heap.for_each_in_order(phase.products, row, add);
    store();
    if constexpr (Phase::is_numeric) {
      if (!complete || size != planned) phase.reject(row);
    } else {
      phase.row_sizes(row) = static_cast<ordinal_type>(size);
    }
  }
};

/// Rows of more products: ExpandSortCompress, with A's entries spread over the lanes.
template <class Phase>
struct EscRows : InScratch {
  using ordinal_type = typename Phase::ordinal_type;
  using accumulator_type = ExpandSortCompress<ordinal_type, typename Phase::combine>;

  int capacity;
  int lanes_of_thread;

  EscRows(int most_work, int num_lanes)
      : InScratch{accumulator_type::bytes(most_work)},
        capacity{most_work},
        lanes_of_thread{num_lanes} {}

  template <class Lanes>
  KOKKOS_FUNCTION void process(Lanes const& lanes, Phase const& phase, ordinal_type row,
                               std::byte* memory) const {
    accumulator_type accumulator{memory, capacity, lanes_of_thread};
    process_expanded_row(lanes, phase, row, accumulator, capacity);
  }
};

/// Long rows: Merge, in a chunk of the pool, by a thread or a team. In the symbolic phase, rows
/// that outgrow their chunk become `too_long`. The next launch has larger chunks and counts these
/// alone.
template <class Phase>
struct MergeRows {
  using ordinal_type = typename Phase::ordinal_type;
  using device_type = typename Phase::device_type;
  using accumulator_type = Merge<ordinal_type, typename Phase::combine>;

  static constexpr ordinal_type too_long = -1;

  MemoryPool<device_type> pool;
  std::int64_t capacity;
  int lanes_of_thread;
  bool is_first;                                  ///< first launch of the symbolic phase
  Kokkos::View<std::int64_t*, device_type> left;  ///< symbolic: rows that became too long

  /// Memory of an owner.
  struct Memory {
    std::byte* sequences;  ///< a chunk of the pool
    int* thread_sums;      ///< scratch of a team
  };

  /// Scratch of a team of that many threads.
  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes_of_team(int team_size) {
    return placed_bytes<int>(team_size);
  }

  template <class Lanes, class F>
  KOKKOS_FUNCTION void with_memory(Lanes const& lanes, int owner, F const& f) const {
    int* thread_sums = nullptr;
    if constexpr (Lanes::is_team) {
      thread_sums =
          reinterpret_cast<int*>(lanes.scratch(scratch_bytes_of_team(lanes.member.team_size())));
    }
    pool.with_chunk(lanes, owner, [&](Chunk const& chunk) { f(Memory{chunk.data, thread_sums}); });
  }

  template <class Lanes>
  KOKKOS_FUNCTION void process(Lanes const& lanes, Phase const& phase, ordinal_type row,
                               Memory const& memory) const {
    if constexpr (!Phase::is_numeric) {
      if (!is_first && phase.row_sizes(row) != too_long) return;
    }
    accumulator_type accumulator{memory.sequences, capacity};
    PartScan<Lanes> const scan{lanes, lanes_of_thread, memory.thread_sums};
    bool const fits = merge_rows_of_b(lanes, scan, phase, row, accumulator);
    if constexpr (Phase::is_numeric) {
      if (!fits || accumulator.size() != phase.capacity(lanes, row)) return phase.reject(row);
      auto const begin = phase.row_offsets(row);
      lanes.for_each(accumulator.size(), [&](int i) {
        phase.store(begin + i, accumulator.key(i), accumulator.value(i));
      });
    } else {
      lanes.single([&]() {
        phase.row_sizes(row) = fits ? static_cast<ordinal_type>(accumulator.size()) : too_long;
        if (!fits) Kokkos::atomic_add(&left(0), std::int64_t{1});
      });
    }
  }

 private:
  template <class Lanes>
  KOKKOS_FUNCTION static bool merge_rows_of_b(Lanes const& lanes, PartScan<Lanes> const& scan,
                                              Phase const& phase, ordinal_type row,
                                              accumulator_type& accumulator) {
    auto const a_end = phase.products.a.row_offsets(row + 1);
    for (auto a_entry = phase.products.a.row_offsets(row); a_entry < a_end; ++a_entry) {
      auto const entries = phase.products.entries_of_b(a_entry);
      auto const multiplier = phase.multiplier(a_entry);
      auto const count = static_cast<int>(entries.end - entries.begin);
      bool const fits = accumulator.merge(
          lanes, scan, count, [&](int j) { return phase.key(entries.begin + j); },
          [&](int j) { return phase.value(multiplier, entries.begin + j); });
      if (!fits) return false;
    }
    return true;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
