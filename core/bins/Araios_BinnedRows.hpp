// SPDX-License-Identifier: BSD-3-Clause
// Rows of C sorted into bins by what they need, so that each bin runs its own method.
#pragma once

#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <accumulators/Araios_LaneMerge.hpp>
#include <bins/Araios_BinsTuning.hpp>
#include <bins/Araios_Supernodes.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <platform/Araios_CounterBoard.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_BinRules.hpp>
#include <row_classes/Araios_RowBin.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>
#include <rowwise/Araios_SpGemmPhases.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// Work and column range of a row of C, and flaws of the rows of A and B that form it.
template <class Ordinal>
struct RowBounds {
  /// Flaws of the row of A. invalid_b: a row of B has invalid offsets.
  enum Flaw : unsigned { out_of_range = 1, out_of_order = 2, invalid_b = 4 };

  std::int64_t work = 0;
  Ordinal first_column = std::numeric_limits<Ordinal>::max();
  Ordinal last_column = -1;
  unsigned flaws = 0;

  KOKKOS_FUNCTION RowBounds& operator+=(RowBounds const& other) {
    work += other.work;
    if (other.first_column < first_column) first_column = other.first_column;
    if (other.last_column > last_column) last_column = other.last_column;
    flaws |= other.flaws;
    return *this;
  }
  /// The same, for a target to which several lanes add.
  KOKKOS_FUNCTION void add_atomically(RowBounds const& other) {
    Kokkos::atomic_add(&work, other.work);
    Kokkos::atomic_min(&first_column, other.first_column);
    Kokkos::atomic_max(&last_column, other.last_column);
    if (other.flaws != 0) Kokkos::atomic_or(&flaws, other.flaws);
  }
  KOKKOS_FUNCTION Ordinal width() const { return work == 0 ? 0 : last_column - first_column + 1; }
  KOKKOS_FUNCTION bool has(Flaw flaw) const { return (flaws & flaw) != 0; }
};

/// Indices of the counters of a row that a team publishes for all teams to scan.
struct PublishedRow {
  static constexpr int row = 0;  ///< plus one; zero before the row is published
  static constexpr int next_part = 1;
  static constexpr int parts_done = 2;
  static constexpr int work = 3;
  static constexpr int columns_from_first = 4;  ///< number of columns minus first column
  static constexpr int columns_to_last = 5;     ///< last column plus one
  static constexpr int flaws = 6;
  static constexpr int count = 7;
};

/// Indices of the counters in the array that the device fills. All begin at zero.
struct BinCounters {
  static constexpr int rows = 0;
  static constexpr int need = num_row_bins;
  static constexpr int total = 2 * num_row_bins;
  static constexpr int largest = total + 1;
  static constexpr int supernode_members = largest + 1;
  static constexpr int nnz_a = supernode_members + 1;
  static constexpr int nnz_b = nnz_a + 1;
  static constexpr int flaws_of_a = nnz_b + 1;
  static constexpr int flaws_of_b = flaws_of_a + RowFlaws::num_counters;
  /// The host reads the counters before this one.
  static constexpr int read = flaws_of_b + RowFlaws::num_counters;
  static constexpr int teams_begun = read;
  static constexpr int teams_ended = teams_begun + 1;
  static constexpr int num_published = teams_ended + 1;
  static constexpr int published = num_published + 1;
  static constexpr int count = published + tuning::cooperative_scan_max_rows * PublishedRow::count;
};

/// Counters of a launch that sorts rows into bins.
///
/// Shapes: sums as many as a launch that writes row offsets requests.
/// Pre:    counters and sums are zero when a launch begins, except for flaws that checks of other
///         rows have counted for it.
/// Post:   counters and sums are zero. `found` holds the counts, which the host reads after a
///         fence.
template <class Device>
struct BinBoard : CounterBoard<BinCounters, Device> {
  Kokkos::View<std::int64_t*, Device> sums;
};

