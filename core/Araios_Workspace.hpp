// SPDX-License-Identifier: BSD-3-Clause
// Temporary memory that lives between calls, and its cap.
#pragma once

#include <Araios_Expects.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>

namespace araios {

/// What a buffer of the workspace holds while a call runs.
enum class WorkspaceSlot {
  row_sizes,
  column_sets,
  compressed_row_offsets,
  compressed_blocks,
  compressed_bits,
  work_offsets,
  pool_memory,
  pool_locks,
  sort_memory,
  mismatch,
  carry_rows,
  carry_sums,
  count
};

/// Memory kept between calls: a handle, cheap to copy; copies share the memory. Buffers grow on
/// demand; under a cap, those that a call does not need make room. Contents do not outlive a call.
///
/// Pre: one call at a time uses a workspace.
template <class Device>
class Workspace {
 public:
  Workspace() : buffers_{std::make_shared<Buffers>()} {}

  /// Bytes held now.
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (auto const& buffer : *buffers_) sum += buffer.memory.size();
    return sum;
  }

  /// Starts a call: no buffer is in use.
  void begin_call() {
    for (auto& buffer : *buffers_) buffer.in_use = false;
  }

  /// Bytes of the buffers that this call has taken.
  std::size_t bytes_in_use() const {
    std::size_t sum = 0;
    for (auto const& buffer : *buffers_) sum += buffer.in_use ? buffer.memory.size() : 0;
    return sum;
  }

  /// A buffer of `count` elements, contents undefined, valid until the next call begins.
  ///
  /// Pre:    this call has not taken the slot yet.
  /// Throws: OutOfMemory when the call would hold more than max_bytes.
  template <class T, class ExecutionSpace>
  Kokkos::View<T*, Device> take(ExecutionSpace const& exec, WorkspaceSlot slot, std::size_t count,
                                std::size_t max_bytes) {
    Buffer& buffer = (*buffers_)[static_cast<std::size_t>(slot)];
    std::size_t const size = count * sizeof(T);
    std::size_t const needed = bytes_in_use() + size;
    if (needed > max_bytes) throw OutOfMemory{"the workspace of the product", needed, max_bytes};
    // Under a cap buffers are exact: what one keeps beyond its need could be missing in another.
    bool const capped = max_bytes < std::numeric_limits<std::size_t>::max();
    bool const fits = capped ? buffer.memory.size() == size : buffer.memory.size() >= size;
    if (!fits) {
      buffer.memory = {};
      make_room(size, max_bytes);
      buffer.memory = Kokkos::View<std::byte*, Device>(
          Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::workspace"), size);
    }
    buffer.in_use = true;
    make_room(0, max_bytes);
    return Kokkos::View<T*, Device>(reinterpret_cast<T*>(buffer.memory.data()), count);
  }

 private:
  struct Buffer {
    Kokkos::View<std::byte*, Device> memory;
    bool in_use = false;
  };
  using Buffers = std::array<Buffer, static_cast<std::size_t>(WorkspaceSlot::count)>;

  /// Frees buffers of earlier calls until `more` bytes fit.
  void make_room(std::size_t more, std::size_t max_bytes) {
    for (auto& buffer : *buffers_) {
      if (bytes() + more <= max_bytes) return;
      if (!buffer.in_use) buffer.memory = {};
    }
  }

  std::shared_ptr<Buffers> buffers_;
};

}  // namespace araios
