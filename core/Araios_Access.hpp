// SPDX-License-Identifier: BSD-3-Clause
// Plain or atomic access to the memory of an accumulator, chosen once per kernel.
#pragma once

#include <Kokkos_Core.hpp>

namespace araios {

/// Access by a single lane: plain loads and stores.
struct Exclusive {
  static constexpr bool concurrent = false;
  static constexpr bool equal_keys_meet = false;  ///< several lanes may insert one key at once

  /// A count kept in a register; the memory reserved for it stays zero.
  template <class T>
  class Counter {
   public:
    KOKKOS_FUNCTION explicit Counter(T*) {}
    KOKKOS_FUNCTION T get() const { return count_; }
    KOKKOS_FUNCTION T fetch_increment() { return count_++; }
    KOKKOS_FUNCTION void reset() { count_ = 0; }

   private:
    T count_ = 0;
  };

  template <class T>
  KOKKOS_FUNCTION static T load(T const* address) {
    return *address;
  }
  template <class T>
  KOKKOS_FUNCTION static T compare_exchange(T* address, T expected, T desired) {
    T const found = *address;
    if (found == expected) *address = desired;
    return found;
  }
  template <class Combine, class T>
  KOKKOS_FUNCTION static void combine(T& target, T const& value) {
    Combine::apply(target, value);
  }
  KOKKOS_FUNCTION static void publish_fence() {}
  KOKKOS_FUNCTION static void observe_fence() {}
};

/// Access by several lanes at once that insert different keys: keys and counts are atomic, with the
/// fences that publishing a new entry needs; the value of a key has one writer at a time.
struct Shared {
  static constexpr bool concurrent = true;
  static constexpr bool equal_keys_meet = false;

  /// A count in the memory that the lanes share.
  template <class T>
  class Counter {
   public:
    KOKKOS_FUNCTION explicit Counter(T* count) : count_{count} {}
    KOKKOS_FUNCTION T get() const { return Kokkos::atomic_load(count_); }
    KOKKOS_FUNCTION T fetch_increment() { return Kokkos::atomic_fetch_add(count_, T{1}); }
    KOKKOS_FUNCTION void reset() { Kokkos::atomic_store(count_, T{0}); }

   private:
    T* count_;
  };

  template <class T>
  KOKKOS_FUNCTION static T load(T const* address) {
    return Kokkos::atomic_load(address);
  }
  template <class T>
  KOKKOS_FUNCTION static T compare_exchange(T* address, T expected, T desired) {
    return Kokkos::atomic_compare_exchange(address, expected, desired);
  }
  template <class Combine, class T>
  KOKKOS_FUNCTION static void combine(T& target, T const& value) {
    Combine::apply(target, value);
  }
  /// What this lane wrote before is visible to a lane that sees what it writes after.
  KOKKOS_FUNCTION static void publish_fence() { Kokkos::store_fence(); }
  KOKKOS_FUNCTION static void observe_fence() { Kokkos::load_fence(); }
};

/// Access by several lanes at once that may insert equal keys: values are atomic as well.
struct Contended : Shared {
  static constexpr bool equal_keys_meet = true;

  template <class Combine, class T>
  KOKKOS_FUNCTION static void combine(T& target, T const& value) {
    Combine::apply_atomic(target, value);
  }
};

}  // namespace araios
