// SPDX-License-Identifier: BSD-3-Clause
// What every combination of types must do; instantiated in one translation unit per scalar.
#pragma once

#include "Methods.hpp"
#include "Product.hpp"
#include "RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace araios_test {

template <class Types>
class SpGemmTypes : public testing::Test {
 protected:
  static constexpr std::uint64_t seed = 42;

  // m, k and n differ, and n is not a multiple of the 32 columns of a block.
  static HostPattern pattern_a() { return uniform_pattern(61, 47, 6, seed); }
  static HostPattern pattern_b() { return power_law_pattern(47, 109, 60, seed + 1); }
};

TYPED_TEST_SUITE_P(SpGemmTypes);

TYPED_TEST_P(SpGemmTypes, RectangularProductIsExactOnIntegers) {
  using Scalar = typename TypeParam::scalar;
  expect_product<TypeParam>(with_integers<Scalar>(this->pattern_a(), 1),
                            with_integers<Scalar>(this->pattern_b(), 2));
}

TYPED_TEST_P(SpGemmTypes, ValuesAreWithinTheBoundOfTheirSums) {
  using Scalar = typename TypeParam::scalar;
  expect_product<TypeParam>(with_reals<Scalar>(this->pattern_a(), 1),
                            with_reals<Scalar>(this->pattern_b(), 2));
}

TYPED_TEST_P(SpGemmTypes, UnsortedAndRepeatedColumnsAddUp) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_integers<Scalar>(with_duplicates_shuffled(this->pattern_a(), 3), 1);
  auto const b = with_integers<Scalar>(with_duplicates_shuffled(this->pattern_b(), 4), 2);
  expect_product<TypeParam>(a, b);
  araios::SpGemmOptions options;
  options.compress = true;
  expect_product<TypeParam>(a, b, options);
}

TYPED_TEST_P(SpGemmTypes, UnsortedResultHoldsTheSameEntries) {
  using Scalar = typename TypeParam::scalar;
  araios::SpGemmOptions options;
  options.result_sorted = false;
  expect_product<TypeParam>(with_integers<Scalar>(this->pattern_a(), 1),
                            with_integers<Scalar>(this->pattern_b(), 2), options);
}

TYPED_TEST_P(SpGemmTypes, EveryMethodGivesTheSame) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_integers<Scalar>(this->pattern_a(), 1);
  auto const b = with_integers<Scalar>(this->pattern_b(), 2);
  for (auto const& method : all_methods()) {
    if (!is_valid<typename TypeParam::space>(method)) continue;
    for (bool const compress : {false, true}) {
      for (int const num_chunks : {1, 3}) {
        SCOPED_TRACE(method.name() + (compress ? ", compressed" : ", plain") + ", chunks " +
                     std::to_string(num_chunks));
        auto options = method.options();
        options.compress = compress;
        options.num_chunks = num_chunks;
        options.pool_mapping = araios::PoolMapping::many2many;
        expect_product<TypeParam>(a, b, options);
      }
    }
  }
}

TYPED_TEST_P(SpGemmTypes, OneCallGivesTheSameAsTwoPhases) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_integers<Scalar>(this->pattern_a(), 1);
  auto const b = with_integers<Scalar>(this->pattern_b(), 2);
  PlannedProduct<TypeParam> const product{a, b};
  auto const c = araios::spgemm<typename TypeParam::offset_c>(product.exec, product.a, product.b);
  static_assert(
      std::is_same_v<decltype(c.graph.row_offsets(0)), typename TypeParam::offset_c const&>);
  product.exec.fence();
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(a, b)));
}

TYPED_TEST_P(SpGemmTypes, AnOldPlanServesNewValues) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_integers<Scalar>(this->pattern_a(), 1);
  auto const b = with_integers<Scalar>(this->pattern_b(), 2);
  auto const new_a = with_integers<Scalar>(this->pattern_a(), 5);
  auto const new_b = with_integers<Scalar>(this->pattern_b(), 6);
  PlannedProduct<TypeParam> product{a, b};
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(a, b)));
  Kokkos::deep_copy(product.a.values, to_view<Scalar, typename TypeParam::space::device_type>(
                                          new_a.values, "new values of A"));
  Kokkos::deep_copy(product.b.values, to_view<Scalar, typename TypeParam::space::device_type>(
                                          new_b.values, "new values of B"));
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(new_a, new_b)));
}

REGISTER_TYPED_TEST_SUITE_P(SpGemmTypes, RectangularProductIsExactOnIntegers,
                            ValuesAreWithinTheBoundOfTheirSums, UnsortedAndRepeatedColumnsAddUp,
                            UnsortedResultHoldsTheSameEntries, EveryMethodGivesTheSame,
                            OneCallGivesTheSameAsTwoPhases, AnOldPlanServesNewValues);

}  // namespace araios_test
