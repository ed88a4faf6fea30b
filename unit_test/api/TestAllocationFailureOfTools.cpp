// SPDX-License-Identifier: BSD-3-Clause
// Every allocation of sums, transposes and other calls on single matrices fails.

#include "support/BitwiseEqual.hpp"
#include "support/DenseOracle.hpp"
#include "support/ExpectedVector.hpp"
#include "support/FailingAllocations.hpp"
#include "support/HostBlocks.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/ReferenceSum.hpp"
#include "support/ReferenceTriple.hpp"
#include "support/SemiringOracle.hpp"
#include <Araios_BsrRap.hpp>
#include <Araios_BsrSpGemm.hpp>
#include <Araios_BsrTranspose.hpp>
#include <Araios_DenseMatrix.hpp>
#include <Araios_ExtractRows.hpp>
#include <Araios_MergeDuplicates.hpp>
#include <Araios_Rap.hpp>
#include <Araios_SemiringSpGemm.hpp>
#include <Araios_SortRows.hpp>
#include <Araios_SpAdd.hpp>
#include <Araios_SpGemmAdd.hpp>
#include <Araios_SpGemmJacobi.hpp>
#include <Araios_SpMv.hpp>
#include <Araios_ToBlocks.hpp>
#include <Araios_Transpose.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

template <class Space>
class AllocationFailureOfTools : public AllocationFailure<Space> {};
TYPED_TEST_SUITE(AllocationFailureOfTools, FailingSpaces, TypeNames);

TYPED_TEST(AllocationFailureOfTools, Transposes) {
  auto const& product = this->product_;
  auto const& exec = product.exec;
  auto const expected = expected_exactly(transpose_of(this->host_a_));
  typename TestFixture::Product::matrix_a c;
  EXPECT_GE(fail_each_allocation([&] { c = araios::transpose(exec, product.a); },
                                 [&] { return bool{same_matrix(to_host(c), expected)}; }),
            4);
  std::int64_t nnz = 0;
  EXPECT_GE(
      fail_each_allocation([&] { nnz = araios::transpose_symbolic(exec, product.a, {true}).nnz(); },
                           [&] { return nnz == expected.pattern.num_entries(); }),
      4);
  auto const plan = araios::transpose_symbolic(exec, product.a);
  fail_each_allocation([&] { c = plan.template allocate_writable<double>(exec, "C"); },
                       [&] { return c.graph.columns.extent(0) == c.values.extent(0); });
  fail_each_allocation(
      [&] {
        araios::transpose_numeric(exec, plan, product.a, c);
        exec.fence();
      },
      [&] { return bool{same_matrix(to_host(c), expected)}; });
}

TYPED_TEST(AllocationFailureOfTools, SortedAndMergedRows) {
  auto const& exec = this->product_.exec;
  auto const host =
      with_integers<double>(with_duplicates_shuffled(uniform_pattern(60, 40, 5, 1), 2), 1);
  auto const a = to_device<Int32, Int32, typename TestFixture::Views>(host);
  auto const sorted = with_sorted_rows(host);
  auto const stays = [&] { return are_bitwise_equal(to_host(a), host); };
  auto merged = a;
  EXPECT_GE(fail_each_allocation(Watched{
                [&] { merged = araios::merge_duplicates(exec, a); },
                [&] {
                  return bool{same_matrix(
                      to_host(merged),
                      reference_product(with_constant<double>(diagonal_pattern(60), 1.0), host))};
                },
                stays}),
            6);
  auto const unsorted = to_device<Int32, Int32, typename TestFixture::Views>(host);
  EXPECT_GE(
      fail_each_allocation(Watched{[&] { araios::sort_rows(exec, a); },
                                   [&] {
                                     bool const is_right = are_bitwise_equal(to_host(a), sorted);
                                     Kokkos::deep_copy(a.graph.columns, unsorted.graph.columns);
                                     Kokkos::deep_copy(a.values, unsorted.values);
                                     return is_right;
                                   },
                                   stays}),
      3);
}

