// SPDX-License-Identifier: BSD-3-Clause
// The method of supernodes: computes rows of C with the same columns together.
#pragma once

#include <accumulators/Araios_BitmapRank.hpp>
#include <bins/Araios_BinMethods.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <bins/Araios_RowsOfBin.hpp>
#include <bins/Araios_SupernodeRuns.hpp>
#include <bins/Araios_Supernodes.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Supernodes, by BitmapRank. Marks and ranks the columns of all rows at once, then adds up the
/// values of `rows_at_once` rows at a time.
///
/// Where B is A, the rows of B also form supernodes. The columns of such a run are marked once, and
/// the values of all its rows are added together. A block of A then costs as many steps as a single
/// entry. Single rows profit from runs as well; with rows_at_once = 1 they need fewer registers.
template <class Phase, class Device, int rows_at_once>
struct SupernodeBitmapMethod {
  using ordinal_type = typename Phase::ordinal_type;
  using combine = typename Phase::combine;
  using value_type = typename combine::value_type;
  using accumulator_type = BitmapRank<ordinal_type, combine, Shared, std::uint16_t>;
  using owner_type = ThreadSequential;

  Phase phase;
  RowsOfBin<ordinal_type, Device> bin;
  bool b_is_a;

  template <class Owned>
  KOKKOS_FUNCTION void process(Owned const& owned) const {
    auto const& lanes = owned.lanes;
    ordinal_type const row = owned.row;
    int const count = num_supernode_rows(bin.marked_widths, row);
    if constexpr (Phase::is_numeric) {
      auto const& a = phase.products.a;
      bool const has_room = row_length(a, row) <= SupernodeRuns::most_entries;
      if (!has_room || !have_same_columns(lanes, a, row, count)) return phase.reject(row);
    }
    SupernodeRuns const runs{lanes, owned.scratch,     phase.products.a,
                             row,   bin.marked_widths, b_is_a};
    OffsetA const a_begin = phase.products.a.row_offsets(row);
    Rows const rows{row, count, a_begin, phase.products.a.row_offsets(row + 1) - a_begin};
    process_rows(lanes, rows, runs, owned.scratch + SupernodeRuns::bytes());
  }

 private:
  static constexpr int most_entries = tuning::supernode_row_batch;
  static constexpr int batch = tuning::supernode_bitmap_batch;
  using OffsetA = typename decltype(Phase::products.a.row_offsets)::non_const_value_type;
  using OffsetB = typename decltype(Phase::products.b.row_offsets)::non_const_value_type;
  using RunProducts = ProductsOfRuns<decltype(Phase::products)>;

  /// The rows of a supernode: `count` rows from `first` on, each of `length` entries in A, the
  /// first of which is a_begin.
  struct Rows {
    ordinal_type first;
    int count;
    OffsetA a_begin;
    OffsetA length;
  };

  template <class Lanes>
  KOKKOS_FUNCTION void process_rows(Lanes const& lanes, Rows const& rows, SupernodeRuns const& runs,
                                    std::byte* scratch) const {
    ordinal_type const width = bin.width(rows.first);
    std::int64_t const words = accumulator_type::num_words(width);
    RunProducts const products{phase.products, {phase.products.a, rows.a_begin, runs}};
    if constexpr (Phase::is_numeric) {
      if (!runs_are_planned(lanes, products.a)) return phase.reject(rows.first);
      auto const size = phase.capacity(lanes, rows.first);
      int const at_once = rows_at_once == 1 ? 1 : supernode_rows_at_once(words, size, rows.count);
      accumulator_type accumulator{scratch, words, at_once * size};
      mark(lanes, rows, products, width, accumulator);
      fill(lanes, rows, products, at_once, accumulator);
    } else {
      accumulator_type accumulator{scratch, words, 0};
      mark(lanes, rows, products, width, accumulator);
      auto const size = static_cast<ordinal_type>(accumulator.count_keys(lanes));
      lanes.single([&]() {
        for (int i = 0; i < rows.count; ++i) phase.row_sizes(rows.first + i) = size;
      });
    }
  }

  template <class Lanes>
  KOKKOS_FUNCTION void mark(Lanes const& lanes, Rows const& rows, RunProducts const& products,
                            ordinal_type width, accumulator_type& accumulator) const {
    accumulator.begin_window(lanes, bin.first_columns(rows.first), width);
    mark_keys(phase, rows.first, accumulator, [&](auto const& load_for, auto const& put) {
      ThreadSequential::for_each_loaded<batch>(lanes, bin.lanes_of_thread, products,
                                               ordinal_type{0}, load_for, put);
    });
    lanes.barrier();
  }

  /// Writes the columns of all rows, and the values of `at_once` rows at a time.
  template <class Lanes>
  KOKKOS_FUNCTION void fill(Lanes const& lanes, Rows const& rows, RunProducts const& products,
                            int at_once, accumulator_type& accumulator) const {
    using OffsetC = typename decltype(phase.row_offsets)::non_const_value_type;
    OffsetC begin = phase.row_offsets(rows.first);
    OffsetC const planned = phase.row_offsets(rows.first + 1) - begin;
    int const size = rank_keys(lanes, rows, begin, planned, accumulator);
    if (static_cast<OffsetC>(size) != planned) return phase.reject(rows.first);
    for (int first = 0; first < rows.count; first += at_once) {
      int const rest = rows.count - first;
      int const count = rest < at_once ? rest : at_once;
      add_values(lanes, rows, products, {first, count}, size, accumulator);
      // Rows of C are contiguous, as are their values in scratch.
      lanes.for_each(size * count, [&](int i) {
        phase.values(begin + static_cast<OffsetC>(i)) = accumulator.value(i);
      });
      begin += static_cast<OffsetC>(count) * planned;
    }
  }

