// SPDX-License-Identifier: BSD-3-Clause
// Back ends of Kokkos by name: which are built in, and how one is initialized.
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

/// True when it runs on a device with memory of its own.
bool is_device(BackEnd back_end);

/// Back ends that this build of Kokkos has.
std::vector<BackEnd> built_in_back_ends();

/// OpenMP when built in, else Threads, else Serial.
BackEnd default_back_end();

/// A back end with its size: a number of host threads or the index of a device.
struct BackEndChoice {
  BackEnd back_end = default_back_end();
  std::optional<int> num_threads;
  std::optional<int> device;
};

/// What Kokkos is to be initialized with for this choice.
///
/// Throws: Failure (unsupported) when the back end is not built in or the device is absent.
Kokkos::InitializationSettings initialization_settings(BackEndChoice const& choice);

}  // namespace araios::perf
