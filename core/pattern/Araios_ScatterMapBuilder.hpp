// SPDX-License-Identifier: BSD-3-Clause
// Builds the scatter map of a host plan, after a symbolic phase that recorded the columns of C.
#pragma once

#include <Araios_ReplayState.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <partitioning/Araios_RowRanges.hpp>
#include <pattern/Araios_PatternStore.hpp>
#include <pattern/Araios_ScatterMap.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <rowwise/Araios_LaunchTeams.hpp>
#include <rowwise/Araios_RowwiseKernel.hpp>
#include <rowwise/Araios_RunPhase.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The recorded columns of C, by rows.
template <class Ordinal, class Device, class RowOffsets>
struct RecordedRows {
  Kokkos::View<RecordedRow<Ordinal>*, Device> rows;
  Kokkos::View<Ordinal*, Device> columns;
  RowOffsets row_offsets;

  std::int64_t size(std::int64_t row) const {
    return static_cast<std::int64_t>(row_offsets(row + 1) - row_offsets(row));
  }
  Ordinal column(std::int64_t row, std::int64_t place) const {
    return columns(rows(row).position + place) + rows(row).shift;
  }
  /// Whether a row shares the record of the row before: only then do nonempty rows have one
  /// position.
  bool shares_row_before(std::int64_t row) const {
    return row > 0 && size(row) > 0 && size(row) == size(row - 1) &&
           rows(row).position == rows(row - 1).position;
  }
};

/// Prefix sum over rows: counts the products of a row, and assigns the first of its places.
template <class ExecutionSpace, class Products, class Recorded, class Device>
struct PlaceRow {
  using value_type = std::int64_t;
  using ordinal_type = typename Products::ordinal_type;

  Products products;
  Recorded recorded;
  Kokkos::View<RowOfScatterMap*, Device> rows;

  void operator()(std::int64_t row, std::int64_t& sum, bool is_final) const {
    HostThread<ExecutionSpace> const self;
    std::int64_t const num_products =
        products.work(ThreadSequential::lanes(self), static_cast<ordinal_type>(row));
    bool const shares = recorded.shares_row_before(row);
    if (is_final) rows(row) = {shares ? sum - num_products : sum, num_products};
    if (!shares) sum += num_products;
  }
};

/// Writes the columns of C, and the places of the rows that do not share with the row before.
///
/// Shapes: places one element for each product of these rows; columns_of_c nnz(C); pool chunks of
///         bytes_of_place_map.
template <class ExecutionSpace, class Products, class Recorded, class Place, class Device>
struct WriteScatterMap {
  using Ordinal = typename Products::ordinal_type;

  Products products;
  Recorded recorded;
  Kokkos::View<RowOfScatterMap const*, Device> rows;
  Kokkos::View<Place*, Device> places;
  Kokkos::View<Ordinal*, Device> columns_of_c;
  MemoryPool<Device> pool;
  RowRanges<ExecutionSpace, Device> ranges;

  template <class Member>
  void operator()(Member const& member) const {
    auto const lanes = ThreadSequential::lanes(member);
    int const owner = ThreadSequential::owner_index(member);
    pool.with_chunk(lanes, owner, [&](Chunk const& chunk) {
      auto* const place_of_column = reinterpret_cast<Ordinal*>(chunk.data);
      ranges.template for_each_by_work<ThreadSequential>(
          lanes, products.a.row_offsets, [&](Rows const& range) {
            for (std::int64_t row = range.begin; row < range.end; ++row) {
              write_columns(row);
              if (!recorded.shares_row_before(row)) write_row(row, place_of_column);
            }
          });
    });
  }

 private:
  void write_columns(std::int64_t row) const {
    auto const begin = recorded.row_offsets(row);
    std::int64_t const size = recorded.size(row);
    for (std::int64_t i = 0; i < size; ++i) columns_of_c(begin + i) = recorded.column(row, i);
  }

  void write_row(std::int64_t row, Ordinal* place_of_column) const {
    std::int64_t const size = recorded.size(row);
    RecordedRow<Ordinal> const recorded_row = recorded.rows(row);
    if (recorded_row.num_places > 0) {
      std::copy_n(places_of(recorded_row, recorded.columns.data(), size), recorded_row.num_places,
                  places.data() + rows(row).first);
      return;
    }
    for (std::int64_t i = 0; i < size; ++i) {
      place_of_column[recorded.column(row, i)] = static_cast<Ordinal>(i);
    }
    auto const& a = products.a;
    Place* next = places.data() + rows(row).first;
    for (auto a_entry = a.row_offsets(row); a_entry < a.row_offsets(row + 1); ++a_entry) {
      auto const entries = products.entries_of_b(a_entry);
      for (auto i = entries.begin; i < entries.end; ++i) {
        *next++ = static_cast<Place>(place_of_column[products.b.columns(i)]);
      }
    }
  }
};

/// Builds the scatter map of a host plan.
///
/// Shapes: a m×k, b k×n; columns of B in any order.
/// Cost:   two passes over A and one over the products.
template <class ExecutionSpace, class GraphA, class GraphB, class PlanData>
class ScatterMapBuilder {
 public:
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;