/// The result of sorting rows into bins, on the device.
///
/// Shapes: rows num_row_bins × m, of which each bin uses as many as it has rows; first_columns and
///         marked_widths m.
template <class Ordinal, class Device>
struct BinnedRows {
  Kokkos::View<Ordinal*, Device> rows;
  Kokkos::View<Ordinal*, Device> first_columns;
  Kokkos::View<Ordinal*, Device> marked_widths;
  std::int64_t num_rows = 0;

  /// Elements of all three arrays together.
  static constexpr std::size_t elements(std::int64_t num_rows) {
    return static_cast<std::size_t>(num_rows) * (num_row_bins + 2);
  }

  BinnedRows() = default;
  /// Shapes: memory elements(num_rows).
  BinnedRows(Kokkos::View<Ordinal*, Device> const& memory, std::int64_t number_of_rows)
      : num_rows{number_of_rows} {
    auto const size = static_cast<std::size_t>(num_rows);
    auto const part = [&](std::size_t begin, std::size_t length) {
      return Kokkos::View<Ordinal*, Device>(
          Kokkos::subview(memory, Kokkos::make_pair(begin * size, (begin + length) * size)));
    };
    rows = part(0, num_row_bins);
    first_columns = part(num_row_bins, 1);
    marked_widths = part(num_row_bins + 1, 1);
  }
};

/// Bounds every row of C from A and the ends of the rows of B, and bins it for the symbolic phase.
/// Checks the rows of A; those of B need not be valid. If threads have one lane, also counts the
/// rows that a lane can merge.
///
/// Post: rows without products have size 0. Bounds hold if the columns of B ascend.
template <class Products>
struct SymbolicBinning {
  using ordinal_type = typename Products::ordinal_type;
  using device_type = typename Products::device_type;
  using Bounds = RowBounds<ordinal_type>;
  using Counters = Kokkos::View<std::int64_t*, device_type>;
  static constexpr bool writes_offsets = false;
  static constexpr bool has_long_rows = true;

  Products products;
  BinnedRows<ordinal_type, device_type> bins;
  Kokkos::View<std::int32_t*, device_type> work;  ///< of each row, at most most_work
  Kokkos::View<ordinal_type*, device_type> row_sizes;
  Counters counters;
  std::int64_t max_length_of_thread;
  ProductsOfLane of_lane;
  bool threads_are_lanes;  ///< a thread is one lane, which counts the rows that it can merge

  /// Entries of a row of A, or 0 if its offsets are invalid.
  KOKKOS_FUNCTION std::int64_t length_of(ordinal_type row) const {
    return row_offsets_valid(products.a, row)
               ? static_cast<std::int64_t>(products.a.row_offsets(row + 1) -
                                           products.a.row_offsets(row))
               : 0;
  }
  /// Whether a row of A has too many entries for its thread to bound it alone.
  KOKKOS_FUNCTION bool is_long(ordinal_type row) const {
    return row_length(products.a, row) > max_length_of_thread;
  }

  /// Bounds a row by all its lanes.
  template <class Lanes>
  KOKKOS_FUNCTION Bounds bounds(Lanes const& lanes, ordinal_type row) const {
    std::int64_t const length = length_of(row);
    return lanes.template sum<Bounds>(num_groups(length), [&](std::int64_t group, Bounds& partial) {
      add_group(row, length, group, partial);
    });
  }
  /// Bounds one of `num_parts` interleaved parts of a row, by one lane.
  KOKKOS_FUNCTION Bounds part_of_bounds(ordinal_type row, int part, int num_parts) const {
    std::int64_t const length = length_of(row);
    Bounds partial;
    for (std::int64_t group = part; group < num_groups(length); group += num_parts) {
      add_group(row, length, group, partial);
    }
    return partial;
  }

  // A constant of the class, since device code may not call the function that computes it.
  static constexpr std::int64_t most_work = std::numeric_limits<std::int32_t>::max();

