// SPDX-License-Identifier: BSD-3-Clause
// The library's product on host matrices: copies in, both phases, copies out.
#pragma once

#include "CommonProduct.hpp"
#include "CommonSpaces.hpp"
#include "HostMatrix.hpp"
#include "Matchers.hpp"
#include "ReferenceProduct.hpp"
#include "Types.hpp"
#include <Araios_SpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>

namespace araios_test {

/// The types of a suite that looks at options or inputs rather than at types.
template <class Space>
using DefaultTypes = ProductTypes<Space, Int32, Int32, Int32, Int32, double>;

/// Operands and plan of one product, as a caller of the library holds them.
template <class Types>
struct PlannedProduct {
  using space = typename Types::space;
  using scalar = typename Types::scalar;
  using ordinal = typename Types::ordinal;
  using offset_c = typename Types::offset_c;
  using device = typename space::device_type;
  using matrix_a = araios::CrsMatrix<scalar, typename Types::offset_a, ordinal, device>;
  using matrix_b = araios::CrsMatrix<scalar, typename Types::offset_b, ordinal, device>;
  using matrix_c = araios::CrsMatrix<scalar, offset_c, ordinal, device>;
  using plan_type = araios::SpGemmPlan<offset_c, ordinal, device>;
  using result_type = typename plan_type::template result_type<scalar>;

  PlannedProduct(HostMatrix<scalar> const& host_a, HostMatrix<scalar> const& host_b,
                 araios::SpGemmOptions const& options = {})
      : a{to_device<typename Types::offset_a, ordinal, device>(host_a)},
        b{to_device<typename Types::offset_b, ordinal, device>(host_b)},
        plan{araios::spgemm_symbolic<offset_c>(exec, graph_of(a), graph_of(b), options)} {}

  /// Runs the numeric phase into a new C.
  HostMatrix<scalar> numeric() const {
    auto const c = plan.template allocate<scalar>("C");
    araios::spgemm_numeric(exec, plan, a, b, c);
    exec.fence();
    return to_host(c);
  }

  space exec;
  matrix_a a;
  matrix_b b;
  plan_type plan;
};

/// C = A·B by both phases of the library.
template <class Types>
HostMatrix<typename Types::scalar> multiply(HostMatrix<typename Types::scalar> const& a,
                                            HostMatrix<typename Types::scalar> const& b,
                                            araios::SpGemmOptions const& options = {}) {
  return PlannedProduct<Types>{a, b, options}.numeric();
}

/// Whether the counts of a plan are the oracle's.
template <class Plan>
void expect_counts(Plan const& plan, ReferenceProduct const& expected) {
  auto const& stats = plan.stats();
  EXPECT_EQ(plan.num_rows(), expected.pattern.num_rows);
  EXPECT_EQ(plan.num_cols(), expected.pattern.num_cols);
  EXPECT_EQ(plan.nnz(), expected.pattern.num_entries());
  EXPECT_EQ(stats.work, expected.work());
  std::int64_t max_row_work = 0;
  std::int64_t max_row_size = 0;
  for (std::int64_t row = 0; row < expected.pattern.num_rows; ++row) {
    max_row_work = std::max(max_row_work, expected.row_work[static_cast<std::size_t>(row)]);
    max_row_size =
        std::max(max_row_size, expected.pattern.row_end(row) - expected.pattern.row_begin(row));
  }
  EXPECT_EQ(stats.max_row_work, max_row_work);
  EXPECT_EQ(stats.max_row_size, max_row_size);
}

/// Expects the library's product and its counts to be the oracle's.
template <class Types>
void expect_product(HostMatrix<typename Types::scalar> const& a,
                    HostMatrix<typename Types::scalar> const& b,
                    araios::SpGemmOptions const& options = {}) {
  auto const expected = reference_product(a, b);
  SCOPED_TRACE(expected.pattern.label);
  PlannedProduct<Types> const product{a, b, options};
  expect_counts(product.plan, expected);
  EXPECT_TRUE(same_matrix(product.numeric(), expected,
                          options.result_sorted ? RowOrder::ascending : RowOrder::any));
}

}  // namespace araios_test

/// Calls of the common products as most tests make them, compiled once for each space in a file of
/// the test library.
#define ARAIOS_TEST_PRODUCT_CALLS(extern_or_nothing, Space)                                        \
  extern_or_nothing template class araios::SpGemmPlan<int, int, typename Space::device_type>;      \
  extern_or_nothing template araios::CrsMatrix<double, int, int const,                             \
                                               typename Space::device_type>                        \
  araios::SpGemmPlan<int, int, typename Space::device_type>::allocate<double>(std::string const&)  \
      const;                                                                                       \
  extern_or_nothing template araios::CrsMatrix<float, int, int const, typename Space::device_type> \
  araios::SpGemmPlan<int, int, typename Space::device_type>::allocate<float>(std::string const&)   \
      const;                                                                                       \
  extern_or_nothing template struct araios_test::PlannedProduct<araios_test::DefaultTypes<Space>>; \
  extern_or_nothing template void araios_test::expect_counts(                                      \
      araios::SpGemmPlan<int, int, typename Space::device_type> const&,                            \
      araios_test::ReferenceProduct const&);                                                       \
  extern_or_nothing template void araios_test::expect_product<araios_test::DefaultTypes<Space>>(   \
      araios_test::HostMatrix<double> const&, araios_test::HostMatrix<double> const&,              \
      araios::SpGemmOptions const&)

ARAIOS_TEST_DECLARE_ON_COMMON_SPACES(ARAIOS_TEST_PRODUCT_CALLS)
