// SPDX-License-Identifier: BSD-3-Clause
// Workspaces for calls that bring none, kept from one call to the next.
#pragma once

#include <Araios_Workspace.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_ProcessSingleton.hpp>

#include <mutex>
#include <utility>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// Workspaces that no call uses at the moment: as many as calls have run at once.
template <class Device>
class IdleWorkspaces {
 public:
  /// A workspace for the life of this object.
  class Lent {
   public:
    Lent() : workspace_{instance().take()} {}
    ~Lent() { instance().give_back(std::move(workspace_)); }
    Lent(Lent const&) = delete;
    Lent& operator=(Lent const&) = delete;
    Workspace<Device> const& get() const { return workspace_; }

   private:
    Workspace<Device> workspace_;
  };

  void close() {
    std::lock_guard const lock{mutex_};
    idle_.clear();
  }

 private:
  friend Lent;

  static IdleWorkspaces& instance() { return *process_singleton<IdleWorkspaces>(); }
  Workspace<Device> take() {
    std::lock_guard const lock{mutex_};
    if (idle_.empty()) return {};
    auto workspace = std::move(idle_.back());
    idle_.pop_back();
    return workspace;
  }
  void give_back(Workspace<Device> workspace) {
    std::lock_guard const lock{mutex_};
    idle_.push_back(std::move(workspace));
  }

  std::mutex mutex_;
  std::vector<Workspace<Device>> idle_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
