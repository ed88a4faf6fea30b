// SPDX-License-Identifier: BSD-3-Clause
// Rows of C sorted into bins by what they need, so that each bin gets a method of its own.
#pragma once

#include <Araios_Expects.hpp>
#include <Araios_GraphChecks.hpp>
#include <Araios_Lanes.hpp>
#include <Araios_LightWeight.hpp>
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

/// Work of a row of C, the range of its columns, and what is wrong with its row of A.
template <class Ordinal>
struct RowBounds {
  std::int64_t work = 0;
  Ordinal first_column = std::numeric_limits<Ordinal>::max();
  Ordinal last_column = -1;
  bool out_of_range = false;
  bool out_of_order = false;

  KOKKOS_FUNCTION RowBounds& operator+=(RowBounds const& other) {
    work += other.work;
    if (other.first_column < first_column) first_column = other.first_column;
    if (other.last_column > last_column) last_column = other.last_column;
    out_of_range = out_of_range || other.out_of_range;
    out_of_order = out_of_order || other.out_of_order;
    return *this;
  }
  KOKKOS_FUNCTION Ordinal width() const { return work == 0 ? 0 : last_column - first_column + 1; }
};

/// Positions in the array of counters that the device fills; they begin at zero.
struct BinCounters {
  static constexpr int rows = 0;
  static constexpr int need = num_row_bins;
  static constexpr int total = 2 * num_row_bins;
  static constexpr int largest = total + 1;
  static constexpr int nnz_a = largest + 1;
  static constexpr int nnz_b = nnz_a + 1;
  static constexpr int flaws_of_a = nnz_b + 1;
  static constexpr int flaws_of_b = flaws_of_a + RowFlaws::num_counters;
  static constexpr int count = flaws_of_b + RowFlaws::num_counters;
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

/// Bounds every row from A and the row ends of B, and bins it for the symbolic phase. Checks the
/// rows of A along the way; rows of B may still be of any kind.
///
/// Post: rows without products have the size 0. Bounds hold where columns of B ascend.
template <class Products>
struct SymbolicBinning {
  using ordinal_type = typename Products::ordinal_type;
  using device_type = typename Products::device_type;
  using Counters = Kokkos::View<std::int64_t*, device_type>;

  Products products;
  RowBins<ordinal_type, device_type> bins;
  Kokkos::View<std::int32_t*, device_type> work;  ///< of each row, cut at what fits
  Kokkos::View<ordinal_type*, device_type> row_sizes;
  Counters counters;
  std::int64_t max_length_of_thread;

  /// The row has so many entries of A for a thread's lanes that a team should bin it.
  KOKKOS_FUNCTION bool is_long(ordinal_type row) const {
    return row_length(products.a, row) > max_length_of_thread;
  }

  // A constant of the class: device code may not call what computes it.
  static constexpr std::int64_t most_work = std::numeric_limits<std::int32_t>::max();

  /// Bins a row by all its lanes together; `amount` is its work.
  template <class Lanes>
  KOKKOS_FUNCTION BinnedRow bin(Lanes const& lanes, ordinal_type row, std::int64_t& amount) const {
    bool const valid = row_offsets_valid(products.a, row);
    auto const a_begin = products.a.row_offsets(row);
    auto const length = valid ? products.a.row_offsets(row + 1) - a_begin : 0;
    auto const bounds = lanes.template sum<RowBounds<ordinal_type>>(
        length, [&](auto i, RowBounds<ordinal_type>& partial) { add_entry(a_begin, i, partial); });
    amount = bounds.work;
    lanes.single([&]() {
      bins.first_columns(row) = bounds.work == 0 ? 0 : bounds.first_column;
      bins.widths(row) = bounds.width();
      work(row) = static_cast<std::int32_t>(bounds.work < most_work ? bounds.work : most_work);
      if (bounds.work == 0) row_sizes(row) = 0;
      RowFlaws{!valid || bounds.out_of_range, bounds.out_of_order}.note(
          counters, BinCounters::flaws_of_a, row);
    });
    return symbolic_bin({bounds.work, static_cast<std::int64_t>(bounds.width()),
                         static_cast<std::int64_t>(length)});
  }

