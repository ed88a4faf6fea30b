// SPDX-License-Identifier: BSD-3-Clause
// Products by semirings that are refused, with C untouched.

#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/Types.hpp"
#include <Araios_SemiringSpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

template <class Space>
class SemiringErrors : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;
  using Plan = araios::SemiringPlan<Int32, Int32, Views>;
  using Parts = std::vector<std::string>;
  using Semiring = araios::MinPlus<double>;

  static Matrix device(HostPattern const& a) {
    return to_device<Int32, Int32, Views>(with_integers<double>(a, 1));
  }
  /// Expects one call to be refused.
  void expect_refused(Matrix const& given_a, Matrix const& given_b, Matrix const& given_mask,
                      Parts const& parts) const {
    for (auto const kind :
         {araios::MaskKind::inside, araios::MaskKind::outside, araios::MaskKind::prescribed}) {
      araios::Mask<typename Matrix::graph_type> const given{given_mask.graph, kind};
      EXPECT_TRUE(throws<std::invalid_argument>(
          [&] { araios::semiring_spgemm(exec, Semiring{}, given_a, given_b, given); }, parts));
    }
  }
  /// Expects a numeric call to be refused, and C to stay.
  template <class C>
  void expect_refused(Plan const& given_plan, Matrix const& given_a, Matrix const& given_b,
                      C const& c, Parts const& parts) const {
    Kokkos::deep_copy(c.values, -7.5);
    auto const before = to_vector<double>(c.values);
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::semiring_spgemm_numeric(exec, Semiring{}, given_plan, given_a, given_b, c); },
        parts));
    EXPECT_EQ(to_vector<double>(c.values), before);
  }

  Space exec;
  HostPattern const pattern_of_a = uniform_pattern(20, 30, 4, 1);
  HostPattern const pattern_of_b = uniform_pattern(30, 25, 4, 2);
  HostPattern const pattern_of_mask = uniform_pattern(20, 25, 6, 3);
  Matrix const a = device(pattern_of_a);
  Matrix const b = device(pattern_of_b);
  Matrix const mask = device(pattern_of_mask);
  Plan const plan = araios::semiring_spgemm_symbolic(exec, a, b, araios::inside(mask));
};

TYPED_TEST_SUITE(SemiringErrors, Spaces, TypeNames);

TYPED_TEST(SemiringErrors, BadOperandsAndMasksAreNamed) {
  auto const of_shape = [](std::int64_t rows, std::int64_t cols) {
    return TestFixture::device(uniform_pattern(rows, cols, 3, 1));
  };
  this->expect_refused(this->a, of_shape(29, 25), this->mask,
                       {"A is 20×30 and B is 29×25", "as many rows of B as A has columns"});
  this->expect_refused(this->a, this->b, of_shape(20, 24), {"mask is 20×24, expected 20×25"});
  this->expect_refused(this->a, this->b, of_shape(25, 20), {"mask is 25×20", "the shape of A·B"});
  auto wrong = this->pattern_of_b;
  wrong.columns[3] = -1;
  this->expect_refused(this->a, this->device(wrong), this->mask, {"B.columns[3] is -1", "[0, 25)"});
  wrong = this->pattern_of_mask;
  wrong.columns[2] = 25;
  this->expect_refused(this->a, this->b, this->device(wrong), {"mask.columns[2] is 25"});
  wrong = this->pattern_of_mask;
  wrong.row_offsets[4] = wrong.row_offsets[5] + 1;
  this->expect_refused(this->a, this->b, this->device(wrong),
                       {"mask.row_offsets[5] is", "must not decrease"});
  auto no_offsets = this->mask;
  no_offsets.graph.row_offsets = {};
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        araios::semiring_spgemm_symbolic(this->exec, this->a, this->b, araios::inside(no_offsets));
      },
      {"mask.row_offsets has 0 elements, expected 21"}));
}

TYPED_TEST(SemiringErrors, AMaskOfNoRowsStandsForNoneOnlyWhereNoneIsGiven) {
  auto no_offsets = this->mask;
  no_offsets.graph.row_offsets = {};
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        araios::semiring_spgemm_symbolic(this->exec, this->a, this->b, araios::outside(no_offsets));
      },
      {"mask.row_offsets has 0 elements, expected 21"}));
}

TYPED_TEST(SemiringErrors, OtherPatternsThanThoseOfThePlan) {
  auto const c = this->plan.template allocate<double>(this->exec, "C");
  auto const fewer_of_a = this->device(uniform_pattern(20, 30, 3, 2));
  auto const fewer_of_b = this->device(uniform_pattern(30, 25, 3, 2));
  this->expect_refused(this->plan, fewer_of_a, this->b, c,
                       {"A is 20×30 with", "plan was made for", "make a new plan"});
  this->expect_refused(this->plan, this->a, fewer_of_b, c, {"B is 30×25 with", "make a new plan"});
  this->expect_refused(this->plan, this->a, this->a, c, {"B is 20×30"});
  auto short_values = this->b;
  short_values.values = decltype(short_values.values)("values", 3);
  this->expect_refused(this->plan, this->a, short_values, c, {"B.values has 3 elements"});
  auto const checking = araios::semiring_spgemm_symbolic(this->exec, this->a, this->b,
                                                         araios::inside(this->mask), {true});
  auto const c_of_checking = checking.template allocate<double>(this->exec, "C");
  auto moved = this->pattern_of_b;
  moved.columns[0] = moved.columns[0] == 0 ? 1 : 0;
  this->expect_refused(checking, this->a, this->device(moved), c_of_checking,
                       {"the pattern of B is not the one"});
}

TYPED_TEST(SemiringErrors, AResultThatDoesNotFit) {
  auto const other = araios::semiring_spgemm_symbolic(this->exec, this->a, this->b);
  this->expect_refused(this->plan, this->a, this->b,
                       other.template allocate<double>(this->exec, "C"),
                       {"the columns of C are read-only"});
  auto small = this->plan.template allocate_writable<double>(this->exec, "C");
  small.values = decltype(small.values)("values", 2);
  this->expect_refused(this->plan, this->a, this->b, small, {"C.values has 2 elements"});
  auto shared = this->plan.template allocate_writable<double>(this->exec, "C");
  Kokkos::View<double*, typename TestFixture::Views> const both(
      "both", this->a.values.extent(0) + shared.values.extent(0));
  auto in_c = this->a;
  in_c.values = both;
  shared.values = both;
  this->expect_refused(this->plan, in_c, this->b, shared, {"C shares memory with A"});
}

TYPED_TEST(SemiringErrors, AWorkspaceInUseIsRefused) {
  araios::Workspace<typename TestFixture::Views> const workspace;
  typename araios::Workspace<typename TestFixture::Views>::Use const use{this->exec, workspace};
  EXPECT_TRUE(throws<std::logic_error>(
      [&] {
        araios::semiring_spgemm_symbolic(this->exec, this->a, this->b, araios::inside(this->mask),
                                         {}, workspace);
      },
      {"the workspace is in use by another call"}));
}

}  // namespace
}  // namespace araios_test
