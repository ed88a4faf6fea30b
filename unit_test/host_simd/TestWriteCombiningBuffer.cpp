// SPDX-License-Identifier: BSD-3-Clause
// Arrays that threads fill row by row through memory of their own.

#include "support/RandomMatrices.hpp"
#include <host_simd/Araios_WriteCombiningBuffer.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios_test {
namespace {

/// Does not divide a line of the cache.
struct ThreeFloats {
  std::array<float, 3> elements{};

  ThreeFloats() = default;
  explicit ThreeFloats(int i) { elements.fill(static_cast<float>(i)); }
  bool operator==(ThreeFloats const&) const = default;
};

/// Some ranges of an array are filled by rows of up to `longest` elements, and gaps are left.
template <class T>
void expect_filled(std::int64_t longest, bool streams, std::uint64_t seed) {
  Random random{seed};
  constexpr std::int64_t size = 20'000;
  std::vector<T> array(size);
  std::vector<T> expected(size);
  {
    araios::impl::WriteCombiningBuffer<T> staged{array.data(), streams};
    for (std::int64_t begin = random.below(40); begin < size;) {
      std::int64_t const row = std::min(random.below(longest + 1), size - begin);
      T* const place = staged.place_of(begin, row);
      for (std::int64_t i = 0; i < row; ++i) {
        place[i] = T(static_cast<int>(begin + i + 1));
        expected[static_cast<std::size_t>(begin + i)] = place[i];
      }
      begin += row + (random.below(50) == 0 ? random.below(100) : 0);
    }
  }
  EXPECT_EQ(array, expected) << "rows of up to " << longest << ", seed " << seed;
}

template <class T>
void expect_filled_by_rows_of_any_length() {
  constexpr std::int64_t capacity = araios::impl::staged_elements<T>;
  for (std::int64_t const longest :
       {std::int64_t{1}, std::int64_t{30}, capacity - 1, capacity, capacity + 1, 3 * capacity}) {
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      expect_filled<T>(longest, true, seed);
      expect_filled<T>(longest, false, seed);
    }
  }
}

TEST(WriteCombiningBuffer, EachElementComesToItsPlaceAndNoOtherIsWritten) {
  expect_filled_by_rows_of_any_length<std::int32_t>();
  expect_filled_by_rows_of_any_length<float>();
  expect_filled_by_rows_of_any_length<double>();
  expect_filled_by_rows_of_any_length<Kokkos::complex<double>>();
  expect_filled_by_rows_of_any_length<ThreeFloats>();
}

}  // namespace
}  // namespace araios_test
