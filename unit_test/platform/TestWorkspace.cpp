// SPDX-License-Identifier: BSD-3-Clause
// What a workspace keeps between calls: contents, memory that somebody holds, zeros.

#include "support/Types.hpp"
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>
#include <vector>

namespace araios_test {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

/// Begins a call, takes so many numbers that are kept, and returns what they are.
class KeptNumbers {
 public:
  std::vector<int> take(std::size_t count) {
    workspace_.begin_call(Space{});
    numbers_ =
        workspace_.take_kept<int>(Space{}, araios::impl::WorkspaceSlot::long_row_counts, count);
    Space{}.fence();
    return {numbers_.data(), numbers_.data() + count};
  }
  void fill(int value) { Kokkos::deep_copy(numbers_, value); }

 private:
  araios::Workspace<Space::device_type> workspace_;
  Kokkos::View<int*, Space::device_type> numbers_;
};

TEST(Workspace, KeptBuffersAreZeroAtFirstAndHoldWhatWasLeft) {
  KeptNumbers numbers;
  EXPECT_EQ(numbers.take(4), std::vector<int>(4, 0));
  numbers.fill(7);
  EXPECT_EQ(numbers.take(4), std::vector<int>(4, 7));
  EXPECT_EQ(numbers.take(2), std::vector<int>(2, 7));
  EXPECT_EQ(numbers.take(4), std::vector<int>(4, 7));
}

TEST(Workspace, KeptBuffersThatGrowAreZeroAgain) {
  KeptNumbers numbers;
  numbers.take(4);
  numbers.fill(7);
  EXPECT_EQ(numbers.take(5), std::vector<int>(5, 0));
}

TEST(Workspace, AKeptValueStaysWhereItIsUntilAnotherOneIsKept) {
  araios::Workspace<Space::device_type> workspace;
  std::vector<int> const value{1, 2};
  std::vector<int> const& kept = workspace.keep(value);
  EXPECT_NE(&kept, &value);
  EXPECT_EQ(kept, value);
  int const* const place = kept.data();
  EXPECT_EQ(workspace.keep(std::vector<int>{1, 2}).data(), place);
  EXPECT_EQ(workspace.keep(std::vector<int>{1, 3}), (std::vector<int>{1, 3}));
  EXPECT_EQ(workspace.keep(2.5), 2.5);
  EXPECT_EQ(workspace.keep(value), value);
}

template <class ExecutionSpace>
class WorkspaceOfSpace : public testing::Test {};
TYPED_TEST_SUITE(WorkspaceOfSpace, Spaces, TypeNames);

TYPED_TEST(WorkspaceOfSpace, SharedMemoryIsNotTakenAgainWhileItIsHeld) {
  using araios::impl::WorkspaceSlot;
  using Device = typename TypeParam::device_type;
  constexpr auto no_cap = std::numeric_limits<std::size_t>::max();
  araios::Workspace<Device> workspace;
  TypeParam const exec;
  auto const take = [&] {
    workspace.begin_call(exec);
    return workspace.template take<int>(exec, WorkspaceSlot::row_bins, 100, no_cap).data();
  };
  auto const* const first = take();
  EXPECT_EQ(take(), first);
  auto held = workspace.share(WorkspaceSlot::row_bins);
  auto const* const second = take();
  EXPECT_NE(second, first);
  held = {};
  EXPECT_EQ(take(), second);
}

TYPED_TEST(WorkspaceOfSpace, MemoryThatACallUsesOutlivesTheReleaseOfWhatIsIdle) {
  using araios::impl::WorkspaceSlot;
  constexpr auto no_cap = std::numeric_limits<std::size_t>::max();
  araios::Workspace<typename TypeParam::device_type> workspace;
  TypeParam const exec;
  auto const take = [&](WorkspaceSlot slot) {
    workspace.template take<std::byte>(exec, slot, 1 << 20, no_cap);
  };
  workspace.begin_call(exec);
  take(WorkspaceSlot::row_bins);
  take(WorkspaceSlot::pool_memory);
  auto const of_both = workspace.bytes();
  workspace.begin_call(exec);
  take(WorkspaceSlot::row_bins);
  workspace.release_idle();
  EXPECT_LT(workspace.bytes(), of_both);
  EXPECT_GE(workspace.bytes(), std::size_t{1} << 20);
}

TYPED_TEST(WorkspaceOfSpace, MemoryThatACallLeavesZeroIsKnownToTheNextOneAlone) {
  using araios::impl::WorkspaceSlot;
  using Device = typename TypeParam::device_type;
  constexpr auto slot = WorkspaceSlot::pool_memory;
  araios::Workspace<Device> workspace;
  TypeParam const exec;
  auto const zeros_found = [&](std::size_t bytes, std::size_t cap) {
    workspace.begin_call(exec);
    workspace.template take<std::byte>(exec, slot, bytes, cap);
    return workspace.found_zero_bytes(slot);
  };
  constexpr auto no_cap = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(zeros_found(1000, no_cap), 0U);
  workspace.leave_zero_bytes(slot, 600);
  EXPECT_EQ(zeros_found(500, no_cap), 600U);
  workspace.leave_zero_bytes(slot, 500);
  EXPECT_EQ(zeros_found(1000, no_cap), 600U) << "what lies behind is as it was";
  EXPECT_EQ(zeros_found(1000, no_cap), 0U) << "the call before has said nothing";
  workspace.leave_zero_bytes(slot, 1000);
  EXPECT_EQ(zeros_found(2000, no_cap), 0U) << "it is other memory";
  workspace.leave_zero_bytes(slot, 2000);
  EXPECT_EQ(zeros_found(1000, 1500), 0U) << "a cap makes it exact";
  workspace.leave_zero_bytes(slot, 1000);
  auto const held = workspace.share(slot);
  EXPECT_EQ(zeros_found(1000, no_cap), 0U) << "who holds it may write";
}

}  // namespace
}  // namespace araios_test
