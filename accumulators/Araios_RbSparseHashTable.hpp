// SPDX-License-Identifier: BSD-3-Clause
// The hash table of RBSparse: the group of a row fixes its size, and it reports overflow.
#pragma once

#include <accumulators/Araios_Accumulator.hpp>
#include <accumulators/Araios_LinearProbing.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_BitonicSort.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// The shape of a table of `slots` slots that may all be filled.
///
/// Pre: slots is a power of two.
inline AccumulatorShape table_shape(std::int64_t slots, std::int64_t num_keys) {
  return {slots, num_keys, 1, 1.0};
}

/// Linear probing that may fill every slot. In the symbolic phase the first key without a slot
/// rejects the row; later keys are refused without a search. Entries can be sorted in place.
///
/// Cost:   insert O(1) expected, O(slots) near the end of a full table; sort O(size·log²(size))
///         comparisons spread over the lanes.
/// Source: Tang, Zhao, Huang, Dai 2019, §4.4, algorithm 3; deviation: used slots are listed, and
///         this list is sorted, not the keys and values.
template <class Key, class Combine, class Access>
class RbSparseHashTable : public LinearProbing<Key, Combine, Access> {
  using Table = LinearProbing<Key, Combine, Access>;

 public:
  using typename Table::entry_type;
  using typename Table::value_type;

  static std::size_t bytes(AccumulatorShape const& shape) {
    return placed_bytes<entry_type>(1) + Table::bytes(shape);
  }
  static std::size_t clean_bytes(AccumulatorShape const& shape) {
    return placed_bytes<entry_type>(1) + Table::clean_bytes(shape);
  }

  /// A view over `memory`, which has bytes(shape) bytes of which clean_bytes(shape) are zero.
  KOKKOS_FUNCTION RbSparseHashTable(std::byte* memory, AccumulatorShape const& shape)
      : Table{memory + placed_bytes<entry_type>(1), shape},
        refused_{reinterpret_cast<entry_type*>(memory)} {}

  KOKKOS_FUNCTION Insert insert(Key key, value_type value) {
    if constexpr (std::is_empty_v<value_type>) {
      if (refused_.get() > 0) return Insert::full;
      Insert const inserted = Table::insert(key, value);
      if (inserted == Insert::full) refused_.fetch_increment();
      return inserted;
    } else {
      return Table::insert(key, value);
    }
  }

  /// The number of distinct keys; capacity + 1 if the table has refused a key.
  KOKKOS_FUNCTION entry_type size() const {
    return refused_.get() > 0 ? this->capacity() + 1 : Table::size();
  }

  /// Sorts the entries by key, by all lanes together.
  template <class Lanes>
  KOKKOS_FUNCTION void sort(Lanes const& lanes) {
    sort_bitonic(lanes, static_cast<std::int64_t>(Table::size()),
                 [&](std::int64_t low, std::int64_t high) {
                   auto const first = static_cast<entry_type>(low);
                   auto const second = static_cast<entry_type>(high);
                   if (this->key(second) < this->key(first)) this->exchange(first, second);
                 });
  }

  template <class Lanes>
  KOKKOS_FUNCTION void clear(Lanes const& lanes) {
    Table::clear(lanes);
    lanes.single([&]() { refused_.reset(); });
  }

 private:
  typename Access::template Counter<entry_type> refused_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
