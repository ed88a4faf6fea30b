// SPDX-License-Identifier: BSD-3-Clause
// Every allocation of every public product fails.

#include "support/ExpectedVector.hpp"
#include "support/FailingAllocations.hpp"
#include "support/Methods.hpp"
#include "support/PathPatterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_Generators.hpp>
#include <Araios_GroupedCoo.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>
#include <platform/Araios_Allocate.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

TYPED_TEST_SUITE(AllocationFailure, FailingSpaces, TypeNames);

/// Options of plans, each with other arrays.
template <class Space>
std::vector<araios::SpGemmOptions> options_of_plans() {
  std::vector<araios::SpGemmOptions> all(4);
  all[1].replay = true;
  all[2].deterministic = true;
  all[3].result_sorted = false;
  using araios::MethodKind;
  std::vector<MethodKind> methods{MethodKind::kkmem, MethodKind::kklp, MethodKind::rbsparse,
                                  MethodKind::bhsparse};
  if (araios::impl::is_host_space_v<Space>) {
    methods.push_back(MethodKind::kkdense);
    all.emplace_back().record_pattern = true;
  }
  for (auto const method : methods) all.emplace_back().method = method;
  return all;
}

TYPED_TEST(AllocationFailure, SymbolicPhase) {
  auto const& product = this->product_;
  for (auto const& options : options_of_plans<TypeParam>()) {
    std::int64_t nnz = 0;
    int const allocations = fail_each_allocation(
        [&] {
          typename TestFixture::Workspace const fresh;
          auto const plan =
              araios::spgemm_symbolic(product.exec, product.a, product.b, options, fresh);
          nnz = plan.nnz();
        },
        [&] { return nnz == product.plan.nnz(); });
    EXPECT_GE(allocations, 3) << "row sizes, pool and row offsets are allocated at least";
  }
}

/// Fails every allocation of the numeric phase. Returns how many there are.
template <class Product>
int fail_numeric_allocations(Product const& product, ReferenceProduct const& expected) {
  auto const c = product.plan.template allocate_writable<double>("C");
  return fail_each_allocation_beside(
      c, product.plan.nnz(),
      [&] {
        araios::Workspace<typename Product::device> const fresh;
        araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, c, fresh);
        product.exec.fence();
      },
      [&] { return bool{same_matrix(to_host(c), expected)}; });
}

TYPED_TEST(AllocationFailure, NumericPhase) {
  fail_numeric_allocations(this->product_, this->expected_);
  for (auto const& options : options_of_plans<TypeParam>()) {
    typename TestFixture::Product const product{this->host_a_, this->host_b_, options};
    if (options.result_sorted) fail_numeric_allocations(product, this->expected_);
  }
}

// Short rows of C take no memory, or less of it.
TYPED_TEST(AllocationFailure, NumericPhaseOfMixedRows) {
  auto const a = with_integers<double>(diagonal_pattern(9), 3);
  auto const b = with_sorted_rows(with_integers<double>(
      pattern_of_sizes({2, 600, 40, 2000, 1, 300, 5000, 33, 7}, 9000, "mixed rows"), 5));
  auto const expected = reference_product(a, b);
  for (auto const method : grouping_rules) {
    SCOPED_TRACE(name_of(method));
    araios::SpGemmOptions options;
    options.method = method;
    typename TestFixture::Product const product{a, b, options};
    EXPECT_GE(fail_numeric_allocations(product, expected), 2);
  }
}

TYPED_TEST(AllocationFailure, OneCall) {
  auto const& product = this->product_;
  for (auto const& options : options_of_plans<TypeParam>()) {
    typename TestFixture::Product::matrix_c c;
    int const allocations = fail_each_allocation(
        [&] { c = araios::spgemm(product.exec, product.a, product.b, options); },
        [&] {
          auto const order = options.result_sorted ? RowOrder::ascending : RowOrder::any;
          return bool{same_matrix(to_host(c), this->expected_, order)};
        });
    EXPECT_GE(allocations, 4);
  }
}

TEST(AllocationFailureOfLoops, OneCallFallsBackToTwoPhases) {
  using Product = PlannedProduct<DefaultTypes<Kokkos::DefaultHostExecutionSpace>>;
  auto const a = with_integers<double>(uniform_pattern(9000, 9000, 3, 3), 1);
  auto const expected = reference_product(a, a);
  Product const product{a, a};
  Product::matrix_c c;
  int fallbacks = 0;
  int const allocations = fail_each_allocation(
      [&] {
        araios::SpGemmReport report;
        c = araios::spgemm(product.exec, product.a, product.b, {}, {}, &report);
        fallbacks += report.selection.strategy == araios::Strategy::pattern ||
                             report.selection.strategy == araios::Strategy::rowwise
                         ? 1
                         : 0;
      },
      [&] { return bool{same_matrix(to_host(c), expected)}; });
  EXPECT_GE(allocations, 4);
  EXPECT_GT(fallbacks, 0);
}

TYPED_TEST(AllocationFailure, Estimate) {
  auto const& product = this->product_;
  std::int64_t nnz = 0;
  EXPECT_GE(
      fail_each_allocation(
          [&] { nnz = araios::spgemm_estimate(product.exec, product.a, product.b).max_nnz_c; },
          [&] { return nnz >= product.plan.nnz(); }),
      2);
}

