// SPDX-License-Identifier: BSD-3-Clause
// Frees the views of objects that outlive Kokkos.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <mutex>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// A list of objects that hold views. Kokkos' finalization empties all that live then: Kokkos ends
/// the process when a view is freed later. Any thread may make and destroy such objects.
class ListedForFinalize {
 public:
  ListedForFinalize(ListedForFinalize const&) = delete;
  ListedForFinalize& operator=(ListedForFinalize const&) = delete;

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

    void drop_all() {
      std::scoped_lock const lock{mutex};
      for (auto* object = first; object != nullptr; object = object->next_) object->drop();
    }
  };

  /// Frees all views. Makes and destroys no listed object.
  virtual void drop() = 0;

  /// Never destroyed, since objects of static storage may be destroyed after it.
  static List& all() {
    static auto* const list = [] {
      auto* const made = new List;
      Kokkos::push_finalize_hook([made] { made->drop_all(); });
      return made;
    }();
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
  void drop() override { contents = Contents{}; }
};

}  // namespace araios::inline ARAIOS_ISA::impl
