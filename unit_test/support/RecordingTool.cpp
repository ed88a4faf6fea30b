// SPDX-License-Identifier: BSD-3-Clause
// A tool of Kokkos that keeps what it is told, as lines of text.

#include <impl/Kokkos_Profiling_C_Interface.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

std::vector<std::string>& lines() {
  static std::vector<std::string> all;
  return all;
}

void begin_kernel(char const* name, std::uint64_t* kernel) {
  static std::uint64_t number = 0;
  *kernel = ++number;
  lines().push_back(std::string{"kernel "} + name);
}

}  // namespace

extern "C" {

/// What the tool has been told so far; emptied by whoever reads it.
std::vector<std::string>* recorded_lines() { return &lines(); }

void kokkosp_push_profile_region(char const* name) {
  lines().push_back(std::string{"begin "} + name);
}
void kokkosp_pop_profile_region() { lines().push_back("end"); }

void kokkosp_begin_parallel_for(char const* name, std::uint32_t, std::uint64_t* kernel) {
  begin_kernel(name, kernel);
}
void kokkosp_end_parallel_for(std::uint64_t) { lines().push_back("end of kernel"); }
void kokkosp_begin_parallel_reduce(char const* name, std::uint32_t, std::uint64_t* kernel) {
  begin_kernel(name, kernel);
}
void kokkosp_end_parallel_reduce(std::uint64_t) { lines().push_back("end of kernel"); }
void kokkosp_begin_parallel_scan(char const* name, std::uint32_t, std::uint64_t* kernel) {
  begin_kernel(name, kernel);
}
void kokkosp_end_parallel_scan(std::uint64_t) { lines().push_back("end of kernel"); }

void kokkosp_allocate_data(Kokkos_Profiling_SpaceHandle, char const* label, void const*,
                           std::uint64_t) {
  lines().push_back(std::string{"allocate "} + label);
}
}
