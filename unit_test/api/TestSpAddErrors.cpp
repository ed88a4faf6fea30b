// SPDX-License-Identifier: BSD-3-Clause
// Sums that are refused, with C untouched; sums in place; plans that threads share.

#include "support/BitwiseEqual.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceSum.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/Types.hpp"
#include <Araios_SpAdd.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

template <class Space>
class SpAddErrors : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;
  using Plan = araios::SpAddPlan<Int32, Int32, Views>;
  using Parts = std::vector<std::string>;

  static Matrix device(HostMatrix<double> const& a) { return to_device<Int32, Int32, Views>(a); }

  /// Expects a numeric call to be refused, and C to stay.
  template <class C>
  void expect_refused(Plan const& given_plan, Matrix const& given_a, Matrix const& given_b,
                      C const& c, Parts const& parts) const {
    Kokkos::deep_copy(c.values, -7.5);
    auto const before = to_vector<double>(c.values);
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spadd_numeric(exec, given_plan, 1.0, given_a, 1.0, given_b, c); }, parts));
    EXPECT_EQ(to_vector<double>(c.values), before);
  }
  void expect_refused(Matrix const& given_a, Matrix const& given_b, Parts const& parts) const {
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spadd(exec, 1.0, given_a, 1.0, given_b); }, parts));
  }

  Space exec;
  HostMatrix<double> const host_a = with_reals<double>(uniform_pattern(20, 30, 4, 1), 1);
  HostMatrix<double> const host_b = with_reals<double>(uniform_pattern(20, 30, 4, 2), 2);
  Matrix const a = device(host_a);
  Matrix const b = device(host_b);
  Plan const plan = araios::spadd_symbolic(exec, a, b);
};

TYPED_TEST_SUITE(SpAddErrors, Spaces, TypeNames);

TYPED_TEST(SpAddErrors, BadOperandsAreNamed) {
  auto const other = [](std::int64_t rows, std::int64_t cols) {
    return TestFixture::device(with_integers<double>(uniform_pattern(rows, cols, 3, 1), 1));
  };
  this->expect_refused(this->a, other(20, 31), {"A is 20×30 and B is 20×31", "equal shapes"});
  this->expect_refused(other(19, 30), this->b, {"A is 19×30 and B is 20×30"});
  auto wrong = this->host_b;
  wrong.pattern.columns[3] = -1;
  this->expect_refused(this->a, this->device(wrong), {"B.columns[3] is -1", "[0, 30)"});
  wrong = this->host_a;
  wrong.pattern.row_offsets[4] = wrong.pattern.row_offsets[5] + 1;
  this->expect_refused(this->device(wrong), this->b, {"A.row_offsets[5] is", "must not decrease"});
  auto short_values = this->b;
  short_values.values = decltype(short_values.values)("values", 3);
  this->expect_refused(this->a, short_values, {"B.values has 3 elements", "expected at least"});
  auto no_offsets = this->a;
  no_offsets.graph.row_offsets = {};
  this->expect_refused(no_offsets, this->b, {"A.row_offsets has 0 elements, expected 21"});
}

TYPED_TEST(SpAddErrors, OtherPatternsThanThoseOfThePlan) {
  auto const c = this->plan.template allocate<double>(this->exec, "C");
  auto const fewer = this->device(with_reals<double>(uniform_pattern(20, 30, 3, 2), 1));
  this->expect_refused(this->plan, fewer, this->b, c, {"A is 20×30 with", "plan was made for"});
  this->expect_refused(this->plan, this->a, fewer, c, {"B is 20×30 with", "make a new plan"});
  auto const narrow = this->device(with_reals<double>(uniform_pattern(20, 29, 4, 2), 1));
  this->expect_refused(this->plan, narrow, this->b, c, {"A is 20×29"});
  auto const checking = araios::spadd_symbolic(this->exec, this->a, this->b, {true});
  auto const c_of_checking = checking.template allocate<double>(this->exec, "C");
  auto moved = this->host_b;
  moved.pattern.columns[0] = moved.pattern.columns[0] == 0 ? 1 : 0;
  this->expect_refused(checking, this->a, this->device(moved), c_of_checking,
                       {"the pattern of B is not the one"});
}

TYPED_TEST(SpAddErrors, AResultThatDoesNotFit) {
  auto const other = araios::spadd_symbolic(this->exec, this->a, this->a);
  this->expect_refused(this->plan, this->a, this->b,
                       other.template allocate<double>(this->exec, "C"),
                       {"the columns of C are read-only"});
  this->expect_refused(this->plan, this->a, this->b,
                       other.template allocate_writable<double>(this->exec, "C"),
                       {"C.columns has", "expected at least"});
  auto tall = this->plan.template allocate_writable<double>(this->exec, "C");
  tall.graph.num_cols = 31;
  this->expect_refused(this->plan, this->a, this->b, tall, {"C is 20×31, the plan is for 20×30"});
  auto small = this->plan.template allocate_writable<double>(this->exec, "C");
  small.values = decltype(small.values)("values", 2);
  this->expect_refused(this->plan, this->a, this->b, small, {"C.values has 2 elements"});
  auto shifted = this->plan.template allocate_writable<double>(this->exec, "C");
  Kokkos::View<Int32*, typename TestFixture::Views> const offsets("offsets", 21);
  shifted.graph.row_offsets = offsets;
  this->expect_refused(this->plan, this->a, this->b, shifted, {"C.row_offsets differ"});
}

