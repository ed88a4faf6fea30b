// SPDX-License-Identifier: BSD-3-Clause
// Temporary memory that is kept between calls, and its cap.
#pragma once

#include <Araios_Errors.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_ConcurrentInstances.hpp>
#include <platform/Araios_DropAtFinalize.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InstanceEvent.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <platform/Araios_ProcessSingleton.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios::inline ARAIOS_ISA {

namespace impl {
/// What a flag of the workspace reports.
enum class WorkspaceFlag {
  mismatch,     ///< the product found a pattern other than that of the plan
  long_groups,  ///< the last call of spmm found groups of many entries
  count
};

/// Elements in a buffer of a workspace. While the loan lives, the buffer has no other use.
template <class T, class Device>
struct Loan {
  Kokkos::View<T*, Device> elements;
  Kokkos::View<std::byte*, Device> memory;

  std::size_t bytes() const { return memory.size(); }
};
}  // namespace impl

/// Temporary memory kept between calls: a handle, cheap to copy; copies share the memory.
///
/// Buffers grow on demand; under a cap, those that a call does not need make room. Contents outlive
/// a call only where they are shared or kept. What a call holds elsewhere on behalf of the product
/// counts towards its cap. A workspace may outlive Kokkos, whose finalization frees its memory.
///
/// `Workspace<Space>` of an execution or a memory space is taken where that of its device is.
///
/// Pre: one call at a time uses a workspace. A call that finds it in use throws std::logic_error.
template <class Device>
class Workspace {
  struct Memory;

 public:
  /// An empty workspace. Throws: OutOfMemory.
  Workspace()
      : memory_{impl::or_out_of_memory("a workspace", sizeof(Memory),
                                       [] { return std::make_shared<Memory>(); })} {}

