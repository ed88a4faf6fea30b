// SPDX-License-Identifier: BSD-3-Clause
// Groups of rows of C, whose products are counted, and chunks of groups, each formed by one thread.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <host_simd/Araios_StreamingCopy.hpp>
#include <matrix/Araios_ExamineColumns.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Facts of successive rows of C, gathered before they are formed.
struct RowGroup {
  std::int64_t work;              ///< products
  std::int64_t cost;              ///< in units of a product
  std::int64_t longest_row_of_b;  ///< in entries, of the rows of B that the group refers to
  bool is_valid;                  ///< the rows of A, and the group's share of the rows of B
  bool ascends;                   ///< strictly, in each of these rows of B; true unless checked
};

/// Rows in groups of about equal numbers of rows.
struct GroupsOfRows {
  std::int64_t num_rows;
  std::int64_t count;

  std::int64_t first_row(std::int64_t group) const { return num_rows * group / count; }
};

/// Successive rows of C that one thread forms. Chunks partition the rows.
struct RowChunk {
  std::int64_t begin_row;
  std::int64_t end_row;
  std::int64_t longest_row_of_b;  ///< in entries, of the rows of B that the chunk refers to
  std::int64_t place;             ///< of its first entry in the array where chunks are formed
  std::int64_t size;              ///< in entries of C, once formed
  std::int64_t begin;             ///< of its first entry in C
};

/// The result of a check of rows.
struct RowFindings {
  bool is_valid = true;
  bool ascends = true;  ///< strictly, the columns of each row; true unless checked
};

/// Checks rows [begin, end), and if asks_order whether their columns ascend. The result holds if
/// all rows before them are valid.
template <class Graph>
RowFindings check_rows(Graph const& graph, std::int64_t begin, std::int64_t end, bool asks_order) {
  using Ordinal = typename Graph::ordinal_type;
  if (!are_row_offsets_valid(graph, static_cast<Ordinal>(begin), static_cast<Ordinal>(end))) {
    return {false, false};
  }
  auto const first = graph.row_offsets(begin);
  auto const size = static_cast<std::int64_t>(graph.row_offsets(end) - first);
  auto const* const columns = graph.columns.data();
  if (!are_in_range(columns + first, size, graph.num_cols)) return {false, false};
  return {true, !asks_order || do_rows_ascend(graph.row_offsets.data(), columns, begin, end)};
}

/// Counts the products of a group of rows of A. First checks these rows, and an equal share of the
/// rows of B unless A is B. Patterns that are known to be valid are not checked for validity.
///
/// Post: if all groups are valid, all counts are right.
template <class GraphA, class GraphB>
struct CountGroup {
  GraphA a;
  GraphB b;
  GroupsOfRows rows;
  RowGroup* groups;
  bool is_square;   ///< A is B
  bool asks_order;  ///< whether to check that rows of B ascend
  bool are_valid;   ///< both patterns are known to be valid

  void operator()(std::int64_t index) const {
    std::int64_t const begin = rows.first_row(index);
    std::int64_t const end = rows.first_row(index + 1);
    auto const of_a = look_at_rows(a, begin, end, is_square && asks_order);
    auto const of_b = is_square ? of_a : check_rows_of_b(index);
    groups[index] = {0, 0, 0, of_a.is_valid && of_b.is_valid, of_b.ascends};
    if (of_a.is_valid) count(begin, end, groups[index]);
  }

 private:
  RowFindings check_rows_of_b(std::int64_t index) const {
    GroupsOfRows const rows_of_b{b.num_rows, rows.count};
    return look_at_rows(b, rows_of_b.first_row(index), rows_of_b.first_row(index + 1), asks_order);
  }

  template <class Graph>
  RowFindings look_at_rows(Graph const& graph, std::int64_t begin, std::int64_t end,
                           bool asks_order_of_rows) const {
    if (!are_valid) return check_rows(graph, begin, end, asks_order_of_rows);
    return {true, !asks_order_of_rows ||
                      do_rows_ascend(graph.row_offsets.data(), graph.columns.data(), begin, end)};
  }

  /// Pre: the columns of A are in range.
  void count(std::int64_t begin, std::int64_t end, RowGroup& group) const {
    std::int64_t work = 0;
    std::int64_t longest = 0;
    auto const first = a.row_offsets(begin);
    auto const last = a.row_offsets(end);
    for (auto entry = first; entry < last; ++entry) {
      std::int64_t const length = row_length(b, a.columns(entry));
      work += length;
      longest = std::max(longest, length);
    }
    auto const num_entries = static_cast<std::int64_t>(last - first);
    group.work = work;
    group.cost =
        work + tuning::products_per_entry * num_entries + tuning::products_per_row * (end - begin);
    group.longest_row_of_b = longest;
  }
};

/// Joins groups into `count` chunks of about equal cost. Places the chunks one after another in the
/// array where they are formed, with `slack` elements after each.
///
/// Shapes: groups rows.count; chunks `count`, of which some may have no rows.
inline void put_together(GroupsOfRows const& rows, RowGroup const* groups, std::int64_t slack,
                         std::int64_t count, RowChunk* chunks) {
  std::int64_t total_cost = 0;
  for (std::int64_t i = 0; i < rows.count; ++i) total_cost += groups[i].cost;
  std::int64_t place = 0;
  std::int64_t cost = 0;
  std::int64_t group = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    RowChunk& chunk = chunks[i];
    chunk = {};
    chunk.begin_row = rows.first_row(group);
    chunk.place = place;
    // A group belongs to the chunk whose share of the total cost contains the middle of its cost.
    for (; group < rows.count; ++group) {
      RowGroup const& next = groups[group];
      if ((2 * cost + next.cost) * count > 2 * (i + 1) * total_cost) break;
      cost += next.cost;
      place += next.work;
      chunk.longest_row_of_b = std::max(chunk.longest_row_of_b, next.longest_row_of_b);
    }
    chunk.end_row = rows.first_row(group);
    place += slack;
  }
}

/// Formed chunks of rows, and the arrays of C.
///
/// Shapes: columns and values hold each chunk at its place; columns_of_c and values_of_c have one
///         element for each entry of C; row_ends one for each row, counted from the begin of its
///         chunk.
template <class Ordinal, class Scalar, class Offset>
struct ChunksOfC {
  RowChunk const* chunks;
  Ordinal const* columns;
  Scalar const* values;
  Ordinal* columns_of_c;
  Scalar* values_of_c;
  Offset* row_ends;
};

/// Copies a chunk to C, and makes its row ends those of C.
template <class Ordinal, class Scalar, class Offset>
struct MoveChunk {
  ChunksOfC<Ordinal, Scalar, Offset> c;
  bool streams;  ///< by non-temporal stores, since C exceeds the last-level cache

  void operator()(std::int64_t index) const {
    RowChunk const& chunk = c.chunks[index];
    copy(c.columns + chunk.place, chunk.size, c.columns_of_c + chunk.begin);
    copy(c.values + chunk.place, chunk.size, c.values_of_c + chunk.begin);
    auto const begin = static_cast<Offset>(chunk.begin);
    for (std::int64_t row = chunk.begin_row; row < chunk.end_row; ++row) c.row_ends[row] += begin;
    if (streams) fence_streaming_copies();
  }

 private:
  template <class T>
  void copy(T const* from, std::int64_t count, T* to) const {
    if (streams) {
      streaming_copy(from, count, to);
    } else {
      std::copy_n(from, count, to);
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
