// SPDX-License-Identifier: BSD-3-Clause
#include "PathPatterns.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace araios_test {

HostPattern pattern_of_sizes(std::vector<std::int64_t> const& sizes, std::int64_t num_cols,
                             std::string const& label) {
  HostPattern a{static_cast<std::int64_t>(sizes.size()), num_cols, {0}, {}, label};
  for (auto const size : sizes) {
    for (std::int64_t i = 0; i < size; ++i) a.columns.push_back((7 * i + a.num_rows) % num_cols);
    a.row_offsets.push_back(a.num_entries());
  }
  return a;
}

HostPattern groups_of_rows_pattern(std::int64_t rows, std::int64_t num_cols) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t entries = 0; entries <= 9 * rows; ++entries) {
    for (std::int64_t i = 0; i < rows; ++i) {
      sizes.push_back((entries * (i + 1)) / rows - entries * i / rows);
    }
    for (std::int64_t const full : {std::int64_t{0}, entries % rows, rows - 1}) {
      for (std::int64_t i = 0; i < rows; ++i) sizes.push_back(i == full ? entries : 0);
    }
  }
  return pattern_of_sizes(sizes, num_cols, "groups of rows with every number of entries");
}

HostPattern even_rows_pattern(std::int64_t num_cols) {
  std::vector<std::int64_t> sizes;
  for (int const difference : {1, -1}) {
    for (std::int64_t entries = 1; entries <= 10; ++entries) {
      for (std::size_t run : {1, 6, 7, 8, 9, 10, 15, 16, 17, 24}) {
        sizes.insert(sizes.end(), run, entries);
        sizes.push_back(entries + difference);
      }
    }
    sizes.insert(sizes.end(), 20, 0);
  }
  return pattern_of_sizes(sizes, num_cols, "runs of rows with the same few entries");
}

std::vector<HostPattern> path_adversaries(std::int64_t share) {
  using Sizes = std::vector<std::int64_t>;
  auto const all_in_row = [share](std::int64_t row, std::int64_t num_rows) {
    Sizes sizes(static_cast<std::size_t>(num_rows), 0);
    sizes[static_cast<std::size_t>(row)] = 10 * share + 3;
    return sizes;
  };
  Sizes lone_rows(2000, 0);
  for (std::size_t row = 0; row < lone_rows.size(); row += 97) lone_rows[row] = 200;
  return {
      uniform_pattern(700, 300, 9, 1),
      power_law_pattern(900, 4000, 4000, 2),
      with_duplicates_shuffled(uniform_pattern(400, 100, 20, 3), 4),
      empty_pattern(5000, 3),
      pattern_of_sizes(all_in_row(0, 300), 500, "all entries in the first of 300 rows"),
      pattern_of_sizes(all_in_row(299, 300), 500, "all entries in the last of 300 rows"),
      pattern_of_sizes(all_in_row(150, 5000), 500, "all entries in one of 5000 rows"),
      pattern_of_sizes(lone_rows, 333, "empty rows between long ones"),
      pattern_of_sizes(Sizes(9, share - 1), 50, "rows that end with their shares"),
      pattern_of_sizes(Sizes(9, share), 50, "rows that end a step behind their shares"),
      pattern_of_sizes(Sizes(9, share - 2), 50, "rows that end a step before their shares"),
      pattern_of_sizes({share, 0, 0, share - 3, 1}, 50, "empty rows at the border of shares"),
      pattern_of_sizes({1}, 1, "a single entry"),
      pattern_of_sizes({0, 0, 1, 0}, 4, "a single entry among empty rows"),
      groups_of_rows_pattern(8, 70),
      even_rows_pattern(70),
      full_pattern(1, 2 * share),
      full_pattern(2 * share, 1),
  };
}

template std::vector<double> integers<double>(std::int64_t, std::uint64_t);
template std::vector<Kokkos::complex<double>> integers<Kokkos::complex<double>>(std::int64_t,
                                                                                std::uint64_t);

}  // namespace araios_test
