// SPDX-License-Identifier: BSD-3-Clause
// Rows of C sorted into bins by what they need, so that each bin gets a method of its own.
#pragma once

#include <Araios_GraphChecks.hpp>
#include <Araios_RowBin.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

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
  /// What the host reads ends here.
  static constexpr int read = flaws_of_b + RowFlaws::num_counters;
  static constexpr int teams_begun = read;
  static constexpr int teams_ended = teams_begun + 1;
  static constexpr int count = teams_ended + 1;
};

/// Where launches count while they sort rows into bins.
///
/// Shapes: counters BinCounters::count, sums as many as a launch that writes row offsets asks for,
///         found BinCounters::read.
/// Pre:    counters and sums are zero when a launch begins, but for what checks of other rows have
///         counted for it; it leaves them zero again, and what is counted in `found`, where the
///         host reads it after a fence.
template <class Device>
struct BinBoard {
  Kokkos::View<std::int64_t*, Device> counters;
  Kokkos::View<std::int64_t*, Device> sums;
  Kokkos::View<std::int64_t*, Kokkos::SharedHostPinnedSpace> found;
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
  static constexpr bool writes_offsets = false;

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

/// Bins every row for the numeric phase by its size, and writes the row offsets of C.
template <class GraphA, class Offset>
struct NumericBinning {
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  static constexpr bool writes_offsets = true;

  GraphA a;
  RowBins<ordinal_type, device_type> bins;
  Kokkos::View<std::int32_t const*, device_type> work;
  Kokkos::View<ordinal_type const*, device_type> row_sizes;
  Kokkos::View<Offset*, device_type> row_offsets;
  std::int64_t most_scratch;

  KOKKOS_FUNCTION bool is_long(ordinal_type) const { return false; }

  template <class Lanes>
  KOKKOS_FUNCTION BinnedRow bin(Lanes const&, ordinal_type row, std::int64_t& amount) const {
    amount = row_sizes(row);
    return numeric_bin({work(row), static_cast<std::int64_t>(bins.widths(row)), row_length(a, row)},
                       row_sizes(row), most_scratch);
  }
  KOKKOS_FUNCTION void count_entries() const {}

  /// Writes the offsets of rows [first, end) from that of the first on; the offset behind the last
  /// row of all, too.
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

}  // namespace araios

/// Kokkos starts the sums of a team from this.
template <class Ordinal>
struct Kokkos::reduction_identity<araios::RowBounds<Ordinal>> {
  KOKKOS_FUNCTION static araios::RowBounds<Ordinal> sum() { return {}; }
};