// A has all columns of B, so C may be A.
TYPED_TEST(SpAddErrors, InPlaceWhereCHasJustTheEntriesOfAnOperand) {
  auto const host_half =
      with_reals<double>(with_rows_kept(this->host_a.pattern, "every second row",
                                        [](std::int64_t row) { return row % 2 == 0; }),
                         5);
  auto const half = this->device(host_half);
  auto const expected = reference_sum(2.0, this->host_a, -0.5, host_half);
  auto const plan_of_first = araios::spadd_symbolic(this->exec, this->a, half);
  auto const as_first = this->device(this->host_a);
  araios::spadd_numeric(this->exec, plan_of_first, 2.0, as_first, -0.5, half, as_first);
  this->exec.fence();
  EXPECT_TRUE(are_bitwise_equal(to_host(as_first), expected));
  auto const plan_of_second = araios::spadd_symbolic(this->exec, half, this->a);
  auto const as_second = this->device(this->host_a);
  araios::spadd_numeric(this->exec, plan_of_second, -0.5, half, 2.0, as_second, as_second);
  this->exec.fence();
  EXPECT_TRUE(are_bitwise_equal(to_host(as_second), expected));
  // Values alone, and both operands at once.
  auto values_alone = plan_of_first.template allocate<double>(this->exec, "C");
  auto const source = this->device(this->host_a);
  values_alone.values = source.values;
  araios::spadd_numeric(this->exec, plan_of_first, 2.0, source, -0.5, half, values_alone);
  this->exec.fence();
  EXPECT_EQ(to_vector<double>(source.values), expected.values);
  auto const plan_of_both = araios::spadd_symbolic(this->exec, this->a, this->a);
  auto const both = this->device(this->host_a);
  araios::spadd_numeric(this->exec, plan_of_both, 2.0, both, 0.25, both, both);
  this->exec.fence();
  EXPECT_TRUE(
      are_bitwise_equal(to_host(both), reference_sum(2.0, this->host_a, 0.25, this->host_a)));
}

TYPED_TEST(SpAddErrors, InPlaceOtherwiseIsRefused) {
  typename TestFixture::Parts const parts{"C shares memory with A", "ascend strictly",
                                          "no other entries"};
  auto c = this->plan.template allocate_writable<double>(this->exec, "C");
  auto const large = this->plan.template allocate_writable<double>(this->exec, "large");
  auto part_of_c = this->a;
  part_of_c.values = large.values;
  c.values = large.values;
  this->expect_refused(this->plan, part_of_c, this->b, c, parts);
  // All entries of A, but not from the first one on.
  auto const whole = araios::spadd_symbolic(this->exec, this->a, this->a);
  auto moved = whole.template allocate<double>(this->exec, "C");
  Kokkos::View<double*, typename TestFixture::Views> const longer("longer",
                                                                  this->a.values.extent(0) + 1);
  auto beside = this->a;
  auto const size = this->a.values.extent(0);
  beside.values = Kokkos::subview(longer, std::pair{std::size_t{0}, size});
  moved.values = Kokkos::subview(longer, std::pair{std::size_t{1}, size + 1});
  this->expect_refused(whole, beside, this->a, moved, parts);
  // Repeated columns are merged, and have other places.
  auto const unsorted =
      this->device(with_reals<double>(with_duplicates_shuffled(this->host_a.pattern, 3), 1));
  auto const merging = araios::spadd_symbolic(this->exec, unsorted, unsorted);
  auto in_place = merging.template allocate<double>(this->exec, "C");
  in_place.values = unsorted.values;
  this->expect_refused(merging, unsorted, unsorted, in_place, parts);
}

#ifdef KOKKOS_ENABLE_SERIAL
TEST(SpAddThreads, ShareAPlanWithAWorkspaceOfTheirOwn) {
  using Views = Kokkos::Serial::device_type;
  auto const pattern_a = with_duplicates_shuffled(uniform_pattern(300, 200, 6, 1), 2);
  auto const pattern_b = uniform_pattern(300, 200, 6, 3);
  auto const device = [](HostMatrix<double> const& a) { return to_device<Int32, Int32, Views>(a); };
  Kokkos::Serial const exec;
  auto const plan = araios::spadd_symbolic(exec, device(with_reals<double>(pattern_a, 1)).graph,
                                           device(with_reals<double>(pattern_b, 1)).graph);
  std::vector<int> num_right(4, 0);
  auto const add_often = [&](std::size_t thread) {
    Kokkos::Serial const own{Kokkos::NewInstance{}};
    araios::Workspace<Views> const workspace;
    auto const host_a = with_reals<double>(pattern_a, thread);
    auto const host_b = with_reals<double>(pattern_b, thread + 10);
    auto const expected = reference_sum(2.0, host_a, 3.0, host_b);
    auto const a = device(host_a);
    auto const b = device(host_b);
    auto const c = plan.allocate<double>(own, "C");
    for (int i = 0; i < 50; ++i) {
      Kokkos::deep_copy(own, c.values, 0.0);
      araios::spadd_numeric(own, plan, 2.0, a, 3.0, b, c, workspace);
      num_right[thread] += are_bitwise_equal(to_host(c), expected) ? 1 : 0;
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < num_right.size(); ++thread) {
    threads.emplace_back(add_often, thread);
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(num_right, std::vector<int>(4, 50));
}
#endif

}  // namespace
}  // namespace araios_test