  /// Bins a row of known bounds, by one lane. Sets `amount` to its work. A row that its supernode's
  /// representative handles has no bin.
  KOKKOS_FUNCTION BinnedRow bin(ordinal_type row, Bounds const& found, std::int64_t& amount,
                                bool continues_supernode = false) const {
    amount = found.work;
    bins.first_columns(row) = found.work == 0 ? 0 : found.first_column;
    bins.marked_widths(row) = MarkedWidth<ordinal_type>::mark(found.width(), continues_supernode);
    work(row) = static_cast<std::int32_t>(found.work < most_work ? found.work : most_work);
    if (found.work == 0) row_sizes(row) = 0;
    bool const valid = row_offsets_valid(products.a, row);
    RowFlaws{!valid || found.has(Bounds::out_of_range), found.has(Bounds::out_of_order)}.note(
        counters, BinCounters::flaws_of_a, row);
    BinnedRow const binned = symbolic_bin(shape_of(row, found), of_lane);
    return continues_supernode && handles_supernode(binned)
               ? BinnedRow{BinnedRow::supernode_member, 0}
               : binned;
  }

  /// Bins a row by its thread. A row that a lane has counted has no bin.
  template <class Lanes>
  KOKKOS_FUNCTION BinnedRow bin(Lanes const& lanes, ordinal_type row, std::int64_t& amount) const {
    Bounds const found = bounds(lanes, row);
    BinnedRow binned;
    bool const continues_supernode = found.work > tuning::few_products_max && found.flaws == 0 &&
                                     has_columns_of_row_before(lanes, products.a, row);
    lanes.single([&]() { binned = bin(row, found, amount, continues_supernode); });
    bool const is_sound = !found.has(Bounds::out_of_range) && !found.has(Bounds::invalid_b);
    if (threads_are_lanes && is_sound && found.work > 0 &&
        shape_of(row, found).has_few_rows(of_lane)) {
      count_row(row);
      return {};
    }
    return binned;
  }

  /// Stores the numbers of entries of A and B, by one lane.
  KOKKOS_FUNCTION void count_entries() const {
    counters(BinCounters::nnz_a) =
        static_cast<std::int64_t>(products.a.row_offsets(products.a.num_rows));
    counters(BinCounters::nnz_b) =
        static_cast<std::int64_t>(products.b.row_offsets(products.b.num_rows));
  }

 private:
  static constexpr int at_once = tuning::binning_entry_batch;
  static constexpr ordinal_type no_row = -1;

  KOKKOS_FUNCTION RowShape shape_of(ordinal_type row, Bounds const& found) const {
    return {found.work, static_cast<std::int64_t>(found.width()), length_of(row)};
  }

  KOKKOS_FUNCTION static std::int64_t num_groups(std::int64_t length) {
    return (length + at_once - 1) / at_once;
  }

  /// Adds a group of entries of a row of A. All loads of a step are issued before the first is
  /// used, so that their latencies overlap.
  KOKKOS_FUNCTION void add_group(ordinal_type row, std::int64_t length, std::int64_t group,
                                 Bounds& sum) const {
    using OffsetB = typename Products::offset_type_of_b;
    auto const a_begin = products.a.row_offsets(row);
    std::int64_t const first = group * at_once;
    ordinal_type rows_of_b[at_once];
    ordinal_type before = first > 0 ? products.a.columns(a_begin + (first - 1)) : -1;
    for (int i = 0; i < at_once; ++i) {
      rows_of_b[i] = first + i < length ? products.a.columns(a_begin + (first + i)) : no_row;
    }
    EntryRange<OffsetB> entries[at_once];
    for (int i = 0; i < at_once; ++i) {
      entries[i] = {};
      if (first + i >= length) continue;
      if (first + i > 0 && before >= rows_of_b[i]) sum.flaws |= Bounds::out_of_order;
      before = rows_of_b[i];
      bool const in_range = rows_of_b[i] >= 0 && rows_of_b[i] < products.a.num_cols;
      if (!in_range) sum.flaws |= Bounds::out_of_range;
      if (in_range) entries[i] = products.entries_of_row(rows_of_b[i]);
    }
    Bounds of_entry[at_once];
    for (int i = 0; i < at_once; ++i) {
      if (entries[i].begin == entries[i].end) continue;
      if (!offsets_valid(products.b, rows_of_b[i], entries[i].begin, entries[i].end)) {
        sum.flaws |= Bounds::invalid_b;
        continue;
      }
      of_entry[i] = {static_cast<std::int64_t>(entries[i].end - entries[i].begin),
                     products.b.columns(entries[i].begin), products.b.columns(entries[i].end - 1)};
    }
    for (int i = 0; i < at_once; ++i) sum += of_entry[i];
  }

