// SPDX-License-Identifier: BSD-3-Clause
// What hosts pretend to have where they run what devices run.
#pragma once

#include <platform/Araios_DeviceTraits.hpp>

#include <algorithm>
#include <cstddef>

namespace araios_test {

/// Bytes of scratch for one team, about as many as devices report. Kokkos 5 allows hosts 32 KiB.
inline constexpr std::size_t scratch_of_a_device = 32'000;

/// The traits of an execution space with vectors no wider than those of devices.
template <class ExecutionSpace>
araios::impl::DeviceTraits traits_of_a_device(ExecutionSpace const& exec,
                                              std::size_t scratch_bytes = scratch_of_a_device) {
  constexpr int most_lanes = 32;
  auto traits = araios::impl::device_traits(exec);
  traits.max_scratch_bytes = scratch_bytes;
  traits.max_vector_length = std::min(traits.max_vector_length, most_lanes);
  return traits;
}

}  // namespace araios_test
