// SPDX-License-Identifier: BSD-3-Clause
// Loops that run outside of Kokkos, as tools of Kokkos see them.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Tells tools, where one is loaded, that a loop runs as long as this object lives: it stands in
/// their tables like a parallel_for of Kokkos. Loops do not nest.
class AnnouncedLoop {
 public:
  template <class ExecutionSpace>
  AnnouncedLoop(ExecutionSpace const& exec, std::string const& label) {
    Kokkos::Tools::beginParallelFor(label, Kokkos::Tools::Experimental::device_id(exec), &kernel_);
  }
  AnnouncedLoop(AnnouncedLoop const&) = delete;
  AnnouncedLoop& operator=(AnnouncedLoop const&) = delete;
  ~AnnouncedLoop() { Kokkos::Tools::endParallelFor(kernel_); }

 private:
  std::uint64_t kernel_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