  ScatterMapBuilder(ExecutionSpace const& exec, Workspace<device_type>& workspace, GraphA const& a,
                    GraphB const& b, PlanData& data)
      : exec_{exec}, workspace_{workspace}, products_{a, b}, data_{data} {}

  /// Builds the map if the plan has a recorded pattern and C allows it. The map and the columns of
  /// C then replace the pattern. Returns whether the plan replays, or why not.
  ///
  /// Throws: OutOfMemory if the memory exceeds the cap. The plan is then unchanged.
  ReplayState build() {
    ProblemStats const& stats = data_.stats;
    if (stats.work == 0) return ReplayState::has_no_products;
    if (!stats.pattern_recorded) return ReplayState::needs_recorded_pattern;
    using Narrow = typename Lists::Narrow;
    using Wide = typename Lists::Wide;
    if (Lists::template can_place<Narrow>(stats.max_row_size)) {
      record<Narrow>();
    } else if (Lists::template can_place<Wide>(stats.max_row_size)) {
      record<Wide>();
    } else {
      return ReplayState::needs_fewer_entries;
    }
    data_.recorded = {};
    return ReplayState::replays;
  }

 private:
  using Lists = ScatterMap<device_type>;
  using Products = RowProducts<GraphA, GraphB>;
  using RowOffsets = decltype(PlanData::row_offsets);
  using Recorded = RecordedRows<ordinal_type, device_type, RowOffsets>;
  using Columns = Kokkos::View<ordinal_type*, device_type>;

  static std::size_t size_of(std::int64_t count) { return static_cast<std::size_t>(count); }
  std::size_t max_bytes() const { return data_.options.max_workspace_bytes; }

  template <class T>
  Loan<T, device_type> lend(WorkspaceSlot slot, std::int64_t count) {
    return workspace_.template lend<T>(exec_, slot, size_of(count), max_bytes());
  }

  /// Gives back what counting and recording took.
  void give_back_memory_of_recording() {
    for (auto const slot : {WorkspaceSlot::row_sizes, WorkspaceSlot::column_sets,
                            WorkspaceSlot::compressed_row_offsets, WorkspaceSlot::compressed_blocks,
                            WorkspaceSlot::compressed_bits, WorkspaceSlot::shifted_rows,
                            WorkspaceSlot::recording_counters, WorkspaceSlot::next_range,
                            WorkspaceSlot::pool_locks, WorkspaceSlot::pool_memory}) {
      workspace_.give_back(slot);
    }
  }

  template <class Place>
  [[gnu::cold]] void record() {
    give_back_memory_of_recording();
    Lists lists;
    lists.rows = lend<RowOfScatterMap>(WorkspaceSlot::scatter_map_rows, data_.stats.m);
    lists.template list<Place>() =
        lend<Place>(WorkspaceSlot::scatter_map, place_rows(lists.rows.elements));
    workspace_.hold(size_of(data_.stats.nnz_c) * sizeof(ordinal_type), max_bytes());
    Columns const columns = allocate_view<ordinal_type, device_type>(
        Kokkos::view_alloc(exec_, Kokkos::WithoutInitializing, "araios::plan.columns_of_c"),
        size_of(data_.stats.nnz_c));
    write(lists.rows.elements, lists.template list<Place>().elements, columns);
    data_.scatter_map = lists;
    data_.columns_of_c = columns;
  }

  Recorded recorded_rows() const {
    auto const& recorded = data_.recorded;
    return {recorded.rows.elements, recorded.columns.elements, data_.row_offsets};
  }

  /// Assigns the places of all rows. Returns their number.
  std::int64_t place_rows(Kokkos::View<RowOfScatterMap*, device_type> const& rows) {
    std::int64_t const m = data_.stats.m;
    scan_range("araios::spgemm_symbolic::place_rows", exec_, m, m + data_.stats.nnz_a,
               PlaceRow<ExecutionSpace, Products, Recorded, device_type>{products_, recorded_rows(),
                                                                         rows});
    RowOfScatterMap const last = element_of(exec_, rows, size_of(m - 1));
    return last.first + last.num_products;
  }

  template <class Places>
  [[gnu::cold]] void write(Kokkos::View<RowOfScatterMap*, device_type> const& rows,
                           Places const& places, Columns const& columns) {
    Selection selection = data_.symbolic_selection;
    auto const ranges = take_row_ranges(exec_, workspace_, selection, selection.team_size,
                                        data_.stats.m, max_bytes());
    ChunkBytes const chunk{bytes_of_place_map<ordinal_type>(data_.stats.n), 0};
    auto const pool = take_pool(exec_, data_.device, workspace_, selection, chunk, max_bytes());
    using Place = typename Places::non_const_value_type;
    run_by_threads(exec_, selection,
                   WriteScatterMap<ExecutionSpace, Products, Recorded, Place, device_type>{
                       products_, recorded_rows(), rows, places, columns, pool, ranges},
                   "araios::spgemm_symbolic::write_scatter_map");
    exec_.fence("araios: scatter_map are written");
  }

  ExecutionSpace const& exec_;
  Workspace<device_type>& workspace_;
  Products products_;
  PlanData& data_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
