// SPDX-License-Identifier: BSD-3-Clause
// A program that leaves Kokkos to the C interface: before, between and after initialization.

#include "support/CArrays.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"

#include <Kokkos_Core.hpp>

#include <araios.h>
#include <gtest/gtest.h>

#include <string>

namespace araios_test {
namespace {

TEST(CRuntime, KokkosLivesFromTheFirstInitializeToTheLastFinalize) {
  auto const host = with_integers<double>(uniform_pattern(20, 20, 3, 1), 2);
  CArrays<double> arrays{host, 0};
  auto const a = arrays.matrix();
  araios_matrix c{};
  araios_plan* plan = nullptr;
  auto const refused = [](int status, char const* part) {
    EXPECT_EQ(status, ARAIOS_NOT_INITIALIZED);
    EXPECT_TRUE(holds_all(araios_last_error(), {part}));
  };
  EXPECT_STREQ(araios_last_error(), "");
  refused(araios_multiply(&a, &a, nullptr, &c), "call araios_initialize first");
  refused(araios_plan_create(&a, &a, nullptr, &plan), "call araios_initialize first");
  refused(araios_read_matrix_market("a.mtx", &c), "call araios_initialize first");
  refused(araios_finalize(), "no araios_initialize");
  EXPECT_FALSE(std::string{araios_version()}.empty());

  ASSERT_EQ(araios_initialize(1), ARAIOS_OK) << araios_last_error();
  ASSERT_EQ(araios_initialize(0), ARAIOS_OK);
  EXPECT_EQ(Kokkos::DefaultHostExecutionSpace().concurrency(), 1);
  EXPECT_STREQ(araios_execution_space(), Kokkos::DefaultHostExecutionSpace::name());
  ASSERT_EQ(araios_finalize(), ARAIOS_OK);
  ASSERT_TRUE(Kokkos::is_initialized());
  ASSERT_EQ(araios_multiply(&a, &a, nullptr, &c), ARAIOS_OK) << araios_last_error();
  EXPECT_TRUE(same_matrix(from_c<double>(c), reference_product(host, host)));
  ASSERT_EQ(araios_plan_create(&a, &a, nullptr, &plan), ARAIOS_OK);

  ASSERT_EQ(araios_finalize(), ARAIOS_OK);
  EXPECT_TRUE(Kokkos::is_finalized());
  refused(araios_plan_size(plan, nullptr, nullptr, nullptr), "not initialized");
  refused(araios_plan_numeric(plan, &a, &a, &c), "not initialized");
  EXPECT_EQ(araios_initialize(1), ARAIOS_WRONG_PLACE);
  EXPECT_TRUE(holds_all(araios_last_error(), {"cannot start twice"}));
  // Both outlive what they held.
  araios_plan_destroy(plan);
  araios_free(&c);
}

}  // namespace
}  // namespace araios_test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
