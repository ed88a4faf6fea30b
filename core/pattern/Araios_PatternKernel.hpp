// SPDX-License-Identifier: BSD-3-Clause
// The symbolic kernel on hosts: finds the columns of C and records them for the numeric phase.
#pragma once

#include <accumulators/Araios_ColumnBitmap.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <host_simd/Araios_PrefetchAhead.hpp>
#include <matrix/Araios_Compression.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <matrix/Araios_ShiftedRows.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <partitioning/Araios_RowRanges.hpp>
#include <pattern/Araios_PatternStore.hpp>
#include <pattern/Araios_PatternTuning.hpp>
#include <pattern/Araios_ShiftedRowCache.hpp>
#include <pattern/Araios_ShortRowSorter.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_ColumnSets.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// Counts the rows of C and records their columns, in one pass.
///
/// Rows share a record of columns in three cases. The row of A has the columns of the row before.
/// Or the row of A, with its rows of B, is the row before shifted by one column. Or, for short
/// rows, it is a shifted copy of a row in ShiftedRowCache. Of other rows, ShortRowSorter sorts the
/// short ones. For long rows the column sets of the rows of B are united in a bitmap; a few
/// scattered sets are sorted by counting.
///
/// Shapes: row_sizes and rows m; next_free 1; rows_like_before 2; columns any number; shifted_rows
///         num_row_marks or 0; pool chunks of ColumnBitmap::bytes.
/// Pre:    next_free, rows_like_before and the pool are zero; `compressed` is the compressed B if
///         any row has more than ShortRowSorter::capacity() products.
/// Post:   all rows are counted. next_free is the number of elements that the pass needed; if
///         `columns` has as many, all rows are recorded.
template <class ExecutionSpace, class GraphA, class GraphB, class CompressedB>
struct PatternKernel {
  using Ordinal = typename GraphA::ordinal_type;
  using Device = typename GraphA::device_type;

  RowProducts<GraphA, GraphB> products;
  CompressedB compressed;
  bool a_is_b;              ///< both patterns are the same in memory
  bool b_ascends;           ///< strictly, the columns of each row of B
  bool is_scattered;        ///< rows of few column sets are sorted by counting
  std::int64_t piece_size;  ///< elements that an owner reserves at once; more for a long row
  Kokkos::View<Ordinal*, Device> row_sizes;
  Kokkos::View<RecordedRow<Ordinal>*, Device> rows;
  Kokkos::View<std::int64_t*, Device> next_free;
  Kokkos::View<Ordinal*, Device> columns;
  /// The number of rows with the columns of the row before, and of rows with these shifted by one.
  Kokkos::View<std::int64_t*, Device> rows_like_before;
  Kokkos::View<RowMarks const*, Device> shifted_rows;
  MemoryPool<Device> pool;
  RowRanges<ExecutionSpace, Device> ranges;

  template <class Member>
  void operator()(Member const& member) const {
    auto const lanes = ThreadSequential::lanes(member);
    pool.with_chunk(lanes, ThreadSequential::owner_index(member), [&](Chunk const& chunk) {
      ColumnBitmap<Ordinal> const bitmap{chunk.data, compressed.graph.num_cols};
      Owner owner{products.b.num_cols};
      ranges.template for_each_by_work<ThreadSequential>(
          lanes, products.a.row_offsets, [&](Rows const& range) {
            for (std::int64_t row = range.begin; row < range.end;) {
              std::int64_t const num_shared =
                  row > range.begin ? share_row_before(row, range.end, owner) : 0;
              if (num_shared == 0) record_row(lanes, static_cast<Ordinal>(row), bitmap, owner);
              row += std::max<std::int64_t>(num_shared, 1);
            }
          });
      owner.few_columns.finish_all(finish_of(owner));
      for (int shift : {0, 1}) {
        std::int64_t const rows_of_owner = owner.rows_like_before[shift];
        if (rows_of_owner > 0) Kokkos::atomic_add(&rows_like_before(shift), rows_of_owner);
      }
    });
  }

