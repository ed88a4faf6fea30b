// SPDX-License-Identifier: BSD-3-Clause
// Large pages for large memory of hosts.
#pragma once

#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace araios {

/// Asks the system to back memory that nobody has touched yet by its large pages: whoever writes it
/// first waits for one of them a fraction of the time that as many small ones take.
///
/// Only a hint: nothing happens on devices, below tuning::huge_pages_min_bytes, on systems other
/// than Linux, and where the system declines.
template <class View>
void prefer_huge_pages([[maybe_unused]] View const& untouched) {
#ifdef MADV_HUGEPAGE
  if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>) {
    std::size_t const bytes = untouched.size() * sizeof(typename View::value_type);
    if (bytes < tuning::huge_pages_min_bytes) return;
    auto const page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto const address = reinterpret_cast<std::uintptr_t>(untouched.data());
    std::uintptr_t const first = (address + page - 1) / page * page;
    std::uintptr_t const end = (address + bytes) / page * page;
    madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
  }
#endif
}

/// A view that nobody has touched yet, in large pages where the system has them. The properties are
/// those of Kokkos::view_alloc and leave it uninitialized.
template <class T, class Device, class Properties>
Kokkos::View<T*, Device> allocate_untouched(Properties const& properties, std::size_t size) {
  Kokkos::View<T*, Device> const view(properties, size);
  prefer_huge_pages(view);
  return view;
}

/// Writes to one page of memory that nobody has touched yet, by number.
struct TouchPage {
  std::byte* memory;

  void operator()(std::int64_t page) const { memory[page * tuning::huge_page_bytes] = {}; }
};

/// Has each large page of memory that nobody has touched yet written by one of the threads of a
/// host, those of a thread side by side. Why: of threads that come to a page at once, each has the
/// system clear one, and all but one throw theirs away; on 16 threads that took longer than the
/// pages themselves. Nothing happens on devices, below tuning::huge_pages_min_bytes, and for a
/// single thread.
///
/// Post:   the contents are as undefined as before.
/// Fences: where pages are touched.
template <class ExecutionSpace, class View>
void touch_huge_pages([[maybe_unused]] ExecutionSpace const& exec,
                      [[maybe_unused]] View const& untouched) {
  if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>) {
    auto const bytes =
        static_cast<std::int64_t>(untouched.size() * sizeof(typename View::value_type));
    if (std::cmp_less(bytes, tuning::huge_pages_min_bytes) || exec.concurrency() == 1) return;
    using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>,
                                       Kokkos::Schedule<Kokkos::Static>>;
    std::int64_t const num_pages = (bytes + tuning::huge_page_bytes - 1) / tuning::huge_page_bytes;
    Kokkos::parallel_for("araios::touch_huge_pages", Policy(exec, 0, num_pages),
                         TouchPage{reinterpret_cast<std::byte*>(untouched.data())});
    exec.fence("araios: pages are touched");
  }
}

}  // namespace araios
