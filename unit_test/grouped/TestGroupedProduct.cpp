// SPDX-License-Identifier: BSD-3-Clause
// Products by the methods that choose for each group of rows: shapes, and rows not as planned.

#include "support/GroupedProduct.hpp"
#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/Types.hpp"
#include <Araios_SpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

namespace araios_test {
namespace {

/// A rule that groups rows, and the space that it runs on.
template <class RuleType, class SpaceType>
struct RuleOnSpace {
  using Rule = RuleType;
  using Space = SpaceType;
};

/// Both rules on each space of a list.
template <class List>
struct RulesOnEach;
template <class... Space>
struct RulesOnEach<testing::Types<Space...>> {
  using type =
      testing::Types<RuleOnSpace<BhSparseRule, Space>..., RuleOnSpace<TableRule, Space>...>;
};

class RuleNames {
 public:
  template <class T>
  static std::string GetName(int) {
    return std::string{name_of(T::Rule::method)} + "_" + T::Space::name();
  }
};

template <class T>
class GroupedProducts : public GroupedProductTest<typename T::Rule, typename T::Space> {};
TYPED_TEST_SUITE(GroupedProducts, RulesOnEach<Spaces>::type, RuleNames);

TYPED_TEST(GroupedProducts, AllProductsInOneRow) {
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t i = 0; i < 300; ++i) rows.push_back(columns_apart(i, 90, 1 + i % 50));
  std::vector<std::int64_t> all(300);
  std::iota(all.begin(), all.end(), std::int64_t{0});
  auto const groups =
      this->expect_rows(pattern_of(300, {{}, {}, all, {}}, "one row among empty ones"),
                        pattern_of(6000, rows, "many rows"));
  EXPECT_EQ(groups[TypeParam::Rule::last_group], 1);
  EXPECT_EQ(groups[0], 3);
}

TYPED_TEST(GroupedProducts, MatricesOfManyShapes) {
  for (auto const& [a, b] : operands_of_many_shapes()) this->expect_rows(a, b);
  this->expect_rows(empty_pattern(5, 7), uniform_pattern(7, 9, 3, 1));
  this->expect_rows(uniform_pattern(5, 7, 3, 1), empty_pattern(7, 9));
  // Without rows or columns.
  for (auto const& [m, k, n] : {std::tuple{0, 3, 4}, std::tuple{3, 0, 4}, std::tuple{3, 4, 0}}) {
    auto const c = multiply<typename TestFixture::Types>(
        with_integers<double>(empty_pattern(m, k), 1),
        with_integers<double>(empty_pattern(k, n), 1), this->options());
    EXPECT_EQ(c.pattern.num_rows, m);
    EXPECT_EQ(c.pattern.num_entries(), 0);
  }
}

TYPED_TEST(GroupedProducts, FindsRowsThatAreNotAsPlanned) {
  auto const a = with_integers<double>(uniform_pattern(300, 200, 8, 1), 1);
  for (auto const length : TypeParam::Rule::lengths_of_b) {
    auto b = with_integers<double>(full_pattern(200, length), 2);
    b.pattern.num_cols = 2 * length;
    typename TestFixture::Product product{a, b, this->options()};
    // As many entries, over more columns.
    for (std::size_t entry = 0; entry < b.pattern.columns.size(); ++entry) {
      if (static_cast<std::int64_t>(entry) / length % 2 == 1) b.pattern.columns[entry] += length;
    }
    Kokkos::deep_copy(product.b.graph.columns, to_view<Int32, typename TestFixture::Device>(
                                                   b.pattern.columns, "other columns"));
    EXPECT_TRUE(throws<std::invalid_argument>([&] { product.numeric(); }, {"other entries"}));
  }
}

}  // namespace
}  // namespace araios_test
