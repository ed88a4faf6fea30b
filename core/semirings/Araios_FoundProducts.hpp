// SPDX-License-Identifier: BSD-3-Clause
// Products that fall onto a row of C, gathered on a host until they are added.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <semirings/Araios_MarkedRow.hpp>
#include <semirings/Araios_SemiringsTuning.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Products of blocks of rows of B, in their order. Many rows of B are short: a loop over the
/// products of each would end by a branch that is mispredicted.
template <class Ordinal>
struct FoundProducts {
  /// The columns that are looked up at once.
  static constexpr int most = FoundColumns<Ordinal>::most;

  FoundColumns<Ordinal> columns;

  /// Whether one more block of `size` columns fits.
  bool has_room(int size) const {
    return columns.count + size <= columns.capacity && num_blocks_ < tuning::gathered_blocks;
  }
  /// Notes that the columns from `count` on belong to a block of the row of B of an entry of A, the
  /// first of whose entries is given.
  void close_block(int count, std::int64_t a_entry, std::int64_t first_b_entry) {
    a_entries_[num_blocks_] = a_entry;
    first_b_entries_[num_blocks_] = first_b_entry;
    // Also for no column, and beyond their end: one pass is mostly enough, without a branch.
    do {
      for (int i = 0; i < noted_at_once; ++i) blocks_[count + i] = num_blocks_;
      count += noted_at_once;
    } while (count < columns.count);
    ++num_blocks_;
  }

  /// The factors of a product.
  std::int64_t a_entry(int product) const { return a_entries_[blocks_[product]]; }
  std::int64_t b_entry(int product) const {
    return first_b_entries_[blocks_[product]] + columns.indices[product];
  }

  void clear() {
    columns.count = 0;
    num_blocks_ = 0;
  }

 private:
  static constexpr int noted_at_once = 16;  ///< a vector of AVX-512

  std::int32_t blocks_[FoundColumns<Ordinal>::capacity + noted_at_once];  ///< of each product
  std::int64_t a_entries_[tuning::gathered_blocks];                       ///< of each block
  std::int64_t first_b_entries_[tuning::gathered_blocks];                 ///< of each block
  int num_blocks_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
