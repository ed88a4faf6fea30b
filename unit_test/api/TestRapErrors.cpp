// SPDX-License-Identifier: BSD-3-Clause
// Triple products that are refused, with C untouched; caps; plans that threads share.

#include "support/BitwiseEqual.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceTriple.hpp"
#include "support/Types.hpp"
#include <Araios_Rap.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace araios_test {
namespace {

template <class Space>
class RapErrors : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;
  using Plan = araios::RapPlan<Int32, Int32, Views>;
  using Parts = std::vector<std::string>;

  static Matrix device(HostMatrix<double> const& a) { return to_device<Int32, Int32, Views>(a); }
  static Matrix other(std::int64_t rows, std::int64_t cols, std::int64_t mean = 3) {
    return device(with_integers<double>(uniform_pattern(rows, cols, mean, 1), 1));
  }

  /// Expects a numeric call to be refused, and C to stay.
  template <class C>
  void expect_refused(Plan const& given_plan, Matrix const& given_a, Matrix const& given_p,
                      C const& c, Parts const& parts) const {
    Kokkos::deep_copy(c.values, -7.5);
    auto const before = to_vector<double>(c.values);
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::rap_numeric(exec, given_plan, given_a, given_p, c); }, parts));
    EXPECT_EQ(to_vector<double>(c.values), before);
  }
  void expect_refused(std::function<void()> const& call, Parts const& parts) const {
    EXPECT_TRUE(throws<std::invalid_argument>(call, parts));
  }

  Space exec;
  HostMatrix<double> const host_a = with_integers<double>(uniform_pattern(40, 40, 4, 1), 1);
  HostMatrix<double> const host_p = with_integers<double>(uniform_pattern(40, 15, 2, 2), 2);
  Matrix const a = device(host_a);
  Matrix const p = device(host_p);
  Matrix const r = device(transpose_of(host_p));
  Plan const plan = araios::rap_symbolic(exec, a, p);
};

TYPED_TEST_SUITE(RapErrors, Spaces, TypeNames);

TYPED_TEST(RapErrors, BadOperandsAreNamed) {
  auto const narrow = this->other(40, 39);
  auto const low = this->other(39, 15);
  auto const short_r = this->other(15, 39);
  this->expect_refused([&] { araios::rap(this->exec, narrow, this->p); },
                       {"A is 40×39", "P is 40×15"});
  this->expect_refused([&] { araios::rap(this->exec, this->a, low); },
                       {"A is 40×40", "P is 39×15"});
  auto const wide = this->other(39, 40);
  this->expect_refused([&] { araios::rap(this->exec, wide, this->p); },
                       {"A is 39×40 and P is 40×15", "as many rows of A as of P"});
  this->expect_refused([&] { araios::rap(this->exec, short_r, this->a, this->p); },
                       {"R is 15×39 and A is 40×40", "as many columns of R as rows of A"});
  this->expect_refused([&] { araios::rap(this->exec, this->r, this->a, this->p, {true}); },
                       {"options.conjugate", "R is given"});
  auto wrong = this->host_p;
  wrong.pattern.columns[3] = 15;
  this->expect_refused([&] { araios::rap(this->exec, this->a, this->device(wrong)); },
                       {"P.columns[3] is 15", "[0, 15)"});
  wrong = this->host_a;
  wrong.pattern.row_offsets[4] = wrong.pattern.row_offsets[5] + 1;
  this->expect_refused([&] { araios::rap(this->exec, this->device(wrong), this->p); },
                       {"A.row_offsets[5] is", "must not decrease"});
  auto bad_r = transpose_of(this->host_p);
  bad_r.pattern.columns[0] = -1;
  this->expect_refused([&] { araios::rap(this->exec, this->device(bad_r), this->a, this->p); },
                       {"R.columns[0] is -1"});
}

TYPED_TEST(RapErrors, OtherPatternsThanThoseOfThePlan) {
  auto const c = this->plan.template allocate<double>(this->exec, "C");
  this->expect_refused(this->plan, this->other(40, 40, 3), this->p, c,
                       {"A is 40×40 with", "plan was made for"});
  this->expect_refused(this->plan, this->a, this->other(40, 15, 3), c,
                       {"P is 40×15 with", "make a new plan"});
  auto short_values = this->a;
  short_values.values = decltype(short_values.values)("values", 3);
  this->expect_refused(this->plan, short_values, this->p, c, {"A.values has 3 elements"});
  araios::RapOptions options;
  options.check_reuse = true;
  auto const checking = araios::rap_symbolic(this->exec, this->a, this->p, options);
  auto const c_of_checking = checking.template allocate<double>(this->exec, "C");
  auto moved = this->host_a;
  moved.pattern.columns[0] = moved.pattern.columns[0] == 0 ? 1 : 0;
  this->expect_refused(checking, this->device(moved), this->p, c_of_checking,
                       {"the pattern of A is not the one"});
}

