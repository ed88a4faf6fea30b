// SPDX-License-Identifier: BSD-3-Clause
// Kernels beside one another: their order with those before and behind, and who gets instances.

#include <platform/Araios_ConcurrentInstances.hpp>
#include <platform/Araios_ProcessSingleton.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <type_traits>

namespace araios_test {
namespace {

/// Hosts with several threads would share these out among the instances: Serial stands for them.
#ifdef KOKKOS_ENABLE_SERIAL
using Default = Kokkos::DefaultExecutionSpace;
using Space = std::conditional_t<std::is_same_v<Default::memory_space, Kokkos::HostSpace>,
                                 Kokkos::Serial, Default>;
#else
using Space = Kokkos::DefaultExecutionSpace;
#endif
using Numbers = Kokkos::View<int*, Space>;

constexpr int num_numbers = 1 << 16;
constexpr int num_kernels = 11;  // more than there are instances

/// Adds what the kernel before has left in another array, so many times over.
struct AddAll {
  Numbers from;
  Numbers to;

  KOKKOS_FUNCTION void operator()(int i) const {
    int sum = 0;
    for (int k = 0; k < 64; ++k) sum += from((i + k * 1021) % num_numbers);
    to(i) = sum / 64 + 1;
  }
};

void add_all(Space const& exec, Numbers const& from, Numbers const& to) {
  Kokkos::parallel_for("add_all", Kokkos::RangePolicy<Space>(exec, 0, num_numbers),
                       AddAll{from, to});
}

bool all_are(Numbers const& numbers, int expected) {
  auto const on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, numbers);
  for (int i = 0; i < num_numbers; ++i) {
    if (on_host(i) != expected) return false;
  }
  return true;
}

TEST(ConcurrentLaunches, KernelsBeginAfterThoseBeforeAndEndBeforeThoseBehind) {
  Space const exec;
  auto const lent =
      araios::impl::process_singleton<araios::impl::InstancePool<Space>>()->lend(exec);
  Numbers const first{"first", num_numbers};
  Numbers const second{"second", num_numbers};
  Numbers beside[num_kernels];
  for (auto& numbers : beside) numbers = Numbers{"beside", num_numbers};
  for (int round = 0; round < 5; ++round) {
    Kokkos::deep_copy(exec, first, round);
    add_all(exec, first, second);
    araios::impl::ConcurrentLaunches<Space> side_by_side{exec, *lent};
    for (auto const& numbers : beside) add_all(side_by_side.next(), second, numbers);
    side_by_side.join();
    add_all(exec, beside[num_kernels - 1], first);
    add_all(exec, beside[0], second);
    exec.fence();
    EXPECT_TRUE(all_are(first, round + 3));
    EXPECT_TRUE(all_are(second, round + 3));
    for (auto const& numbers : beside) EXPECT_TRUE(all_are(numbers, round + 2));
  }
}

TEST(ConcurrentLaunches, JoiningWithoutKernelsDoesNoHarm) {
  Space const exec;
  auto const lent =
      araios::impl::process_singleton<araios::impl::InstancePool<Space>>()->lend(exec);
  araios::impl::ConcurrentLaunches<Space>{exec, *lent}.join();
  exec.fence();
}

TEST(InstancePool, LendsEachSetToOneAtATimeAndKeepsIt) {
  Space const exec;
  auto const pool = araios::impl::process_singleton<araios::impl::InstancePool<Space>>();
  auto first = pool->lend(exec);
  auto const* const address = first.get();
  auto const second = pool->lend(exec);
  EXPECT_NE(second.get(), address);
  first.reset();
  EXPECT_EQ(pool->lend(exec).get(), address);
}

}  // namespace
}  // namespace araios_test
