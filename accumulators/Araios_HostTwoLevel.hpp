// SPDX-License-Identifier: BSD-3-Clause
// A two-level accumulator of hosts, whose second level costs nothing while no row needs it.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <platform/Araios_ExecutionCheck.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The second level: a chunk of the pool while a row needs it. Its functions are not inlined, since
/// rows seldom come here.
template <class Level, class Pool>
class SecondLevel {
 public:
  using key_type = typename Level::key_type;
  using value_type = typename Level::value_type;

  KOKKOS_FUNCTION SecondLevel(Pool const& pool, AccumulatorShape const& shape, int owner)
      : pool_{pool}, shape_{shape}, owner_{owner} {}

  /// Whether the current row needs it.
  KOKKOS_FUNCTION bool is_taken() const { return chunk_.data != nullptr; }
  KOKKOS_FUNCTION Level const& level() const { return level_; }

  /// Takes a chunk for a row, by all lanes together.
  template <class Lanes>
  ARAIOS_APART_ON_HOSTS KOKKOS_FUNCTION void begin_row(Lanes const& lanes, std::int64_t capacity) {
    chunk_ = pool_.acquire(lanes, owner_);
    level_ = Level{chunk_.data, shape_};
    level_.begin_row(lanes, capacity);
  }

  ARAIOS_APART_ON_HOSTS KOKKOS_FUNCTION Insert insert(key_type key, value_type value) {
    return level_.insert(key, value);
  }

  /// Returns the chunk, by all lanes together.
  template <class Lanes>
  ARAIOS_APART_ON_HOSTS KOKKOS_FUNCTION void clear(Lanes const& lanes) {
    level_.clear(lanes);
    pool_.release(lanes, chunk_);
    chunk_ = Chunk{};
  }

 private:
  Level level_;
  Pool const& pool_;
  AccumulatorShape shape_;
  Chunk chunk_;
  int owner_;
};

/// The entries of the first level, followed by those of the second one.
template <class Entries>
struct EntriesOfLevels {
  Entries first;
  Entries second;

  KOKKOS_FUNCTION auto size() const {
    return static_cast<decltype(first.size())>(first.size() + second.size());
  }
  KOKKOS_FUNCTION auto key(decltype(Entries{}.size()) entry) const {
    auto const in_first = first.size();
    return entry < in_first ? first.key(entry) : second.key(entry - in_first);
  }
  KOKKOS_FUNCTION auto value(decltype(Entries{}.size()) entry) const {
    auto const in_first = first.size();
    return entry < in_first ? first.value(entry) : second.value(entry - in_first);
  }
};

/// TwoLevel for hosts. The second level lies apart from the first one, which so stays in registers.
///
/// Pre: as TwoLevel.
template <class First, class Pool>
class HostTwoLevel {
 public:
  using key_type = typename First::key_type;
  using value_type = typename First::value_type;
  using entry_type = typename First::entry_type;

  KOKKOS_FUNCTION HostTwoLevel(First const& first, SecondLevel<First, Pool>& second)
      : first_{first}, second_{second} {}

  template <class Lanes>
  KOKKOS_FUNCTION void begin_row(Lanes const& lanes, std::int64_t capacity) {
    first_.begin_row(lanes, capacity);
    if (capacity > first_.capacity()) second_.begin_row(lanes, capacity);
  }

  KOKKOS_FUNCTION Insert insert(key_type key, value_type value) {
    Insert const inserted = first_.insert(key, value);
    if (inserted == Insert::done || !second_.is_taken()) return inserted;
    return second_.insert(key, value);
  }

  KOKKOS_FUNCTION entry_type size() const {
    return first_.size() + (second_.is_taken() ? second_.level().size() : 0);
  }

  /// Calls f(entries), which has size, key and value of the entries of both levels.
  template <class F>
  KOKKOS_FUNCTION void with_entries(F const& f) const {
    if (second_.is_taken()) {
      using Entries = decltype(first_.entries());
      f(EntriesOfLevels<Entries>{first_.entries(), second_.level().entries()});
    } else {
      f(first_.entries());
    }
  }

  template <class Lanes>
  KOKKOS_FUNCTION void clear(Lanes const& lanes) {
    first_.clear(lanes);
    if (second_.is_taken()) second_.clear(lanes);
  }

 private:
  First first_;
  SecondLevel<First, Pool>& second_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
