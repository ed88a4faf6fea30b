// SPDX-License-Identifier: BSD-3-Clause
// What every combination of types must do; instantiated in one translation unit per scalar.
#pragma once

#include "BitwiseEqual.hpp"
#include "Methods.hpp"
#include "Patterns.hpp"
#include "Product.hpp"
#include "RandomMatrices.hpp"
#include "TransposedProduct.hpp"
#include "WideCount.hpp"
#include <Araios_SpGemm.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <platform/Araios_Lanes.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace araios_test {

template <class Types>
class SpGemmTypes : public testing::Test {
 protected:
  static constexpr std::uint64_t seed = 42;

  // m, k and n differ, and n is not a multiple of the 32 columns of a block.
  static HostPattern pattern_a() { return uniform_pattern(61, 47, 6, seed); }
  static HostPattern pattern_b() { return power_law_pattern(47, 109, 60, seed + 1); }

  /// A square pattern of which most rows are the row before, moved by one; ends and some rows
  /// within are not, and some rows are empty.
  static HostPattern stencil_with_gaps() {
    constexpr std::int64_t size = 300;
    HostPattern pattern{size, size, {0}, {}, "stencil with gaps"};
    for (std::int64_t row = 0; row < size; ++row) {
      for (std::int64_t const offset : {-31, -1, 0, 2, 31}) {
        bool const has_gap = row % 37 == 5 && offset == 2;
        std::int64_t const column = row + offset;
        if (has_gap || row % 53 == 7 || column < 0 || column >= size) continue;
        pattern.columns.push_back(column);
      }
      pattern.row_offsets.push_back(pattern.num_entries());
    }
    return pattern;
  }
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
      if (compress && method.grouping_rule) continue;
      for (int const num_chunks : {1, 3}) {
        SCOPED_TRACE(method.name() + (compress ? ", compressed" : ", plain") + ", chunks " +
                     std::to_string(num_chunks));
        auto options = method.options();
        options.compress = compress || method.records_pattern;
        options.num_chunks = num_chunks;
        options.pool_mapping = araios::PoolMapping::many2many;
        expect_product<TypeParam>(a, b, options);
      }
    }
  }
}

/// Rows of C come out exactly the same whether ranges are of one row or of so many. Returns the
/// product of the latter.
template <class Types, class Scalar>
PlannedProduct<Types> expect_filled_as_alone(HostMatrix<Scalar> const& a,
                                             HostMatrix<Scalar> const& b, int rows_per_team) {
  araios::SpGemmOptions options;
  options.record_pattern = true;
  options.rows_per_team = 1;
  auto const alone = PlannedProduct<Types>{a, b, options}.numeric();
  options.rows_per_team = rows_per_team;
  PlannedProduct<Types> const together{a, b, options};
  EXPECT_TRUE(same_matrix(together.numeric(), expected_exactly(alone)));
  EXPECT_TRUE(same_matrix(alone, reference_product(a, b)));
  return together;
}

TYPED_TEST_P(SpGemmTypes, RowsFilledTogetherEqualThoseFilledAlone) {
  if (!araios::impl::is_host_space_v<typename TypeParam::space>) {
    GTEST_SKIP() << "patterns are recorded on hosts";
  }
  using Scalar = typename TypeParam::scalar;
  std::vector<std::int64_t> order;
  for (std::int64_t row = 0; row < 61; ++row) {
    order.insert(order.end(), static_cast<std::size_t>(1 + row % 5), row);
  }
  auto a = with_rows(with_reals<Scalar>(this->pattern_a(), 1), order);
  a.values = with_reals<Scalar>(a.pattern, 3).values;
  auto const b = with_reals<Scalar>(this->pattern_b(), 2);
  auto const together = expect_filled_as_alone<TypeParam>(a, b, 1000);
  EXPECT_GT(together.plan.stats().repeated_rows, 61);
}

