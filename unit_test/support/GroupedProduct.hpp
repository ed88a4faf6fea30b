// SPDX-License-Identifier: BSD-3-Clause
// Products by a method that chooses for each group of rows, bhSPARSE or RBSparse: their fixture.
#pragma once

#include "Product.hpp"
#include "RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>
#include <row_classes/Araios_BhSparseBin.hpp>
#include <row_classes/Araios_RbSparseGroup.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

namespace araios_test {

/// bhSPARSE, which groups rows by the upper bounds of their sizes.
struct BhSparseRule {
  static constexpr auto method = araios::MethodKind::bhsparse;
  static constexpr bool sums_in_any_order = false;
  /// The group of rows of more products than any other takes.
  static constexpr auto last_group = araios::impl::BhSparseBin::long_merge;
  /// Rows of B so long that rows of C are computed in every way: heap, expand-sort-compress, merge.
  static constexpr std::array<std::int64_t, 3> lengths_of_b{1, 20, 80};
};

/// RBSparse, which groups rows by the sizes of their hash tables.
struct TableRule {
  static constexpr auto method = araios::MethodKind::rbsparse;
  static constexpr bool sums_in_any_order = true;
  static constexpr auto last_group = araios::impl::RbSparseGroup::global;
  static constexpr std::array<std::int64_t, 1> lengths_of_b{80};
};

template <class Rule, class Space>
class GroupedProductTest : public testing::Test {
 protected:
  using Types = DefaultTypes<Space>;
  using Product = PlannedProduct<Types>;
  using Device = typename Space::device_type;

  static araios::SpGemmOptions options() {
    araios::SpGemmOptions options;
    options.method = Rule::method;
    return options;
  }

  /// Multiplies, with sums in every order that there is; compares, and returns the rows of each
  /// group.
  static std::vector<std::int64_t> expect_rows(HostPattern const& a, HostPattern const& b) {
    auto const left = with_integers<double>(a, 1);
    auto const right = with_integers<double>(b, 2);
    auto const expected = reference_product(left, right);
    SCOPED_TRACE(expected.pattern.label);
    if constexpr (Rule::sums_in_any_order) {
      auto deterministic = options();
      deterministic.deterministic = true;
      EXPECT_TRUE(same_matrix(Product(left, right, deterministic).numeric(), expected));
    }
    Product const product{left, right, options()};
    expect_counts(product.plan, expected);
    EXPECT_TRUE(same_matrix(product.numeric(), expected));
    EXPECT_EQ(product.plan.symbolic_selection().groups, product.plan.numeric_selection().groups);
    return product.plan.numeric_selection().groups->rows;
  }
};

}  // namespace araios_test
