// SPDX-License-Identifier: BSD-3-Clause
// Runs a phase by RBSparse: a launch for each group of rows, with hash tables of the group's size.
#pragma once

#include <Araios_Selection.hpp>
#include <accumulators/Araios_RbSparseHashTable.hpp>
#include <grouped/Araios_GroupedPhase.hpp>
#include <grouped/Araios_GroupedVariants.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <partitioning/Araios_RowGroups.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_RbSparseGroup.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <rowwise/Araios_AccumulatorStorage.hpp>
#include <rowwise/Araios_Concepts.hpp>
#include <rowwise/Araios_RowwiseKernel.hpp>
#include <rowwise/Araios_RunPhase.hpp>
#include <selection/Araios_Determinism.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// A phase over rows whose tables have one size.
template <class BasePhase>
struct RbSparseRows : BasePhase {
  using ordinal_type = typename BasePhase::ordinal_type;

  std::int64_t slots;  ///< 0: each row by its own bound, in global memory
  bool sorts;          ///< devices, numeric phase: entries are sorted in their table

  template <class Lanes>
  KOKKOS_FUNCTION std::int64_t capacity(Lanes const& lanes, ordinal_type row) const {
    return slots > 0 ? slots : BasePhase::capacity(lanes, row);
  }
  /// In the symbolic phase, the size of a row shows whether it overflows the table of its group.
  KOKKOS_FUNCTION void reject(ordinal_type row) const {
    if (BasePhase::is_numeric || slots == 0) BasePhase::reject(row);
  }
  template <class Lanes, class Accumulator>
  KOKKOS_FUNCTION void emit(Lanes const& lanes, int owner, ordinal_type row,
                            Accumulator& accumulator) const {
    if constexpr (BasePhase::is_numeric && !is_host_space_v<typename Lanes::execution_space>) {
      if (sorts) accumulator.sort(lanes);
    }
    BasePhase::emit(lanes, owner, row, accumulator);
  }
};

/// Runs the groups of rows one after the other.
///
/// On devices a team owns a row. Its table lies in scratch, or in a chunk of the pool if scratch is
/// too small for the scalar. On hosts a thread owns a row. Tables of all sizes lie in its chunk of
/// the pool, which is as near as scratch.
template <class ExecutionSpace, class BasePhase>
class RbSparsePhase {
 public:
  using ordinal_type = typename BasePhase::ordinal_type;
  using device_type = typename BasePhase::device_type;

  /// Pre: the variant of `grouped` is one of rbsparse.
  explicit RbSparsePhase(GroupedPhase<ExecutionSpace, BasePhase> const& grouped)
      : grouped_{grouped}, sorts_{sorts_rows(grouped.options)} {}

  /// Runs the rows that have a table of their group's size.
  [[gnu::cold]] void run_tables(RowGroups<ordinal_type, device_type> const& groups) {
    for (int group = 0; group < RbSparseGroup::global; ++group) {
      if (groups.num_rows(group) > 0) run_table(groups.rows_of(group), RbSparseGroup::slots(group));
    }
  }

  /// Runs the rows that overflow their tables, or would. Teams are sized for a row of mean work.
  [[gnu::cold]] void run_global(RowGroups<ordinal_type, device_type> const& groups) {
    if (groups.num_rows(RbSparseGroup::global) == 0) return;
    ProblemStats const& stats = grouped_.stats;
    auto const slots = std::min<std::int64_t>(stats.work / std::max<std::int64_t>(stats.m, 1),
                                              tuning::rbsparse_most_slots);
    run_in_pool(groups.rows_of(RbSparseGroup::global), 0, grouped_.variant.shape,
                team_size_for_table(grouped_.selection, static_cast<int>(slots)));
  }

 private:
  using RowList = typename GroupedPhase<ExecutionSpace, BasePhase>::RowList;

  [[gnu::cold]] void run_table(RowList const& rows, int slots) {
    auto const shape = table_shape(slots, grouped_.variant.shape.num_keys);
    if constexpr (is_host_space_v<ExecutionSpace>) {
      run_in_pool(rows, slots, shape, grouped_.selection.team_size);
    } else {
      int const team_size = team_size_for_table(grouped_.selection, slots);
      using Table = RbSparseHashTable<ordinal_type, typename BasePhase::combine, Contended>;
      if (scratch_bytes_with_slack(Table::bytes(shape)) > grouped_.device.max_scratch_bytes) {
        return run_in_pool(rows, 0, grouped_.variant.shape, team_size);
      }
      with_partitioning([&](auto partitioning) {
        using Partitioning = decltype(partitioning);
        using Accumulator = TableOf<Partitioning>;
        ScratchTableStorage<Accumulator> const storage{shape, Accumulator::bytes(shape),
                                                       Accumulator::clean_bytes(shape)};
        launch<Partitioning>(rows, slots, storage, team_size,
                             scratch_bytes_with_slack(storage.scratch_bytes));
      });
    }
  }

  [[gnu::cold]] void run_in_pool(RowList const& rows, int slots, AccumulatorShape const& shape,
                                 int team_size) {
    with_partitioning([&](auto partitioning) {
      using Partitioning = decltype(partitioning);
      using Accumulator = TableOf<Partitioning>;
      // The pool comes last, since it takes all memory that is left. Each launch finds it clean for
      // its own tables.
      if (!memory_) {
        memory_ =
            take_pool_memory(grouped_.exec, grouped_.device, grouped_.workspace, grouped_.selection,
                             grouped_.variant.chunk_bytes, grouped_.max_bytes());
      }
      auto const pool = memory_->pool(grouped_.exec, Accumulator::clean_bytes(shape));
      PoolStorage<Accumulator, MemoryPool<device_type>> const storage{pool, shape};
      launch<Partitioning>(rows, slots, storage, team_size, 0);
    });
  }

  template <class Partitioning>
  using TableOf = RbSparseHashTable<ordinal_type, typename BasePhase::combine,
                                    access_of<Partitioning, ExecutionSpace>>;

  /// Calls f with the partitioning. Sizes do not depend on the order of products, but sums do.
  template <class F>
  void with_partitioning(F const& f) const {
    if constexpr (is_host_space_v<ExecutionSpace>) {
      f(ThreadSequential{});
    } else if constexpr (!BasePhase::is_numeric) {
      f(ThreadParallel{});
    } else {
      bool const repeats = grouped_.selection.partitioning == PartitioningKind::team_sequential;
      repeats ? f(TeamSequential{}) : f(ThreadParallel{});
    }
  }

  template <class Partitioning, class Storage>
  [[gnu::cold]] void launch(RowList const& rows, int slots, Storage const& storage, int team_size,
                            std::size_t scratch_bytes) {
    Selection selection = grouped_.selection;
    selection.team_size = team_size;
    auto const ranges = grouped_.template listed_ranges<Partitioning>(rows, selection);
    RowwiseKernel<std::decay_t<decltype(ranges)>, Partitioning, Storage,
                  RbSparseRows<BasePhase>> const kernel{
        {grouped_.phase, slots, sorts_}, storage, ranges};
    launch_teams<Partitioning>(grouped_.exec, selection, kernel, scratch_bytes,
                               grouped_.label + (slots > 0 ? std::to_string(slots) : "global"));
  }

  GroupedPhase<ExecutionSpace, BasePhase> grouped_;
  bool sorts_;
  std::optional<PoolMemory<device_type>> memory_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
