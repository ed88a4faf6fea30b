// SPDX-License-Identifier: BSD-3-Clause
// Patterns that are hard to share evenly, and vectors of integers to multiply them with.
#pragma once

#include "HostMatrix.hpp"
#include "RandomMatrices.hpp"
#include "ReferenceProduct.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace araios_test {

/// A pattern with rows of the given sizes; columns follow each other around.
HostPattern pattern_of_sizes(std::vector<std::int64_t> const& sizes, std::int64_t num_cols,
                             std::string const& label);

/// Groups of so many rows with every number of entries in all: in even parts, or all in one row.
HostPattern groups_of_rows_pattern(std::int64_t rows, std::int64_t num_cols);

/// Runs of every length around that of a block of rows, whose rows have the same few entries, and
/// between them rows of one entry more or less.
HostPattern even_rows_pattern(std::int64_t num_cols);

/// Patterns on which shares of so many steps begin and end at every kind of place.
std::vector<HostPattern> path_adversaries(std::int64_t share);

/// Small integers, whose products and sums are exact.
template <class Scalar>
std::vector<Scalar> integers(std::int64_t size, std::uint64_t seed) {
  Random random{seed};
  std::vector<Scalar> values;
  for (std::int64_t i = 0; i < size; ++i) {
    auto const real = static_cast<real_of_t<Scalar>>(random.below(7) - 3);
    if constexpr (is_complex_v<Scalar>) {
      values.push_back(Scalar(real, static_cast<real_of_t<Scalar>>(random.below(5) - 2)));
    } else {
      values.push_back(real);
    }
  }
  return values;
}

// Compiled once for the scalars that most tests use.
extern template std::vector<double> integers<double>(std::int64_t, std::uint64_t);
extern template std::vector<Kokkos::complex<double>> integers<Kokkos::complex<double>>(
    std::int64_t, std::uint64_t);

}  // namespace araios_test
