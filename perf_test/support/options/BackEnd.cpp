// SPDX-License-Identifier: BSD-3-Clause
// Back ends of Kokkos by name: which are built in, and how to initialize them.
#include "options/BackEnd.hpp"

#include "base/ExitCode.hpp"
#include "base/Text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace araios::perf {
namespace {

bool is_built_in(BackEnd back_end) {
  auto const all = built_in_back_ends();
  return std::find(all.begin(), all.end(), back_end) != all.end();
}

std::string built_in_names() {
  std::vector<std::string_view> names;
  for (BackEnd const back_end : built_in_back_ends()) names.push_back(name_of(back_end));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The flag that selects a back end.
std::string flag_of(BackEnd back_end) { return "--" + lowered(name_of(back_end)); }

void expect_device_is_present(BackEndChoice const& choice) {
  int const num_devices = Kokkos::num_devices();
  int const device = choice.device.value_or(0);
  if (device < num_devices) return;
  throw Failure{ExitCode::unsupported,
                num_devices > 0
                    ? fmt::format("{}: found {}, expected a device from 0 to {}",
                                  flag_of(choice.back_end), device, num_devices - 1)
                    : fmt::format("{}: found no device, expected a machine with one that its "
                                  "driver can see",
                                  flag_of(choice.back_end))};
}

}  // namespace

std::string_view name_of(BackEnd back_end) {
  switch (back_end) {
    case BackEnd::serial:
      return "Serial";
    case BackEnd::threads:
      return "Threads";
    case BackEnd::openmp:
      return "OpenMP";
    case BackEnd::cuda:
      return "Cuda";
    case BackEnd::hip:
      return "HIP";
    case BackEnd::sycl:
      return "SYCL";
  }
  return "unknown";
}

bool is_device(BackEnd back_end) {
  return back_end == BackEnd::cuda || back_end == BackEnd::hip || back_end == BackEnd::sycl;
}

std::vector<BackEnd> built_in_back_ends() {
  return {
#ifdef KOKKOS_ENABLE_SERIAL
      BackEnd::serial,
#endif
#ifdef KOKKOS_ENABLE_THREADS
      BackEnd::threads,
#endif
#ifdef KOKKOS_ENABLE_OPENMP
      BackEnd::openmp,
#endif
#ifdef KOKKOS_ENABLE_CUDA
      BackEnd::cuda,
#endif
#ifdef KOKKOS_ENABLE_HIP
      BackEnd::hip,
#endif
#ifdef KOKKOS_ENABLE_SYCL
      BackEnd::sycl,
#endif
  };
}

BackEnd default_back_end() {
  for (BackEnd const back_end : {BackEnd::openmp, BackEnd::threads}) {
    if (is_built_in(back_end)) return back_end;
  }
  return BackEnd::serial;
}

Kokkos::InitializationSettings initialization_settings(BackEndChoice const& choice) {
  if (!is_built_in(choice.back_end)) {
    throw Failure{
        ExitCode::unsupported,
        fmt::format("{}: {} is not built into this Kokkos, available: {}", flag_of(choice.back_end),
                    name_of(choice.back_end), built_in_names())};
  }
  Kokkos::InitializationSettings settings;
  if (choice.num_threads) settings.set_num_threads(*choice.num_threads);
  if (is_device(choice.back_end)) {
    expect_device_is_present(choice);
    settings.set_device_id(choice.device.value_or(0));
  }
  return settings;
}

}  // namespace araios::perf
