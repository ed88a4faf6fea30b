// SPDX-License-Identifier: BSD-3-Clause
// What all accumulators share: their shape, the result of an insert, the layout of their arrays.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Result of an insert: the product is in the accumulator, or its new key found no room.
enum class Insert { done, full };

/// What an accumulator must hold.
///
/// Units: capacity and num_keys in keys.
struct AccumulatorShape {
  std::int64_t capacity = 0;  ///< most distinct keys of one row
  std::int64_t num_keys = 0;  ///< keys are in [0, num_keys)
  int hash_scale = 1;         ///< linked list: hash buckets per entry of capacity
  double max_occupancy = 1;   ///< linear probing: largest share of slots in use
};

/// Bytes of an array of `count` elements, rounded up so that an array of any scalar may follow it.
template <class T>
KOKKOS_FUNCTION constexpr std::size_t placed_bytes(std::int64_t count) {
  constexpr std::size_t alignment = 16;
  return (static_cast<std::size_t>(count) * sizeof(T) + alignment - 1) / alignment * alignment;
}

/// The same shape with another capacity.
inline AccumulatorShape with_capacity(AccumulatorShape shape, std::int64_t capacity) {
  shape.capacity = capacity;
  return shape;
}

/// The shape of the largest accumulator like `shape` that fits `bytes`. Its capacity is 0 if not
/// even one key fits.
template <class Accumulator>
AccumulatorShape largest_shape_within(std::size_t bytes, AccumulatorShape const& shape) {
  std::int64_t fits = 0;
  std::int64_t too_many = shape.capacity + 1;
  while (too_many - fits > 1) {
    std::int64_t const middle = fits + (too_many - fits) / 2;
    bool const middle_fits = Accumulator::bytes(with_capacity(shape, middle)) <= bytes;
    (middle_fits ? fits : too_many) = middle;
  }
  return with_capacity(shape, fits);
}

}  // namespace araios::inline ARAIOS_ISA::impl
