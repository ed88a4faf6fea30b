// SPDX-License-Identifier: BSD-3-Clause
// A two-level accumulator: shared memory first, then a chunk of the memory pool for what overflows.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Inserts into the first level and, once that is full, new keys into the second.
///
/// All lanes together take a chunk for the second level when a row begins whose capacity exceeds
/// the first level. They return it when the row is cleared.
///
/// Pre:    a key that the first level refuses is refused for the rest of the row.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.1, algorithm 3; deviation: the chunk is taken at
///         the start of a row that may need it, not by the first lane that overflows.
template <class First, class Second, class Pool>
class TwoLevel {
 public:
  using key_type = typename First::key_type;
  using value_type = typename First::value_type;
  using entry_type = typename First::entry_type;

  KOKKOS_FUNCTION TwoLevel(First const& first, Pool const& pool,
                           AccumulatorShape const& second_shape, int owner)
      : first_{first}, pool_{pool}, second_shape_{second_shape}, owner_{owner} {}

  template <class Lanes>
  KOKKOS_FUNCTION void begin_row(Lanes const& lanes, std::int64_t capacity) {
    first_.begin_row(lanes, capacity);
    if (capacity <= first_.capacity()) return;
    chunk_ = pool_.acquire(lanes, owner_);
    second_ = Second{chunk_.data, second_shape_};
    second_.begin_row(lanes, capacity);
  }

  KOKKOS_FUNCTION Insert insert(key_type key, value_type value) {
    if (first_.insert(key, value) == Insert::done) return Insert::done;
    return chunk_.data == nullptr ? Insert::full : second_.insert(key, value);
  }

  KOKKOS_FUNCTION entry_type size() const {
    return first_.size() + (chunk_.data == nullptr ? 0 : second_.size());
  }
  KOKKOS_FUNCTION key_type key(entry_type entry) const {
    auto const in_first = first_.size();
    return entry < in_first ? first_.key(entry) : second_.key(entry - in_first);
  }
  KOKKOS_FUNCTION value_type value(entry_type entry) const {
    auto const in_first = first_.size();
    return entry < in_first ? first_.value(entry) : second_.value(entry - in_first);
  }

  template <class Lanes>
  KOKKOS_FUNCTION void clear(Lanes const& lanes) {
    first_.clear(lanes);
    if (chunk_.data == nullptr) return;
    second_.clear(lanes);
    pool_.release(lanes, chunk_);
    chunk_ = Chunk{};
  }

 private:
  First first_;
  Second second_;
  Pool const& pool_;
  AccumulatorShape second_shape_;
  Chunk chunk_;
  int owner_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
