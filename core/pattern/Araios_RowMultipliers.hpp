// SPDX-License-Identifier: BSD-3-Clause
// The multipliers of a bundle of rows, and interleaved sums of their products, on hosts.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstring>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// `size` contiguous numbers: a GNU vector if is_vector and the compiler has it, otherwise an
/// array. GCC does not vectorize loops over a few rows well: it uses scalars, or vectors that fuse
/// the products of some rows with their additions and not those of others.
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

/// Whether the sums of `lanes` rows at a place form a vector.
template <int lanes, class Scalar>
inline constexpr bool sums_fill_vector = (lanes > 1) && has_vectors_of_rows &&
                                         (std::is_same_v<Scalar, float> ||
                                          std::is_same_v<Scalar, double>);

/// The number of sums at a place of `lanes` rows. As a vector, three rows have four sums, of which
/// the last repeats the third: a vector of four is loaded and stored by one instruction.
template <int lanes, class Scalar>
inline constexpr int sums_at_place = lanes == 3 && sums_fill_vector<lanes, Scalar> ? 4 : lanes;

/// The multipliers of `lanes` rows, one for each sum at a place.
template <int lanes, class Scalar>
struct RowMultipliers {
  static constexpr int num_sums = sums_at_place<lanes, Scalar>;
  using Numbers = typename NumbersOfRows<Scalar, num_sums, sums_fill_vector<lanes, Scalar>>::type;

  Numbers of_rows;

  /// Adds the products of all multipliers with one factor to the sums.
  [[gnu::always_inline]] void add_products(Scalar factor, Scalar* sums) const {
    if constexpr (sums_fill_vector<lanes, Scalar>) {
      add_vector(factor, sums);
    } else {
      for (int i = 0; i < num_sums; ++i) sums[i] += of_rows[i] * factor;
    }
  }

  /// Adds to each sum the product of its multiplier and its own factor; factors lie `stride` apart.
  ///
  /// Pre: num_sums == lanes.
  [[gnu::always_inline]] void add_products(Scalar const* factors, std::size_t stride,
                                           Scalar* sums) const {
    if constexpr (sums_fill_vector<lanes, Scalar>) {
      Numbers of_factors{};
      for (std::size_t i = 0; i < lanes; ++i) of_factors[i] = factors[i * stride];
      add_vector(of_factors, sums);
    } else {
      for (std::size_t i = 0; i < lanes; ++i) sums[i] += of_rows[i] * factors[i * stride];
    }
  }

 private:
  /// Factors is a scalar for all rows, or a vector.
  template <class Factors>
  [[gnu::always_inline]] void add_vector(Factors const& factors, Scalar* sums) const {
    Numbers vector;
    std::memcpy(&vector, sums, sizeof vector);
    vector += of_rows * factors;
    std::memcpy(sums, &vector, sizeof vector);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
