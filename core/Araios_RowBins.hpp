// SPDX-License-Identifier: BSD-3-Clause
// Rows of C sorted into bins by what they need, so that each bin gets a method of its own.
#pragma once

#include <Araios_Expects.hpp>
#include <Araios_Lanes.hpp>
#include <Araios_RowBin.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace araios {

/// Work of a row of C, and the range of its columns.
template <class Ordinal>
struct RowBounds {
  std::int64_t work = 0;
  Ordinal first_column = std::numeric_limits<Ordinal>::max();
  Ordinal last_column = -1;

  KOKKOS_FUNCTION RowBounds& operator+=(RowBounds const& other) {
    work += other.work;
    if (other.first_column < first_column) first_column = other.first_column;
    if (other.last_column > last_column) last_column = other.last_column;
    return *this;
  }
};

/// Positions in the array of counters that becomes BinCounts.
struct BinCounters {
  static constexpr int rows = 0;
  static constexpr int need = num_row_bins;
  static constexpr int total = 2 * num_row_bins;
  static constexpr int largest = total + 1;
  static constexpr int count = largest + 1;
};

/// What the sorting of rows into bins leaves behind on the device.
///
/// Shapes: rows num_row_bins × m, of which each bin uses as many as it has rows; first_columns and
///         widths m.
template <class Ordinal, class Device>
struct RowBins {
  Kokkos::View<Ordinal*, Device> rows;
  Kokkos::View<Ordinal*, Device> first_columns;
  Kokkos::View<Ordinal*, Device> widths;
  std::int64_t num_rows = 0;

  /// Elements that all three take together.
  static constexpr std::size_t elements(std::int64_t num_rows) {
    return static_cast<std::size_t>(num_rows) * (num_row_bins + 2);
  }

  RowBins() = default;
  /// Shapes: memory elements(num_rows).
  RowBins(Kokkos::View<Ordinal*, Device> const& memory, std::int64_t number_of_rows)
      : num_rows{number_of_rows} {
    auto const size = static_cast<std::size_t>(num_rows);
    auto const part = [&](std::size_t begin, std::size_t length) {
      return Kokkos::View<Ordinal*, Device>(
          Kokkos::subview(memory, Kokkos::make_pair(begin * size, (begin + length) * size)));
    };
    rows = part(0, num_row_bins);
    first_columns = part(num_row_bins, 1);
    widths = part(num_row_bins + 1, 1);
  }
};

/// Bounds every row from A and the row ends of B, and bins it for the symbolic phase.
///
/// Pre:  columns of B ascend in every row.
/// Post: rows without products have the size 0.
template <class Products>
struct SymbolicBinning {
  using ordinal_type = typename Products::ordinal_type;
  using device_type = typename Products::device_type;

  Products products;
  RowBins<ordinal_type, device_type> bins;
  Kokkos::View<std::int32_t*, device_type> work;  ///< of each row, cut at what fits
  Kokkos::View<ordinal_type*, device_type> row_sizes;

  /// Bins a row by all its lanes together; `amount` is its work.
  template <class Lanes>
  KOKKOS_FUNCTION BinnedRow bin(Lanes const& lanes, ordinal_type row, std::int64_t& amount) const {
    auto const a_begin = products.a.row_offsets(row);
    auto const length = products.a.row_offsets(row + 1) - a_begin;
    auto const bounds = lanes.template sum<RowBounds<ordinal_type>>(
        length, [&](auto i, RowBounds<ordinal_type>& partial) {
          auto const entries = products.entries_of_b(a_begin + i);
          if (entries.begin == entries.end) return;
          partial += RowBounds<ordinal_type>{static_cast<std::int64_t>(entries.end - entries.begin),
                                             products.b.columns(entries.begin),
                                             products.b.columns(entries.end - 1)};
        });
    amount = bounds.work;
    ordinal_type const width = bounds.work == 0 ? 0 : bounds.last_column - bounds.first_column + 1;
    lanes.single([&]() {
      constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
      bins.first_columns(row) = bounds.work == 0 ? 0 : bounds.first_column;
      bins.widths(row) = width;
      work(row) = static_cast<std::int32_t>(bounds.work < most ? bounds.work : most);
      if (bounds.work == 0) row_sizes(row) = 0;
    });
    return symbolic_bin(bounds.work, width);
  }
};