TYPED_TEST(AllocationFailure, DenseProducts) {
  auto const& product = this->product_;
  auto const x = integers<double>(40, 3);
  auto const expected = reference_spmv(1.0, this->host_a_, x, 0.0, std::vector<double>(60, 0.0));
  auto const x_view = to_view<double, typename TestFixture::Views>(x, "x");
  Kokkos::View<double*, typename TestFixture::Views> const y("y", 60);
  fail_each_allocation([&] { araios::spmv(product.exec, 1.0, product.a, x_view, 0.0, y); },
                       [&] { return bool{same_vector(to_vector<double>(y), expected)}; });
  Kokkos::View<double**, Kokkos::LayoutLeft, typename TestFixture::Views> const b("B", 40, 9);
  Kokkos::View<double**, Kokkos::LayoutLeft, typename TestFixture::Views> const c("C", 60, 9);
  Kokkos::deep_copy(Kokkos::subview(b, Kokkos::ALL, 8), x_view);
  fail_each_allocation([&] { araios::spmm(product.exec, 1.0, product.a, b, 0.0, c); },
                       [&] {
                         Kokkos::deep_copy(y, Kokkos::subview(c, Kokkos::ALL, 8));
                         return bool{same_vector(to_vector<double>(y), expected)};
                       });
}

TYPED_TEST(AllocationFailure, GroupsOfRows) {
  auto const& product = this->product_;
  auto grouped = araios::to_grouped_coo(product.exec, product.a);
  EXPECT_GE(
      fail_each_allocation([&] { grouped = araios::to_grouped_coo(product.exec, product.a); },
                           [&] { return grouped.values.extent(0) == product.a.values.extent(0); }),
      4);
  typename TestFixture::Product::matrix_a back;
  EXPECT_GE(
      fail_each_allocation([&] { back = araios::to_crs(product.exec, grouped); },
                           [&] { return back.values.extent(0) == product.a.values.extent(0); }),
      3);
}

TYPED_TEST(AllocationFailure, RowsOfALargerMatrix) {
  auto const& product = this->product_;
  auto part = product.a;
  part.graph.num_rows = 40;
  part.graph.row_offsets = Kokkos::subview(part.graph.row_offsets, std::pair{20, 61});
  std::vector<std::int64_t> order(40);
  std::iota(order.begin(), order.end(), std::int64_t{20});
  auto const expected = reference_product(with_rows(this->host_a_, order), this->host_b_);
  typename TestFixture::Product::matrix_c c;
  EXPECT_GE(fail_each_allocation([&] { c = araios::spgemm(product.exec, part, product.b); },
                                 [&] { return bool{same_matrix(to_host(c), expected)}; }),
            5);
}

TEST(AllocationFailureOfGenerators, EachAllocation) {
  for (std::string const name :
       {"gen:lap3d7:4:P", "gen:er:30:3", "gen:rmat:5:3", "gen:band:20:2", "gen:elasticity3d:3"}) {
    SCOPED_TRACE(name);
    araios::HostCrsMatrix<double, int, int> matrix;
    EXPECT_GE(fail_each_allocation([&] { matrix = araios::generate<double, int, int>(name); },
                                   [&] { return matrix.values.extent(0) > 0; }),
              3);
  }
}

TEST(OutOfMemory, SaysWhatNeedsHowMuch) {
  araios::OutOfMemory const capped{"the pool", 20, 10};
  EXPECT_STREQ(capped.what(), "the pool needs 20 bytes, allowed are 10");
  EXPECT_TRUE(capped.exceeds_cap());
  araios::OutOfMemory const system{"C.values", 800};
  EXPECT_STREQ(system.what(), "C.values: 800 bytes are more memory than the system has left");
  EXPECT_FALSE(system.exceeds_cap());
  EXPECT_STREQ(system.with_advice("take less").what(),
               "C.values: 800 bytes are more memory than the system has left; take less");
  EXPECT_STREQ((araios::OutOfMemory{"spmv", 0}.what()),
               "spmv: this is more memory than the system has left");
}

TEST(OutOfMemory, NamesTheViewAndItsBytes) {
  auto const message_of = [](auto const& allocate) -> std::string {
    try {
      allocate();
    } catch (araios::OutOfMemory const& error) {
      return std::to_string(error.needed()) + " " + error.what();
    }
    return "nothing thrown";
  };
  using Device = Kokkos::DefaultHostExecutionSpace::device_type;
  std::string found;
  run_with_first_allocation_failing([&] {
    found = message_of(
        [] { araios::impl::allocate_view<double, Device>(Kokkos::view_alloc("some view"), 1000); });
  });
  EXPECT_EQ(found, "8000 some view: 8000 bytes are more memory than the system has left");
  std::size_t const largest = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(message_of([&] {
              araios::impl::allocate_view<double, Device>(Kokkos::view_alloc("too large"),
                                                          largest / 4);
            }),
            std::to_string(largest) + " an array: " + std::to_string(largest) +
                " bytes are more memory than the system has left");
}

}  // namespace
}  // namespace araios_test
