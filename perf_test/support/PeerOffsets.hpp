// SPDX-License-Identifier: BSD-3-Clause
// With which types of offsets peers are compiled in.
#pragma once

#include <cstdint>
#include <type_traits>

namespace araios::perf {

/// Kokkos Kernels' own offsets are int, Trilinos' are size_t; others are not worth their compile
/// time.
template <class Offset>
inline constexpr bool has_peers_v =
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
    !std::is_same_v<Offset, std::int64_t>;
#else
    false;
#endif

}  // namespace araios::perf
