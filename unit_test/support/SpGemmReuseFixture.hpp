// SPDX-License-Identifier: BSD-3-Clause
// Operands, a plan and a marked C for the tests of the numeric phase.
#pragma once

#include "Product.hpp"
#include "RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {

template <class Space>
class SpGemmReuseFixture : public testing::Test {
 protected:
  using Types = DefaultTypes<Space>;
  using Product = PlannedProduct<Types>;
  using Matrix = typename Product::matrix_c;
  using Views = typename Space::device_type;

  HostMatrix<double> const host_a = with_integers<double>(uniform_pattern(40, 30, 5, 1), 1);
  HostMatrix<double> const host_b = with_integers<double>(uniform_pattern(30, 50, 5, 2), 2);

  static Matrix device(HostMatrix<double> const& a) { return to_device<Int32, Int32, Views>(a); }

  /// A C of the plan with contents that no product has.
  static Matrix marked(Product const& product) {
    auto const c = product.plan.template allocate_writable<double>("C");
    Kokkos::deep_copy(c.graph.columns, -7);
    Kokkos::deep_copy(c.values, -7.5);
    return c;
  }
  static bool is_untouched(Matrix const& c) {
    auto const host = to_host(c);
    auto const& columns = host.pattern.columns;
    return std::count(columns.begin(), columns.end(), -7) == host.pattern.num_entries() &&
           std::count(host.values.begin(), host.values.end(), -7.5) == host.pattern.num_entries();
  }
  /// Expects a call to be refused with all parts in the message, C untouched, the plan usable.
  template <class Call>
  void expect_refused(Product const& product, Matrix const& c, Call const& call,
                      std::vector<std::string> const& parts) const {
    EXPECT_TRUE(throws<std::invalid_argument>(call, parts));
    EXPECT_TRUE(is_untouched(c));
    EXPECT_TRUE(same_matrix(product.numeric(), reference_product(host_a, host_b)));
  }
};

}  // namespace araios_test