TYPED_TEST_P(SpGemmTypes, RowsMovedByOneShareTheirColumns) {
  if (!araios::impl::is_host_space_v<typename TypeParam::space>) {
    GTEST_SKIP() << "patterns are recorded on hosts";
  }
  using Scalar = typename TypeParam::scalar;
  auto const pattern = this->stencil_with_gaps();
  auto const a = with_integers<Scalar>(pattern, 1);
  auto const b = with_integers<Scalar>(pattern, 2);
  araios::SpGemmOptions options;
  options.record_pattern = true;
  options.rows_per_team = 100;  // the first row of a range shares nothing
  PlannedProduct<TypeParam> const product{a, b, options};
  auto const rows = product.plan.data().recorded.rows.elements;
  int num_moved = 0;
  for (std::int64_t row = 0; row < pattern.num_rows; ++row) {
    num_moved += rows(row).shift > 0 ? 1 : 0;
  }
  EXPECT_GT(num_moved, 0);
  expect_counts(product.plan, reference_product(a, b));
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(a, b)));
}

TYPED_TEST_P(SpGemmTypes, RowsMovedByOneAreFilledAsAlone) {
  if (!araios::impl::is_host_space_v<typename TypeParam::space>) {
    GTEST_SKIP() << "patterns are recorded on hosts";
  }
  using Scalar = typename TypeParam::scalar;
  // More products in a row than those whose places are recorded.
  constexpr std::int64_t width = 13;
  static_assert(width * width > araios::impl::tuning::vector_row_max_products);
  auto const a = with_reals<Scalar>(band(150, width), 1);
  auto const b = with_reals<Scalar>(band(150 + width - 1, width), 2);
  auto const together = expect_filled_as_alone<TypeParam>(a, b, 90);
  EXPECT_GT(together.plan.stats().shifted_rows, 90);
  // The columns of a row of B are others than those that were recorded.
  auto moved = b;
  moved.pattern.columns[static_cast<std::size_t>(moved.pattern.row_offsets[70])] = 0;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        auto const c = together.plan.template allocate<Scalar>("C");
        araios::spgemm_numeric(together.exec, together.plan, together.a,
                               to_device<typename TypeParam::offset_b, typename TypeParam::ordinal,
                                         typename PlannedProduct<TypeParam>::device>(moved),
                               c);
      },
      {"other entries than planned"}));
}

TYPED_TEST_P(SpGemmTypes, OneCallGivesTheSameAsTwoPhases) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_integers<Scalar>(this->pattern_a(), 1);
  auto const b = with_integers<Scalar>(this->pattern_b(), 2);
  PlannedProduct<TypeParam> const product{a, b};
  auto const c = araios::spgemm<typename TypeParam::offset_c>(product.exec, product.a, product.b);
  static_assert(std::is_same_v<typename decltype(c)::offset_type, typename TypeParam::offset_c>);
  product.exec.fence();
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(a, b)));
  using Common = std::common_type_t<typename TypeParam::offset_a, typename TypeParam::offset_b>;
  if constexpr (std::is_same_v<Common, typename TypeParam::offset_c>) {
    auto const plan = araios::spgemm_symbolic(product.exec, product.a, product.b);
    static_assert(std::is_same_v<typename decltype(plan)::offset_type, Common>);
    EXPECT_EQ(plan.nnz(), product.plan.nnz());
  }
}

TYPED_TEST_P(SpGemmTypes, OneCallGivesTheBitsOfTwoPhases) {
  using Scalar = typename TypeParam::scalar;
  constexpr std::int64_t wide = 2 * araios::impl::tuning::small_unsurveyed_columns;
  araios::SpGemmOptions options;
  // Hosts promise it in any case.
  options.deterministic = !araios::impl::is_host_space_v<typename TypeParam::space>;
  for (std::int64_t const n : {std::int64_t{60}, std::int64_t{109}, wide}) {
    auto const b = power_law_pattern(47, n, 60, this->seed);
    for (auto const& pattern : {b, with_duplicates_shuffled(b, 4)}) {
      PlannedProduct<TypeParam> const product{with_reals<Scalar>(this->pattern_a(), 1),
                                              with_reals<Scalar>(pattern, 2), options};
      auto const c =
          araios::spgemm<typename TypeParam::offset_c>(product.exec, product.a, product.b, options);
      EXPECT_TRUE(are_bitwise_equal(to_host(c), product.numeric())) << pattern.label;
    }
  }
}

TYPED_TEST_P(SpGemmTypes, EveryTranspositionIsTheProductOfTheTransposes) {
  using Scalar = typename TypeParam::scalar;
  for_each_transposition([](araios::SpGemmOptions const& options) {
    TransposedFactors<Scalar> const factors{options};
    expect_op_product<TypeParam>(factors.a, factors.b, options);
  });
}

