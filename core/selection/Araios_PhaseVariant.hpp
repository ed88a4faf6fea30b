// SPDX-License-Identifier: BSD-3-Clause
// A variant of a phase, the temporary memory it takes, and the best of several under a cap.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_Selection.hpp>
#include <accumulators/Araios_Accumulator.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// One way to run a phase, and the temporary memory that it takes. Units: bytes.
struct PhaseVariant {
  Selection selection;
  AccumulatorShape shape;
  std::size_t chunk_bytes = 0;
  std::size_t sort_bytes = 0;   ///< to sort rows on their way into C; 0: they are not
  std::size_t fixed_bytes = 0;  ///< all but the pool; independent of the number of owners
};

/// Variants in the order of preference.
using PhaseVariants = std::vector<PhaseVariant>;

namespace memory_detail {

inline std::size_t bytes_with_lock(PhaseVariant const& way) {
  return way.chunk_bytes + sizeof(int);
}

}  // namespace memory_detail

/// Chunks of the pool of a variant when memory is ample.
inline std::size_t chunks_wanted(PhaseVariant const& way, DeviceTraits const& device) {
  auto const selected = static_cast<std::size_t>(way.selection.num_chunks);
  if (device.is_host || way.chunk_bytes == 0) return selected;
  auto const limit = tuning::device_max_pool_bytes / memory_detail::bytes_with_lock(way);
  return std::min(selected, std::max<std::size_t>(limit, 1));
}

/// Chunks that fit into max_bytes beside the rest. Empty chunks, which are locks alone, fit all or
/// not at all.
inline std::size_t chunks_within(PhaseVariant const& way, DeviceTraits const& device,
                                 std::size_t max_bytes) {
  if (way.fixed_bytes > max_bytes) return 0;
  auto const wanted = chunks_wanted(way, device);
  auto const fitting = (max_bytes - way.fixed_bytes) / memory_detail::bytes_with_lock(way);
  if (way.chunk_bytes == 0 && fitting < wanted) return 0;
  return std::min(wanted, fitting);
}

/// Bytes of a variant when memory is ample. A larger chunk never takes less.
inline std::size_t ample_bytes(PhaseVariant const& way, DeviceTraits const& device) {
  std::size_t const one = memory_detail::bytes_with_lock(way);
  std::size_t const all = one * static_cast<std::size_t>(way.selection.num_chunks);
  if (device.is_host || way.chunk_bytes == 0) return way.fixed_bytes + all;
  return way.fixed_bytes + std::min(all, std::max(one, tuning::device_max_pool_bytes));
}

/// Bytes of a variant with a single chunk.
inline std::size_t least_bytes(PhaseVariant const& way, DeviceTraits const& device) {
  auto const chunks = way.chunk_bytes == 0 ? chunks_wanted(way, device) : 1;
  return way.fixed_bytes + chunks * memory_detail::bytes_with_lock(way);
}

/// Bytes of the variant that needs least. Pre: there is a variant.
inline std::size_t least_bytes(PhaseVariants const& ways, DeviceTraits const& device) {
  std::size_t least = least_bytes(ways.front(), device);
  for (auto const& way : ways) least = std::min(least, least_bytes(way, device));
  return least;
}

/// The first variant whose chunks all fit into max_bytes; otherwise the one of which most chunks
/// fit.
///
/// Pre:    there is a variant.
/// Throws: OutOfMemory when no variant fits with a single chunk.
inline PhaseVariant const& best_variant_within(PhaseVariants const& ways,
                                               DeviceTraits const& device, std::size_t max_bytes) {
  PhaseVariant const* best = nullptr;
  std::size_t most = 0;
  for (auto const& way : ways) {
    auto const chunks = chunks_within(way, device, max_bytes);
    if (chunks == chunks_wanted(way, device)) return way;
    if (chunks <= most) continue;
    best = &way;
    most = chunks;
  }
  if (best == nullptr) {
    throw OutOfMemory{"the product with one chunk of its memory pool", least_bytes(ways, device),
                      max_bytes};
  }
  return *best;
}

}  // namespace araios::inline ARAIOS_ISA::impl
