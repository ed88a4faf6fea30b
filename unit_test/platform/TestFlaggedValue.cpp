// SPDX-License-Identifier: BSD-3-Clause
// Numbers that tell by themselves whether they have been written.

#include <platform/Araios_FlaggedValue.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

namespace araios_test {
namespace {

template <class Scalar>
class FlaggedValue : public testing::Test {};

struct ThreeBytes {
  std::uint8_t bytes[3];
  bool operator==(ThreeBytes const&) const = default;
};

template <class Scalar>
std::vector<Scalar> numbers() {
  return {Scalar{0}, Scalar{1}, Scalar{-1}, std::numeric_limits<Scalar>::max(),
          std::numeric_limits<Scalar>::lowest()};
}
template <>
std::vector<Kokkos::complex<float>> numbers() {
  return {{0, 0}, {1, -2}, {-0.0F, 3}};
}
template <>
std::vector<Kokkos::complex<double>> numbers() {
  return {{0, 0}, {1, -2}, {-0.0, 3}};
}
template <>
std::vector<ThreeBytes> numbers() {
  return {{{0, 0, 0}}, {{255, 255, 255}}, {{1, 2, 3}}};
}

using Scalars = testing::Types<float, double, Kokkos::complex<float>, Kokkos::complex<double>, int,
                               std::int64_t, ThreeBytes>;
TYPED_TEST_SUITE(FlaggedValue, Scalars);

TYPED_TEST(FlaggedValue, IsThereOnceItHasBeenWrittenUntilItIsTaken) {
  araios::impl::FlaggedValue<TypeParam> number{};
  for (TypeParam const& value : numbers<TypeParam>()) {
    EXPECT_FALSE(number.is_there());
    number.write(value);
    EXPECT_TRUE(number.is_there());
    EXPECT_TRUE(number.take() == value);
  }
  EXPECT_FALSE(number.is_there());
}

TYPED_TEST(FlaggedValue, IsAwaited) {
  std::vector<araios::impl::FlaggedValue<TypeParam>> awaited(1000);
  auto const values = numbers<TypeParam>();
  std::thread writer{[&] {
    for (std::size_t i = 0; i < awaited.size(); ++i) awaited[i].write(values[i % values.size()]);
  }};
  for (std::size_t i = 0; i < awaited.size(); ++i) {
    EXPECT_TRUE(awaited[i].take() == values[i % values.size()]) << i;
  }
  writer.join();
}

// The bits that tell that nothing is there.
TEST(AwaitedNaN, StaysOne) {
  araios::impl::FlaggedValue<double> number{};
  number.write(std::bit_cast<double>(~std::uint64_t{0}));
  EXPECT_TRUE(number.is_there());
  EXPECT_TRUE(std::isnan(number.take()));
  araios::impl::FlaggedValue<float> single{};
  single.write(std::bit_cast<float>(~std::uint32_t{0}));
  EXPECT_TRUE(single.is_there());
  EXPECT_TRUE(std::isnan(single.take()));
}

TEST(AwaitedNaN, KeepsItsBitsOtherwise) {
  araios::impl::FlaggedValue<double> number{};
  auto const bits = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN());
  number.write(std::bit_cast<double>(bits));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(number.take()), bits);
}

}  // namespace
}  // namespace araios_test