 private:
  /// The position of a row that is not sorted yet.
  static constexpr std::int64_t waits = -1;

  /// The state of an owner: its unsorted and recent rows, its rest of `columns`, and its counts.
  struct Owner {
    // A constructor, since GCC would clear all of few_columns in an aggregate.
    explicit Owner(Ordinal num_columns) : few_columns{num_columns} {}

    ShortRowSorter<Ordinal> few_columns;
    ShiftedRowCache<Ordinal> shifted_row_cache;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t rows_like_before[2] = {};
  };

  template <class Lanes>
  void record_row(Lanes const& lanes, Ordinal row, ColumnBitmap<Ordinal> const& bitmap,
                  Owner& owner) const {
    if (add_short_row(row, owner)) return;
    owner.few_columns.forget_last_row();
    record_long_row(lanes, row, bitmap, owner);
  }

  /// Lets rows from `row` on share the columns of the row before: one row with equal columns, or a
  /// run of shifted ones. Returns their number.
  std::int64_t share_row_before(std::int64_t row, std::int64_t end, Owner& owner) const {
    auto const first = static_cast<Ordinal>(row);
    std::int64_t const num_shifted = count_shifted(first, end - row);
    bool const shifted = num_shifted > 0;
    if (!shifted && !is_row_before_shifted(products.a, first, Ordinal{0})) return 0;
    std::int64_t const count = shifted ? num_shifted : 1;
    Ordinal const shift = shifted ? 1 : 0;
    owner.rows_like_before[shift] += count;
    for (Ordinal i = 0; i < count; ++i) {
      rows(first + i).shift = shift;
      if (owner.few_columns.follow_last_row(finish_of(owner))) continue;
      share_row(first + i - 1, first + i, static_cast<Ordinal>(count) - i, shift);
      break;
    }
    return count;
  }

  /// Lets `count` rows from `row` on share the columns of a recorded row, with `shift` added in the
  /// first of them and again in each further one.
  void share_row(Ordinal recorded, Ordinal row, Ordinal count, Ordinal shift) const {
    RecordedRow<Ordinal> shared = rows(recorded);
    Ordinal const size = row_sizes(recorded);
    for (Ordinal i = 0; i < count; ++i) {
      shared.shift += shift;
      rows(row + i) = shared;
      row_sizes(row + i) = size;
    }
  }

  /// The length of the run of shifted rows from `row` on, at most `most`. A row is shifted if its
  /// columns in A, and all of its rows of B, are those of the row before shifted by one. Empty rows
  /// do not count, since they have the columns of the row before.
  std::int64_t count_shifted(Ordinal row, std::int64_t most) const {
    if (shifted_rows.extent(0) == 0) return 0;
    auto const& a = products.a;
    auto const begin = a.row_offsets(row);
    auto const end = a.row_offsets(row + 1);
    if (begin == end) return 0;
    RowMarks const* const marks = shifted_rows.data();
    MarkedRun run;
    // If A is B, the marks are also those of A.
    if (a_is_b) run.meet(marks, row);
    if (run.count(most) == 0) return 0;
    for (auto i = begin; i < end; ++i) run.meet(marks, a.columns(i));
    std::int64_t const marked = run.count(most);
    if (a_is_b) return marked;
    std::int64_t count = 0;
    while (count < marked &&
           is_row_before_shifted(a, row + static_cast<Ordinal>(count), Ordinal{1})) {
      ++count;
    }
    return count;
  }

