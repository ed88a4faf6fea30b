// SPDX-License-Identifier: BSD-3-Clause
// Totals of the products of a replay, which the host reads.
#pragma once

#include <platform/Araios_CounterBoard.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <replay/Araios_ReplayTuning.hpp>

#include <Kokkos_Core.hpp>

#include <bit>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Bounds above which entries are heavy, the lowest first.
inline constexpr int num_heavy_bounds = 3;
KOKKOS_FUNCTION constexpr std::int64_t heavy_bound(int i) {
  constexpr std::int64_t bounds[num_heavy_bounds] = {tuning::replay_least_heavy_entry,
                                                     tuning::replay_less_heavy_entry,
                                                     tuning::replay_heavy_entry};
  return bounds[i];
}

/// The products of a block, and the number of its entries above each bound, in one integer. Lanes
/// that share a block sum all of them at once.
class BlockCount {
 public:
  KOKKOS_DEFAULTED_FUNCTION BlockCount() = default;

  /// The count of one entry with that many products.
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
  // An entry of C has at most one product for each entry of A, of which there are fewer than 2^31.
  static constexpr int entries_bits = std::bit_width(std::uint64_t{tuning::replay_block_entries});
  static constexpr int products_bits = 31 + entries_bits;
  static_assert(products_bits + num_heavy_bounds * entries_bits < 64);

  KOKKOS_FUNCTION static constexpr int shift(int i) { return products_bits + i * entries_bits; }
  KOKKOS_FUNCTION static constexpr std::int64_t mask(int bits) {
    return (std::int64_t{1} << bits) - 1;
  }

  std::int64_t sum_ = 0;
};

/// Positions of the counters that kernels update while a replay is built. They begin at zero.
struct ReplayCounters {
  static constexpr int heavy_rows = 0;                      ///< and their shares
  static constexpr int most_steps_of_row = heavy_rows + 1;  ///< of heavy rows alone
  /// From here on the counters of blocks, which each team first counts for itself.
  static constexpr int of_blocks = most_steps_of_row + 1;
  static constexpr int num_words = of_blocks;
  static constexpr int num_wide_products = num_words + 1;
  static constexpr int num_too_wide = num_wide_products + 1;
  static constexpr int heavy_entries = num_too_wide + 1;
  /// From here on maxima, not sums.
  static constexpr int maxima = heavy_entries + num_heavy_bounds;
  static constexpr int most_products_of_block = maxima;
  static constexpr int most_products_of_entry = most_products_of_block + 1;
  /// The host reads the counters before this one.
  static constexpr int read = most_products_of_entry + 1;
  static constexpr int teams_ended = read;
  /// The last kernel that counts zeroes the counters before this one, for the next call.
  static constexpr int left_zero = teams_ended + 1;
  static constexpr int listed_parts = left_zero;
  static constexpr int count = listed_parts + 1;
};

template <class Device>
using ReplayBoard = CounterBoard<ReplayCounters, Device>;

/// Totals over all entries and blocks.
struct ReplayTotals {
  std::int64_t num_words = 0;
  std::int64_t num_wide_products = 0;
  std::int64_t num_too_wide = 0;
  std::int64_t most_products_of_block = 0;
  std::int64_t most_products_of_entry = 0;
  /// Parts of the entries above each bound: one for each entry, until the parts of cut entries are
  /// counted.
  std::int64_t heavy_parts[num_heavy_bounds] = {};

  ReplayTotals() = default;
  /// Pre: the host may read the counters.
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
