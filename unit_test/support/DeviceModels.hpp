// SPDX-License-Identifier: BSD-3-Clause
// Devices for tests of the rules, which run no kernel.
#pragma once

#include <platform/Araios_DeviceTraits.hpp>

namespace araios_test {

/// A host with some threads.
inline araios::impl::DeviceTraits host(int threads) {
  araios::impl::DeviceTraits device;
  device.concurrency = threads;
  device.max_scratch_bytes = 1 << 20;
  return device;
}

/// A GPU.
inline araios::impl::DeviceTraits gpu() {
  araios::impl::DeviceTraits device;
  device.is_host = false;
  device.concurrency = 100000;
  device.max_vector_length = 32;
  device.max_scratch_bytes = 40936;
  return device;
}

}  // namespace araios_test