  /// Bytes that the workspace itself holds now.
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (auto const& buffer : contents().buffers) sum += buffer.memory.size();
    return sum;
  }

  /// @cond impl
  // For the calls of the library: each takes the slots that it needs between two begin_call.

  /// The use of a workspace by one call, from its construction to its destruction.
  class Use {
   public:
    /// Throws: as expect_callable; std::logic_error when another call uses the workspace.
    template <class ExecutionSpace>
    Use(ExecutionSpace const&, Workspace const& workspace) : memory_{*workspace.memory_} {
      impl::expect_callable<ExecutionSpace>();
      impl::ListedForFinalize::drop_at_finalize();
      if (memory_.is_in_call.exchange(true, std::memory_order_acquire)) {
        throw std::logic_error{
            "araios: the workspace is in use by another call: give each thread a workspace of its "
            "own, also for calls with one plan"};
      }
    }
    ~Use() { memory_.is_in_call.store(false, std::memory_order_release); }
    Use(Use const&) = delete;
    Use& operator=(Use const&) = delete;

   private:
    Memory& memory_;
  };

  /// Starts a call on `exec` that holds `held_bytes` elsewhere: no buffer is in use. Waits for what
  /// the call before has left running on another instance.
  template <class ExecutionSpace>
  void begin_call(ExecutionSpace const& exec, std::size_t held_bytes = 0) {
    contents().running.end_before(exec);
    contents().held_bytes = held_bytes;
    for (auto& buffer : contents().buffers) buffer.in_use = false;
  }

  /// Frees all buffers that no call uses.
  void release_idle() {
    for (auto& buffer : contents().buffers) {
      if (!buffer.in_use) buffer.release();
    }
  }

  /// Records that work of this call goes on after it, with the buffers that it has taken.
  void leave_running(impl::PendingWork const& work) { contents().running = work; }

  /// Bytes that this call has taken or holds elsewhere.
  std::size_t bytes_in_use() const {
    std::size_t sum = contents().held_bytes;
    for (auto const& buffer : contents().buffers) sum += buffer.in_use ? buffer.memory.size() : 0;
    return sum;
  }

  /// Counts memory that this call is about to allocate elsewhere.
  ///
  /// Throws: OutOfMemory when the call would hold more than max_bytes.
  void hold(std::size_t size, std::size_t max_bytes) {
    expect_room(size, max_bytes);
    contents().held_bytes += size;
    make_room(0, max_bytes);
  }

  /// Instances to run kernels concurrently with those of `exec`, lent at the first call and kept.
  template <class ExecutionSpace>
  impl::ConcurrentInstances<ExecutionSpace>& beside(ExecutionSpace const& exec) {
    using Lent = std::shared_ptr<impl::ConcurrentInstances<ExecutionSpace>>;
    if (std::any_cast<Lent>(&contents().instances) == nullptr) {
      contents().instances =
          impl::process_singleton<impl::InstancePool<ExecutionSpace>>()->lend(exec);
    }
    return **std::any_cast<Lent>(&contents().instances);
  }

  /// A flag that host and device share without copies, allocated at the first call and kept.
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> flag(impl::WorkspaceFlag which) {
    auto& flag = contents().flags[static_cast<std::size_t>(which)];
    if (flag.data() == nullptr) {
      flag = impl::or_out_of_memory("a flag", sizeof(int), [] {
        return Kokkos::View<int, Kokkos::SharedHostPinnedSpace>(
            Kokkos::view_alloc(Kokkos::WithoutInitializing, "araios::workspace.flag"));
      });
      flag() = 0;
    }
    return flag;
  }

  /// At least `count` numbers that host and device share without copies, contents undefined.
  Kokkos::View<std::int64_t*, Kokkos::SharedHostPinnedSpace> numbers(std::size_t count) {
    if (contents().numbers.extent(0) < count) {
      contents().numbers = impl::allocate_view<std::int64_t, Kokkos::SharedHostPinnedSpace>(
          Kokkos::view_alloc(Kokkos::WithoutInitializing, "araios::workspace.numbers"), count);
    }
    return contents().numbers;
  }

  /// A copy of `value` that lives until another value is kept. Host memory is written only if the
  /// value differs from the last one: otherwise it stays in the caches of the threads that read it.
  template <class T>
  T const& keep(T const& value) {
    T const* kept = std::any_cast<T>(&contents().kept);
    if (kept == nullptr || !(*kept == value)) kept = &contents().kept.template emplace<T>(value);
    return *kept;
  }

  /// Ends the use of a buffer before the call ends. Under a cap it may then make room.
  void give_back(impl::WorkspaceSlot slot) { buffer_of(slot).in_use = false; }

  /// The memory of a slot that this call has taken, for a holder that keeps its contents beyond the
  /// call. While it is held, the slot gets other memory.
  Kokkos::View<std::byte*, Device> share(impl::WorkspaceSlot slot) {
    return buffer_of(slot).memory;
  }

  /// A buffer of `count` elements, contents undefined, valid until the next call begins.
  ///
  /// Pre:    this call has not taken the slot yet, or has given it back.
  /// Throws: OutOfMemory when the call would hold more than max_bytes.
  template <class T, class ExecutionSpace>
  Kokkos::View<T*, Device> take(ExecutionSpace const& exec, impl::WorkspaceSlot slot,
                                std::size_t count, std::size_t max_bytes) {
    return Kokkos::View<T*, Device>(
        reinterpret_cast<T*>(take_bytes(exec, slot, count * sizeof(T), max_bytes)), count);
  }

  /// A buffer of `count` elements that keeps the bytes of earlier calls, of whatever type. It is
  /// zero at first, and after it had to grow or to make room. Valid until the next call begins.
  ///
  /// Throws: as take.
  template <class T, class ExecutionSpace>
  Kokkos::View<T*, Device> take_kept(
      ExecutionSpace const& exec, impl::WorkspaceSlot slot, std::size_t count,
      std::size_t max_bytes = std::numeric_limits<std::size_t>::max()) {
    Buffer& buffer = buffer_of(slot);
    std::size_t const size = count * sizeof(T);
    expect_room(size, max_bytes);
    bool const fits =
        is_capped(max_bytes) ? buffer.memory.size() == size : buffer.memory.size() >= size;
    if (!fits) {
      buffer.release();
      make_room(size, max_bytes);
      buffer.memory = allocate_after_release([&] {
        return impl::allocate_view<std::byte, Device>(Kokkos::view_alloc(exec, label_of(slot)),
                                                      size);
      });
    }
    buffer.in_use = true;
    make_room(0, max_bytes);
    return Kokkos::View<T*, Device>(reinterpret_cast<T*>(buffer.memory.data()), count);
  }

  /// Counters of which the first `num_zero` are zero. All are filled, in the order of `exec`,
  /// unless the previous call has left these zero.
  ///
  /// Throws: as take.
  template <class ExecutionSpace>
  Kokkos::View<std::int64_t*, Device> take_counters(ExecutionSpace const& exec,
                                                    impl::WorkspaceSlot slot, std::size_t count,
                                                    std::size_t num_zero, std::size_t max_bytes) {
    auto const counters = take<std::int64_t>(exec, slot, count, max_bytes);
    if (found_zero_bytes(slot) < num_zero * sizeof(std::int64_t)) {
      Kokkos::deep_copy(exec, counters, 0);
    }
    return counters;
  }
  /// Records that the call leaves the first `num_zero` counters zero.
  void leave_zero_counters(impl::WorkspaceSlot slot, std::size_t num_zero) {
    leave_zero_bytes(slot, num_zero * sizeof(std::int64_t));
  }

  /// The number of leading bytes of a buffer known to be zero when it was taken.
  std::size_t found_zero_bytes(impl::WorkspaceSlot slot) const {
    return contents().buffers[static_cast<std::size_t>(slot)].found_zero_bytes;
  }

  /// Records that the call leaves the first `bytes` bytes of a taken buffer zero, and does not
  /// touch the others.
  void leave_zero_bytes(impl::WorkspaceSlot slot, std::size_t bytes) {
    Buffer& buffer = buffer_of(slot);
    buffer.left_zero_bytes = std::max(bytes, buffer.found_zero_bytes);
  }

  /// Takes a buffer and shares it, with as many elements as it has room for.
  ///
  /// Throws: as take.
  template <class T, class ExecutionSpace>
  impl::Loan<T, Device> lend(ExecutionSpace const& exec, impl::WorkspaceSlot slot,
                             std::size_t count, std::size_t max_bytes) {
    take_bytes(exec, slot, count * sizeof(T), max_bytes);
    auto const memory = share(slot);
    auto* const elements = reinterpret_cast<T*>(memory.data());
    return {Kokkos::View<T*, Device>(elements, memory.size() / sizeof(T)), memory};
  }
  /// @endcond

 private:
  struct Buffer {
    Kokkos::View<std::byte*, Device> memory;
    bool in_use = false;
    std::size_t found_zero_bytes = 0;
    std::size_t left_zero_bytes = 0;

    void release() {
      memory = {};
      left_zero_bytes = 0;
    }
  };
  struct Contents {
    std::array<Buffer, static_cast<std::size_t>(impl::WorkspaceSlot::count)> buffers;
    std::size_t held_bytes = 0;
    impl::PendingWork running;
    std::any instances;
    std::any kept;
    std::array<Kokkos::View<int, Kokkos::SharedHostPinnedSpace>,
               static_cast<std::size_t>(impl::WorkspaceFlag::count)>
        flags;
    Kokkos::View<std::int64_t*, Kokkos::SharedHostPinnedSpace> numbers;
  };
  struct Memory {
    impl::DropAtFinalize<Contents> kept;
    std::atomic<bool> is_in_call = false;
  };

  Contents& contents() const { return memory_->kept.contents; }

  /// take, whatever the elements: compiled once.
  template <class ExecutionSpace>
  std::byte* take_bytes(ExecutionSpace const& exec, impl::WorkspaceSlot slot, std::size_t size,
                        std::size_t max_bytes) {
    Buffer& buffer = buffer_of(slot);
    // Memory given away by share() stays with its holder.
    if (buffer.memory.use_count() > 1) buffer.release();
    expect_room(size, max_bytes);
    // Under a cap buffers are exact: surplus in one buffer could be missing in another.
    bool const fits =
        is_capped(max_bytes) ? buffer.memory.size() == size : buffer.memory.size() >= size;
    if (!fits) {
      buffer.release();
      make_room(size, max_bytes);
      buffer.memory = allocate_after_release([&] {
        return impl::allocate_untouched<std::byte, Device>(
            impl::uninitialized_at_once(exec, label_of(slot)), size);
      });
    }
    buffer.in_use = true;
    buffer.found_zero_bytes = std::exchange(buffer.left_zero_bytes, 0);
    make_room(0, max_bytes);
    return buffer.memory.data();
  }

  Buffer& buffer_of(impl::WorkspaceSlot slot) {
    return contents().buffers[static_cast<std::size_t>(slot)];
  }

  static bool is_capped(std::size_t max_bytes) {
    return max_bytes < std::numeric_limits<std::size_t>::max();
  }

  void expect_room(std::size_t size, std::size_t max_bytes) const {
    if (!is_capped(max_bytes)) return;
    std::size_t const needed = bytes_in_use() + size;
    if (needed > max_bytes) throw OutOfMemory{"the workspace of the product", needed, max_bytes};
  }

  /// Calls allocate(). If the system has no more memory, frees the buffers of earlier calls, and
  /// tries once more.
  template <class Allocate>
  auto allocate_after_release(Allocate const& allocate) {
    try {
      return allocate();
    } catch (OutOfMemory const&) {
      release_idle();
    }
    return allocate();
  }

  /// Frees buffers of earlier calls until `more` bytes fit.
  void make_room(std::size_t more, std::size_t max_bytes) {
    if (!is_capped(max_bytes)) return;
    for (auto& buffer : contents().buffers) {
      if (contents().held_bytes + bytes() + more <= max_bytes) return;
      if (!buffer.in_use) buffer.release();
    }
  }

  std::shared_ptr<Memory> memory_;
};

