// SPDX-License-Identifier: BSD-3-Clause
// Methods of rows that several teams share. Bitmaps lie in global memory, values accumulate in C.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_BitmapRank.hpp>
#include <bins/Araios_BinMethods.hpp>
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

  /// Part `part` of `num_parts` of about equal length.
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

/// The products of a part of a row.
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

/// The size of a row of C, followed by its bitmap over all columns, in global memory.
template <class Ordinal, class Combine>
struct BitmapOfSplitRow {
  using accumulator_type = BitmapRank<Ordinal, Combine, Contended, std::uint32_t>;

  std::byte* memory;

  /// Bytes for a row of C with `columns` columns.
  KOKKOS_FUNCTION static std::size_t bytes(std::int64_t columns) {
    return placed_bytes<std::int64_t>(1) +
           accumulator_type::bytes(accumulator_type::num_words(columns), 0);
  }
  KOKKOS_FUNCTION std::int64_t& size() const { return *reinterpret_cast<std::int64_t*>(memory); }
  KOKKOS_FUNCTION accumulator_type accumulator(std::int64_t columns) const {
    return {memory + placed_bytes<std::int64_t>(1), accumulator_type::num_words(columns), 0};
  }
};

/// The rows of a bin, whose rows of A are cut into a part for each of several teams.
///
/// Shapes: memory BitmapOfSplitRow::bytes(num_columns) for each row.
template <class Phase, class Device>
struct SplitRows {
  using ordinal_type = typename Phase::ordinal_type;
  using bitmap_type = BitmapOfSplitRow<ordinal_type, typename Phase::combine>;
  using accumulator_type = typename bitmap_type::accumulator_type;

  Phase phase;
  RowsOfBin<ordinal_type, Device> bin;
  Kokkos::View<std::byte*, Device> memory;
  std::int64_t num_columns;
  int teams_of_row;

  template <class Owned>
  KOKKOS_FUNCTION std::int64_t& size_of(Owned const& owned) const {
    return bitmap(owned).size();
  }
  template <class Owned>
  KOKKOS_FUNCTION accumulator_type accumulator_of(Owned const& owned) const {
    accumulator_type accumulator = bitmap(owned).accumulator(num_columns);
    accumulator.resume_window(bin.first_columns(owned.row), bin.width(owned.row));
    return accumulator;
  }

  /// Calls put(load_for(a_entry)(b_entry)) for every product of this team's part of a row.
  template <class Owned, class LoadFor, class Put>
  KOKKOS_FUNCTION void for_each_of_part(Owned const& owned, LoadFor const& load_for,
                                        Put const& put) const {
    int const part = owned.lanes.member.league_rank() % teams_of_row;
    ProductsOfPart<decltype(phase.products)> const products{
        phase.products, {phase.products.a, owned.row, part, teams_of_row}};
    ThreadParallel::for_each_loaded<tuning::team_bitmap_batch>(
        owned.lanes, bin.lanes_of_thread, products, ordinal_type{0}, load_for, put);
  }

 private:
  template <class Owned>
  KOKKOS_FUNCTION bitmap_type bitmap(Owned const& owned) const {
    return {memory.data() +
            bitmap_type::bytes(num_columns) * static_cast<std::size_t>(owned.place)};
  }
};

/// First kernel: marks the columns of the rows.
///
/// Pre: bitmaps are zero.
template <class Phase, class Device>
struct MarkSplitRows : SplitRows<Phase, Device> {
  using owner_type = TeamOwnsRow;

  KOKKOS_FUNCTION int owners_of_row() const { return this->teams_of_row; }

  template <class Owned>
  KOKKOS_FUNCTION void process(Owned const& owned) const {
    auto accumulator = this->accumulator_of(owned);
    mark_keys(this->phase, owned.row, accumulator, [&](auto const& load_for, auto const& put) {
      this->for_each_of_part(owned, load_for, put);
    });
  }
};

/// Second kernel, with one team per row: counts the columns of a row. The numeric phase also ranks
/// and writes them, and zeroes their values.
template <class Phase, class Device>
struct RankSplitRows : SplitRows<Phase, Device> {
  using owner_type = TeamOwnsRow;
  using SplitRows<Phase, Device>::bin;
  using SplitRows<Phase, Device>::phase;

  template <class Owned>
  KOKKOS_FUNCTION void process(Owned const& owned) const {
    auto const& lanes = owned.lanes;
    auto const row = owned.row;
    auto accumulator = this->accumulator_of(owned);
    if constexpr (Phase::is_numeric) {
      std::int64_t const planned = phase.capacity(lanes, row);
      auto const begin = phase.row_offsets(row);
      int const size =
          accumulator.rank_keys(owned.scan(bin.lanes_of_thread), [&](int rank, auto key) {
            if (rank < planned) phase.columns(begin + rank) = key;
          });
      lanes.single([&]() { this->size_of(owned) = size; });
      if (size != planned) return phase.reject(row);
      accumulator.put_values_at(phase.values.data() + begin);
      accumulator.clear_values(lanes, size);
    } else {
      int const size = accumulator.count_keys(lanes);
      lanes.single([&]() { phase.row_sizes(row) = size; });
    }
  }
};

/// Third kernel, numeric phase only: adds up the values. Sums in scratch first if the values of the
/// row fit, and adds the sums to C by atomics.
template <class Phase, class Device>
struct AddSplitRows : SplitRows<Phase, Device> {
  using owner_type = TeamOwnsRow;
  using SplitRows<Phase, Device>::bin;
  using SplitRows<Phase, Device>::phase;

  KOKKOS_FUNCTION int owners_of_row() const { return this->teams_of_row; }

  template <class Owned>
  KOKKOS_FUNCTION void process(Owned const& owned) const {
    using value_type = typename Phase::combine::value_type;
    auto const& lanes = owned.lanes;
    std::int64_t const size = phase.capacity(lanes, owned.row);
    if (this->size_of(owned) != size) return;
    auto accumulator = this->accumulator_of(owned);
    auto* const sums = reinterpret_cast<value_type*>(owned.scratch);
    value_type* const values_of_row = phase.values.data() + phase.row_offsets(owned.row);
    bool const fits = static_cast<std::size_t>(size) * sizeof(value_type) <= bin.scratch_bytes;
    accumulator.put_values_at(fits ? sums : values_of_row);
    if (fits) accumulator.clear_values(lanes, static_cast<int>(size));
    this->for_each_of_part(owned, loader(phase), [&](auto const& product) {
      accumulator.add(product.key, product.value);
    });
    if (!fits) return;
    lanes.barrier();
    lanes.for_each(size, [&](std::int64_t i) {
      Contended::combine<typename Phase::combine>(values_of_row[i],
                                                  accumulator.value(static_cast<int>(i)));
    });
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