TYPED_TEST(RapErrors, RGivenOnlyWhereThePlanHasIt) {
  auto const c = this->plan.template allocate<double>(this->exec, "C");
  this->expect_refused(
      [&] { araios::rap_numeric(this->exec, this->plan, this->r, this->a, this->p, c); },
      {"R is given, but the plan was made for the transpose of P"});
  auto const with_r = araios::rap_symbolic(this->exec, this->r, this->a, this->p);
  auto const c_of_r = with_r.template allocate<double>(this->exec, "C");
  this->expect_refused(with_r, this->a, this->p, c_of_r, {"R is missing"});
}

// Another pattern of equal counts is found late, but neither crosses memory nor spoils later calls.
TYPED_TEST(RapErrors, AnotherPatternOfEqualCountsIsFoundOrHarmless) {
  auto const expected = reference_triple(transpose_of(this->host_p), this->host_a, this->host_p);
  for (bool const two_products : {false, true}) {
    araios::RapOptions options;
    options.two_products = two_products;
    auto const planned = araios::rap_symbolic(this->exec, this->a, this->p, options);
    auto const c = planned.template allocate<double>(this->exec, "C");
    for (std::int64_t const column : {0, 39}) {
      auto moved = this->host_a;
      for (auto& of_entry : moved.pattern.columns) of_entry = column;
      try {
        araios::rap_numeric(this->exec, planned, this->device(moved), this->p, c);
      } catch (std::invalid_argument const& error) {
        EXPECT_TRUE(holds_all(error.what(), {"the pattern of R, A or P is not the one"}));
      }
      araios::rap_numeric(this->exec, planned, this->a, this->p, c);
      EXPECT_TRUE(same_matrix(to_host(c), expected));
    }
  }
}

TYPED_TEST(RapErrors, AResultThatDoesNotFit) {
  auto const second = araios::rap_symbolic(this->exec, this->a, this->a);
  this->expect_refused(this->plan, this->a, this->p,
                       second.template allocate_writable<double>(this->exec, "C"),
                       {"C is 40×40, the plan is for 15×15"});
  auto small = this->plan.template allocate_writable<double>(this->exec, "C");
  small.values = decltype(small.values)("values", 2);
  this->expect_refused(this->plan, this->a, this->p, small, {"C.values has 2 elements"});
  auto in_place = this->plan.template allocate_writable<double>(this->exec, "C");
  Kokkos::View<double*, typename TestFixture::Views> const shared("shared", 1000);
  in_place.values = shared;
  auto inside = this->a;
  inside.values = shared;
  this->expect_refused(this->plan, inside, this->p, in_place, {"C shares memory", "in place"});
}

TYPED_TEST(RapErrors, ACapThatIsTooSmallSaysWhatTheStepNeeds) {
  auto const large_a = with_reals<double>(uniform_pattern(900, 900, 6, 1), 1);
  auto const large_p = with_reals<double>(uniform_pattern(900, 300, 2, 2), 2);
  auto const fine = this->device(large_a);
  auto const to_fine = this->device(large_p);
  araios::RapOptions options;
  options.two_products = false;
  auto const expected = to_host(araios::rap(this->exec, fine, to_fine, options));
  options.max_workspace_bytes = 0;
  // Each failure says what would do for the step that failed.
  for (int tries = 0; tries < 20; ++tries) {
    try {
      auto const c = araios::rap(this->exec, fine, to_fine, options);
      EXPECT_GT(tries, 1);
      EXPECT_TRUE(are_bitwise_equal(to_host(c), expected));
      return;
    } catch (araios::OutOfMemory const& error) {
      EXPECT_TRUE(error.exceeds_cap());
      ASSERT_GT(error.needed(), options.max_workspace_bytes) << error.what();
      options.max_workspace_bytes = error.needed();
    }
  }
  FAIL() << "no cap suffices";
}

