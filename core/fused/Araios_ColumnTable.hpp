// SPDX-License-Identifier: BSD-3-Clause
// A hash table that gives each column of a row a slot of its own.
#pragma once

#include <accumulators/Araios_MultiplicativeHash.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Open addressing over a power of two of slots. A slot holds its column plus one: zero is empty.
/// All lanes of an owner may claim slots, also of one column, at the same time.
///
/// Pre:    all slots are zero at first; Access is that of the lanes.
/// Source: as LinearProbing; deviation: values and the list of slots in use are the caller's, whose
///         order of sums must not depend on which lane comes first.
template <class Ordinal, class Access>
class ColumnTable {
 public:
  using slot_type = std::make_unsigned_t<Ordinal>;

  /// Units: num_slots: a power of two.
  KOKKOS_FUNCTION ColumnTable(Ordinal* keys, std::int64_t num_slots)
      : keys_{keys},
        mask_{static_cast<slot_type>(num_slots - 1)},
        hash_shift_{Kokkos::countl_zero(static_cast<std::uint64_t>(mask_) | 1)} {}

  /// The slot of a column.
  struct Slot {
    slot_type index;
    bool is_new;    ///< claimed by this call
    bool is_there;  ///< not where all slots hold other columns
  };

  KOKKOS_INLINE_FUNCTION Slot claim(Ordinal column) const {
    Ordinal const stored = column + 1;
    slot_type slot = hash(column);
    for (slot_type probed = 0;; ++probed) {
      Ordinal found = Access::load_relaxed(keys_ + slot);
      if (found == 0) {
        found = Access::compare_exchange(keys_ + slot, Ordinal{0}, stored);
        if (found == 0) return {slot, true, true};
      }
      if (found == stored) return {slot, false, true};
      if (probed == mask_) return {0, false, false};
      slot = (slot + 1) & mask_;
    }
  }

  KOKKOS_FUNCTION std::int64_t num_slots() const { return static_cast<std::int64_t>(mask_) + 1; }
  KOKKOS_FUNCTION bool is_used(std::int64_t slot) const { return keys_[slot] != 0; }
  KOKKOS_FUNCTION Ordinal column(std::int64_t slot) const { return keys_[slot] - 1; }
  KOKKOS_FUNCTION void clear(std::int64_t slot) const { keys_[slot] = 0; }

 private:
  /// Hosts: modulo the slots, so that neighbours share a cache line. Devices: spread.
  KOKKOS_FUNCTION slot_type hash(Ordinal column) const {
    KOKKOS_IF_ON_HOST((return static_cast<slot_type>(column) & mask_;))
    KOKKOS_IF_ON_DEVICE((return static_cast<slot_type>(multiplicative_hash(
                                    static_cast<std::uint64_t>(column), hash_shift_)) &
                                    mask_;))
  }

  Ordinal* keys_;
  slot_type mask_;
  int hash_shift_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