  /// Shares the columns of a cached row, or passes a short row to the sorter. Returns false, and
  /// does neither, if the row has too many products.
  bool add_short_row(Ordinal row, Owner& owner) const {
    auto const& a = products.a;
    auto const* const columns_of_b = products.b.columns.data();
    Ordinal* const begin = owner.few_columns.next_row();
    Ordinal* end = begin;
    auto const a_end = a.row_offsets(row + 1);
    for (auto a_entry = a.row_offsets(row); a_entry < a_end; ++a_entry) {
      prefetch_ahead(a, products.b, a_entry, columns_of_b);
      auto const entries = products.entries_of_b(a_entry);
      auto const count = static_cast<std::int64_t>(entries.end - entries.begin);
      if (end - begin + count > owner.few_columns.capacity()) return false;
      end = owner.few_columns.append(columns_of_b + entries.begin, count, end);
    }
    auto const size = static_cast<int>(end - begin);
    if (!shares_cached_row(row, size, owner)) owner.few_columns.add(row, size, finish_of(owner));
    return true;
  }

  /// Lets a row share the columns of a cached row, if it is a shifted copy of one. There is no
  /// search if few rows of B are shifted, since sorting is then as fast. Returns whether the row is
  /// done.
  bool shares_cached_row(Ordinal row, int num_products, Owner& owner) const {
    if (shifted_rows.extent(0) == 0 || num_products == 0) return false;
    auto const like = owner.shifted_row_cache.find(products.a, products.b, row, num_products);
    if (like && rows(like->row).position != waits) {
      owner.few_columns.forget_last_row();
      share_row(like->row, row, 1, like->shift);
      return true;
    }
    if (!like) owner.shifted_row_cache.add(row, num_products);
    rows(row).position = waits;
    return false;
  }

  /// A function that records a sorted short row, and shares its record with its followers.
  auto finish_of(Owner& owner) const {
    return [this, &owner](Ordinal row, int num_products, int num_followers, auto const& write) {
      std::int64_t const of_places = elements_of_places<Ordinal>(num_products);
      if (owner.end - owner.begin < num_products + of_places) {
        take_piece(num_products + of_places, owner);
      }
      rows(row) = {owner.begin, 0, num_products};
      // Without room in `columns` the row is only counted.
      Ordinal unrecorded[short_row_capacity + elements_of_places<Ordinal>(short_row_capacity)];
      std::int64_t const size = write(has_room(owner) ? columns.data() + owner.begin : unrecorded);
      row_sizes(row) = static_cast<Ordinal>(size);
      owner.begin += size + of_places;
      for (Ordinal i = 1; i <= num_followers; ++i) {
        share_row(row + i - 1, row + i, 1, rows(row + i).shift);
      }
    };
  }

  /// The number of column sets of the products of a row, and bounds of their blocks.
  struct RowSets {
    std::int64_t count = 0;
    Ordinal first_block = std::numeric_limits<Ordinal>::max();
    Ordinal last_block = -1;

    /// Whether there is at least one set on average for each block between the bounds.
    bool is_dense() const { return last_block - first_block < count; }
  };

  RowSets survey_sets(Ordinal row) const {
    auto const& a = products.a;
    auto const& sets = compressed.graph;
    RowSets found;
    auto const a_end = a.row_offsets(row + 1);
    for (auto a_entry = a.row_offsets(row); a_entry < a_end; ++a_entry) {
      auto const row_of_b = a.columns(a_entry);
      auto const begin = sets.row_offsets(row_of_b);
      auto const end = sets.row_offsets(row_of_b + 1);
      if (begin == end) continue;
      found.count += static_cast<std::int64_t>(end - begin);
      found.first_block = std::min(found.first_block, sets.columns(begin));
      found.last_block = std::max(found.last_block, sets.columns(end - 1));
    }
    // The first and the last set of a row bound its blocks only if B ascends.
    if (!b_ascends) {
      found.first_block = 0;
      found.last_block = sets.num_cols - 1;
    }
    return found;
  }

