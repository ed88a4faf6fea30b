// SPDX-License-Identifier: BSD-3-Clause
// The types that the drivers are compiled for; others are not worth their compile time.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace araios::perf {

/// Kokkos' default execution space is compiled with all types.
template <class Space>
inline constexpr bool is_default_space_v = std::is_same_v<Space, Kokkos::DefaultExecutionSpace>;

/// Whether the sparse product is compiled for these offsets on a space.
template <class Space, class Offset>
inline constexpr bool has_offsets_v =
    is_default_space_v<Space> || std::is_same_v<Offset, std::int32_t>;

/// Whether the sparse product is compiled for this scalar with these offsets on a space.
template <class Space, class Offset, class Scalar>
inline constexpr bool has_scalar_v = std::is_same_v<Scalar, double> ||
                                     (is_default_space_v<Space> &&
                                      std::is_same_v<Offset, std::int32_t>);

#ifdef ARAIOS_HAVE_KOKKOSKERNELS
inline constexpr bool has_kokkos_kernels = true;
#else
inline constexpr bool has_kokkos_kernels = false;
#endif

/// Whether Kokkos Kernels' sparse × dense product is compiled for this scalar on a space.
template <class Space, class Scalar>
inline constexpr bool has_dense_peer_v =
    has_kokkos_kernels&& is_default_space_v<Space>&& std::is_same_v<Scalar, double>;

}  // namespace araios::perf
