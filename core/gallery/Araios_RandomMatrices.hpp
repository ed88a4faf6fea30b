// SPDX-License-Identifier: BSD-3-Clause
// Seeded random matrices: uniform, R-MAT and banded, the same on every machine.
#pragma once

#include <Araios_HostCrsMatrix.hpp>
#include <gallery/Araios_SplitMix64.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

namespace random_matrices {

/// One of the 512 nonzero multiples of 1/256 in [-1, 1]. Sums of their products are exact in
/// double.
inline double grid_value(std::uint64_t nine_bits) {
  auto const step = static_cast<int>(nine_bits & 511);
  return (step < 256 ? step - 256 : step - 255) / 256.0;
}

/// The value of an entry: a function of seed, row and column alone. So a position has the same
/// value however often and in whatever order it is drawn.
template <class Scalar>
Scalar entry_value(std::uint64_t seed, std::uint64_t row, std::uint64_t column) {
  using Real = real_part_t<Scalar>;
  std::uint64_t const bits = SplitMix64{mix_bits(seed + row), column}();
  auto const real = static_cast<Real>(grid_value(bits));
  if constexpr (is_complex_scalar_v<Scalar>) {
    return Scalar{real, static_cast<Real>(grid_value(bits >> 9))};
  } else {
    return real;
  }
}

template <class Scalar, class Offset, class Ordinal>
void fill_values(HostCrsArrays<Scalar, Offset, Ordinal> const& arrays, std::uint64_t seed) {
  std::size_t entry = 0;
  for (std::size_t row = 0; row + 1 < arrays.row_offsets.extent(0); ++row) {
    for (; entry < static_cast<std::size_t>(arrays.row_offsets(row + 1)); ++entry) {
      arrays.values(entry) =
          entry_value<Scalar>(seed, row, static_cast<std::uint64_t>(arrays.columns(entry)));
    }
  }
}

/// Draws `count` distinct numbers below `limit`, sorted, into `drawn`. Every set is equally likely.
template <class Ordinal>
void draw_sorted(SplitMix64& random, std::uint64_t limit, std::size_t count, Ordinal* drawn) {
  std::size_t found = 0;
  while (found < count) {
    // Only missing numbers are drawn, so the set is never too large.
    for (std::size_t i = found; i < count; ++i)
      drawn[i] = static_cast<Ordinal>(random.below(limit));
    std::sort(drawn, drawn + count);
    found = static_cast<std::size_t>(std::unique(drawn, drawn + count) - drawn);
  }
}

/// As draw_sorted. If more than half of the numbers are wanted, draws those to leave out.
template <class Ordinal>
void draw_columns(SplitMix64& random, std::uint64_t limit, std::size_t count, Ordinal* columns,
                  std::vector<Ordinal>& left_out) {
  if (count <= limit / 2) {
    draw_sorted(random, limit, count, columns);
    return;
  }
  left_out.resize(limit - count);
  draw_sorted(random, limit, left_out.size(), left_out.data());
  auto next = left_out.begin();
  for (std::uint64_t column = 0; column < limit; ++column) {
    if (next != left_out.end() && static_cast<std::uint64_t>(*next) == column) {
      ++next;
    } else {
      *columns++ = static_cast<Ordinal>(column);
    }
  }
}

/// One edge of an R-MAT graph, as row · 2^scale + column.
inline std::uint64_t draw_edge(SplitMix64& random, int scale) {
  // Bounds of the quadrants a, b and c in 2^-32: 0.57, 0.57 + 0.19, 0.57 + 0.19 + 0.19.
  constexpr std::uint64_t a = 2448131359, ab = 3264175145, abc = 4080218931;
  std::uint64_t row = 0;
  std::uint64_t column = 0;
  for (int level = 0; level < scale; ++level) {
    std::uint64_t const drawn = random() >> 32;
    row = 2 * row + (drawn >= ab ? 1 : 0);
    column = 2 * column + (drawn >= abc || (drawn >= a && drawn < ab) ? 1 : 0);
  }
  return (row << scale) | column;
}

}  // namespace random_matrices