  /// Records a row by its column sets, or only counts it if there is no room.
  // Not inlined, as counting is not: compilers take long for larger functions.
  template <class Lanes>
  [[gnu::noinline]] void record_long_row(Lanes const& lanes, Ordinal row,
                                         ColumnBitmap<Ordinal> const& bitmap, Owner& owner) const {
    RowSets const sets = survey_sets(row);
    make_room(lanes, row, sets.count, owner);
    rows(row) = {owner.begin, 0, 0};
    std::int64_t const size = has_room(owner)
                                  ? write_row(row, sets, bitmap, columns.data() + owner.begin)
                                  : count_row(row, sets, bitmap);
    row_sizes(row) = static_cast<Ordinal>(size);
    owner.begin += size;
  }

  /// Reserves a new piece if the rest of the old one may be too small for a row.
  template <class Lanes>
  void make_room(Lanes const& lanes, Ordinal row, std::int64_t num_sets, Owner& owner) const {
    std::int64_t const left = owner.end - owner.begin;
    if (left >= columns_in(num_sets)) return;
    std::int64_t const bound = std::min(products.work(lanes, row), columns_in(num_sets));
    if (left < bound) take_piece(bound, owner);
  }

  /// Reserves a piece of at least `bound` elements. The rest of the old piece is lost.
  void take_piece(std::int64_t bound, Owner& owner) const {
    std::int64_t const size = std::max(bound, piece_size);
    owner.begin = Kokkos::atomic_fetch_add(&next_free(0), size);
    owner.end = owner.begin + size;
  }

  /// Whether the piece of the owner lies within `columns`.
  bool has_room(Owner const& owner) const {
    return owner.end <= static_cast<std::int64_t>(columns.extent(0));
  }

  /// Bounds the columns of num_sets column sets.
  std::int64_t columns_in(std::int64_t num_sets) const {
    auto const all = static_cast<std::int64_t>(products.b.num_cols);
    return std::min(num_sets * tuning::columns_per_block, all);
  }

  std::int64_t write_row(Ordinal row, RowSets const& sets, ColumnBitmap<Ordinal> const& bitmap,
                         Ordinal* begin) const {
    Ordinal* end = begin;
    for_each_set(row, sets, bitmap,
                 [&](Ordinal block, std::uint32_t set) { end += write_columns(block, set, end); });
    return end - begin;
  }

  [[gnu::noinline]] std::int64_t count_row(Ordinal row, RowSets const& sets,
                                           ColumnBitmap<Ordinal> const& bitmap) const {
    std::int64_t size = 0;
    for_each_set(row, sets, bitmap,
                 [&](Ordinal, std::uint32_t set) { size += std::popcount(set); });
    return size;
  }

  /// Calls f(block, set) for each block of the row of C, in ascending order.
  template <class F>
  void for_each_set(Ordinal row, RowSets const& sets, ColumnBitmap<Ordinal> const& bitmap,
                    F const& f) const {
    if (sets.is_dense()) {
      meet_sets(row, bitmap.begin_dense());
      bitmap.drain_dense(sets.first_block, sets.last_block, f);
    } else if (is_scattered && sets.count <= FewColumnSets<Ordinal>::capacity) {
      FewColumnSets<Ordinal> few;
      few.unite(meet_sets(row, few.begin()), f);
    } else {
      bitmap.drain(meet_sets(row, bitmap.begin()), f);
    }
  }

  /// Calls meet(block, set) for each column set of each row of B of a row. Returns `meet`.
  // Not inlined: in a larger function compilers run out of registers in its loop.
  template <class F>
  [[gnu::noinline]] F meet_sets(Ordinal row, F meet) const {
    auto const& a = products.a;
    auto const* const blocks = compressed.graph.columns.data();
    auto const* const bits = compressed.bits.data();
    auto const a_end = a.row_offsets(row + 1);
    for (auto a_entry = a.row_offsets(row); a_entry < a_end; ++a_entry) {
      auto const row_of_b = a.columns(a_entry);
      auto const end = compressed.graph.row_offsets(row_of_b + 1);
      for (auto i = compressed.graph.row_offsets(row_of_b); i < end; ++i) meet(blocks[i], bits[i]);
    }
    return meet;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
