// SPDX-License-Identifier: BSD-3-Clause
// Frees the views of objects that outlive Kokkos.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <mutex>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// An object in the list of those that Kokkos' finalization empties: Kokkos ends the process when a
/// view is freed later. Objects may be made before Kokkos is initialized, and live in static
/// storage. Any thread may make and destroy them, except while Kokkos is finalized.
class ListedForFinalize {
 public:
  ListedForFinalize(ListedForFinalize const&) = delete;
  ListedForFinalize& operator=(ListedForFinalize const&) = delete;

  /// Empties the objects when Kokkos is finalized. Call it before an object takes its first view.
  ///
  /// Pre: Kokkos is initialized: the hooks of Kokkos may not exist before main begins.
  static void drop_at_finalize() {
    static bool const is_hooked = [] {
      Kokkos::push_finalize_hook([] { all().drop(); });
      return true;
    }();
    static_cast<void>(is_hooked);
  }

 protected:
  ListedForFinalize() {
    List& list = all();
    std::scoped_lock const lock{list.mutex};
    next_ = list.first;
    if (next_ != nullptr) next_->previous_ = this;
    list.first = this;
  }
  ~ListedForFinalize() {
    List& list = all();
    std::scoped_lock const lock{list.mutex};
    (previous_ != nullptr ? previous_->next_ : list.first) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
  }

 private:
  struct List {
    std::mutex mutex;
    ListedForFinalize* first = nullptr;

    void drop() {
      std::scoped_lock const lock{mutex};
      for (auto* object = first; object != nullptr; object = object->next_) object->drop();
    }
  };

  /// Frees all views. Makes and destroys no listed object.
  virtual void drop() = 0;

  /// Never destroyed, since objects of static storage may be destroyed after it.
  static List& all() {
    static auto* const list = new List;
    return *list;
  }

  ListedForFinalize* previous_ = nullptr;
  ListedForFinalize* next_ = nullptr;
};

/// Contents that Kokkos' finalization replaces by empty ones.
template <class Contents>
class DropAtFinalize final : ListedForFinalize {
 public:
  DropAtFinalize() = default;
  explicit DropAtFinalize(Contents given) : contents{std::move(given)} {}

  Contents contents;

 private:
  [[gnu::cold]] void drop() override { contents = Contents{}; }
};

}  // namespace araios::inline ARAIOS_ISA::impl
