// SPDX-License-Identifier: BSD-3-Clause
// Calls before Kokkos is initialized and after it is finalized: refused, not undefined.

#include "support/CommonProduct.hpp"
#include "support/Matchers.hpp"
#include <Araios_Generators.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpMv.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <stdexcept>

namespace araios_test {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
using Device = Space::device_type;
using Graph = araios::CrsGraph<int, int, Device>;
using Matrix = araios::CrsMatrix<double, int, int, Device>;
using Plan = araios::SpGemmPlan<int, int, Device>;

/// The 1×1 identity in memory that Kokkos does not own.
struct UnmanagedIdentity {
  std::array<int, 2> row_offsets{0, 1};
  std::array<int, 1> columns{0};
  std::array<double, 1> values{1.0};

  Matrix matrix() {
    return {{1, 1, Kokkos::View<int const*, Device>(row_offsets.data(), 2),
             Kokkos::View<int*, Device>(columns.data(), 1)},
            Kokkos::View<double*, Device>(values.data(), 1)};
  }
};

/// Made before Kokkos' own objects of static storage may be, and destroyed after main.
araios::Workspace<Device> const static_workspace;

/// What outlives Kokkos in a program that ends in the wrong order.
struct Survivors {
  Plan plan;
  araios::Workspace<Device> workspace;
};

void expect_every_call_refused(Space const& exec) {
  UnmanagedIdentity a;
  UnmanagedIdentity b;
  EXPECT_TRUE(
      throws<std::invalid_argument>([&] { araios::spgemm_symbolic(exec, a.matrix(), b.matrix()); },
                                    {"Kokkos", "not initialized", "finalize"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::spgemm(exec, a.matrix(), b.matrix()); },
                                            {"Kokkos", "not initialized", "finalize"}));
  EXPECT_TRUE(
      throws<std::invalid_argument>([] { araios::generate<double, int, int>("gen:lap2d5:3"); },
                                    {"Kokkos", "not initialized", "finalize"}));
  double element = 1;
  Kokkos::View<double*, Device> const x(b.values.data(), 1);
  Kokkos::View<double*, Device> const y(&element, 1);
  EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::spmv(exec, 1.0, a.matrix(), x, 0.0, y); },
                                            {"Kokkos", "not initialized", "finalize"}));
}

/// Kokkos may end the process where an instance is made too early or dies too late: calls are given
/// storage that no instance lives in, and must not look at it.
struct NoInstance {
  alignas(Space) std::array<std::byte, sizeof(Space)> storage{};

  Space const& space() const { return reinterpret_cast<Space const&>(storage); }
};

TEST(BeforeInitialize, CallsAreRefused) {
  ASSERT_FALSE(Kokkos::is_initialized());
  expect_every_call_refused(NoInstance{}.space());
}

// A plan and a workspace die after Kokkos: what they held has been freed by then.
TEST(AfterFinalize, CallsAreRefused) {
  ASSERT_FALSE(Kokkos::is_initialized());
  UnmanagedIdentity a;
  UnmanagedIdentity b;
  UnmanagedIdentity c;
  Kokkos::initialize();
  araios::SpGemmOptions options;
  options.replay = true;
  options.method = araios::MethodKind::kkmem;  // needs memory from the workspace
  araios::Workspace<Device> const workspace;
  Survivors const survivors{
      araios::spgemm_symbolic(Space{}, a.matrix(), b.matrix(), options, workspace), workspace};
  araios::spgemm_symbolic(Space{}, a.matrix(), b.matrix(), options, static_workspace);
  EXPECT_GT(static_workspace.bytes(), 0U);
  EXPECT_EQ(survivors.plan.nnz(), 1);
  EXPECT_GT(survivors.workspace.bytes(), 0U);
  Kokkos::finalize();
  EXPECT_EQ(survivors.workspace.bytes(), 0U);
  EXPECT_EQ(static_workspace.bytes(), 0U);
  EXPECT_EQ(survivors.plan.row_offsets().data(), nullptr);
  NoInstance const none;
  expect_every_call_refused(none.space());
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        araios::spgemm_numeric(none.space(), survivors.plan, a.matrix(), b.matrix(), c.matrix());
      },
      {"Kokkos", "not initialized", "finalize"}));
}

}  // namespace
}  // namespace araios_test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
