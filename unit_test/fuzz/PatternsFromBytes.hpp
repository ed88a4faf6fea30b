// SPDX-License-Identifier: BSD-3-Clause
// Sizes and patterns of operands from the input of a fuzzer.
#pragma once

#include "Bytes.hpp"
#include "support/HostMatrix.hpp"
#include "support/RandomMatrices.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace araios_test {

inline std::int64_t size_from(Bytes& bytes) {
  constexpr std::array<std::int64_t, 16> sizes{1,  2,  3,  5,  8,   13,  20,  33,
                                               47, 64, 65, 90, 130, 200, 513, 0};
  return bytes.choice(sizes);
}

/// Columns of B, now and then many more than it has entries.
inline std::int64_t width_from(Bytes& bytes) {
  constexpr std::array<std::int64_t, 4> widths{300, 5'000, 70'000, 300'000};
  return bytes.one_in(8) ? bytes.choice(widths) : size_from(bytes);
}

inline HostPattern pattern_of_kind(Bytes& bytes, std::int64_t rows, std::int64_t cols) {
  std::uint64_t const seed = bytes.take();
  std::int64_t const size = 1 + bytes.below(24);
  if (rows == 0 || cols == 0) return empty_pattern(rows, cols);
  constexpr std::int64_t most_of_full = 2000;
  constexpr std::int64_t stride = 64;
  switch (bytes.below(8)) {
    case 0:
      return power_law_pattern(rows, cols, std::min(cols, 16 * size), seed);
    case 1:
      return empty_pattern(rows, cols);
    case 2:
      if (rows * cols <= most_of_full) return full_pattern(rows, cols);
      break;
    case 3:
      if (rows == cols) return diagonal_pattern(rows);
      break;
    case 4:
      if (size * stride <= cols) return colliding_pattern(rows, size, stride, cols, seed);
      break;
    case 5:
      return with_dense_row(uniform_pattern(rows, cols, std::min(size, cols), seed),
                            static_cast<std::int64_t>(seed) % rows);
    case 6:
      return with_rows_kept(uniform_pattern(rows, cols, std::min(size, cols), seed), "some rows",
                            [size](std::int64_t row) { return row % size == 0; });
    default:
      break;
  }
  return uniform_pattern(rows, cols, std::min(size, cols), seed);
}

inline HostPattern pattern_from(Bytes& bytes, std::int64_t rows, std::int64_t cols) {
  HostPattern pattern = pattern_of_kind(bytes, rows, cols);
  return bytes.one_in(4) ? with_duplicates_shuffled(pattern, bytes.take()) : pattern;
}

}  // namespace araios_test
