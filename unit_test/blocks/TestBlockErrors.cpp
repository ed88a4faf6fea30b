// SPDX-License-Identifier: BSD-3-Clause
// Products of matrices of blocks that are refused, with C untouched.

#include "support/HostBlocks.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/Types.hpp"
#include <Araios_BsrRap.hpp>
#include <Araios_BsrSpGemm.hpp>
#include <Araios_BsrTranspose.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

template <class Space>
class BlockErrors : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::BsrMatrix<double, Int32, Int32, Views>;
  using Parts = std::vector<std::string>;

  static Matrix blocks(HostPattern const& pattern, int rows, int cols) {
    return to_device<Int32, Int32, Views>(integer_blocks<double>(pattern, {rows, cols}, 1));
  }
  static void expect_refused(std::function<void()> const& call, Parts const& parts) {
    EXPECT_TRUE(throws<std::invalid_argument>(call, parts));
  }
  /// Expects a call to be refused that writes C, and C to stay.
  template <class C>
  static void expect_untouched(C const& c, std::function<void()> const& call, Parts const& parts) {
    Kokkos::deep_copy(c.values, -7.5);
    expect_refused(call, parts);
    EXPECT_EQ(to_vector<double>(c.values), std::vector<double>(c.values.extent(0), -7.5));
  }

  Space exec_;
  Matrix const a_ = blocks(uniform_pattern(20, 20, 4, 1), 3, 3);
  Matrix const p_ = blocks(uniform_pattern(20, 8, 2, 2), 3, 6);
};

TYPED_TEST_SUITE(BlockErrors, Spaces, TypeNames);

TYPED_TEST(BlockErrors, OperandsOfASymbolicPhaseAreNamed) {
  auto const& exec = this->exec_;
  auto const& a = this->a_;
  auto const& p = this->p_;
  this->expect_refused([&] { araios::block_spgemm(exec, p, a); },
                       {"A has blocks of 3×6", "B of 3×3"});
  auto const low = this->blocks(uniform_pattern(19, 8, 2, 2), 3, 6);
  this->expect_refused([&] { araios::block_spgemm(exec, a, low); }, {"A is 20×20", "B is 19×8"});
  auto flat = a;
  flat.block_rows = 0;
  this->expect_refused([&] { araios::block_spgemm(exec, flat, a); }, {"A has blocks of 0×3"});
  flat = a;
  flat.block_cols = -1;
  this->expect_refused([&] { araios::block_spgemm(exec, a, flat); }, {"B has blocks of 3×-1"});
  auto wrong = uniform_pattern(20, 20, 4, 1);
  wrong.columns[7] = -1;
  this->expect_refused([&] { araios::block_spgemm(exec, a, this->blocks(wrong, 3, 3)); },
                       {"B.columns", "-1"});
}

TYPED_TEST(BlockErrors, OperandsOfANumericPhaseAreNamed) {
  auto const& exec = this->exec_;
  auto const& a = this->a_;
  auto const& p = this->p_;
  auto const plan = araios::block_spgemm_symbolic(exec, a, p, {.check_reuse = true});
  auto const c = plan.template allocate<double>(exec, "C");
  auto const numeric = [&](auto const& given_a, auto const& given_p, auto const& given_c) {
    return [&] { araios::block_spgemm_numeric(exec, plan, given_a, given_p, given_c); };
  };
  auto other = a;
  other.block_rows = 2;
  this->expect_untouched(c, numeric(other, p, c), {"A has blocks of 2×3", "expected 3×3"});
  other = p;
  other.block_cols = 5;
  this->expect_untouched(c, numeric(a, other, c), {"B has blocks of 3×5", "expected 3×6"});
  other = a;
  other.values = Kokkos::subview(a.values, std::pair{0, 700});
  this->expect_untouched(c, numeric(other, p, c), {"A.values has 700 elements", "blocks of 3×3"});
  auto const more = this->blocks(uniform_pattern(20, 20, 6, 9), 3, 3);
  this->expect_untouched(c, numeric(more, p, c), {"A is 20×20", "make a new plan"});
  auto moved = uniform_pattern(20, 20, 4, 1);
  moved.columns[0] = moved.columns[0] == 0 ? 1 : 0;
  this->expect_untouched(c, numeric(this->blocks(moved, 3, 3), p, c), {"pattern of A"});
  auto short_c = plan.template allocate_writable<double>(exec, "C");
  short_c.values = Kokkos::subview(short_c.values, std::pair{0, static_cast<int>(plan.nnz())});
  this->expect_untouched(short_c, numeric(a, p, short_c), {"C.values has", "blocks of 3×6"});
  auto other_c = c;
  other_c.block_cols = 3;
  this->expect_untouched(other_c, numeric(a, p, other_c), {"C has blocks of 3×3", "expected 3×6"});
  auto const foreign =
      araios::block_spgemm_symbolic(exec, a, p).template allocate<double>(exec, "");
  this->expect_untouched(foreign, numeric(a, p, foreign), {"read-only", "plan.allocate"});
  auto same = c;
  same.values = Kokkos::View<double*, typename TypeParam::device_type>("both", c.values.extent(0));
  auto overlapping = a;
  overlapping.values =
      Kokkos::subview(same.values, std::pair{0, static_cast<int>(a.values.size())});
  this->expect_refused(numeric(overlapping, p, same), {"C shares memory with A"});
}

