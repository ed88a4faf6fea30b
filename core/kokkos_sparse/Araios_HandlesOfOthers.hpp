// SPDX-License-Identifier: BSD-3-Clause
// Handles of Araios for those of Kokkos Kernels, which cannot own what they do not know.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_ProcessSingleton.hpp>

#include <Kokkos_Core.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Handles of Araios by the handles of others that they serve. A handle of Kokkos Kernels keeps
/// views: one element in a view, the witness, tells that it still lives. What has lost its witness
/// is freed when the next handle is made, and by Kokkos' finalization.
template <class Handle, class Witness>
class HandlesOfOthers {
 public:
  static HandlesOfOthers& instance() { return *process_singleton<HandlesOfOthers>(); }

  /// Keeps `handle` for `other` while `witness` has another owner. What `other` had is gone.
  void keep(void const* other, Witness const& witness, std::shared_ptr<Handle> handle) {
    std::lock_guard const lock{mutex_};
    std::erase_if(kept_, [](auto const& entry) { return entry.second.first.use_count() == 1; });
    kept_.insert_or_assign(other, std::pair{witness, std::move(handle)});
  }
  /// The handle of `other`, or nullptr.
  std::shared_ptr<Handle> find(void const* other) {
    std::lock_guard const lock{mutex_};
    auto const entry = kept_.find(other);
    return entry == kept_.end() ? nullptr : entry->second.second;
  }
  void close() {
    std::lock_guard const lock{mutex_};
    kept_.clear();
  }

 private:
  std::mutex mutex_;
  std::map<void const*, std::pair<Witness, std::shared_ptr<Handle>>> kept_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
