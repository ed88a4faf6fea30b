// SPDX-License-Identifier: BSD-3-Clause
// Rows that several teams share: a bitmap of each in global memory, values in C.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_BitmapRank.hpp>
#include <bins/Araios_BinKernels.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <rowwise/Araios_ExpandedRow.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The part of a row of A that one team takes, as a matrix of this row alone.
template <class GraphA>
struct PartOfRow {
  using offset_type = typename GraphA::offset_type;

  offset_type begin;
  offset_type end;

  /// Part number `part` of so many of about equal length.
  KOKKOS_FUNCTION PartOfRow(GraphA const& a, typename GraphA::ordinal_type row, int part,
                            int num_parts) {
    auto const first = a.row_offsets(row);
    auto const length = static_cast<std::int64_t>(a.row_offsets(row + 1) - first);
    begin = first + static_cast<offset_type>(length * part / num_parts);
    end = first + static_cast<offset_type>(length * (part + 1) / num_parts);
  }

  KOKKOS_FUNCTION offset_type row_offsets(std::int64_t place) const {
    return place == 0 ? begin : end;
  }
};

/// The products of a part.
template <class Products>
struct ProductsOfPart {
  using ordinal_type = typename Products::ordinal_type;

  Products const& all;
  PartOfRow<decltype(Products::a)> a;

  template <class OffsetA>
  KOKKOS_FUNCTION auto entries_of_b(OffsetA a_entry) const {
    return all.entries_of_b(a_entry);
  }
};

/// What the kernels of shared rows know. Each row has its size in memory, and a bitmap over all its
/// columns.
///
/// Shapes: memory bytes(num_columns) for each row.
template <class Phase, class Device>
struct SplitRows {
  using ordinal_type = typename Phase::ordinal_type;
  using phase_type = Phase;
  using accumulator_type =
      BitmapRank<ordinal_type, typename Phase::combine, Contended, std::uint32_t>;

  Phase phase;
  RowsOfBin<ordinal_type, Device> bin;
  Kokkos::View<std::byte*, Device> memory;
  std::int64_t num_columns;
  int teams_of_row;

  /// Bytes of a row of C with so many columns.
  KOKKOS_FUNCTION static std::size_t bytes(std::int64_t columns) {
    return placed_bytes<std::int64_t>(1) +
           accumulator_type::bytes(accumulator_type::num_words(columns), 0);
  }

  KOKKOS_FUNCTION std::int64_t& size(std::int64_t place) const {
    return *reinterpret_cast<std::int64_t*>(memory_of(place));
  }

  KOKKOS_FUNCTION accumulator_type accumulator(std::int64_t place) const {
    accumulator_type accumulator{memory_of(place) + placed_bytes<std::int64_t>(1),
                                 accumulator_type::num_words(num_columns), 0};
    ordinal_type const row = bin.row(place);
    accumulator.resume_window(bin.first_columns(row), bin.width(row));
    return accumulator;
  }

  /// Calls put(load_for(a_entry)(b_entry)) for every product of this team's part of a row.
  template <class Member, class LoadFor, class Put>
  KOKKOS_FUNCTION void for_each_of_part(Member const& member, ordinal_type row,
                                        LoadFor const& load_for, Put const& put) const {
    int const part = member.league_rank() % teams_of_row;
    ProductsOfPart<decltype(phase.products)> const products{
        phase.products, {phase.products.a, row, part, teams_of_row}};
    ThreadParallel::for_each_loaded<tuning::team_bitmap_batch>(
        TeamLanes<Member>{member}, bin.lanes_of_thread, products, ordinal_type{0}, load_for, put);
  }

 private:
  KOKKOS_FUNCTION std::byte* memory_of(std::int64_t place) const {
    return memory.data() + bytes(num_columns) * static_cast<std::size_t>(place);
  }
};

/// Marks the columns of the rows. Pre: bitmaps are zero.
template <class Rows>
struct MarkSplitRows {
  using owner_type = TeamOwnsRow;

  Rows rows;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const& phase = rows.phase;
    std::int64_t const place = member.league_rank() / rows.teams_of_row;
    auto const row = rows.bin.row(place);
    if (!phase.operands_are_planned()) return phase.reject(row);
    auto accumulator = rows.accumulator(place);
    mark_keys(phase, row, accumulator, [&](auto const& load_for, auto const& put) {
      rows.for_each_of_part(member, row, load_for, put);
    });
  }
};

/// Counts the columns of a row; in the numeric phase ranks and writes them, and makes their values
/// zero. A team for each row.
template <class Rows>
struct RankSplitRows {
  using owner_type = TeamOwnsRow;

  Rows rows;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    TeamLanes<Member> const lanes{member};
    auto* const thread_sums = reinterpret_cast<int*>(lanes.scratch(rows.bin.scratch_bytes));
    std::int64_t const place = member.league_rank();
    auto const row = rows.bin.row(place);
    auto const& phase = rows.phase;
    auto accumulator = rows.accumulator(place);
    if constexpr (Rows::phase_type::is_numeric) {
      std::int64_t const planned = phase.capacity(lanes, row);
      auto const begin = phase.row_offsets(row);
      int const size = accumulator.rank_keys(
          PartScan<TeamLanes<Member>>{lanes, rows.bin.lanes_of_thread, thread_sums},
          [&](int rank, auto key) {
            if (rank < planned) phase.columns(begin + rank) = key;
          });
      lanes.single([&]() { rows.size(place) = size; });
      if (size != planned) return phase.reject(row);
      accumulator.put_values_at(phase.values.data() + begin);
      accumulator.clear_values(lanes, size);
    } else {
      int const size = accumulator.count_keys(lanes);
      lanes.single([&]() { phase.row_sizes(row) = size; });
    }
  }
};

/// Adds the values of the products: in scratch, where it holds those of the row, and then to C.
template <class Rows>
struct AddSplitRows {
  using owner_type = TeamOwnsRow;

  Rows rows;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    using value_type = typename Rows::accumulator_type::value_type;
    using combine = typename Rows::phase_type::combine;
    TeamLanes<Member> const lanes{member};
    auto* const sums = reinterpret_cast<value_type*>(lanes.scratch(rows.bin.scratch_bytes));
    std::int64_t const place = member.league_rank() / rows.teams_of_row;
    auto const row = rows.bin.row(place);
    auto const& phase = rows.phase;
    std::int64_t const size = phase.capacity(lanes, row);
    if (rows.size(place) != size) return;
    auto accumulator = rows.accumulator(place);
    value_type* const values_of_row = phase.values.data() + phase.row_offsets(row);
    bool const fits = static_cast<std::size_t>(size) * sizeof(value_type) <= rows.bin.scratch_bytes;
    accumulator.put_values_at(fits ? sums : values_of_row);
    if (fits) accumulator.clear_values(lanes, static_cast<int>(size));
    rows.for_each_of_part(member, row, loader(phase), [&](auto const& product) {
      accumulator.add(product.key, product.value);
    });
    if (!fits) return;
    lanes.barrier();
    lanes.for_each(size, [&](std::int64_t i) {
      Contended::combine<combine>(values_of_row[i], accumulator.value(static_cast<int>(i)));
    });
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
