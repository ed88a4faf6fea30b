// SPDX-License-Identifier: BSD-3-Clause
// Back ends of Kokkos by name: which are built in, and how to initialize them.
#pragma once

#include <Kokkos_Core.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace araios::perf {

enum class BackEnd { serial, threads, openmp, cuda, hip, sycl };

/// The back end's name as Kokkos spells it.
std::string_view name_of(BackEnd back_end);

/// Whether it runs on a device with its own memory.
bool is_device(BackEnd back_end);

/// Back ends that this build of Kokkos has.
std::vector<BackEnd> built_in_back_ends();

/// OpenMP if built in, else Threads, else Serial.
BackEnd default_back_end();

/// A back end with its size: a number of host threads or the index of a device.
struct BackEndChoice {
  BackEnd back_end = default_back_end();
  std::optional<int> num_threads;
  std::optional<int> device;
};

/// Kokkos' initialization settings for this choice.
///
/// Throws: Failure (unsupported) if the back end is not built in or the device is absent.
Kokkos::InitializationSettings initialization_settings(BackEndChoice const& choice);

}  // namespace araios::perf
