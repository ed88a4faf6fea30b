// SPDX-License-Identifier: BSD-3-Clause
// Plans: which operands and results the numeric phase takes, and how often.

#include "support/SpGemmReuseFixture.hpp"
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace araios_test {
namespace {

using araios::SpGemmOptions;

template <class Space>
class SpGemmReuse : public SpGemmReuseFixture<Space> {};

TYPED_TEST_SUITE(SpGemmReuse, Spaces, TypeNames);

TYPED_TEST(SpGemmReuse, OperandsMayBeReadOnly) {
  using Device = typename TypeParam::device_type;
  TypeParam const exec;
  auto const a = this->device(this->host_a);
  auto const b = this->device(this->host_b);
  araios::CrsMatrix<double const, Int32, Int32 const, Device> const constant_a{a.graph, a.values};
  araios::CrsMatrix<double const, Int32, Int32 const, Device> const constant_b{b.graph, b.values};
  auto const plan = araios::spgemm_symbolic(exec, constant_a, constant_b);
  auto const c = plan.template allocate<double>("C");
  araios::spgemm_numeric(exec, plan, constant_a, constant_b, c);
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(this->host_a, this->host_b)));
}

TYPED_TEST(SpGemmReuse, AMatrixMayBeBothOperands) {
  TypeParam const exec;
  auto const host = with_integers<double>(uniform_pattern(45, 45, 4, 3), 3);
  auto const a = this->device(host);
  auto const c = araios::spgemm(exec, a, a);
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(host, host)));
}

TYPED_TEST(SpGemmReuse, CopiesOfAPlanServeAndOutliveIt) {
  typename TestFixture::Product product{this->host_a, this->host_b};
  auto const c = this->marked(product);
  {
    auto const copy = product.plan;
    araios::spgemm_numeric(product.exec, copy, product.a, product.b, c);
  }
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(this->host_a, this->host_b)));
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(this->host_a, this->host_b)));
}

TYPED_TEST(SpGemmReuse, OnePlanServesSeveralScalars) {
  using Device = typename TypeParam::device_type;
  TypeParam const exec;
  auto const double_a = this->device(this->host_a);
  auto const double_b = this->device(this->host_b);
  auto const float_a = with_integers<float>(this->host_a.pattern, 5);
  auto const float_b = with_integers<float>(this->host_b.pattern, 6);
  auto const plan = araios::spgemm_symbolic(exec, graph_of(double_a), graph_of(double_b));
  auto const c = plan.template allocate<float>("C");
  araios::spgemm_numeric(exec, plan, to_device<Int32, Int32, Device>(float_a),
                         to_device<Int32, Int32, Device>(float_b), c);
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(float_a, float_b)));
}

TYPED_TEST(SpGemmReuse, EveryCallFillsTheSameCAnew) {
  typename TestFixture::Product product{this->host_a, this->host_b};
  auto const c = this->marked(product);
  for (std::uint64_t seed = 10; seed < 15; ++seed) {
    auto const new_a = with_integers<double>(this->host_a.pattern, seed);
    auto const new_b = with_integers<double>(this->host_b.pattern, seed + 100);
    araios::spgemm_numeric(product.exec, product.plan, this->device(new_a), this->device(new_b), c);
    EXPECT_TRUE(same_matrix(to_host(c), reference_product(new_a, new_b))) << "seed " << seed;
  }
}

TYPED_TEST(SpGemmReuse, CMayBringItsOwnCopyOfTheRowOffsets) {
  using Device = typename TypeParam::device_type;
  typename TestFixture::Product const product{this->host_a, this->host_b};
  auto c = this->marked(product);
  c.graph.row_offsets =
      to_view<Int32, Device>(to_vector<std::int64_t>(product.plan.row_offsets()), "own offsets");
  araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, c);
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(this->host_a, this->host_b)));
}

TYPED_TEST(SpGemmReuse, ThePlannedPatternPassesTheCheck) {
  SpGemmOptions options;
  options.check_reuse = true;
  typename TestFixture::Product const product{this->host_a, this->host_b, options};
  auto const c = this->marked(product);
  auto const new_values = with_integers<double>(this->host_a.pattern, 77);
  araios::spgemm_numeric(product.exec, product.plan, this->device(new_values), product.b, c);
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(new_values, this->host_b)));
}

}  // namespace
}  // namespace araios_test
