// SPDX-License-Identifier: BSD-3-Clause
// Rows of A so long that all teams of a launch scan them, part by part.
#pragma once

#include <bins/Araios_BinnedRows.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_PlatformTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The rows that teams have published for all teams to scan. Any team may take a part of one, and
/// none waits. The team that completes the last part of a row gets its bounds.
///
/// Pre: the counters are zero when the launch begins.
template <class Binning>
struct CooperativeScan {
  using ordinal_type = typename Binning::ordinal_type;
  using device_type = typename Binning::device_type;
  using Bounds = typename Binning::Bounds;

  Binning const& binning;
  Kokkos::View<std::int64_t*, device_type> const& counters;

  /// Publishes a row, by one lane. Returns false if all slots are taken.
  KOKKOS_FUNCTION bool publish(ordinal_type row) const {
    std::int64_t const slot =
        Kokkos::atomic_fetch_add(&counters(BinCounters::num_published), std::int64_t{1});
    if (slot >= most) return false;
    Shared::store(at(slot, PublishedRow::row), static_cast<std::int64_t>(row) + 1);
    return true;
  }

  /// Bounds parts of rows until none is left, by all lanes of a team. Starts with a different row
  /// for each `number`, to spread the teams. Calls put(row, bounds), by one lane, after the last
  /// part of a row.
  ///
  /// Shapes: bounds one, in scratch of the team.
  template <class Team, class Put>
  KOKKOS_FUNCTION void bound_parts(Team const& team, std::int64_t number, Bounds* bounds,
                                   Put const& put) const {
    std::int64_t count = 0;
    team.single([&](std::int64_t& found) { found = num_rows(); }, count);
    for (std::int64_t i = 0; i < count; ++i) {
      std::int64_t const slot = (number + i) % count;
      while (bound_part(team, slot, bounds, put)) {
      }
    }
  }

 private:
  static constexpr std::int64_t most = tuning::cooperative_scan_max_rows;
  static constexpr std::int64_t no_part = -1;

  KOKKOS_FUNCTION std::int64_t* at(std::int64_t slot, int counter) const {
    return &counters(BinCounters::published + slot * PublishedRow::count + counter);
  }
  KOKKOS_FUNCTION std::int64_t num_rows() const {
    std::int64_t const published = Shared::load(&counters(BinCounters::num_published));
    return published < most ? published : most;
  }
  KOKKOS_FUNCTION std::int64_t num_parts(ordinal_type row) const {
    constexpr std::int64_t of_part = tuning::cooperative_scan_entries_of_part;
    return (binning.length_of(row) + of_part - 1) / of_part;
  }
  /// Takes a part that no other team has. Returns no_part if none is left, or if the row is not yet
  /// published: the team that publishes it comes back for it.
  KOKKOS_FUNCTION std::int64_t take_part(std::int64_t slot) const {
    std::int64_t const row = Shared::load(at(slot, PublishedRow::row)) - 1;
    if (row < 0) return no_part;
    std::int64_t const parts = num_parts(static_cast<ordinal_type>(row));
    std::int64_t* const next = at(slot, PublishedRow::next_part);
    if (Shared::load(next) >= parts) return no_part;
    std::int64_t const part = Kokkos::atomic_fetch_add(next, std::int64_t{1});
    return part < parts ? part : no_part;
  }

  /// Takes and bounds a part. Returns false if there is none.
  template <class Team, class Put>
  KOKKOS_FUNCTION bool bound_part(Team const& team, std::int64_t slot, Bounds* bounds,
                                  Put const& put) const {
    std::int64_t part = no_part;
    team.single(
        [&](std::int64_t& taken) {
          taken = take_part(slot);
          *bounds = {};
        },
        part);
    if (part == no_part) return false;
    team.barrier();
    auto const row = static_cast<ordinal_type>(Shared::load(at(slot, PublishedRow::row)) - 1);
    constexpr int lanes = tuning::device_lanes_per_team;
    auto const parts_of_lanes = static_cast<int>(num_parts(row)) * lanes;
    team.for_each(lanes, [&](int lane) {
      auto const partial =
          binning.part_of_bounds(row, static_cast<int>(part) * lanes + lane, parts_of_lanes);
      if (partial.work != 0 || partial.flaws != 0) bounds->add_atomically(partial);
    });
    team.single([&]() {
      add(slot, *bounds);
      std::int64_t* const done = at(slot, PublishedRow::parts_done);
      if (Shared::is_last_done(done, num_parts(row))) put(row, bounds_of(slot));
    });
    team.barrier();
    return true;
  }

  /// Counters begin at zero, so a first column is kept as its distance from the number of columns.
  KOKKOS_FUNCTION void add(std::int64_t slot, Bounds const& partial) const {
    Kokkos::atomic_add(at(slot, PublishedRow::work), partial.work);
    Kokkos::atomic_or(at(slot, PublishedRow::flaws), static_cast<std::int64_t>(partial.flaws));
    if (partial.work == 0) return;
    Kokkos::atomic_max(at(slot, PublishedRow::columns_from_first),
                       num_columns() - static_cast<std::int64_t>(partial.first_column));
    Kokkos::atomic_max(at(slot, PublishedRow::columns_to_last),
                       static_cast<std::int64_t>(partial.last_column) + 1);
  }
  KOKKOS_FUNCTION Bounds bounds_of(std::int64_t slot) const {
    auto const read = [&](int counter) { return Shared::load(at(slot, counter)); };
    return {
        read(PublishedRow::work),
        static_cast<ordinal_type>(num_columns() - read(PublishedRow::columns_from_first)),
        static_cast<ordinal_type>(read(PublishedRow::columns_to_last) - 1),
        static_cast<unsigned>(read(PublishedRow::flaws)),
    };
  }
  KOKKOS_FUNCTION std::int64_t num_columns() const {
    return static_cast<std::int64_t>(binning.products.b.num_cols);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
