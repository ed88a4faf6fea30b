// SPDX-License-Identifier: BSD-3-Clause
// Replaying by the public calls.

#include "support/Matchers.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/Types.hpp"
#include <Araios_ReplayState.hpp>
#include <Araios_SpGemm.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace araios_test {
namespace {

using araios::ReplayState;

/// By the public calls: devices replay by entries of C, hosts by destinations of products.
template <class Space>
class ReplayCalls : public testing::Test {
 protected:
  using Planned = PlannedProduct<DefaultTypes<Space>>;

  static constexpr bool is_host = araios::impl::is_host_space_v<Space>;

  HostMatrix<double> const a = with_integers<double>(power_law_pattern(300, 300, 150, 1), 1);

  static araios::SpGemmOptions options() {
    araios::SpGemmOptions wanted;
    wanted.replay = true;
    return wanted;
  }
  static ReplayState state(Planned const& product) {
    return product.plan.numeric_selection().replay;
  }
};
TYPED_TEST_SUITE(ReplayCalls, Spaces, TypeNames);

TYPED_TEST(ReplayCalls, PlansReplayWhereAsked) {
  typename TestFixture::Planned const product{this->a, this->a, this->options()};
  EXPECT_EQ(this->state(product), ReplayState::replays);
  EXPECT_GT(product.plan.replay_bytes(), 0U);
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(this->a, this->a)));
  auto const other = with_integers<double>(this->a.pattern, 9);
  auto const b = to_device<Int32, Int32, typename TypeParam::device_type>(other);
  auto const own = product.plan.template allocate<double>("C");
  araios::spgemm_numeric(product.exec, product.plan, product.a, b, own);
  EXPECT_TRUE(same_matrix(to_host(own), reference_product(this->a, other)));
  typename TestFixture::Planned const unasked{this->a, this->a};
  EXPECT_EQ(this->state(unasked), ReplayState::not_asked);
}

TYPED_TEST(ReplayCalls, OtherInstancesWaitForWhatAPlanRemembers) {
  using Device = typename TypeParam::device_type;
  auto const large = with_integers<double>(power_law_pattern(4000, 4000, 900, 3), 1);
  auto const reference = reference_product(large, large);
  auto const operand = to_device<Int32, Int32, Device>(large);
  auto const instances = Kokkos::Experimental::partition_space(TypeParam{}, 1, 1);
  araios::Workspace<Device> const workspace;
  auto const plan_on = [&](TypeParam const& exec) {
    return araios::spgemm_symbolic(exec, operand, operand, this->options(), workspace);
  };
  auto const expect_product = [&](TypeParam const& exec, auto const& plan) {
    auto const c = plan.template allocate<double>(exec, "C");
    araios::spgemm_numeric(exec, plan, operand, operand, c, araios::Workspace<Device>{});
    exec.fence();
    EXPECT_TRUE(same_matrix(to_host(c), reference));
  };
  for (int call = 0; call < 3; ++call) {
    // The second plan takes the same workspace at once, on the other instance.
    auto const first = plan_on(instances[0]);
    auto const second = plan_on(instances[1]);
    expect_product(instances[1], first);
    expect_product(instances[0], second);
  }
}

// As for a solver of Fortran, which counts from one.
TYPED_TEST(ReplayCalls, ColumnsChangedInPlaceHarmNoOtherProduct) {
  auto const reference = reference_product(this->a, this->a);
  auto options = this->options();
  for (bool const replays : {true, false}) {
    options.replay = replays;
    typename TestFixture::Planned const product{this->a, this->a, options};
    auto const changed = product.plan.template allocate_writable<double>("C");
    auto const other = product.plan.template allocate<double>("C");
    for (int call = 0; call < 2; ++call) {
      araios::spgemm_numeric(product.exec, product.plan, product.a, product.a, changed);
      araios::spgemm_numeric(product.exec, product.plan, product.a, product.a, other);
      product.exec.fence();
      EXPECT_TRUE(same_matrix(to_host(changed), reference));
      EXPECT_TRUE(same_matrix(to_host(other), reference));
      Kokkos::deep_copy(changed.graph.columns, 1);
    }
    EXPECT_TRUE(same_matrix(product.numeric(), reference));
  }
}

TYPED_TEST(ReplayCalls, WhatCannotReplayRunsAsWithout) {
  auto const shuffled = with_integers<double>(with_duplicates_shuffled(this->a.pattern, 2), 1);
  typename TestFixture::Planned const unsorted{shuffled, shuffled, this->options()};
  EXPECT_EQ(this->state(unsorted),
            this->is_host ? ReplayState::replays : ReplayState::needs_ascending_rows);
  EXPECT_TRUE(same_matrix(unsorted.numeric(), reference_product(shuffled, shuffled)));
  auto options = this->options();
  options.method = araios::MethodKind::kkmem;
  typename TestFixture::Planned const named{this->a, this->a, options};
  EXPECT_EQ(this->state(named),
            this->is_host ? ReplayState::needs_recorded_pattern : ReplayState::needs_free_choice);
  EXPECT_TRUE(same_matrix(named.numeric(), reference_product(this->a, this->a)));
}

TYPED_TEST(ReplayCalls, CapsAreKept) {
  typename TestFixture::Planned const ample{this->a, this->a, this->options()};
  auto const need = araios::spgemm_estimate(ample.exec, ample.a, ample.a, this->options());
  std::size_t const kept = ample.plan.replay_bytes() + ample.plan.recorded_bytes();
  EXPECT_LE(kept, need.numeric_bytes);
  // A plan may keep less than the least that is sure to do.
  std::size_t const little = std::max(kept, need.min_workspace_bytes);
  std::size_t const caps[] = {need.min_workspace_bytes, little, need.symbolic_bytes};
  for (std::size_t const cap : caps) {
    auto options = this->options();
    options.max_workspace_bytes = cap;
    typename TestFixture::Planned const product{this->a, this->a, options};
    EXPECT_TRUE(same_matrix(product.numeric(), reference_product(this->a, this->a))) << cap;
    EXPECT_LE(product.plan.workspace().bytes(), cap);
    if (!this->is_host && cap == need.symbolic_bytes) {
      EXPECT_EQ(this->state(product), ReplayState::replays);
    }
  }
}

TYPED_TEST(ReplayCalls, TransposedOperandsReplay) {
  auto const tall = with_integers<double>(uniform_pattern(200, 90, 7, 4), 3);
  auto options = this->options();
  options.transpose_a = true;
  typename TestFixture::Planned const product{tall, tall, options};
  EXPECT_EQ(this->state(product), ReplayState::replays);
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(transpose_of(tall), tall)));
}

TYPED_TEST(ReplayCalls, OtherPatternsAreReported) {
  auto const planned = with_integers<double>(uniform_pattern(90, 90, 7, 4), 3);
  auto const longer = with_integers<double>(uniform_pattern(90, 90, 8, 5), 3);
  typename TestFixture::Planned const product{planned, planned, this->options()};
  auto const c = product.plan.template allocate<double>("C");
  auto const other = to_device<Int32, Int32, typename TypeParam::device_type>(longer);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_numeric(product.exec, product.plan, other, product.b, c); },
      {"A is 90×90", "the plan was made for"}));
  auto moved = planned;
  moved.pattern.row_offsets[1] = 0;
  auto const rows_moved = to_device<Int32, Int32, typename TypeParam::device_type>(moved);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_numeric(product.exec, product.plan, rows_moved, product.b, c); },
      {"other entries than planned"}));
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(planned, planned)));
}

}  // namespace
}  // namespace araios_test
