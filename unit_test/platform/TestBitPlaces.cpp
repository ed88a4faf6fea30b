// SPDX-License-Identifier: BSD-3-Clause
// The places of bits in words, on the host that shares their code with devices.

#include <platform/Araios_BitPlaces.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace araios_test {
namespace {

template <class Word>
class BitPlacesTest : public testing::Test {};
using Words = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(BitPlacesTest, Words);

TYPED_TEST(BitPlacesTest, TheLowestBitWhateverLiesAbove) {
  constexpr int bits = std::numeric_limits<TypeParam>::digits;
  for (int place = 0; place < bits; ++place) {
    auto const lowest = static_cast<TypeParam>(TypeParam{1} << place);
    auto const all_above = static_cast<TypeParam>(~TypeParam{0} << place);
    EXPECT_EQ(araios::impl::lowest_bit(lowest), place);
    EXPECT_EQ(araios::impl::lowest_bit(all_above), place);
  }
}

TYPED_TEST(BitPlacesTest, BitsAboveAMask) {
  constexpr int bits = std::numeric_limits<TypeParam>::digits;
  for (int width = 0; width < bits; ++width) {
    auto const mask = static_cast<TypeParam>((TypeParam{1} << width) - 1);
    EXPECT_EQ(araios::impl::bits_above(mask), bits - width);
  }
}

}  // namespace
}  // namespace araios_test