TYPED_TEST_P(SpGemmTypes, EveryConjugationIsTheProductOfTheConjugates) {
  using Scalar = typename TypeParam::scalar;
  for_each_conjugation([](araios::SpGemmOptions options) {
    TransposedFactors<Scalar> const factors{options};
    expect_op_product<TypeParam>(factors.a, factors.b, options);
    PlannedProduct<TypeParam> const product{factors.a, factors.b, options};
    auto const c =
        araios::spgemm<typename TypeParam::offset_c>(product.exec, product.a, product.b, options);
    product.exec.fence();
    EXPECT_TRUE(same_matrix(
        to_host(c), reference_product(op(factors.a, options.transpose_a, options.conjugate_a),
                                      op(factors.b, options.transpose_b, options.conjugate_b))));
    options.replay = true;
    expect_op_product<TypeParam>(factors.a, factors.b, options);
    // The estimate counts the conjugated copies.
    options.replay.reset();
    options.max_workspace_bytes = araios::spgemm_estimate<Scalar, typename TypeParam::offset_c>(
                                      product.exec, product.a, product.b, options)
                                      .min_workspace_bytes;
    expect_op_product<TypeParam>(factors.a, factors.b, options);
  });
}

TYPED_TEST_P(SpGemmTypes, OffsetsAreCheckedInFullWidth) {
  auto const largest_a = std::numeric_limits<typename TypeParam::offset_a>::max();
  auto const largest_b = std::numeric_limits<typename TypeParam::offset_b>::max();
  PlannedProduct<TypeParam> const product{
      with_integers<typename TypeParam::scalar>(diagonal_pattern(2), 1),
      with_integers<typename TypeParam::scalar>(diagonal_pattern(2), 2)};
  auto const expect_refused = [&](auto const& a, auto const& b,
                                  std::vector<std::string> const& parts) {
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_symbolic<typename TypeParam::offset_c>(product.exec, a, b); }, parts));
  };
  auto const with_offsets = [](auto graph, auto const& row_offsets) {
    using Graph = decltype(graph);
    graph.row_offsets = to_view<typename Graph::offset_type, typename Graph::device_type>(
        row_offsets, "row_offsets");
    return graph;
  };
  using OffsetsA = std::vector<typename TypeParam::offset_a>;
  using OffsetsB = std::vector<typename TypeParam::offset_b>;
  auto const a = product.a.graph;
  auto const b = product.b.graph;
  expect_refused(with_offsets(a, OffsetsA{0, 1, largest_a}), b,
                 {"A.row_offsets[2]", std::to_string(largest_a)});
  expect_refused(with_offsets(a, OffsetsA{0, largest_a, 2}), b,
                 {"A.row_offsets[1]", std::to_string(largest_a)});
  expect_refused(a, with_offsets(b, OffsetsB{largest_b, 1, 2}),
                 {"B.row_offsets[", std::to_string(largest_b)});
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

TYPED_TEST_P(SpGemmTypes, WideOffsetsHoldTheCount) {
  if constexpr (sizeof(typename TypeParam::offset_c) > sizeof(Int32)) {
    expect_wide_count<TypeParam>();
  } else {
    GTEST_SKIP() << "offsets of C are narrow";
  }
}

REGISTER_TYPED_TEST_SUITE_P(SpGemmTypes, RectangularProductIsExactOnIntegers,
                            ValuesAreWithinTheBoundOfTheirSums, UnsortedAndRepeatedColumnsAddUp,
                            UnsortedResultHoldsTheSameEntries, EveryMethodGivesTheSame,
                            OneCallGivesTheSameAsTwoPhases, OneCallGivesTheBitsOfTwoPhases,
                            AnOldPlanServesNewValues, RowsFilledTogetherEqualThoseFilledAlone,
                            RowsMovedByOneShareTheirColumns, RowsMovedByOneAreFilledAsAlone,
                            EveryTranspositionIsTheProductOfTheTransposes,
                            EveryConjugationIsTheProductOfTheConjugates,
                            OffsetsAreCheckedInFullWidth, WideOffsetsHoldTheCount);

}  // namespace araios_test