TYPED_TEST(BlockErrors, OperandsOfTriplesAreNamed) {
  auto const& exec = this->exec_;
  auto const& a = this->a_;
  auto const& p = this->p_;
  auto const r = araios::block_transpose(exec, p);
  auto const narrow = this->blocks(uniform_pattern(19, 19, 3, 1), 3, 3);
  this->expect_refused([&] { araios::block_rap(exec, narrow, p); },
                       {"The transpose of P and A", "8×20 blocks of 6×3", "19×19 blocks of 3×3"});
  this->expect_refused([&] { araios::block_rap(exec, r, a, narrow); }, {"A and P", "19×19"});
  this->expect_refused([&] { araios::block_rap(exec, p, a, p); }, {"R and A", "20×8"});
  this->expect_refused([&] { araios::block_rap(exec, r, a, p, {.conjugate = true}); },
                       {"options.conjugate", "R is given"});
  auto wrong = uniform_pattern(20, 8, 2, 2);
  wrong.columns[3] = 8;
  this->expect_refused([&] { araios::block_rap(exec, a, this->blocks(wrong, 3, 6)); },
                       {"P.columns", "8"});
}

TYPED_TEST(BlockErrors, NumericTriplesAreRefused) {
  auto const& exec = this->exec_;
  auto const& a = this->a_;
  auto const& p = this->p_;
  auto const r = araios::block_transpose(exec, p);
  auto const plan = araios::block_rap_symbolic(exec, a, p);
  auto const c = plan.template allocate<double>(exec, "C");
  auto other = p;
  other.values = Kokkos::subview(p.values, std::pair{0, 100});
  this->expect_untouched(c, [&] { araios::block_rap_numeric(exec, plan, a, other, c); },
                         {"P.values has 100 elements"});
  other = a;
  other.block_rows = 1;
  this->expect_untouched(c, [&] { araios::block_rap_numeric(exec, plan, other, p, c); },
                         {"A has blocks of 1×3"});
  auto const given = araios::block_rap_symbolic(exec, r, a, p);
  auto const of_given = given.template allocate<double>(exec, "C");
  this->expect_untouched(of_given, [&] { araios::block_rap_numeric(exec, given, a, p, of_given); },
                         {"made for a given R"});
  auto const fewer = this->blocks(uniform_pattern(8, 20, 2, 7), 6, 3);
  this->expect_untouched(of_given,
                         [&] { araios::block_rap_numeric(exec, given, fewer, a, p, of_given); },
                         {"R is 8×20", "make a new plan"});
  auto const checking = araios::block_rap_symbolic(exec, a, p, {.check_reuse = true});
  auto const of_checking = checking.template allocate<double>(exec, "C");
  auto moved = uniform_pattern(20, 8, 2, 2);
  moved.columns[0] = moved.columns[0] == 0 ? 1 : 0;
  auto const other_p = this->blocks(moved, 3, 6);
  this->expect_untouched(
      of_checking, [&] { araios::block_rap_numeric(exec, checking, a, other_p, of_checking); },
      {"the pattern of P is not the one"});
  EXPECT_GT(plan.kept_bytes(), given.kept_bytes());
  auto const capped = araios::block_rap_symbolic(exec, a, p, {.max_workspace_bytes = 1000});
  auto const of_capped = capped.template allocate<double>(exec, "C");
  Kokkos::deep_copy(of_capped.values, -7.5);
  EXPECT_TRUE(throws<araios::OutOfMemory>(
      [&] { araios::block_rap_numeric(exec, capped, a, p, of_capped); }, {"1000"}));
  EXPECT_EQ(to_vector<double>(of_capped.values),
            std::vector<double>(of_capped.values.extent(0), -7.5));
}

}  // namespace
}  // namespace araios_test