// Rows with repeats are merged in workspace memory.
TYPED_TEST(AllocationFailureOfTools, Sums) {
  auto const& exec = this->product_.exec;
  auto const host_b =
      with_integers<double>(with_duplicates_shuffled(uniform_pattern(60, 40, 5, 4), 2), 1);
  auto const& a = this->product_.a;
  auto const b = to_device<Int32, Int32, typename TestFixture::Views>(host_b);
  auto const expected = reference_sum(2.0, this->host_a_, 3.0, host_b);
  auto c = a;
  EXPECT_GE(fail_each_allocation([&] { c = araios::spadd(exec, 2.0, a, 3.0, b); },
                                 [&] { return are_bitwise_equal(to_host(c), expected); }),
            9);
  std::int64_t nnz = 0;
  EXPECT_GE(fail_each_allocation([&] { nnz = araios::spadd_symbolic(exec, a, b).nnz(); },
                                 [&] { return nnz == expected.pattern.num_entries(); }),
            7);
  auto const plan = araios::spadd_symbolic(exec, a, b);
  c = plan.template allocate_writable<double>(exec, "C");
  EXPECT_GE(fail_each_allocation_beside(
                c, plan.nnz(),
                [&] {
                  typename TestFixture::Workspace const fresh;
                  araios::spadd_numeric(exec, plan, 2.0, a, 3.0, b, c, fresh);
                  exec.fence();
                },
                [&] { return are_bitwise_equal(to_host(c), expected); }),
            2);
}

// Without a given R the plan keeps a transpose; hosts list columns in memory of their owners.
TYPED_TEST(AllocationFailureOfTools, TripleProducts) {
  auto const& exec = this->product_.exec;
  auto const host_a = with_integers<double>(uniform_pattern(60, 60, 5, 7), 2);
  auto const host_p = with_integers<double>(uniform_pattern(60, 20, 3, 8), 2);
  auto const a = to_device<Int32, Int32, typename TestFixture::Views>(host_a);
  auto const p = to_device<Int32, Int32, typename TestFixture::Views>(host_p);
  auto const expected = reference_triple(transpose_of(host_p), host_a, host_p);
  auto c = a;
  for (bool const two_products : {false, true}) {
    araios::RapOptions options;
    options.two_products = two_products;
    EXPECT_GE(fail_each_allocation([&] { c = araios::rap(exec, a, p, options); },
                                   [&] { return bool{same_matrix(to_host(c), expected)}; }),
              9);
    std::int64_t nnz = 0;
    EXPECT_GE(fail_each_allocation([&] { nnz = araios::rap_symbolic(exec, a, p, options).nnz(); },
                                   [&] { return nnz == expected.pattern.num_entries(); }),
              7);
    auto const plan = araios::rap_symbolic(exec, a, p, options);
    c = plan.template allocate_writable<double>(exec, "C");
    EXPECT_GE(fail_each_allocation_beside(
                  c, plan.nnz(),
                  [&] {
                    typename TestFixture::Workspace const fresh;
                    araios::rap_numeric(exec, plan, a, p, c, fresh);
                    exec.fence();
                  },
                  [&] { return bool{same_matrix(to_host(c), expected)}; }),
              2);
  }
}

