// SPDX-License-Identifier: BSD-3-Clause
// Adjacent entries of a row of A whose rows of B have the same columns.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <bins/Araios_Supernodes.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The runs of a row of A. A run has successive columns whose rows of B belong to one supernode, or
/// is a single entry. Supernodes are known of A only, so longer runs are found only where B is A.
///
/// Pre: a row has at most tuning::thread_max_length_of_a_with_long_b entries.
class SupernodeRuns {
 public:
  static constexpr std::int64_t most_entries = tuning::thread_max_length_of_a_with_long_b;

  KOKKOS_FUNCTION static constexpr std::size_t bytes() {
    return placed_bytes<Place>(most_entries + 1);
  }

  /// Finds the runs of a row by all its lanes, and keeps them in `memory`, which has bytes() bytes.
  template <class Lanes, class Graph, class MarkedWidths>
  KOKKOS_FUNCTION SupernodeRuns(Lanes const& lanes, std::byte* memory, Graph const& a,
                                typename Graph::ordinal_type row, MarkedWidths const& marked_widths,
                                bool b_is_a)
      : places_{reinterpret_cast<Place*>(memory)} {
    auto const begin = a.row_offsets(row);
    auto const length = static_cast<int>(a.row_offsets(row + 1) - begin);
    using Offset = typename Graph::offset_type;
    using Width = MarkedWidth<typename Graph::ordinal_type>;
    /// Whether the row of B of this entry continues the supernode of the entry before it.
    auto const goes_on = [&](int place) {
      auto const column = a.columns(begin + static_cast<Offset>(place));
      return place > 0 && Width::continues_supernode(marked_widths(column)) &&
             a.columns(begin + static_cast<Offset>(place - 1)) == column - 1;
    };
    auto const begins_run = [&](int place) {
      if (!b_is_a) return true;
      int behind = 0;
      while (goes_on(place - behind)) ++behind;
      return behind % tuning::supernode_row_batch == 0;
    };
    count_ = lanes.template scan<int>(length, [&](int place, int& runs, bool is_final) {
      int const begins = begins_run(place) ? 1 : 0;
      if (is_final && begins != 0) places_[runs] = static_cast<Place>(place);
      runs += begins;
    });
    lanes.single([&]() { places_[count_] = static_cast<Place>(length); });
    lanes.barrier();
  }

  KOKKOS_FUNCTION int count() const { return count_; }
  /// The index of its first entry in the row.
  KOKKOS_FUNCTION int place(int run) const { return places_[run]; }
  /// The number of its entries, at most tuning::supernode_row_batch.
  KOKKOS_FUNCTION int num_entries(int run) const { return places_[run + 1] - places_[run]; }

 private:
  using Place = std::uint16_t;

  Place* places_;
  int count_ = 0;
};

/// A row of A, as a matrix of one row, with only the first entry of each run.
template <class GraphA>
struct RunsOfRow {
  GraphA const& a;
  typename GraphA::offset_type begin;
  SupernodeRuns const& runs;

  KOKKOS_FUNCTION int row_offsets(std::int64_t row) const { return row == 0 ? 0 : runs.count(); }
  KOKKOS_FUNCTION typename GraphA::ordinal_type columns(int run) const {
    return a.columns(begin + static_cast<typename GraphA::offset_type>(runs.place(run)));
  }
};

/// The products of runs. Each run stands for the row of B of its first entry.
template <class Products>
struct ProductsOfRuns {
  using ordinal_type = typename Products::ordinal_type;

  Products const& all;
  RunsOfRow<decltype(Products::a)> a;

  KOKKOS_FUNCTION auto entries_of_b(int run) const { return entries_of_row(a.columns(run)); }
  KOKKOS_FUNCTION auto entries_of_row(ordinal_type row_of_b) const {
    return all.entries_of_row(row_of_b);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
