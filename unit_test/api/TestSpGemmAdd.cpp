// SPDX-License-Identifier: BSD-3-Clause
// C = alpha·op(A)·op(B) + beta·D in one call and by plans, against dense matrices.

#include "support/CommonProduct.hpp"
#include "support/DenseOracle.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/Types.hpp"
#include <Araios_SpGemmAdd.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

template <class Types>
class SpGemmAdd : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Views = typename Space::device_type;
  using Value = typename Types::scalar;
  using Host = HostMatrix<Value>;

  static auto device(Host const& a) {
    return to_device<typename Types::offset_a, typename Types::ordinal, Views>(a);
  }

  static MarkedDense<Value> op_of(Host const& a, bool transposed, bool conjugated) {
    auto const op_a = transposed ? transpose_of(a) : a;
    return marked(conjugated ? conjugate_of(op_a) : op_a);
  }

  void expect_sum(Value alpha, Host const& a, Host const& b, Value beta, Host const& d,
                  araios::SpGemmOptions const& options = {}) const {
    auto const times = [](Value factor) { return [=](Value value) { return factor * value; }; };
    auto const product = product_of(op_of(a, options.transpose_a, options.conjugate_a),
                                    op_of(b, options.transpose_b, options.conjugate_b));
    auto const expected =
        sum_of(with_values_of(product, times(alpha)), with_values_of(marked(d), times(beta)));
    auto const left = device(a);
    auto const right = device(b);
    auto const addend = device(d);
    EXPECT_TRUE(same_elements(
        to_host(araios::spgemm_add(exec, alpha, left, right, beta, addend, options)), expected));
    auto const plan = araios::spgemm_add_symbolic(exec, left, right, addend.graph, options);
    auto const c = plan.template allocate<Value>(exec, "C");
    for (int call = 0; call < 2; ++call) {
      Kokkos::deep_copy(c.values, Value{-7});
      araios::spgemm_add_numeric(exec, plan, alpha, left, right, beta, addend, c);
      exec.fence();
      EXPECT_TRUE(same_elements(to_host(c), expected)) << "call " << call;
    }
  }

  Space exec;
};

TYPED_TEST_SUITE_P(SpGemmAdd);

TYPED_TEST_P(SpGemmAdd, AddendsOfEveryPattern) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_integers<Scalar>(uniform_pattern(30, 25, 4, 1), 2);
  auto const b = with_integers<Scalar>(uniform_pattern(25, 40, 3, 3), 4);
  for (auto const& pattern :
       {uniform_pattern(30, 40, 5, 5), with_duplicates_shuffled(uniform_pattern(30, 40, 5, 5), 6),
        empty_pattern(30, 40), full_pattern(30, 40)}) {
    this->expect_sum(Scalar(2), a, b, Scalar(-3), with_integers<Scalar>(pattern, 7));
  }
  this->expect_sum(Scalar(1), with_integers<Scalar>(empty_pattern(30, 25), 1), b, Scalar(1),
                   with_integers<Scalar>(uniform_pattern(30, 40, 5, 5), 7));
  this->expect_sum(Scalar(1), with_integers<Scalar>(empty_pattern(0, 25), 1), b, Scalar(1),
                   with_integers<Scalar>(empty_pattern(0, 40), 1));
}

TYPED_TEST_P(SpGemmAdd, TransposedAndConjugatedFactors) {
  using Scalar = typename TypeParam::scalar;
  for (int bits = 0; bits < 16; ++bits) {
    araios::SpGemmOptions options;
    options.transpose_a = (bits & 1) != 0;
    options.transpose_b = (bits & 2) != 0;
    options.conjugate_a = (bits & 4) != 0;
    options.conjugate_b = (bits & 8) != 0;
    SCOPED_TRACE(bits);
    auto const a =
        options.transpose_a ? uniform_pattern(25, 30, 4, 1) : uniform_pattern(30, 25, 4, 1);
    auto const b =
        options.transpose_b ? uniform_pattern(40, 25, 4, 3) : uniform_pattern(25, 40, 4, 3);
    this->expect_sum(Scalar(2), with_integers<Scalar>(a, 2), with_integers<Scalar>(b, 4), Scalar(3),
                     with_integers<Scalar>(uniform_pattern(30, 40, 5, 5), 7), options);
  }
}

REGISTER_TYPED_TEST_SUITE_P(SpGemmAdd, AddendsOfEveryPattern, TransposedAndConjugatedFactors);
// Products of double and float are compiled once for all tests.
using AddTypes = testing::Types<MatrixTypes<space_at<0>, Int32, Int32, double>,
                                MatrixTypes<space_at<0>, Int32, Int32, float>,
                                MatrixTypes<space_at<0>, Int64, Size, Kokkos::complex<double>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Spaces, SpGemmAdd, AddTypes, TypeNames);

