// SPDX-License-Identifier: BSD-3-Clause
// What the products of a replay amount to, for the host to ask for.
#pragma once

#include <platform/Araios_CounterBoard.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <replay/Araios_ReplayTuning.hpp>

#include <Kokkos_Core.hpp>

#include <bit>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Bounds from which entries are heavy, the least one first.
inline constexpr int num_heavy_bounds = 3;
KOKKOS_FUNCTION constexpr std::int64_t heavy_bound(int i) {
  constexpr std::int64_t bounds[num_heavy_bounds] = {tuning::replay_least_heavy_entry,
                                                     tuning::replay_less_heavy_entry,
                                                     tuning::replay_heavy_entry};
  return bounds[i];
}

/// The products of a block, and how many of its entries have more than each bound, in one number:
/// lanes that share a block count all at once.
class BlockCount {
 public:
  KOKKOS_DEFAULTED_FUNCTION BlockCount() = default;

  /// The count of an entry of so many products.
  KOKKOS_FUNCTION static BlockCount of_entry(std::int64_t products) {
    BlockCount count;
    count.sum_ = products;
    for (int i = 0; i < num_heavy_bounds; ++i) {
      if (products > heavy_bound(i)) count.sum_ += std::int64_t{1} << shift(i);
    }
    return count;
  }
  KOKKOS_FUNCTION BlockCount& operator+=(BlockCount const& other) {
    sum_ += other.sum_;
    return *this;
  }
  KOKKOS_FUNCTION std::int64_t products() const { return sum_ & mask(products_bits); }
  KOKKOS_FUNCTION std::int64_t heavy_entries(int i) const {
    return sum_ >> shift(i) & mask(entries_bits);
  }

 private:
  // An entry has no more products than A has entries, of which there are fewer than 2^31.
  static constexpr int entries_bits = std::bit_width(std::uint64_t{tuning::replay_block_entries});
  static constexpr int products_bits = 31 + entries_bits;
  static_assert(products_bits + num_heavy_bounds * entries_bits < 64);

  KOKKOS_FUNCTION static constexpr int shift(int i) { return products_bits + i * entries_bits; }
  KOKKOS_FUNCTION static constexpr std::int64_t mask(int bits) {
    return (std::int64_t{1} << bits) - 1;
  }

  std::int64_t sum_ = 0;
};

/// Positions in the array in which kernels count while a plan is built; they begin at zero.
struct ReplayCounters {
  static constexpr int heavy_rows = 0;                      ///< and their shares
  static constexpr int most_steps_of_row = heavy_rows + 1;  ///< where rows are heavy
  /// Of each team of blocks, and of all.
  static constexpr int of_blocks = most_steps_of_row + 1;
  static constexpr int num_words = of_blocks;
  static constexpr int num_wide_products = num_words + 1;
  static constexpr int num_too_wide = num_wide_products + 1;
  static constexpr int heavy_entries = num_too_wide + 1;
  /// From here on the most of any, not the sum of all.
  static constexpr int maxima = heavy_entries + num_heavy_bounds;
  static constexpr int most_products_of_block = maxima;
  static constexpr int most_products_of_entry = most_products_of_block + 1;
  /// What the host reads ends here.
  static constexpr int read = most_products_of_entry + 1;
  static constexpr int teams_ended = read;
  /// What the kernel that counts last leaves zero for the next call ends here.
  static constexpr int left_zero = teams_ended + 1;
  static constexpr int listed_parts = left_zero;
  static constexpr int count = listed_parts + 1;
};

template <class Device>
using ReplayBoard = CounterBoard<ReplayCounters, Device>;

/// Of all entries and blocks.
struct ReplayTotals {
  std::int64_t num_words = 0;
  std::int64_t num_wide_products = 0;
  std::int64_t num_too_wide = 0;
  std::int64_t most_products_of_block = 0;
  std::int64_t most_products_of_entry = 0;
  /// Parts of entries of more products than each bound: one each until those of entries that are
  /// cut have been counted.
  std::int64_t heavy_parts[num_heavy_bounds] = {};

  ReplayTotals() = default;
  /// Pre: the counts are there for the host to read.
  template <class Device>
  explicit ReplayTotals(ReplayBoard<Device> const& board)
      : num_words{board.found(ReplayCounters::num_words)},
        num_wide_products{board.found(ReplayCounters::num_wide_products)},
        num_too_wide{board.found(ReplayCounters::num_too_wide)},
        most_products_of_block{board.found(ReplayCounters::most_products_of_block)},
        most_products_of_entry{board.found(ReplayCounters::most_products_of_entry)} {
    for (int i = 0; i < num_heavy_bounds; ++i) {
      heavy_parts[i] = board.found(ReplayCounters::heavy_entries + i);
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
