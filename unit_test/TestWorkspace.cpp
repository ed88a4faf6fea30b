// SPDX-License-Identifier: BSD-3-Clause
// Buffers of a workspace that keep their contents between calls.

#include "support/Types.hpp"
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace araios_test {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;

/// Begins a call, takes so many numbers that are kept, and returns what they are.
class KeptNumbers {
 public:
  std::vector<int> take(std::size_t count) {
    workspace_.begin_call();
    numbers_ = workspace_.take_kept<int>(Space{}, araios::WorkspaceSlot::long_row_counts, count);
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

}  // namespace
}  // namespace araios_test