  /// Counts what is known of the operands as a whole, by one lane.
  KOKKOS_FUNCTION void count_entries() const {
    counters(BinCounters::nnz_a) =
        static_cast<std::int64_t>(products.a.row_offsets(products.a.num_rows));
    counters(BinCounters::nnz_b) =
        static_cast<std::int64_t>(products.b.row_offsets(products.b.num_rows));
  }
  KOKKOS_FUNCTION void add_team_total(int, std::int64_t) const {}

 private:
  template <class Offset, class Index>
  KOKKOS_FUNCTION void add_entry(Offset a_begin, Index i, RowBounds<ordinal_type>& partial) const {
    ordinal_type const column = products.a.columns(a_begin + i);
    if (column < 0 || column >= products.a.num_cols) {
      partial.out_of_range = true;
      return;
    }
    if (i > 0 && products.a.columns(a_begin + i - 1) >= column) partial.out_of_order = true;
    if (!row_offsets_valid(products.b, column)) return;
    auto const entries = products.entries_of_b(a_begin + i);
    if (entries.begin == entries.end) return;
    partial += RowBounds<ordinal_type>{static_cast<std::int64_t>(entries.end - entries.begin),
                                       products.b.columns(entries.begin),
                                       products.b.columns(entries.end - 1)};
  }
};

/// Bins every row for the numeric phase by its size, and adds up the sizes of the rows of each
/// team.
template <class GraphA>
struct NumericBinning {
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;

  GraphA a;
  RowBins<ordinal_type, device_type> bins;
  Kokkos::View<std::int32_t const*, device_type> work;
  Kokkos::View<ordinal_type const*, device_type> row_sizes;
  Kokkos::View<std::int64_t*, device_type> team_sizes;
  std::int64_t most_scratch;

  KOKKOS_FUNCTION bool is_long(ordinal_type) const { return false; }

