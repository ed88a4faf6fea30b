// SPDX-License-Identifier: BSD-3-Clause
// Large host arrays on huge pages, where the operating system offers them.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace araios {

/// Asks for huge pages under the memory of a view that nobody has touched yet. A first touch of
/// fresh 4 KiB pages costs about as much as the product that fills them. A hint: where it does not
/// apply (devices, small arrays, other systems, pages switched off) nothing happens.
template <class View>
void advise_huge_pages(View const& view) {
#if defined(__linux__)
  if constexpr (std::is_same_v<typename View::memory_space, Kokkos::HostSpace>) {
    constexpr std::uintptr_t page = std::uintptr_t{1} << 21;  // 2 MiB; of the common architectures
    auto const address = reinterpret_cast<std::uintptr_t>(view.data());
    std::uintptr_t const begin = (address + page - 1) / page * page;
    std::uintptr_t const end =
        (address + view.size() * sizeof(typename View::value_type)) / page * page;
    if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  }
#else
  (void)view;
#endif
}

}  // namespace araios
