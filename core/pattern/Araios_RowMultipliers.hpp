// SPDX-License-Identifier: BSD-3-Clause
// Products of factors with those of a few rows, added to sums that lie side by side on hosts.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// So many numbers side by side: a vector where the compiler has such a type, and it is asked for.
/// Left to itself, GCC makes scalars of loops over a few rows, or vectors that round the products
/// of some rows and not those of others.
template <class Scalar, int size, bool is_vector>
struct NumbersOfRows {
  using type = Scalar[size];
};

#ifdef __GNUC__
inline constexpr bool has_vectors_of_rows = true;

template <class Scalar, int size>
struct NumbersOfRows<Scalar, size, true> {
  using type [[gnu::vector_size(size * sizeof(Scalar))]] = Scalar;
};
#else
inline constexpr bool has_vectors_of_rows = false;
#endif

/// Whether the sums of a place of `lanes` rows are those of a vector.
template <int lanes, class Scalar>
inline constexpr bool sums_fill_vector = (lanes > 1) && has_vectors_of_rows &&
                                         (std::is_same_v<Scalar, float> ||
                                          std::is_same_v<Scalar, double>);

/// Sums that lie side by side at a place of `lanes` rows. Three rows have four, of which the last
/// is a second one of the third row, where these fill a vector: it is loaded and stored at once.
template <int lanes, class Scalar>
inline constexpr int sums_at_place = lanes == 3 && sums_fill_vector<lanes, Scalar> ? 4 : lanes;

/// Factors of `lanes` rows, one for each sum of a place.
template <int lanes, class Scalar>
struct RowMultipliers {
  static constexpr int num_sums = sums_at_place<lanes, Scalar>;
  using Numbers = typename NumbersOfRows<Scalar, num_sums, sums_fill_vector<lanes, Scalar>>::type;

  Numbers of_rows;

  /// Adds their products with one factor to sums.
  [[gnu::always_inline]] void add_products(Scalar factor, Scalar* sums) const {
    if constexpr (sums_fill_vector<lanes, Scalar>) {
      add_vector(factor, sums);
    } else {
      for (int i = 0; i < num_sums; ++i) sums[i] += of_rows[i] * factor;
    }
  }

  /// Adds to each sum the product with a factor of its own; factors lie `stride` apart.
  /// Pre: there are as many sums as rows.
  [[gnu::always_inline]] void add_products(Scalar const* factors, std::size_t stride,
                                           Scalar* sums) const {
    if constexpr (sums_fill_vector<lanes, Scalar>) {
      Numbers of_factors;
      for (std::size_t i = 0; i < lanes; ++i) of_factors[i] = factors[i * stride];
      add_vector(of_factors, sums);
    } else {
      for (std::size_t i = 0; i < lanes; ++i) sums[i] += of_rows[i] * factors[i * stride];
    }
  }

 private:
  /// Factors: one for all rows, or a vector of them.
  template <class Factors>
  [[gnu::always_inline]] void add_vector(Factors const& factors, Scalar* sums) const {
    Numbers vector;
    std::memcpy(&vector, sums, sizeof vector);
    vector += of_rows * factors;
    std::memcpy(sums, &vector, sizeof vector);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
