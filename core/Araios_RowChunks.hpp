// SPDX-License-Identifier: BSD-3-Clause
// Products on hosts in one walk through A and B: rows of C by chunks, which threads take in turn.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_DenseRow.hpp>
#include <Araios_ExamineColumns.hpp>
#include <Araios_GraphChecks.hpp>
#include <Araios_Partitioning.hpp>
#include <Araios_RowBlock.hpp>
#include <Araios_RowRanges.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios {

/// What is known of the rows of C that a thread forms together, all but those before and behind.
struct RowChunk {
  std::int64_t work;              ///< products
  std::int64_t longest_row_of_b;  ///< entries, of those rows that the chunk meets
  std::int64_t place;             ///< of its first entry while it waits for C: `work` may follow
  std::int64_t size;              ///< entries
  std::int64_t begin;             ///< of its first entry in C
  bool is_valid;
};

/// Rows by chunks, each of as many as the others.
struct ChunksOfRows {
  std::int64_t num_rows;
  std::int64_t count;

  std::int64_t first_row(std::int64_t chunk) const { return num_rows * chunk / count; }
};

/// Whether offsets and columns of rows [begin, end) are valid, all rows before them being so.
template <class Graph>
bool has_valid_rows(Graph const& graph, std::int64_t begin, std::int64_t end) {
  using Ordinal = typename Graph::ordinal_type;
  bool has_offsets = true;
  for (std::int64_t row = begin; row < end; ++row) {
    has_offsets = has_offsets && row_offsets_valid(graph, static_cast<Ordinal>(row));
  }
  if (!has_offsets) return false;
  auto const first = graph.row_offsets(begin);
  auto const size = static_cast<std::int64_t>(graph.row_offsets(end) - first);
  return are_in_range(graph.columns.data() + first, size, graph.num_cols);
}

/// Checks the rows of B in chunks.
template <class Graph>
struct CheckChunk {
  Graph graph;
  ChunksOfRows rows;

  void operator()(std::int64_t chunk, bool& valid) const {
    valid = valid && has_valid_rows(graph, rows.first_row(chunk), rows.first_row(chunk + 1));
  }
};

/// Checks the rows of A in a chunk and counts their products.
///
/// Post: the counts of all chunks hold where all are valid, and all rows of B.
template <class GraphA, class GraphB>
struct CountChunk {
  GraphA a;
  GraphB b;
  ChunksOfRows rows;
  RowChunk* chunks;

  void operator()(std::int64_t index) const {
    std::int64_t const begin = rows.first_row(index);
    std::int64_t const end = rows.first_row(index + 1);
    RowChunk& chunk = chunks[index];
    chunk = {};
    chunk.is_valid = has_valid_rows(a, begin, end);
    if (!chunk.is_valid) return;
    std::int64_t work = 0;
    std::int64_t longest = 0;
    auto const last = a.row_offsets(end);
    for (auto entry = a.row_offsets(begin); entry < last; ++entry) {
      std::int64_t const length = row_length(b, a.columns(entry));
      work += length;
      longest = std::max(longest, length);
    }
    chunk.work = work;
    chunk.longest_row_of_b = longest;
  }
};

/// Forms the rows of C by chunks, and writes the number of entries of a chunk up to the end of each
/// row.
///
/// Shapes: columns and values one for each product; row_ends m; blocks and dense_rows one for each
///         owner, of DenseRow::bytes each, all zero, and again at the end.
/// Pre:    both patterns are valid; chunks know their work and where their entries go.
template <class ExecutionSpace, class GraphA, class GraphB, class Scalar, class Offset>
struct FormChunks {
  using Ordinal = typename GraphA::ordinal_type;
  using Device = typename GraphA::device_type;
  using Block = RowBlock<Scalar, Ordinal>;
  using Values = Kokkos::View<Scalar const*, Device>;

  GraphA a;
  GraphB b;
  Values a_values;
  Values b_values;
  ChunksOfRows rows;
  RowChunk* chunks;
  Ordinal* columns;
  Scalar* values;
  Offset* row_ends;
  Kokkos::View<Block*, Device> blocks;
  Kokkos::View<std::byte*, Device> dense_rows;
  RowRanges<ExecutionSpace, Device> ranges;  ///< of chunks

  template <class Member>
  void operator()(Member const& member) const {
    auto const lanes = ThreadSequential::lanes(member);
    auto const owner = static_cast<std::size_t>(ThreadSequential::owner_index(member));
    Block& block = *new (&blocks(owner)) Block;
    DenseRow<Scalar, Ordinal> const dense_row{
        dense_rows.data() + owner * DenseRow<Scalar, Ordinal>::bytes(b.num_cols), b.num_cols};
    ranges.template for_each<ThreadSequential>(lanes, [&](Rows const& range) {
      for (std::int64_t i = range.begin; i < range.end; ++i) form(i, block, dense_row);
    });
  }

 private:
  void form(std::int64_t index, Block& block, DenseRow<Scalar, Ordinal> const& dense_row) const {
    RowChunk& chunk = chunks[index];
    Ordinal* const chunk_columns = columns + chunk.place;
    Scalar* const chunk_values = values + chunk.place;
    auto const end = static_cast<Ordinal>(rows.first_row(index + 1));
    std::int64_t count = 0;
    for (auto row = static_cast<Ordinal>(rows.first_row(index)); row < end;) {
      Ordinal const next = block.take(a, b, a_values, b_values, chunk.longest_row_of_b, row, end);
      if (next > row) {
        block.order(dense_row);
        count = block.write(count, chunk_columns, chunk_values, row_ends + row);
        row = next;
      } else {
        count += dense_row.write(a, b, a_values, b_values, row, chunk_columns + count,
                                 chunk_values + count);
        row_ends[row++] = static_cast<Offset>(count);
      }
    }
    chunk.size = count;
  }
};

/// Moves a chunk to its place in C.
template <class Ordinal, class Scalar, class Offset>
struct MoveChunk {
  ChunksOfRows rows;
  RowChunk const* chunks;
  Ordinal const* columns;
  Scalar const* values;
  Ordinal* columns_of_c;
  Scalar* values_of_c;
  Offset* row_ends;

  void operator()(std::int64_t index) const {
    RowChunk const& chunk = chunks[index];
    std::copy_n(columns + chunk.place, chunk.size, columns_of_c + chunk.begin);
    std::copy_n(values + chunk.place, chunk.size, values_of_c + chunk.begin);
    auto const begin = static_cast<Offset>(chunk.begin);
    std::int64_t const end = rows.first_row(index + 1);
    for (std::int64_t row = rows.first_row(index); row < end; ++row) row_ends[row] += begin;
  }
};

}  // namespace araios
