// SPDX-License-Identifier: BSD-3-Clause
// Huge pages for large arrays of hosts.
#pragma once

#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_PlatformTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Whether the array of a view is large enough for huge pages, and in host memory.
template <class View>
bool prefers_huge_pages(View const& view) {
  return std::is_same_v<typename View::memory_space, Kokkos::HostSpace> &&
         view.size() * sizeof(typename View::value_type) >= tuning::huge_pages_min_bytes;
}

/// Asks the system to back untouched memory by huge pages. Fewer page faults make the first writes
/// faster.
///
/// Only a hint. Nothing happens on devices, below tuning::huge_pages_min_bytes, on systems other
/// than Linux, and where the system declines.
template <class View>
void prefer_huge_pages([[maybe_unused]] View const& untouched) {
#ifdef MADV_HUGEPAGE
  if (!prefers_huge_pages(untouched)) return;
  std::size_t const bytes = untouched.size() * sizeof(typename View::value_type);
  auto const page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  auto const address = reinterpret_cast<std::uintptr_t>(untouched.data());
  std::uintptr_t const first = (address + page - 1) / page * page;
  std::uintptr_t const end = (address + bytes) / page * page;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): pages are numbers, not elements.
  madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

/// An untouched view, in huge pages where the system has them. Throws OutOfMemory.
///
/// Pre: properties are those of Kokkos::view_alloc, with WithoutInitializing.
template <class T, class Device, class Properties>
Kokkos::View<T*, Device> allocate_untouched(Properties const& properties, std::size_t size) {
  auto const view = allocate_view<T, Device>(properties, size);
  prefer_huge_pages(view);
  return view;
}

/// Writes to one huge page of untouched memory, by its number.
struct TouchPage {
  std::byte* memory;

  void operator()(std::int64_t page) const { memory[page * tuning::huge_page_bytes] = {}; }
};

/// Lets the threads of a host touch each huge page of untouched memory exactly once, contiguous
/// pages by one thread. Otherwise several threads fault on one page together: the system clears a
/// page for each of them and keeps only one. Nothing happens on devices, below
/// tuning::huge_pages_min_bytes, and for a single thread.
///
/// Post:   the contents are as undefined as before.
/// Fences: once, where pages are touched.
template <class ExecutionSpace, class View>
void touch_huge_pages([[maybe_unused]] ExecutionSpace const& exec,
                      [[maybe_unused]] View const& untouched) {
  if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>) {
    if (!prefers_huge_pages(untouched) || exec.concurrency() == 1) return;
    auto const bytes =
        static_cast<std::int64_t>(untouched.size() * sizeof(typename View::value_type));
    std::int64_t const num_pages = (bytes + tuning::huge_page_bytes - 1) / tuning::huge_page_bytes;
    launch_range("araios::touch_huge_pages", exec, num_pages,
                 TouchPage{reinterpret_cast<std::byte*>(untouched.data())});
    exec.fence("araios: pages are touched");
  }
}

/// An uninitialized view that any instance may use. Its allocation does not wait for the work of
/// `exec`. On hosts the threads touch its huge pages in parallel.
template <class T, class Device, class ExecutionSpace>
Kokkos::View<T*, Device> allocate_touched(ExecutionSpace const& exec, std::string const& label,
                                          std::size_t size) {
  auto const view = allocate_untouched<T, Device>(uninitialized_at_once(exec, label), size);
  touch_huge_pages(exec, view);
  return view;
}

}  // namespace araios::inline ARAIOS_ISA::impl
