// SPDX-License-Identifier: BSD-3-Clause
// Objects of which a process has one while Kokkos is initialized.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <memory>

namespace araios::inline ARAIOS_ISA::impl {

/// The one object of this type, created on first use. Kokkos' finalization calls its close(), since
/// the execution spaces that it holds must not outlive Kokkos.
template <class T>
std::shared_ptr<T> const& process_singleton() {
  static std::shared_ptr<T> const object = [] {
    auto made = std::make_shared<T>();
    Kokkos::push_finalize_hook([made] { made->close(); });
    return made;
  }();
  return object;
}

}  // namespace araios::inline ARAIOS_ISA::impl