  /// Ranks the columns and writes them to all rows, the first of which begins at `begin`. Returns
  /// the number of columns.
  template <class Lanes, class OffsetC>
  KOKKOS_FUNCTION int rank_keys(Lanes const& lanes, Rows const& rows, OffsetC begin,
                                OffsetC planned, accumulator_type& accumulator) const {
    PartScan<Lanes> const scan{lanes, bin.lanes_of_thread, nullptr};
    if constexpr (accumulator_type::lists_keys) {
      int const size = accumulator.list_keys(scan, static_cast<std::int64_t>(planned));
      lanes.barrier();
      int const listed = size < static_cast<int>(planned) ? size : static_cast<int>(planned);
      lanes.for_each(listed, [&](int i) {
        auto entry = begin + static_cast<OffsetC>(i);
        ordinal_type const key = accumulator.listed_key(i);
        for (int row = 0; row < rows.count; ++row, entry += planned) phase.columns(entry) = key;
      });
      return size;
    } else {
      return accumulator.rank_keys(scan, [&](int rank, ordinal_type key) {
        if (static_cast<OffsetC>(rank) >= planned) return;
        auto entry = begin + static_cast<OffsetC>(rank);
        for (int row = 0; row < rows.count; ++row, entry += planned) phase.columns(entry) = key;
      });
    }
  }

  /// A batch of rows of the supernode.
  struct Part {
    int first;
    int count;
  };

  template <class Lanes>
  KOKKOS_FUNCTION void add_values(Lanes const& lanes, Rows const& rows, RunProducts const& products,
                                  Part const& part, int size, accumulator_type& accumulator) const {
    accumulator.clear_values(lanes, size * part.count);
    ThreadSequential::for_each_loaded<batch>(
        lanes, bin.lanes_of_thread, products, ordinal_type{0},
        [&](int run, auto const& entries) {
          return load_run(rows, part, products.a, run, entries.end - entries.begin);
        },
        [&](auto const& loaded) {
          accumulator.template add<rows_at_once>(loaded.key, loaded.sums, part.count, size);
        });
    lanes.barrier();
  }

  /// A column of a run's rows of B, and what the run adds there to each row.
  struct LoadedSums {
    ordinal_type key;
    value_type sums[rows_at_once];
  };

  /// The values of A in a run: of each of its entries, in each row.
  struct Multipliers {
    value_type of_entry[most_entries][rows_at_once];
  };

  /// Loads what a run adds. Each of its rows of B has `length` entries, so their addresses are
  /// computed and no load waits for another.
  KOKKOS_FUNCTION auto load_run(Rows const& rows, Part const& part,
                                RunsOfRow<decltype(Phase::products.a)> const& a, int run,
                                OffsetB length) const {
    int const num_entries = a.runs.num_entries(run);
    OffsetA const first = rows.a_begin + static_cast<OffsetA>(a.runs.place(run)) +
                          static_cast<OffsetA>(part.first) * rows.length;
    Multipliers multipliers;
    for (int entry = 0; entry < most_entries; ++entry) {
      for (int row = 0; row < rows_at_once; ++row) {
        bool const is_there = entry < num_entries && row < part.count;
        auto const a_entry =
            first + static_cast<OffsetA>(entry) + static_cast<OffsetA>(row) * rows.length;
        multipliers.of_entry[entry][row] = is_there ? phase.multiplier(a_entry) : value_type{};
      }
    }
    return [this, multipliers, num_entries, length](auto b_entry) {
      LoadedSums loaded{phase.key(b_entry), {}};
      for (int entry = 0; entry < most_entries; ++entry) {
        if (entry >= num_entries) break;
        auto const factor = phase.factor(b_entry + static_cast<OffsetB>(entry) * length);
        for (int row = 0; row < rows_at_once; ++row) {
          combine::apply(loaded.sums[row], phase.product(multipliers.of_entry[entry][row], factor));
        }
      }
      return loaded;
    };
  }

  /// Whether the rows of B of each run have equal lengths, as those of a supernode do. The owner of
  /// these rows, as rows of A, compares their columns.
  template <class Lanes>
  KOKKOS_FUNCTION bool runs_are_planned(Lanes const& lanes,
                                        RunsOfRow<decltype(Phase::products.a)> const& a) const {
    auto const& b = phase.products.b;
    return lanes.template sum<int>(a.runs.count(), [&](int run, int& differing) {
      auto const row_of_b = a.columns(run);
      int const num_entries = a.runs.num_entries(run);
      OffsetB const begin = b.row_offsets(row_of_b);
      OffsetB const length = b.row_offsets(row_of_b + 1) - begin;
      OffsetB const all = b.row_offsets(row_of_b + num_entries) - begin;
      differing += all != static_cast<OffsetB>(num_entries) * length ? 1 : 0;
    }) == 0;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
