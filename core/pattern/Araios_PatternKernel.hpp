// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase on hosts that finds the columns of C and keeps them for the numeric phase.
#pragma once

#include <accumulators/Araios_ColumnBitmap.hpp>
#include <host_simd/Araios_ColumnSets.hpp>
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

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// One pass over the rows of C: their sizes and their columns, each behind those of the row that
/// the same owner had before.
///
/// A row of A with the columns of the row before shares that row's columns of C; so does, moved by
/// one, a row of A whose columns and rows of B are those of the row before, moved by one, or, where
/// products are few, one of ShiftedRowCache, moved by any number. The columns of other rows are put
/// into order as they are where the products are few; else the column sets of the rows of B are
/// united in a bitmap, or, where these are few and lie far apart, put into order by counting.
///
/// Shapes: row_sizes and rows m; next_free 1 and rows_like_before 2, zero at first; columns any
///         number; shifted_rows of mark_shifted_rows(B) or 0.
/// Pre:    a pool of chunks of ColumnBitmap::bytes, all clean; `compressed` is B where some row has
///         more than ShortRowSorter::capacity() products.
/// Post:   all rows are counted; they are recorded if next_free is at most the number of elements
///         of columns, and otherwise it says how many were needed.
template <class ExecutionSpace, class GraphA, class GraphB, class CompressedB>
struct PatternKernel {
  using Ordinal = typename GraphA::ordinal_type;
  using Device = typename GraphA::device_type;

  RowProducts<GraphA, GraphB> products;
  CompressedB compressed;
  bool a_is_b;              ///< both patterns are the same memory
  bool b_ascends;           ///< columns of each row of B ascend strictly
  bool is_scattered;        ///< rows of few column sets are put into order by counting
  std::int64_t piece_size;  ///< elements that an owner takes at once, or more for a long row
  Kokkos::View<Ordinal*, Device> row_sizes;
  Kokkos::View<RecordedRow<Ordinal>*, Device> rows;
  Kokkos::View<std::int64_t*, Device> next_free;
  Kokkos::View<Ordinal*, Device> columns;
  /// Rows that repeat the row before, and rows that are it moved by one.
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
  /// Position of a row whose columns are not in order yet.
  static constexpr std::int64_t waits = -1;

  /// What an owner has left of `columns`, the rows that wait there, and what it has met.
  struct Owner {
    // A constructor: as an aggregate GCC would clear all the memory of few_columns first.
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

  /// Gives rows from `row` on the columns of C that the row before has, as they are or moved by
  /// one from row to row, as far as the rows of A and B say so. Returns how many.
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

  /// Gives `count` rows from `row` on the columns of a recorded one, increased by `shift` in the
  /// first of them and again from row to row.
  void share_row(Ordinal recorded, Ordinal row, Ordinal count, Ordinal shift) const {
    RecordedRow<Ordinal> shared = rows(recorded);
    Ordinal const size = row_sizes(recorded);
    for (Ordinal i = 0; i < count; ++i) {
      shared.shift += shift;
      rows(row + i) = shared;
      row_sizes(row + i) = size;
    }
  }

  /// Rows from `row` on, at most so many, that are with all rows of B that they meet the row
  /// before, moved by one. Not said of rows without products, which repeat one another.
  std::int64_t count_shifted(Ordinal row, std::int64_t most) const {
    if (shifted_rows.extent(0) == 0) return 0;
    auto const& a = products.a;
    auto const begin = a.row_offsets(row);
    auto const end = a.row_offsets(row + 1);
    if (begin == end) return 0;
    RowMarks const* const marks = shifted_rows.data();
    MarkedRun run;
    // The marks are those of A as well where it is B.
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

  /// Adds a row of few products to those that are put into order; false, and nothing else, for a
  /// longer one.
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

  /// Gives a row the columns of C of a recent one that it is, moved, if there is one. Not looked
  /// for where few rows are moved by one: putting rows into order then takes no longer.
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

  /// What becomes of a row of few products, and of those that follow it, once it is in order.
  auto finish_of(Owner& owner) const {
    return [this, &owner](Ordinal row, int num_products, int num_followers, auto const& write) {
      std::int64_t const of_places = elements_of_places<Ordinal>(num_products);
      if (owner.end - owner.begin < num_products + of_places) {
        take_piece(num_products + of_places, owner);
      }
      rows(row) = {owner.begin, 0, num_products};
      // Where there is no room the row is only counted.
      Ordinal unrecorded[short_row_capacity + elements_of_places<Ordinal>(short_row_capacity)];
      std::int64_t const size = write(has_room(owner) ? columns.data() + owner.begin : unrecorded);
      row_sizes(row) = static_cast<Ordinal>(size);
      owner.begin += size + of_places;
      for (Ordinal i = 1; i <= num_followers; ++i) {
        share_row(row + i - 1, row + i, 1, rows(row + i).shift);
      }
    };
  }

  /// The column sets that a row meets: how many, and blocks that none of them lies before or
  /// behind.
  struct RowSets {
    std::int64_t count = 0;
    Ordinal first_block = std::numeric_limits<Ordinal>::max();
    Ordinal last_block = -1;

    /// There is no less than one for each block in between.
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
    // The first and the last set of a row are those of its least and its largest block.
    if (!b_ascends) {
      found.first_block = 0;
      found.last_block = sets.num_cols - 1;
    }
    return found;
  }

  template <class Lanes>
  void record_long_row(Lanes const& lanes, Ordinal row, ColumnBitmap<Ordinal> const& bitmap,
                       Owner& owner) const {
    RowSets const sets = survey_sets(row);
    make_room(lanes, row, sets.count, owner);
    rows(row) = {owner.begin, 0, 0};
    std::int64_t const size = has_room(owner)
                                  ? write_row(row, sets, bitmap, columns.data() + owner.begin)
                                  : count_row(row, sets, bitmap);
    row_sizes(row) = static_cast<Ordinal>(size);
    owner.begin += size;
  }

  /// Takes a new piece where the old one may have too little left for a row.
  template <class Lanes>
  void make_room(Lanes const& lanes, Ordinal row, std::int64_t num_sets, Owner& owner) const {
    std::int64_t const left = owner.end - owner.begin;
    if (left >= columns_in(num_sets)) return;
    std::int64_t const bound = std::min(products.work(lanes, row), columns_in(num_sets));
    if (left < bound) take_piece(bound, owner);
  }

  void take_piece(std::int64_t bound, Owner& owner) const {
    std::int64_t const size = std::max(bound, piece_size);
    owner.begin = Kokkos::atomic_fetch_add(&next_free(0), size);
    owner.end = owner.begin + size;
  }

  bool has_room(Owner const& owner) const {
    return owner.end <= static_cast<std::int64_t>(columns.extent(0));
  }

  /// Most columns that so many sets can hold.
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

  std::int64_t count_row(Ordinal row, RowSets const& sets,
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

  /// Calls meet(block, set) for all column sets that a row meets, and returns it.
  // Not inlined: among all the rest compilers run out of registers in its loop.
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