/// A square matrix whose rows have `degree` distinct columns each, drawn uniformly.
///
/// Pre:    0 <= degree <= num_rows.
/// Post:   rows are sorted; values as random_matrices::entry_value.
/// Throws: std::overflow_error naming `what` if the size exceeds Ordinal or Offset.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> make_uniform_matrix(std::int64_t num_rows,
                                                           std::int64_t degree, std::uint64_t seed,
                                                           std::string const& what) {
  if (degree > 0 && num_rows > std::numeric_limits<std::int64_t>::max() / degree) {
    throw std::overflow_error{what + ": its number of entries exceeds 64 bits"};
  }
  auto const arrays =
      make_host_arrays<Scalar, Offset, Ordinal>(num_rows, num_rows, num_rows * degree, what);
  auto const rows = static_cast<std::size_t>(num_rows);
  auto const count = static_cast<std::size_t>(degree);
  std::vector<Ordinal> left_out;
  for (std::size_t row = 0; row < rows; ++row) {
    SplitMix64 random{seed, row};
    random_matrices::draw_columns(random, rows, count, arrays.columns.data() + row * count,
                                  left_out);
    arrays.row_offsets(row + 1) = static_cast<Offset>((row + 1) * count);
  }
  random_matrices::fill_values(arrays, seed);
  return arrays.matrix();
}

/// The adjacency matrix of an R-MAT graph: 2^scale vertices, edge_factor · 2^scale edges drawn with
/// quadrant probabilities 0.57, 0.19, 0.19, 0.05. Repeated edges become one entry.
///
/// Pre:    scale >= 0, edge_factor >= 0.
/// Post:   rows are sorted; values as random_matrices::entry_value.
/// Throws: std::overflow_error naming `what` if the size exceeds Ordinal or Offset.
/// Cost:   8 bytes for each edge drawn, and a sort of these edges.
/// Source: Chakrabarti, Zhan, Faloutsos 2004, "R-MAT: a recursive model for graph mining".
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> make_rmat_matrix(std::int64_t scale,
                                                        std::int64_t edge_factor,
                                                        std::uint64_t seed,
                                                        std::string const& what) {
  // Row and column share a 64-bit word while the edges are sorted.
  if (scale > 31 || edge_factor > (std::numeric_limits<std::int64_t>::max() >> scale)) {
    throw std::overflow_error{what + ": expected at most 2^31 vertices and 2^63 edges"};
  }
  std::int64_t const num_rows = std::int64_t{1} << scale;
  checked_cast<Ordinal>(num_rows, what + ": the number of rows");
  SplitMix64 random{seed};
  std::vector<std::uint64_t> edges(static_cast<std::size_t>(edge_factor) << scale);
  for (auto& edge : edges) edge = random_matrices::draw_edge(random, static_cast<int>(scale));
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  auto const arrays = make_host_arrays<Scalar, Offset, Ordinal>(
      num_rows, num_rows, static_cast<std::int64_t>(edges.size()), what);
  std::size_t entry = 0;
  for (std::size_t row = 0; row < static_cast<std::size_t>(num_rows); ++row) {
    for (; entry < edges.size() && edges[entry] >> scale == row; ++entry) {
      arrays.columns(entry) = static_cast<Ordinal>(edges[entry] - (std::uint64_t{row} << scale));
    }
    arrays.row_offsets(row + 1) = static_cast<Offset>(entry);
  }
  random_matrices::fill_values(arrays, seed);
  return arrays.matrix();
}

/// A square band matrix: all entries at most half_width columns off the diagonal.
///
/// Pre:    half_width >= 0.
/// Post:   rows are sorted; values as random_matrices::entry_value.
/// Throws: std::overflow_error naming `what` if the size exceeds Ordinal or Offset.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> make_band_matrix(std::int64_t num_rows,
                                                        std::int64_t half_width, std::uint64_t seed,
                                                        std::string const& what) {
  std::int64_t const reach = std::min(half_width, num_rows - 1);
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (reach > most / 4 || num_rows > most / (2 * reach + 1)) {
    throw std::overflow_error{what + ": its number of entries exceeds 64 bits"};
  }
  // Row 0 lacks `reach` entries on its left, row 1 one fewer, and so on; likewise at the end.
  std::int64_t const num_entries = num_rows * (2 * reach + 1) - reach * (reach + 1);
  auto const arrays =
      make_host_arrays<Scalar, Offset, Ordinal>(num_rows, num_rows, num_entries, what);
  std::size_t entry = 0;
  for (std::int64_t row = 0; row < num_rows; ++row) {
    std::int64_t const end = std::min(num_rows, row + reach + 1);
    for (std::int64_t column = std::max<std::int64_t>(row - reach, 0); column < end; ++column) {
      arrays.columns(entry++) = static_cast<Ordinal>(column);
    }
    arrays.row_offsets(static_cast<std::size_t>(row) + 1) = static_cast<Offset>(entry);
  }
  random_matrices::fill_values(arrays, seed);
  return arrays.matrix();
}

}  // namespace araios::inline ARAIOS_ISA::impl
