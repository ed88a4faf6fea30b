// SPDX-License-Identifier: BSD-3-Clause
// With which types the drivers are compiled: others are not worth their compile time.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace araios::perf {

/// Kokkos' default space has all that the drivers have.
template <class Space>
inline constexpr bool is_default_space_v = std::is_same_v<Space, Kokkos::DefaultExecutionSpace>;

/// The sparse product on a space with these offsets is compiled in.
template <class Space, class Offset>
inline constexpr bool has_offsets_v =
    is_default_space_v<Space> || std::is_same_v<Offset, std::int32_t>;

#ifdef ARAIOS_HAVE_KOKKOSKERNELS
inline constexpr bool has_kokkos_kernels = true;
#else
inline constexpr bool has_kokkos_kernels = false;
#endif

/// Kokkos Kernels' sparse × dense product on a space with this scalar is.
template <class Space, class Scalar>
inline constexpr bool has_dense_peer_v =
    has_kokkos_kernels&& is_default_space_v<Space>&& std::is_same_v<Scalar, double>;

}  // namespace araios::perf
