// SPDX-License-Identifier: BSD-3-Clause
// Algebraic properties of the product on seeded random inputs, without the oracle where possible.

#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>
#include <platform/Araios_Lanes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

namespace araios_test {
namespace {

constexpr std::uint64_t num_seeds = 8;

template <class Space>
class SpGemmProperties : public testing::Test {
 protected:
  using Types = DefaultTypes<Space>;
  using Matrix = HostMatrix<double>;

  /// Shapes, row lengths and defects that depend on the seed; k rows for A·B to exist.
  static HostPattern random_pattern(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
    switch (seed % 4) {
      case 0:
        return uniform_pattern(rows, cols, 5, seed);
      case 1:
        return power_law_pattern(rows, cols, cols, seed);
      case 2:
        return with_duplicates_shuffled(uniform_pattern(rows, cols, 8, seed), seed);
      default:
        return with_rows_kept(uniform_pattern(rows, cols, 9, seed), "every third row",
                              [](std::int64_t row) { return row % 3 == 0; });
    }
  }
  static Matrix integers(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
    return with_integers<double>(random_pattern(rows, cols, seed), seed);
  }
  static Matrix reals(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
    return with_reals<double>(random_pattern(rows, cols, seed), seed);
  }
  /// Results repeat to the last bit: hosts promise that in any case.
  static araios::SpGemmOptions repeating() {
    araios::SpGemmOptions options;
    options.deterministic = !araios::impl::is_host_space_v<Space>;
    return options;
  }
  static Matrix product(Matrix const& a, Matrix const& b,
                        araios::SpGemmOptions const& options = {}) {
    return multiply<Types>(a, b, options);
  }
};

TYPED_TEST_SUITE(SpGemmProperties, Spaces, TypeNames);

TYPED_TEST(SpGemmProperties, StructureIsWellFormedAndPlanned) {
  for (std::uint64_t seed = 0; seed < num_seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto const a = this->integers(83, 71, seed);
    auto const b = this->integers(71, 97, seed + 1);
    PlannedProduct<DefaultTypes<TypeParam>> const product{a, b};
    auto const c = product.numeric();
    EXPECT_TRUE(detail::is_well_formed(c.pattern, RowOrder::ascending, "C"));
    EXPECT_EQ(c.pattern.num_entries(), product.plan.nnz());
    EXPECT_EQ(c.pattern.row_offsets, to_vector<std::int64_t>(product.plan.row_offsets()));
  }
}

TYPED_TEST(SpGemmProperties, IdentityIsNeutralOnBothSides) {
  for (std::uint64_t seed = 0; seed < num_seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    // Without duplicates: A·I merges them, A holds them apart.
    auto const a = with_integers<double>(uniform_pattern(60, 45, 7, seed), seed);
    EXPECT_TRUE(same_matrix(this->product(a, with_constant(diagonal_pattern(45), 1.0)),
                            expected_exactly(a)));
    EXPECT_TRUE(same_matrix(this->product(with_constant(diagonal_pattern(60), 1.0), a),
                            expected_exactly(a)));
  }
}

TYPED_TEST(SpGemmProperties, TransposeOfAProductIsTheProductOfTransposes) {
  for (std::uint64_t seed = 0; seed < num_seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto const a = this->integers(50, 64, seed);
    auto const b = this->integers(64, 33, seed + 2);
    EXPECT_TRUE(same_matrix(this->product(transpose_of(b), transpose_of(a)),
                            expected_exactly(transpose_of(this->product(a, b)))));
  }
}

TYPED_TEST(SpGemmProperties, ProductAppliesLikeItsFactors) {
  for (std::uint64_t seed = 0; seed < num_seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto const a = this->reals(40, 70, seed);
    auto const b = this->reals(70, 90, seed + 3);
    Random random{seed};
    std::vector<long double> x(90);
    for (auto& element : x) element = 2 * random.unit() - 1;
    auto const once = reference_product(this->product(a, b), x);
    auto const twice = reference_product(a, reference_product(b, x).values);
    for (std::size_t row = 0; row < once.values.size(); ++row) {
      // Products of a row of C: at most 70 · 90, each rounded twice.
      auto const bound = 2.0L * 70 * 90 * std::numeric_limits<double>::epsilon();
      EXPECT_NEAR(static_cast<double>(once.values[row]), static_cast<double>(twice.values[row]),
                  static_cast<double>(bound * (1 + twice.magnitudes[row])))
          << "row " << row;
    }
  }
}

TYPED_TEST(SpGemmProperties, PermutedRowsOfAPermuteC) {
  for (std::uint64_t seed = 0; seed < num_seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto const a = this->reals(90, 40, seed);
    auto const b = this->reals(40, 55, seed + 1);
    std::vector<std::int64_t> order(90);
    std::iota(order.begin(), order.end(), std::int64_t{0});
    Random random{seed};
    random.shuffle(order.data(), order.data() + order.size());
    auto const options = this->repeating();
    EXPECT_TRUE(same_matrix(this->product(with_rows(a, order), b, options),
                            expected_exactly(with_rows(this->product(a, b, options), order))))
        << "rows are computed independently: equal to the last bit";
  }
}

TYPED_TEST(SpGemmProperties, OrderWithinRowsOfTheInputsDoesNotMatter) {
  for (std::uint64_t seed = 0; seed < num_seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto const a =
        with_integers<double>(with_duplicates_shuffled(uniform_pattern(50, 60, 6, seed), seed), 1);
    auto const b =
        with_integers<double>(with_duplicates_shuffled(uniform_pattern(60, 70, 6, seed), seed), 2);
    EXPECT_TRUE(same_matrix(this->product(a, b), expected_exactly(this->product(
                                                     with_sorted_rows(a), with_sorted_rows(b)))));
  }
}

TYPED_TEST(SpGemmProperties, UnsortedResultIsTheSameSet) {
  for (std::uint64_t seed = 0; seed < num_seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto const a = this->reals(64, 64, seed);
    auto const b = this->reals(64, 100, seed + 5);
    auto const sorted = this->product(a, b, this->repeating());
    auto options = this->repeating();
    options.result_sorted = false;
    EXPECT_TRUE(same_matrix(this->product(a, b, options), expected_exactly(sorted), RowOrder::any));
  }
}

TYPED_TEST(SpGemmProperties, RepeatedCallsAgreeToTheLastBit) {
  auto const a = this->reals(200, 100, 6);
  auto const b = this->reals(100, 150, 9);
  auto const options = this->repeating();
  auto const first = this->product(a, b, options);
  for (int repetition = 0; repetition < 10; ++repetition) {
    EXPECT_TRUE(same_matrix(this->product(a, b, options), expected_exactly(first)));
  }
}

TYPED_TEST(SpGemmProperties, SameInputsGiveTheSameSelection) {
  auto const a = this->integers(120, 80, 3);
  auto const b = this->integers(80, 90, 4);
  PlannedProduct<DefaultTypes<TypeParam>> const first{a, b};
  PlannedProduct<DefaultTypes<TypeParam>> const second{a, b};
  EXPECT_EQ(first.plan.stats(), second.plan.stats());
  EXPECT_EQ(first.plan.symbolic_selection(), second.plan.symbolic_selection());
  EXPECT_EQ(first.plan.numeric_selection(), second.plan.numeric_selection());
  EXPECT_FALSE(to_string(first.plan.numeric_selection()).empty());
}

TYPED_TEST(SpGemmProperties, AssociativeOnIntegers) {
  for (std::uint64_t seed = 0; seed < num_seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto const a = this->integers(30, 40, seed);
    auto const b = this->integers(40, 50, seed + 1);
    auto const c = this->integers(50, 20, seed + 2);
    EXPECT_TRUE(same_matrix(this->product(this->product(a, b), c),
                            expected_exactly(this->product(a, this->product(b, c)))));
  }
}

}  // namespace
}  // namespace araios_test
