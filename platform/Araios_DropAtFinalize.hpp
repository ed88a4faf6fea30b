// SPDX-License-Identifier: BSD-3-Clause
// Frees the views of objects that outlive Kokkos.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <mutex>

namespace araios::inline ARAIOS_ISA::impl {

/// An object whose views are freed when Kokkos is finalized, if it lives longer: Kokkos ends the
/// process when a view is freed later. Any thread may make and destroy such objects.
class DropAtFinalize {
 public:
  DropAtFinalize(DropAtFinalize const&) = delete;
  DropAtFinalize& operator=(DropAtFinalize const&) = delete;

 protected:
  DropAtFinalize() {
    Living& living = all();
    std::scoped_lock const lock{living.mutex};
    next_ = living.first;
    if (next_ != nullptr) next_->previous_ = this;
    living.first = this;
  }
  ~DropAtFinalize() {
    Living& living = all();
    std::scoped_lock const lock{living.mutex};
    (previous_ != nullptr ? previous_->next_ : living.first) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
  }

 private:
  struct Living {
    std::mutex mutex;
    DropAtFinalize* first = nullptr;

    void drop() {
      std::scoped_lock const lock{mutex};
      for (auto* object = first; object != nullptr; object = object->next_) object->drop_views();
    }
  };

  /// Frees all views. Makes and destroys no such object.
  virtual void drop_views() = 0;

  /// Never destroyed, since objects of static storage may be destroyed after it.
  static Living& all() {
    static auto* const living = [] {
      auto* const made = new Living;
      Kokkos::push_finalize_hook([made] { made->drop(); });
      return made;
    }();
    return *living;
  }

  DropAtFinalize* previous_ = nullptr;
  DropAtFinalize* next_ = nullptr;
};

}  // namespace araios::inline ARAIOS_ISA::impl