  template <class Lanes>
  KOKKOS_FUNCTION BinnedRow bin(Lanes const&, ordinal_type row, std::int64_t& amount) const {
    amount = row_sizes(row);
    return numeric_bin({work(row), static_cast<std::int64_t>(bins.widths(row)), row_length(a, row)},
                       row_sizes(row), most_scratch);
  }
  KOKKOS_FUNCTION void count_entries() const {}
  KOKKOS_FUNCTION void add_team_total(int team, std::int64_t total) const {
    team_sizes(team) = total;
  }
};

/// Writes the row offsets of C: a team scans the rows that it binned, from the sum of all before.
template <class Sizes, class Offsets, class TeamSizes>
struct OffsetRows {
  Sizes row_sizes;
  Offsets row_offsets;
  TeamSizes team_sizes;
  int rows_per_team;
  int lanes_of_thread;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    using Offset = typename Offsets::non_const_value_type;
    TeamLanes<Member> const team{member};
    auto* const thread_sums =
        reinterpret_cast<std::int64_t*>(team.scratch(sizeof(std::int64_t) * member.team_size()));
    auto const before = team.template sum<std::int64_t>(
        member.league_rank(), [&](int i, std::int64_t& sum) { sum += team_sizes(i); });
    std::int64_t const num_rows = row_sizes.extent(0);
    std::int64_t const first = static_cast<std::int64_t>(member.league_rank()) * rows_per_team;
    auto const rows = static_cast<int>(
        num_rows - first < rows_per_team ? num_rows - first : std::int64_t{rows_per_team});
    auto const sum_of = [&](int begin, int end) {
      std::int64_t sum = 0;
      for (int i = begin; i < end; ++i) sum += static_cast<std::int64_t>(row_sizes(first + i));
      return sum;
    };
    auto const write = [&](int begin, int end, std::int64_t sum) {
      std::int64_t offset = before + sum;
      for (int i = begin; i < end; ++i) {
        row_offsets(first + i) = static_cast<Offset>(offset);
        offset += static_cast<std::int64_t>(row_sizes(first + i));
        if (first + i + 1 == num_rows) row_offsets(num_rows) = static_cast<Offset>(offset);
      }
    };
    team.template scan_parts<std::int64_t>(lanes_of_thread, rows, sum_of, write, thread_sums);
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
    if (tally->num_long > 0) count_long_rows(team, first, tally, places);
    team.for_each(num_row_bins, [&](int bin) { take_places(tally, bin); });
    team.single([&]() {
      Kokkos::atomic_add(&counters(BinCounters::total), tally->total);
      Kokkos::atomic_max(&counters(BinCounters::largest), tally->largest);
      binning.add_team_total(member.league_rank(), tally->total);
      if (member.league_rank() == 0) binning.count_entries();
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
    std::int64_t num_long;
  };
  static constexpr int long_row = num_row_bins;
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
      auto const row = static_cast<ordinal_type>(first + local);
      if (binning.is_long(row)) {
        lanes.single([&]() {
          places[local].bin = long_row;
          Kokkos::atomic_inc(&tally->num_long);
        });
        continue;
      }
      std::int64_t amount = 0;
      BinnedRow const binned = binning.bin(lanes, row, amount);
      total += amount;
      largest = amount > largest ? amount : largest;
      lanes.single([&]() { places[local] = {binned.bin, count_row(tally, binned)}; });
    }
    lanes.single([&]() {
      Kokkos::atomic_add(&tally->total, total);
      Kokkos::atomic_max(&tally->largest, largest);
    });
  }

  template <class Lanes>
  KOKKOS_FUNCTION void count_long_rows(Lanes const& team, std::int64_t first, Tally* tally,
                                       Place* places) const {
    std::int64_t const rest = binning.bins.num_rows - first;
    int const rows_per_team = rows_per_thread * team.member.team_size();
    int const rows = rest < rows_per_team ? static_cast<int>(rest) : rows_per_team;
    for (int local = 0; local < rows; ++local) {
      if (places[local].bin != long_row) continue;
      std::int64_t amount = 0;
      BinnedRow const binned = binning.bin(team, static_cast<ordinal_type>(first + local), amount);
      team.barrier();
      team.single([&]() {
        tally->total += amount;
        tally->largest = amount > tally->largest ? amount : tally->largest;
        places[local] = {binned.bin, count_row(tally, binned)};
      });
      team.barrier();
    }
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

/// Teams of a launch that sorts rows into bins.
struct BinningShape {
  int team_size;
  int vector_length;
  int rows_per_thread;
};

/// The shape for rows of so many entries of A on average: enough teams for every multiprocessor.
template <class ExecutionSpace>
BinningShape binning_shape(ExecutionSpace const& exec, std::int64_t num_rows, int vector_length) {
  int const lanes = is_host_space_v<ExecutionSpace> ? 1 : tuning::device_lanes_per_team;
  int const team_size = lanes / vector_length;
  std::int64_t const teams =
      std::max<std::int64_t>(exec.concurrency() / lanes * tuning::binning_teams_per_slot, 1);
  std::int64_t const rows = num_rows / (teams * team_size);
  int const most = std::max(tuning::binning_max_rows_per_team / team_size, 1);
  return {team_size, vector_length, static_cast<int>(std::clamp<std::int64_t>(rows, 1, most))};
}

/// A launch that sorts rows into bins.
struct BinningLaunch {
  BinningShape shape;
  int num_teams;

  int rows_per_team() const { return shape.team_size * shape.rows_per_thread; }
};

template <class ExecutionSpace>
BinningLaunch binning_launch(ExecutionSpace const& exec, std::int64_t num_rows, int vector_length) {
  BinningLaunch launch{binning_shape(exec, num_rows, vector_length), 0};
  launch.num_teams = checked_cast<int>(
      (num_rows + launch.rows_per_team() - 1) / launch.rows_per_team(), "the number of teams");
  return launch;
}

/// Enqueues the sorting of all rows into bins. Pre: there are rows.
template <class ExecutionSpace, class Binning, class Counters>
void sort_into_bins(ExecutionSpace const& exec, BinningLaunch const& launch, Binning const& binning,
                    Counters const& counters, std::string const& label) {
  Kokkos::TeamPolicy<ExecutionSpace> policy{exec, launch.num_teams, launch.shape.team_size,
                                            launch.shape.vector_length};
  auto const bytes =
      scratch_bytes_with_slack(SortIntoBins<Binning>::scratch_bytes(launch.rows_per_team()));
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(bytes)));
  Kokkos::parallel_for(label, as_light_weight(policy),
                       SortIntoBins<Binning>{binning, counters, launch.shape.rows_per_thread});
}

