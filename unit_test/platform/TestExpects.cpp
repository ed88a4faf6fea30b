// SPDX-License-Identifier: BSD-3-Clause
// Preconditions, error types and checked narrowing.

#include "support/Matchers.hpp"
#include <Araios_Errors.hpp>
#include <platform/Araios_Expects.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>

namespace araios_test {
namespace {

TEST(Expects, ThrowsTheMessageOnlyWhenTheConditionFails) {
  int built = 0;
  auto const message = [&] {
    ++built;
    return std::string{"found 3, expected 4"};
  };
  ARAIOS_EXPECTS(true, message());
  EXPECT_EQ(built, 0) << "the message is built only on failure";
  EXPECT_TRUE(throws<std::invalid_argument>([&] { ARAIOS_EXPECTS(false, message()); },
                                            {"found 3, expected 4"}));
}

TEST(CheckedCast, KeepsValuesThatFit) {
  EXPECT_EQ(araios::impl::checked_cast<std::int32_t>(std::int64_t{2147483647}, "count"),
            2147483647);
  EXPECT_EQ(araios::impl::checked_cast<std::int32_t>(std::int64_t{-2147483648}, "count"),
            std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(araios::impl::checked_cast<std::size_t>(std::int64_t{0}, "count"), std::size_t{0});
  EXPECT_EQ(araios::impl::checked_cast<std::int64_t>(std::size_t{7}, "count"), 7);
}

TEST(CheckedCast, RefusesWhatDoesNotFitAndAdvises) {
  EXPECT_TRUE(throws<std::overflow_error>(
      [] { araios::impl::checked_cast<std::int32_t>(std::int64_t{2147483648}, "nnz(C)"); },
      {"nnz(C)", "2147483648", "2147483647", "32-bit", "wider"}));
  EXPECT_THROW(araios::impl::checked_cast<std::size_t>(std::int64_t{-1}, "count"),
               std::overflow_error);
  EXPECT_THROW(
      araios::impl::checked_cast<std::int64_t>(std::numeric_limits<std::size_t>::max(), "count"),
      std::overflow_error);
}

TEST(OutOfMemory, SaysNeededAndAllowed) {
  araios::OutOfMemory const error{"the pool", 1000, 10};
  EXPECT_EQ(error.needed(), std::size_t{1000});
  EXPECT_EQ(error.allowed(), std::size_t{10});
  EXPECT_TRUE(holds_all(error.what(), {"the pool", "1000 bytes", "10"}));
}

TEST(OutOfMemory, IsABadAlloc) {
  EXPECT_THROW((throw araios::OutOfMemory{"the pool", 2, 1}), std::bad_alloc);
}

}  // namespace
}  // namespace araios_test