/// Bins every row for the numeric phase by its size.
template <class Ordinal, class Device>
struct NumericBinning {
  using ordinal_type = Ordinal;
  using device_type = Device;

  RowBins<Ordinal, Device> bins;
  Kokkos::View<std::int32_t const*, Device> work;
  Kokkos::View<Ordinal const*, Device> row_sizes;
  std::int64_t most_scratch;

  template <class Lanes>
  KOKKOS_FUNCTION BinnedRow bin(Lanes const&, Ordinal row, std::int64_t& amount) const {
    amount = row_sizes(row);
    return numeric_bin(work(row), bins.widths(row), row_sizes(row), most_scratch);
  }
};

/// Sorts the rows of a team into bins: counts them in scratch, takes places in the lists of all
/// rows, and writes them there. Rows of a list are in no particular order.
template <class Binning>
struct SortIntoBins {
  using ordinal_type = typename Binning::ordinal_type;
  using device_type = typename Binning::device_type;

  Binning binning;
  Kokkos::View<std::int64_t*, device_type> counters;
  int rows_per_thread;

  static std::size_t scratch_bytes(int rows_per_team) {
    return sizeof(Tally) + static_cast<std::size_t>(rows_per_team) * sizeof(Place);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    TeamLanes<Member> const team{member};
    int const rows_per_team = rows_per_thread * member.team_size();
    auto* const scratch = team.scratch(sizeof(Tally) + sizeof(Place) * rows_per_team);
    auto* const tally = reinterpret_cast<Tally*>(scratch);
    auto* const places = reinterpret_cast<Place*>(scratch + sizeof(Tally));
    team.for_each(static_cast<int>(sizeof(Tally) / sizeof(std::int64_t)),
                  [&](int i) { reinterpret_cast<std::int64_t*>(tally)[i] = 0; });
    std::int64_t const first = static_cast<std::int64_t>(member.league_rank()) * rows_per_team;
    count_rows(ThreadLanes<Member>{member}, first, tally, places);
    team.barrier();
    team.for_each(num_row_bins, [&](int bin) { take_places(tally, bin); });
    team.single([&]() {
      Kokkos::atomic_add(&counters(BinCounters::total), tally->total);
      Kokkos::atomic_max(&counters(BinCounters::largest), tally->largest);
    });
    team.for_each(rows_per_team, [&](int i) {
      if (first + i >= binning.bins.num_rows || places[i].bin == BinnedRow::none) return;
      auto const bin = static_cast<std::int64_t>(places[i].bin);
      binning.bins.rows(bin * binning.bins.num_rows + tally->begin[bin] + places[i].place) =
          static_cast<ordinal_type>(first + i);
    });
  }

 private:
  /// What a team counts. Units of begin: places in the list of a bin.
  struct Tally {
    std::int64_t begin[num_row_bins];
    std::int64_t total;
    std::int64_t largest;
    int rows[num_row_bins];
    int need[num_row_bins];
  };
  struct Place {
    int bin;
    int place;
  };

  template <class Lanes>
  KOKKOS_FUNCTION void count_rows(Lanes const& lanes, std::int64_t first, Tally* tally,
                                  Place* places) const {
    std::int64_t total = 0;
    std::int64_t largest = 0;
    for (int i = 0; i < rows_per_thread; ++i) {
      int const local = i * lanes.member.team_size() + lanes.member.team_rank();
      if (first + local >= binning.bins.num_rows) break;
      std::int64_t amount = 0;
      BinnedRow const binned = binning.bin(lanes, static_cast<ordinal_type>(first + local), amount);
      total += amount;
      largest = amount > largest ? amount : largest;
      lanes.single([&]() { places[local] = {binned.bin, count_row(tally, binned)}; });
    }
    lanes.single([&]() {
      Kokkos::atomic_add(&tally->total, total);
      Kokkos::atomic_max(&tally->largest, largest);
    });
  }