// Patterns are found by numbers; A·P and the transpose of P lie in the workspace.
TYPED_TEST(AllocationFailureOfTools, MatricesOfBlocks) {
  auto const& exec = this->product_.exec;
  auto const host_a = integer_blocks<double>(uniform_pattern(40, 40, 4, 1), {3, 3}, 1);
  auto const host_p = integer_blocks<double>(uniform_pattern(40, 15, 2, 2), {3, 6}, 2);
  auto const a = to_device<Int32, Int32, typename TestFixture::Views>(host_a);
  auto const p = to_device<Int32, Int32, typename TestFixture::Views>(host_p);
  auto const is_right = [](auto const& found, ReferenceProduct const& expected) {
    return bool{same_matrix(elements_of(to_host(found)), expected)};
  };
  auto const product = reference_product(elements_of(host_a), elements_of(host_p));
  auto c = a;
  EXPECT_GE(fail_each_allocation([&] { c = araios::block_spgemm(exec, a, p); },
                                 [&] { return is_right(c, product); }),
            6);
  auto const elements = elements_of(host_p);
  auto const triple = reference_triple(transpose_of(elements), elements_of(host_a), elements);
  EXPECT_GE(fail_each_allocation([&] { c = araios::block_rap(exec, a, p); },
                                 [&] { return is_right(c, triple); }),
            12);
  auto const transposed = transpose_of(elements);
  EXPECT_GE(fail_each_allocation([&] { c = araios::block_transpose(exec, p); },
                                 [&] { return is_right(c, expected_exactly(transposed)); }),
            4);
  auto matrix = araios::from_blocks(exec, a);
  fail_each_allocation([&] { matrix = araios::from_blocks(exec, a); },
                       [&] { return are_bitwise_equal(to_host(matrix), elements_of(host_a)); });
  auto const blocks = [&] { c = araios::to_blocks(exec, matrix, 3, 3); };
  EXPECT_GE(fail_each_allocation(blocks, [&] { return to_host(c).values == host_a.values; }), 5);
}

// A mask with repeats is merged; walks have memory of their owners.
TYPED_TEST(AllocationFailureOfTools, ProductsBySemirings) {
  auto const& exec = this->product_.exec;
  auto const& a = this->product_.a;
  auto const& b = this->product_.b;
  auto const host_mask = with_duplicates_shuffled(uniform_pattern(60, 70, 9, 3), 4);
  auto const mask = to_device<Int32, Int32, typename TestFixture::Views>(host_mask);
  SemiringOracle<double> const oracle{0.0, [](double x, double y) { return x + y; },
                                      [](double x, double y) { return x * y; }};
  araios::PlusTimes<double> const semiring;
  for (auto const& [kind, kept] : {std::pair{araios::MaskKind::inside, Kept::inside},
                                   {araios::MaskKind::outside, Kept::outside},
                                   {araios::MaskKind::prescribed, Kept::prescribed}}) {
    araios::Mask<std::remove_const_t<decltype(mask)>> const given{mask, kind};
    auto const expected =
        semiring_product_by_hand(oracle, this->host_a_, this->host_b_, host_mask, kept);
    auto const is_right = [&](auto const& c) { return are_bitwise_equal(to_host(c), expected); };
    auto c = a;
    EXPECT_GE(
        fail_each_allocation([&] { c = araios::semiring_spgemm(exec, semiring, a, b, given); },
                             [&] { return is_right(c); }),
        9);
    auto const plan = araios::semiring_spgemm_symbolic(exec, a, b, given);
    c = plan.template allocate_writable<double>(exec, "C");
    EXPECT_GE(fail_each_allocation_beside(
                  c, plan.nnz(),
                  [&] {
                    typename TestFixture::Workspace const fresh;
                    araios::semiring_spgemm_numeric(exec, semiring, plan, a, b, c, fresh);
                    exec.fence();
                  },
                  [&] { return is_right(c); }),
              2);
  }
}

TYPED_TEST(AllocationFailureOfTools, ProductsByATranspose) {
  auto const& exec = this->product_.exec;
  auto const host = with_integers<double>(uniform_pattern(3000, 700, 9, 1), 2);
  auto const a = to_device<Int32, Int32, typename TestFixture::Views>(host);
  auto const x = to_view<double, typename TestFixture::Views>(std::vector<double>(3000, 2), "x");
  Kokkos::View<double*, typename TestFixture::Views> const y("y", 700);
  auto const expected = reference_spmv(1.0, transpose_of(host), std::vector<double>(3000, 2), 0.0,
                                       std::vector<double>(700));
  for (bool const deterministic : {false, true}) {
    Kokkos::deep_copy(y, -7.5);
    fail_each_allocation(Watched{
        [&] {
          araios::spmv(exec, 1.0, a, x, 0.0, y,
                       araios::SpMvOptions{.transpose_a = true, .deterministic = deterministic});
          exec.fence();
        },
        [&] {
          bool const is_right{same_vector(to_vector<double>(y), expected)};
          Kokkos::deep_copy(y, -7.5);
          return is_right;
        },
        [&] { return to_vector<double>(y) == std::vector<double>(700, -7.5); }});
  }
}