template <class Space>
class SpGemmAddCalls : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;

  static Matrix device(HostPattern const& pattern, double value = 1) {
    return to_device<Int32, Int32, Views>(with_constant(pattern, value));
  }
};
TYPED_TEST_SUITE(SpGemmAddCalls, Spaces, TypeNames);

TYPED_TEST(SpGemmAddCalls, CMayBeTheMemoryOfAnAddendWithItsPattern) {
  auto const identity = this->device(diagonal_pattern(5), 2);
  auto const d = this->device(full_pattern(5, 5), 10);
  auto const plan = araios::spgemm_add_symbolic(TypeParam{}, identity, identity, d);
  auto const in_place =
      typename TestFixture::Matrix{{5, 5, plan.row_offsets(), d.graph.columns}, d.values};
  araios::spgemm_add_numeric(TypeParam{}, plan, 1.0, identity, identity, 0.5, d, in_place);
  TypeParam{}.fence();
  auto const values = to_vector<double>(d.values);
  for (std::size_t i = 0; i < 25; ++i) EXPECT_EQ(values[i], i % 6 == 0 ? 9 : 5) << i;
}

TYPED_TEST(SpGemmAddCalls, OtherSharedMemoryIsRefused) {
  auto const identity = this->device(diagonal_pattern(5), 2);
  auto const d = this->device(uniform_pattern(5, 5, 2, 1), 10);
  auto const plan = araios::spgemm_add_symbolic(TypeParam{}, identity, identity, d);
  auto const expect_refused = [&](auto const& values, std::string const& name) {
    auto c = plan.template allocate_writable<double>(TypeParam{}, "C");
    Kokkos::View<double*, typename TypeParam::device_type> const whole("values",
                                                                       c.values.extent(0));
    c.values = whole;
    typename TestFixture::Matrix const operand{
        values.graph,
        Kokkos::subview(whole, Kokkos::make_pair(std::size_t{0}, values.values.extent(0)))};
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] {
          if (name == "D") {
            araios::spgemm_add_numeric(TypeParam{}, plan, 1.0, identity, identity, 1.0, operand, c);
          } else if (name == "A") {
            araios::spgemm_add_numeric(TypeParam{}, plan, 1.0, operand, identity, 1.0, d, c);
          } else {
            araios::spgemm_add_numeric(TypeParam{}, plan, 1.0, identity, operand, 1.0, d, c);
          }
        },
        {"C shares memory with " + name}));
  };
  expect_refused(identity, "A");
  expect_refused(identity, "B");
  expect_refused(d, "D");
}

TYPED_TEST(SpGemmAddCalls, AddendsThatDoNotFitAreNamed) {
  auto const identity = this->device(diagonal_pattern(5), 2);
  auto const refused = [&](HostPattern const& pattern, std::vector<std::string> const& parts) {
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] {
          araios::spgemm_add(TypeParam{}, 1.0, identity, identity, 1.0, this->device(pattern));
        },
        parts));
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] {
          araios::spgemm_add_symbolic(TypeParam{}, identity, identity, this->device(pattern));
        },
        parts));
  };
  refused(diagonal_pattern(6), {"A·B is 5×5 and D is 6×6"});
  auto bad = diagonal_pattern(5);
  bad.columns[3] = 7;
  refused(bad, {"D.columns[3] is 7"});
}

TYPED_TEST(SpGemmAddCalls, OtherPatternsOfAllThreeAreFound) {
  araios::SpGemmOptions options;
  options.check_reuse = true;
  auto const diagonal = this->device(diagonal_pattern(5), 2);
  auto moved = diagonal_pattern(5);
  moved.columns[0] = 1;
  auto const other = this->device(moved);
  auto const plan = araios::spgemm_add_symbolic(TypeParam{}, diagonal, diagonal, diagonal, options);
  auto const c = plan.template allocate<double>(TypeParam{}, "C");
  auto const refused = [&](auto const& a, auto const& b, auto const& d, std::string const& name) {
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_add_numeric(TypeParam{}, plan, 1.0, a, b, 1.0, d, c); },
        {"pattern of " + name, "make a new plan"}));
  };
  refused(other, diagonal, diagonal, "A");
  refused(diagonal, other, diagonal, "B");
  refused(diagonal, diagonal, other, "D");
}

TYPED_TEST(SpGemmAddCalls, ACoefficientOfZeroLeavesValuesUnread) {
  auto const nan = this->device(diagonal_pattern(4), std::numeric_limits<double>::quiet_NaN());
  auto const one = this->device(diagonal_pattern(4), 1);
  auto const values = [&](double alpha, auto const& a, double beta, auto const& d) {
    return to_vector<double>(araios::spgemm_add(TypeParam{}, alpha, a, one, beta, d).values);
  };
  EXPECT_EQ(values(0, nan, 2, one), std::vector<double>(4, 2));
  EXPECT_EQ(values(3, one, 0, nan), std::vector<double>(4, 3));
}

}  // namespace
}  // namespace araios_test