TYPED_TEST(RapErrors, TwoProductsAreRefusedLikeOne) {
  araios::RapOptions options;
  options.two_products = true;
  auto const low = this->other(39, 15);
  this->expect_refused([&] { araios::rap(this->exec, this->a, low, options); },
                       {"A is 40×40", "P is 39×15"});
  this->expect_refused(
      [&] { araios::rap(this->exec, this->other(15, 39), this->a, this->p, options); },
      {"R is 15×39 and A is 40×40"});
  auto wrong = this->host_p;
  wrong.pattern.columns[3] = 15;
  this->expect_refused([&] { araios::rap(this->exec, this->a, this->device(wrong), options); },
                       {"P.columns", "15"});
  auto short_values = this->p;
  short_values.values = decltype(short_values.values)("values", 3);
  this->expect_refused([&] { araios::rap(this->exec, this->a, short_values, options); },
                       {"P.values has 3 elements"});
  options.check_reuse = true;
  auto const planned = araios::rap_symbolic(this->exec, this->a, this->p, options);
  auto const c = planned.template allocate<double>(this->exec, "C");
  this->expect_refused(planned, this->a, short_values, c, {"P.values has 3 elements"});
  this->expect_refused(planned, this->other(40, 40, 5), this->p, c,
                       {"A is 40×40", "make a new plan"});
  auto moved = this->host_a;
  moved.pattern.columns[0] = moved.pattern.columns[0] == 0 ? 1 : 0;
  this->expect_refused(planned, this->device(moved), this->p, c,
                       {"the pattern of A is not the one"});
  EXPECT_EQ(to_string(planned.report()), "two products");
  EXPECT_GT(planned.kept_bytes(), 0U);
  options.max_workspace_bytes = 100;
  EXPECT_TRUE(throws<araios::OutOfMemory>(
      [&] { araios::rap_symbolic(this->exec, this->a, this->p, options); }, {"100"}));
  EXPECT_TRUE(throws<araios::OutOfMemory>(
      [&] { araios::rap(this->exec, this->a, this->p, options); }, {"100"}));
}

#ifdef KOKKOS_ENABLE_SERIAL
TEST(RapThreads, ShareAPlanWithAWorkspaceOfTheirOwn) {
  using Views = Kokkos::Serial::device_type;
  auto const pattern_a = with_duplicates_shuffled(uniform_pattern(300, 300, 6, 1), 2);
  auto const pattern_p = uniform_pattern(300, 90, 2, 3);
  auto const device = [](HostMatrix<double> const& a) { return to_device<Int32, Int32, Views>(a); };
  Kokkos::Serial const exec;
  for (bool const two_products : {false, true}) {
    araios::RapOptions options;
    options.two_products = two_products;
    auto const plan =
        araios::rap_symbolic(exec, device(with_integers<double>(pattern_a, 1)).graph,
                             device(with_integers<double>(pattern_p, 1)).graph, options);
    std::vector<int> num_right(4, 0);
    auto const multiply_often = [&](std::size_t thread) {
      Kokkos::Serial const own{Kokkos::NewInstance{}};
      araios::Workspace<Views> const workspace;
      auto const host_a = with_integers<double>(pattern_a, thread);
      auto const host_p = with_integers<double>(pattern_p, thread + 10);
      auto const expected = reference_triple(transpose_of(host_p), host_a, host_p);
      auto const a = device(host_a);
      auto const p = device(host_p);
      auto const c = plan.allocate<double>(own, "C");
      for (int i = 0; i < 20; ++i) {
        Kokkos::deep_copy(own, c.values, 0.0);
        araios::rap_numeric(own, plan, a, p, c, workspace);
        num_right[thread] += same_matrix(to_host(c), expected) ? 1 : 0;
      }
    };
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < num_right.size(); ++thread) {
      threads.emplace_back(multiply_often, thread);
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(num_right, std::vector<int>(4, 20));
  }
}

TEST(RapThreads, AWorkspaceInUseIsRefused) {
  using Views = Kokkos::Serial::device_type;
  Kokkos::Serial const exec;
  auto const a = to_device<Int32, Int32, Views>(with_integers<double>(diagonal_pattern(5), 1));
  auto const plan = araios::rap_symbolic(exec, a, a);
  auto const c = plan.allocate<double>(exec, "C");
  araios::Workspace<Views>::Use const use{exec, plan.workspace()};
  EXPECT_TRUE(throws<std::logic_error>([&] { araios::rap_numeric(exec, plan, a, a, c); },
                                       {"the workspace is in use by another call"}));
}
#endif

}  // namespace
}  // namespace araios_test