  /// Counts a row by a lane that is a whole thread.
  KOKKOS_FUNCTION void count_row(ordinal_type row) const {
    using Phase = PlainSymbolic<Products>;
    Phase const phase{{products, row_sizes, products.b.num_cols}};
    row_sizes(row) = LaneMerge<Phase, tuning::lane_merge_few_rows>::count(phase, row);
  }
};

/// Bins every row for the numeric phase by its size, and writes the row offsets of C.
template <class GraphA, class Offset>
struct NumericBinning {
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  static constexpr bool writes_offsets = true;
  static constexpr bool has_long_rows = false;

  GraphA a;
  BinnedRows<ordinal_type, device_type> bins;
  Kokkos::View<std::int32_t const*, device_type> work;
  Kokkos::View<ordinal_type const*, device_type> row_sizes;
  Kokkos::View<Offset*, device_type> row_offsets;
  std::int64_t most_scratch;
  ProductsOfLane of_lane;
  bool merges_supernodes;  ///< representatives handle their supernodes

  template <class Lanes>
  KOKKOS_FUNCTION BinnedRow bin(Lanes const&, ordinal_type row, std::int64_t& amount) const {
    amount = row_sizes(row);
    using Width = MarkedWidth<ordinal_type>;
    ordinal_type const marked = bins.marked_widths(row);
    RowShape const shape{work(row), static_cast<std::int64_t>(Width::width(marked)),
                         row_length(a, row)};
    BinnedRow const binned = numeric_bin(shape, amount, most_scratch, of_lane);
    if (!merges_supernodes || !handles_supernode(binned)) {
      // This bin handles rows one by one, so no representative may count the row as a member.
      if (Width::continues_supernode(marked)) bins.marked_widths(row) = Width::width(marked);
      return binned;
    }
    if (Width::continues_supernode(marked)) return {BinnedRow::supernode_member, 0};
    int const num_rows = num_supernode_rows(bins.marked_widths, row);
    if (num_rows == 1) return binned;
    int const at_once = supernode_rows_at_once(shape.words(), amount, num_rows);
    return in_bin(RowBin::supernode_bitmap,
                  bitmap_bytes(shape.words(), sizeof(std::uint16_t), at_once * amount));
  }
  KOKKOS_FUNCTION void count_entries() const {}

  /// Writes the offsets of rows [first, end), beginning with `offset`, and the offset behind the
  /// last row of C.
  KOKKOS_FUNCTION void write_offsets(std::int64_t first, std::int64_t end,
                                     std::int64_t offset) const {
    for (std::int64_t row = first; row < end; ++row) {
      row_offsets(row) = static_cast<Offset>(offset);
      offset += static_cast<std::int64_t>(row_sizes(row));
      if (row + 1 == bins.num_rows) row_offsets(row + 1) = static_cast<Offset>(offset);
    }
  }
  KOKKOS_FUNCTION std::int64_t sum_of_sizes(std::int64_t first, std::int64_t end) const {
    std::int64_t sum = 0;
    for (std::int64_t row = first; row < end; ++row) {
      sum += static_cast<std::int64_t>(row_sizes(row));
    }
    return sum;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl

/// The bounds from which Kokkos starts the sums of a team.
template <class Ordinal>
struct Kokkos::reduction_identity<araios::impl::RowBounds<Ordinal>> {
  KOKKOS_FUNCTION static araios::impl::RowBounds<Ordinal> sum() { return {}; }
};
