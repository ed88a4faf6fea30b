// SPDX-License-Identifier: BSD-3-Clause
// What every combination of types must do; instantiated in one translation unit per scalar.
#pragma once

#include "Product.hpp"
#include "RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <cstdint>

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

TYPED_TEST_P(SpGemmTypes, TwoLevelsAndCompressionGiveTheSame) {
  using Scalar = typename TypeParam::scalar;
  araios::SpGemmOptions options;
  options.accumulator = araios::AccumulatorKind::linked_list;
  options.scratch_bytes = 512;
  options.compress = true;
  expect_product<TypeParam>(with_integers<Scalar>(this->pattern_a(), 1),
                            with_integers<Scalar>(this->pattern_b(), 2), options);
}

TYPED_TEST_P(SpGemmTypes, EveryAccumulatorGivesTheSame) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_integers<Scalar>(this->pattern_a(), 1);
  auto const b = with_integers<Scalar>(this->pattern_b(), 2);
  araios::SpGemmOptions options;
  options.accumulator = araios::AccumulatorKind::linked_list;
  expect_product<TypeParam>(a, b, options);
  if constexpr (araios::is_host_space_v<typename TypeParam::space>) {
    options.accumulator = araios::AccumulatorKind::dense;
    expect_product<TypeParam>(a, b, options);
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
                            UnsortedResultHoldsTheSameEntries, TwoLevelsAndCompressionGiveTheSame,
                            EveryAccumulatorGivesTheSame, OneCallGivesTheSameAsTwoPhases,
                            AnOldPlanServesNewValues);

}  // namespace araios_test
