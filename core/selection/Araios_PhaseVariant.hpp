// SPDX-License-Identifier: BSD-3-Clause
// Variants of a phase, the temporary memory they take, and the best of several under a cap.
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

/// One variant of a phase, and the temporary memory that it takes.
///
/// Units: bytes.
struct PhaseVariant {
  Selection selection;
  AccumulatorShape shape;
  std::size_t chunk_bytes = 0;
  std::size_t sort_bytes = 0;   ///< to sort rows as they are moved to C; 0 if they are not
  std::size_t fixed_bytes = 0;  ///< all but the pool; independent of the number of owners
};

/// Variants in order of preference.
using PhaseVariants = std::vector<PhaseVariant>;

namespace memory_detail {

inline std::size_t bytes_with_lock(PhaseVariant const& variant) {
  return variant.chunk_bytes + sizeof(int);
}

}  // namespace memory_detail

/// The number of chunks in the pool of a variant if memory is ample.
inline std::size_t chunks_wanted(PhaseVariant const& variant, DeviceTraits const& device) {
  auto const selected = static_cast<std::size_t>(variant.selection.num_chunks);
  if (device.is_host || variant.chunk_bytes == 0) return selected;
  auto const limit = tuning::device_max_pool_bytes / memory_detail::bytes_with_lock(variant);
  return std::min(selected, std::max<std::size_t>(limit, 1));
}

/// The number of chunks that fit into max_bytes beside the fixed memory. Chunks of no bytes consist
/// of their locks alone; either all of them fit, or the result is 0.
inline std::size_t chunks_within(PhaseVariant const& variant, DeviceTraits const& device,
                                 std::size_t max_bytes) {
  if (variant.fixed_bytes > max_bytes) return 0;
  auto const wanted = chunks_wanted(variant, device);
  auto const fitting = (max_bytes - variant.fixed_bytes) / memory_detail::bytes_with_lock(variant);
  if (variant.chunk_bytes == 0 && fitting < wanted) return 0;
  return std::min(wanted, fitting);
}

/// Bytes of a variant if memory is ample. They do not decrease as chunks grow.
inline std::size_t ample_bytes(PhaseVariant const& variant, DeviceTraits const& device) {
  std::size_t const one = memory_detail::bytes_with_lock(variant);
  std::size_t const all = one * static_cast<std::size_t>(variant.selection.num_chunks);
  if (device.is_host || variant.chunk_bytes == 0) return variant.fixed_bytes + all;
  return variant.fixed_bytes + std::min(all, std::max(one, tuning::device_max_pool_bytes));
}

/// Bytes of a variant with a single chunk, or with all chunks if these have no bytes.
inline std::size_t least_bytes(PhaseVariant const& variant, DeviceTraits const& device) {
  auto const chunks = variant.chunk_bytes == 0 ? chunks_wanted(variant, device) : 1;
  return variant.fixed_bytes + chunks * memory_detail::bytes_with_lock(variant);
}

/// Bytes of the variant that needs the least.
///
/// Pre: there is a variant.
inline std::size_t least_bytes(PhaseVariants const& variants, DeviceTraits const& device) {
  std::size_t least = least_bytes(variants.front(), device);
  for (auto const& variant : variants) least = std::min(least, least_bytes(variant, device));
  return least;
}

/// The first variant whose chunks all fit into max_bytes; if there is none, the first of those with
/// the most chunks that fit.
///
/// Pre:    there is a variant.
/// Throws: OutOfMemory if no variant fits with a single chunk.
inline PhaseVariant const& best_variant_within(PhaseVariants const& variants,
                                               DeviceTraits const& device, std::size_t max_bytes) {
  PhaseVariant const* best = nullptr;
  std::size_t most = 0;
  for (auto const& variant : variants) {
    auto const chunks = chunks_within(variant, device, max_bytes);
    if (chunks == chunks_wanted(variant, device)) return variant;
    if (chunks <= most) continue;
    best = &variant;
    most = chunks;
  }
  if (best == nullptr) {
    throw OutOfMemory{"the product with one chunk of its memory pool",
                      least_bytes(variants, device), max_bytes};
  }
  return *best;
}

}  // namespace araios::inline ARAIOS_ISA::impl