/// Enqueues the writing of row offsets. Pre: rows were binned by the same launch.
template <class ExecutionSpace, class Sizes, class Offsets, class TeamSizes>
void offset_rows(ExecutionSpace const& exec, BinningLaunch const& launch, Sizes const& row_sizes,
                 Offsets const& row_offsets, TeamSizes const& team_sizes) {
  // Few threads of many lanes: each adds up the sums of all threads.
  constexpr bool is_host = is_host_space_v<ExecutionSpace>;
  int const lanes = is_host ? 1 : Kokkos::TeamPolicy<ExecutionSpace>::vector_length_max();
  int const threads = is_host ? 1 : tuning::device_lanes_per_team / lanes;
  Kokkos::TeamPolicy<ExecutionSpace> policy{exec, launch.num_teams, threads, lanes};
  policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch_bytes_with_slack(
                                 static_cast<std::size_t>(threads) * sizeof(std::int64_t)))));
  Kokkos::parallel_for("araios::spgemm_symbolic::offset_rows", as_light_weight(policy),
                       OffsetRows<Sizes, Offsets, TeamSizes>{row_sizes, row_offsets, team_sizes,
                                                             launch.rows_per_team(), lanes});
}

/// What the device counted while it sorted rows into bins.
struct FoundCounts {
  BinCounts bins;
  std::int64_t nnz_a;
  std::int64_t nnz_b;
  RowScan a;
  RowScan b;
};

/// Reads the counters. Fences: once.
template <class ExecutionSpace, class Counters>
FoundCounts read_counters(ExecutionSpace const& exec, Counters const& counters) {
  std::array<std::int64_t, BinCounters::count> found{};
  Kokkos::View<std::int64_t*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const
      host(found.data(), found.size());
  Kokkos::deep_copy(exec, host, counters);
  exec.fence("araios: the counts of bins are read on the host");
  FoundCounts counts{};
  for (std::size_t bin = 0; bin < num_row_bins; ++bin) {
    counts.bins.rows[bin] = found[BinCounters::rows + bin];
    counts.bins.need[bin] = found[BinCounters::need + bin];
  }
  counts.bins.total = found[BinCounters::total];
  counts.bins.largest = found[BinCounters::largest];
  counts.nnz_a = found[BinCounters::nnz_a];
  counts.nnz_b = found[BinCounters::nnz_b];
  counts.a = RowFlaws::scan_from(found.data() + BinCounters::flaws_of_a);
  counts.b = RowFlaws::scan_from(found.data() + BinCounters::flaws_of_b);
  return counts;
}

}  // namespace araios

/// Kokkos starts the sums of a team from this.
template <class Ordinal>
struct Kokkos::reduction_identity<araios::RowBounds<Ordinal>> {
  KOKKOS_FUNCTION static araios::RowBounds<Ordinal> sum() { return {}; }
};