/// @cond impl
// Of an execution or a memory space: goes where that of its device goes, and back.
template <class Space>
requires(!std::is_same_v<Space, typename Space::device_type>) class Workspace<Space>
    : public Workspace<typename Space::device_type> {
 public:
  /// An empty workspace. Throws: OutOfMemory.
  Workspace() = default;
  /// The same memory.
  Workspace(Workspace<typename Space::device_type> const& other)
      : Workspace<typename Space::device_type>{other} {}
};
/// @endcond

namespace impl {
/// Takes zeroed bytes of a host; fills only those not known to be zero. A caller that leaves them
/// zero says so by leave_zero_bytes.
template <class Device, class ExecutionSpace>
Kokkos::View<std::byte*, Device> take_zero_bytes(Workspace<Device>& workspace,
                                                 ExecutionSpace const& exec, WorkspaceSlot slot,
                                                 std::size_t bytes, std::size_t max_bytes) {
  auto const memory = workspace.template take<std::byte>(exec, slot, bytes, max_bytes);
  std::size_t const found = std::min(bytes, workspace.found_zero_bytes(slot));
  std::fill(memory.data() + found, memory.data() + bytes, std::byte{});
  return memory;
}
}  // namespace impl

}  // namespace araios::inline ARAIOS_ISA
