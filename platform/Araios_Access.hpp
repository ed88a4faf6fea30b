// SPDX-License-Identifier: BSD-3-Clause
// Plain or atomic access to the memory of an accumulator, chosen once per kernel.
#pragma once

#include <platform/Araios_DeviceOrder.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <atomic>

namespace araios::inline ARAIOS_ISA::impl {

/// Access by a single lane: plain loads and stores.
struct Exclusive {
  static constexpr bool concurrent = false;
  static constexpr bool equal_keys_meet = false;  ///< lanes may insert equal keys together

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
  KOKKOS_FUNCTION static T load(T* address) {
    return *address;
  }
  template <class T>
  KOKKOS_FUNCTION static T load_relaxed(T* address) {
    return *address;
  }
  template <class T>
  KOKKOS_FUNCTION static void store(T* address, T value) {
    *address = value;
  }
  template <class T>
  KOKKOS_FUNCTION static T compare_exchange(T* address, T expected, T desired) {
    T const found = *address;
    if (found == expected) *address = desired;
    return found;
  }
  KOKKOS_FUNCTION static int fetch_increment(int* count) { return (*count)++; }
  template <class T>
  KOKKOS_FUNCTION static void unite(T* address, T bits) {
    *address |= bits;
  }
  template <class Combine, class T>
  KOKKOS_FUNCTION static void combine(T& target, T const& value) {
    Combine::apply(target, value);
  }
  KOKKOS_FUNCTION static void publish_fence() {}
  KOKKOS_FUNCTION static void observe_fence() {}
};

/// Access by several lanes that insert different keys concurrently. Keys and counts are atomic. A
/// lane that sees a new entry sees what was written for it before. The value of a key has one
/// writer at a time.
///
/// Hosts use std::atomic_ref, whose memory orders thread sanitizers understand. Devices use relaxed
/// atomics of Kokkos with fences.
struct Shared {
  static constexpr bool concurrent = true;
  static constexpr bool equal_keys_meet = false;

  /// A count in the memory that the lanes share.
  template <class T>
  class Counter {
   public:
    KOKKOS_FUNCTION explicit Counter(T* count) : count_{count} {}
    KOKKOS_FUNCTION T get() const {
      KOKKOS_IF_ON_HOST((return std::atomic_ref<T>{*count_}.load(std::memory_order_relaxed);))
      KOKKOS_IF_ON_DEVICE((return DeviceOrder::load_relaxed(count_);))
    }
    KOKKOS_FUNCTION T fetch_increment() {
      KOKKOS_IF_ON_HOST(
          (return std::atomic_ref<T>{*count_}.fetch_add(1, std::memory_order_relaxed);))
      KOKKOS_IF_ON_DEVICE((return Kokkos::atomic_fetch_add(count_, T{1});))
    }
    KOKKOS_FUNCTION void reset() {
      KOKKOS_IF_ON_HOST((std::atomic_ref<T>{*count_}.store(0, std::memory_order_relaxed);))
      KOKKOS_IF_ON_DEVICE((Kokkos::atomic_store(count_, T{0});))
    }

   private:
    T* count_;
  };

  template <class T>
  KOKKOS_FUNCTION static T load(T* address) {
    KOKKOS_IF_ON_HOST((return std::atomic_ref<T>{*address}.load(std::memory_order_acquire);))
    KOKKOS_IF_ON_DEVICE((return DeviceOrder::load_relaxed(address);))
  }
  /// Orders nothing else. On devices a volatile read, since atomic reads of shared memory are
  /// slower.
  template <class T>
  KOKKOS_FUNCTION static T load_relaxed(T* address) {
    KOKKOS_IF_ON_HOST((return std::atomic_ref<T>{*address}.load(std::memory_order_relaxed);))
    KOKKOS_IF_ON_DEVICE((return *static_cast<T const volatile*>(address);))
  }
  template <class T>
  KOKKOS_FUNCTION static void store(T* address, T value) {
    KOKKOS_IF_ON_HOST((std::atomic_ref<T>{*address}.store(value, std::memory_order_relaxed);))
    KOKKOS_IF_ON_DEVICE((Kokkos::atomic_store(address, value);))
  }
  template <class T>
  KOKKOS_FUNCTION static T compare_exchange(T* address, T expected, T desired) {
    KOKKOS_IF_ON_HOST((std::atomic_ref<T>{*address}.compare_exchange_strong(
        expected, desired, std::memory_order_acq_rel);
                       return expected;))
    KOKKOS_IF_ON_DEVICE((return Kokkos::atomic_compare_exchange(address, expected, desired);))
  }
  KOKKOS_FUNCTION static int fetch_increment(int* count) {
    return Counter<int>{count}.fetch_increment();
  }
  template <class T>
  KOKKOS_FUNCTION static void unite(T* address, T bits) {
    KOKKOS_IF_ON_HOST((std::atomic_ref<T>{*address}.fetch_or(bits, std::memory_order_relaxed);))
    KOKKOS_IF_ON_DEVICE((Kokkos::atomic_or(address, bits);))
  }
  template <class Combine, class T>
  KOKKOS_FUNCTION static void combine(T& target, T const& value) {
    Combine::apply(target, value);
  }
  template <class T>
  KOKKOS_FUNCTION static void add_relaxed(T* address, T value) {
    KOKKOS_IF_ON_HOST((std::atomic_ref<T>{*address}.fetch_add(value, std::memory_order_relaxed);))
    KOKKOS_IF_ON_DEVICE((Kokkos::atomic_add(address, value);))
  }
  /// Counts a lane that is done. Returns true for the last of num_lanes lanes, which then sees what
  /// the others wrote.
  ///
  /// Pre: *num_done is zero before the first lane.
  template <class T>
  KOKKOS_FUNCTION static bool is_last_done(T* num_done, T num_lanes) {
    KOKKOS_IF_ON_HOST(
        (return std::atomic_ref<T>{*num_done}.fetch_add(1, std::memory_order_acq_rel) + 1 ==
                    num_lanes;))
    KOKKOS_IF_ON_DEVICE(
        (bool const is_last = DeviceOrder::release_and_count(num_done) + 1 == num_lanes;
         if (is_last) DeviceOrder::acquire(); return is_last;))
  }
  /// Writes of this lane before the fence are visible to a lane that sees its writes after the
  /// fence.
  KOKKOS_FUNCTION static void publish_fence() { KOKKOS_IF_ON_DEVICE((Kokkos::store_fence();)) }
  KOKKOS_FUNCTION static void observe_fence() { KOKKOS_IF_ON_DEVICE((Kokkos::load_fence();)) }
};

/// Access by several lanes that may insert equal keys concurrently: values are atomic as well.
struct Contended : Shared {
  static constexpr bool equal_keys_meet = true;

  template <class Combine, class T>
  KOKKOS_FUNCTION static void combine(T& target, T const& value) {
    Combine::apply_atomic(target, value);
  }
};

/// Sets a flag that several lanes may set concurrently. Devices use a plain store, since an atomic
/// one spills registers.
KOKKOS_INLINE_FUNCTION void raise_flag(int* flag) {
  KOKKOS_IF_ON_HOST((Shared::store(flag, 1);))
  KOKKOS_IF_ON_DEVICE((*flag = 1;))
}

}  // namespace araios::inline ARAIOS_ISA::impl