  KOKKOS_FUNCTION static int count_row(Tally* tally, BinnedRow const& binned) {
    if (binned.bin == BinnedRow::none) return 0;
    // Reading first: a row seldom needs more than all before it.
    int* const need = &tally->need[binned.bin];
    if (*static_cast<int volatile*>(need) < binned.need) Kokkos::atomic_max(need, binned.need);
    return Kokkos::atomic_fetch_add(&tally->rows[binned.bin], 1);
  }

  KOKKOS_FUNCTION void take_places(Tally* tally, int bin) const {
    if (tally->rows[bin] == 0) return;
    tally->begin[bin] = Kokkos::atomic_fetch_add(&counters(BinCounters::rows + bin),
                                                 static_cast<std::int64_t>(tally->rows[bin]));
    Kokkos::atomic_max(&counters(BinCounters::need + bin),
                       static_cast<std::int64_t>(tally->need[bin]));
  }
};

/// The same policy for functors of any size: without the hint, large ones go through constant
/// memory, and their launch takes four times as long.
template <class Policy>
auto as_light_weight(Policy const& policy) {
  return Kokkos::Experimental::require(policy,
                                       Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

/// Teams of a launch that sorts rows into bins.
struct BinningShape {
  int team_size;
  int vector_length;
  int rows_per_thread;
};

/// The shape for rows of so many entries of A on average: enough teams for every multiprocessor.
template <class ExecutionSpace>
BinningShape binning_shape(ExecutionSpace const& exec, std::int64_t num_rows, int vector_length) {
  int const lanes = tuning::device_lanes_per_team;
  int const team_size = lanes / vector_length;
  std::int64_t const teams =
      std::max<std::int64_t>(exec.concurrency() / lanes * tuning::binning_teams_per_slot, 1);
  std::int64_t const rows = num_rows / (teams * team_size);
  int const most = std::max(tuning::binning_max_rows_per_team / team_size, 1);
  return {team_size, vector_length, static_cast<int>(std::clamp<std::int64_t>(rows, 1, most))};
}

/// Sorts all rows into bins. Fences: once, to read the counts.
template <class ExecutionSpace, class Binning, class Counters>
BinCounts sort_into_bins(ExecutionSpace const& exec, Binning const& binning,
                         Counters const& counters, int vector_length, std::string const& label) {
  std::int64_t const num_rows = binning.bins.num_rows;
  BinCounts counts;
  if (num_rows == 0) return counts;
  auto const shape = binning_shape(exec, num_rows, vector_length);
  int const rows_per_team = shape.team_size * shape.rows_per_thread;
  Kokkos::deep_copy(exec, counters, 0);
  Kokkos::TeamPolicy<ExecutionSpace> policy{
      exec,
      checked_cast<int>((num_rows + rows_per_team - 1) / rows_per_team, "the number of teams"),
      shape.team_size, shape.vector_length};
  constexpr std::size_t alignment_slack = 16;
  auto const bytes = SortIntoBins<Binning>::scratch_bytes(rows_per_team) + alignment_slack;
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(bytes)));
  Kokkos::parallel_for(label, as_light_weight(policy),
                       SortIntoBins<Binning>{binning, counters, shape.rows_per_thread});
  std::array<std::int64_t, BinCounters::count> found{};
  Kokkos::View<std::int64_t*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
      host(found.data(), found.size());
  Kokkos::deep_copy(exec, host, counters);
  exec.fence("araios: the counts of bins are read on the host");
  for (std::size_t bin = 0; bin < num_row_bins; ++bin) {
    counts.rows[bin] = found[BinCounters::rows + bin];
    counts.need[bin] = found[BinCounters::need + bin];
  }
  counts.total = found[BinCounters::total];
  counts.largest = found[BinCounters::largest];
  return counts;
}

}  // namespace araios
