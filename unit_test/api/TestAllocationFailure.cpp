// SPDX-License-Identifier: BSD-3-Clause
// Every allocation of the product fails once: the error arrives, C stays whole, a retry works.

#include "support/Methods.hpp"
#include "support/PathPatterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <limits>
#include <new>
#include <string>

namespace {

/// Allocations of Kokkos on the host that still succeed.
int allocations_left = std::numeric_limits<int>::max();

}  // namespace

// Kokkos takes host memory by this overload, and nothing else in this program does.
void* operator new(std::size_t size, std::align_val_t alignment, std::nothrow_t const&) noexcept {
  if (allocations_left <= 0) return nullptr;
  --allocations_left;
  auto const align = static_cast<std::size_t>(alignment);
  return std::aligned_alloc(align, (size + align - 1) / align * align);
}
void operator delete(void* memory, std::align_val_t, std::nothrow_t const&) noexcept {
  std::free(memory);
}

namespace araios_test {
namespace {

/// Calls f with the first allocation failing, then the second, until f passes; returns how often it
/// failed.
template <class F>
int num_failures(F const& f) {
  for (int allowed = 0;; ++allowed) {
    SCOPED_TRACE("allocation " + std::to_string(allowed) + " fails");
    allocations_left = allowed;
    bool failed = false;
    try {
      f();
    } catch (std::exception const&) {
      failed = true;
    }
    allocations_left = std::numeric_limits<int>::max();
    if (!failed) return allowed;
  }
}

using Types = DefaultTypes<Kokkos::DefaultHostExecutionSpace>;

class AllocationFailure : public testing::Test {
 protected:
  HostMatrix<double> const host_a = with_integers<double>(uniform_pattern(60, 40, 5, 1), 1);
  HostMatrix<double> const host_b = with_integers<double>(uniform_pattern(40, 70, 5, 2), 2);
  ReferenceProduct const expected = reference_product(host_a, host_b);
  // The first product also lets Kokkos take what it keeps for its own kernels.
  PlannedProduct<Types> const product{host_a, host_b};
  HostMatrix<double> const first = product.numeric();
};

TEST_F(AllocationFailure, SymbolicPropagatesAndCanBeRepeated) {
  araios::Workspace<Types::space::device_type> workspace;
  int const failures = num_failures([&] {
    auto const plan = araios::spgemm_symbolic(product.exec, product.a, product.b, {}, workspace);
    EXPECT_EQ(plan.nnz(), product.plan.nnz());
  });
  EXPECT_GE(failures, 3) << "row sizes, pool and row offsets are allocated at least";
}

/// Fails every allocation of the numeric phase once, which has to leave C as it is; returns how
/// many there are.
int num_numeric_failures(PlannedProduct<Types> const& product, ReferenceProduct const& expected) {
  product.numeric();  // what Kokkos keeps for its own kernels is not counted
  auto const c = product.plan.allocate<double>("C");
  int const failures = num_failures([&] {
    araios::Workspace<Types::space::device_type> const fresh;
    Kokkos::deep_copy(c.graph.columns, -7);
    Kokkos::deep_copy(c.values, -7.5);
    try {
      araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, c, fresh);
    } catch (...) {
      auto const* const values = c.values.data();
      auto const* const columns = c.graph.columns.data();
      EXPECT_EQ(std::count(values, values + c.values.size(), -7.5), product.plan.nnz());
      EXPECT_EQ(std::count(columns, columns + c.graph.columns.size(), -7), product.plan.nnz());
      throw;
    }
  });
  EXPECT_TRUE(same_matrix(to_host(c), expected));
  return failures;
}

TEST_F(AllocationFailure, NumericLeavesCUntouchedAndCanBeRepeated) {
  EXPECT_GE(num_numeric_failures(product, expected), 1);
}

// Short rows of C take no memory, or less of it.
TEST(AllocationFailureOfMethods, NumericLeavesCUntouchedAndCanBeRepeated) {
  auto const a = with_integers<double>(diagonal_pattern(9), 3);
  auto const b = with_sorted_rows(with_integers<double>(
      pattern_of_sizes({2, 600, 40, 2000, 1, 300, 5000, 33, 7}, 9000, "mixed rows"), 5));
  auto const expected = reference_product(a, b);
  for (auto const method : grouping_rules) {
    SCOPED_TRACE(name_of(method));
    araios::SpGemmOptions options;
    options.method = method;
    EXPECT_GE(num_numeric_failures(PlannedProduct<Types>{a, b, options}, expected), 2);
  }
}

TEST_F(AllocationFailure, OneCallLeavesNothingBehind) {
  HostMatrix<double> found;
  int const failures = num_failures([&] {
    auto const c = araios::spgemm(product.exec, product.a, product.b);
    allocations_left = std::numeric_limits<int>::max();
    found = to_host(c);
  });
  EXPECT_GE(failures, 4);
  EXPECT_TRUE(same_matrix(found, expected));
}

}  // namespace
}  // namespace araios_test