TYPED_TEST(AllocationFailureOfTools, JacobiStepsAndProductsWithAnAddend) {
  auto const& exec = this->product_.exec;
  auto const host = with_integers<double>(full_pattern(9, 9), 2);
  auto const a = to_device<Int32, Int32, typename TestFixture::Views>(host);
  auto const dinv = to_view<double, typename TestFixture::Views>(std::vector<double>(9, 1), "dinv");
  auto const step = with_values_of(marked(host), [](double value) { return -value; });
  auto identity = marked(with_constant(diagonal_pattern(9), 1.0));
  auto const expected = product_of(sum_of(identity, step), marked(host));
  auto c = a;
  EXPECT_GE(fail_each_allocation([&] { c = araios::spgemm_jacobi(exec, 1.0, dinv, a, a); },
                                 [&] { return bool{same_elements(to_host(c), expected)}; }),
            4);
  EXPECT_GE(fail_each_allocation(
                [&] {
                  auto const plan = araios::spgemm_jacobi_symbolic(exec, a, a);
                  c = plan.template allocate_writable<double>(exec, "C");
                  araios::spgemm_jacobi_numeric(exec, plan, 1.0, dinv, a, a, c);
                  exec.fence();
                },
                [&] { return bool{same_elements(to_host(c), expected)}; }),
            6);
  auto const sum = sum_of(product_of(marked(host), marked(host)), marked(host));
  EXPECT_GE(fail_each_allocation([&] { c = araios::spgemm_add(exec, 1.0, a, a, 1.0, a); },
                                 [&] { return bool{same_elements(to_host(c), sum)}; }),
            6);
  EXPECT_GE(fail_each_allocation(
                [&] {
                  auto const plan = araios::spgemm_add_symbolic(exec, a, a, a);
                  c = plan.template allocate_writable<double>(exec, "C");
                  araios::spgemm_add_numeric(exec, plan, 1.0, a, a, 1.0, a, c);
                  exec.fence();
                },
                [&] { return bool{same_elements(to_host(c), sum)}; }),
            8);
}

TYPED_TEST(AllocationFailureOfTools, ExtractedRowsAndDenseMatrices) {
  auto const& product = this->product_;
  auto const& exec = product.exec;
  std::vector<std::int64_t> const list{7, 3, 59, 7};
  auto const rows = to_view<Int32, typename TestFixture::Views>(list, "rows");
  auto found = product.a;
  EXPECT_GE(fail_each_allocation(
                [&] { found = araios::extract_rows(exec, product.a, rows); },
                [&] { return are_bitwise_equal(to_host(found), with_rows(this->host_a_, list)); }),
            4);
  Kokkos::View<double**, Kokkos::LayoutRight, typename TestFixture::Views> const dense("dense", 60,
                                                                                       40);
  fail_each_allocation(Watched{
      [&] { araios::to_dense(exec, product.a, dense); },
      [&] {
        auto const back = araios::from_dense<Int32, Int32>(exec, dense);
        Kokkos::deep_copy(dense, -7.5);
        return back.values.extent(0) > 0;
      },
      [&] {
        return araios::from_dense<Int32, Int32>(exec, dense).values.extent(0) == dense.size();
      }});
  EXPECT_GE(fail_each_allocation([&] { found = araios::from_dense<Int32, Int32>(exec, dense); },
                                 [&] { return found.values.extent(0) == dense.size(); }),
            4);
}

}  // namespace
}  // namespace araios_test
