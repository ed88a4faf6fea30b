// SPDX-License-Identifier: BSD-3-Clause
// Large pages of hosts, shared among the threads that touch them first.

#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_PlatformTuning.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios_test {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
using Bytes = Kokkos::View<std::byte*, Space::device_type>;

constexpr std::byte untouched{0x5a};

/// Where bytes of memory of that size differ once its pages were touched.
std::vector<std::int64_t> touched_bytes(std::size_t size) {
  Bytes const memory(Kokkos::view_alloc(Kokkos::WithoutInitializing, "memory"), size);
  Kokkos::deep_copy(memory, untouched);
  araios::impl::touch_huge_pages(Space{}, memory);
  std::vector<std::int64_t> touched;
  for (std::size_t i = 0; i < size; ++i) {
    if (memory(i) != untouched) touched.push_back(static_cast<std::int64_t>(i));
  }
  return touched;
}

TEST(HugePages, ThreadsTouchEachPageOnce) {
  if (Space{}.concurrency() == 1) GTEST_SKIP() << "one thread shares pages with none";
  std::vector<std::int64_t> first_bytes;
  auto const size = araios::impl::tuning::huge_pages_min_bytes + 1;
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(size);
       i += araios::impl::tuning::huge_page_bytes) {
    first_bytes.push_back(i);
  }
  EXPECT_EQ(touched_bytes(size), first_bytes);
}

TEST(HugePages, SmallMemoryIsLeftAlone) {
  EXPECT_TRUE(touched_bytes(araios::impl::tuning::huge_pages_min_bytes - 1).empty());
}

}  // namespace
}  // namespace araios_test
