// SPDX-License-Identifier: BSD-3-Clause
// Where the entries of a sum come from, in blocks of 32.
#pragma once

#include <matrix/Araios_UnionOfRows.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Successive entries of C, a bit for each: which are in A and in B, whose entries follow each
/// other in the same order.
template <class Offset>
struct OriginBlock {
  static constexpr int size = 32;  ///< entries, those of a word

  Offset begin_a;  ///< the first entry of A in the block
  Offset begin_b;
  std::uint32_t in_a;
  std::uint32_t in_b;
};

/// The number of blocks of nnz entries.
template <class Offset>
constexpr std::int64_t num_origin_blocks(std::int64_t nnz) {
  return (nnz + OriginBlock<Offset>::size - 1) / OriginBlock<Offset>::size;
}

/// Entries of A and B before a block.
struct EntriesBefore {
  std::int64_t a = 0;
  std::int64_t b = 0;

  KOKKOS_FUNCTION EntriesBefore& operator+=(EntriesBefore const& other) {
    a += other.a;
    b += other.b;
    return *this;
  }
};

/// Sets the bits of a block.
template <class Origins, class Blocks>
struct PackOrigins {
  using Block = typename Blocks::value_type;

  Origins origins;
  Blocks blocks;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    std::int64_t const begin = index * Block::size;
    auto const nnz = static_cast<std::int64_t>(origins.extent(0));
    auto const count = static_cast<int>(begin + Block::size < nnz ? Block::size : nnz - begin);
    std::uint8_t const* const of_block = origins.data() + begin;
    Block block{0, 0, 0, 0};
    for (int first = 0; first < count; first += bytes_of_word) {
      std::uint64_t const word = load(of_block + first, count - first);
      block.in_a |= bits_of_bytes(word / in_a) << first;
      block.in_b |= bits_of_bytes(word / in_b) << first;
    }
    blocks(index) = block;
  }

 private:
  static constexpr int bytes_of_word = 8;

  /// Eight origins, or as many as there are; the first is the lowest byte.
  KOKKOS_FUNCTION static std::uint64_t load(std::uint8_t const* bytes, int count) {
    std::uint64_t word = 0;
    for (int i = 0; i < bytes_of_word; ++i) {
      word |= i < count ? std::uint64_t{bytes[i]} << (8 * i) : 0;
    }
    return word;
  }
  /// The lowest bits of eight bytes, side by side: the product moves that of byte i to bit 56 + i.
  KOKKOS_FUNCTION static std::uint32_t bits_of_bytes(std::uint64_t word) {
    return static_cast<std::uint32_t>(
        ((word & 0x0101010101010101U) * std::uint64_t{0x0102040810204080U}) >> 56);
  }
};

/// Counts the entries before each block.
template <class Blocks>
struct CountBeforeBlocks {
  using value_type = EntriesBefore;

  Blocks blocks;

  KOKKOS_FUNCTION void operator()(std::int64_t index, EntriesBefore& before, bool is_final) const {
    auto& block = blocks(index);
    if (is_final) {
      block.begin_a = static_cast<decltype(block.begin_a)>(before.a);
      block.begin_b = static_cast<decltype(block.begin_b)>(before.b);
    }
    before += EntriesBefore{Kokkos::popcount(block.in_a), Kokkos::popcount(block.in_b)};
  }
};

/// Packs the origins of the entries of C.
///
/// Shapes: origins nnz; blocks num_origin_blocks(nnz).
template <class ExecutionSpace, class Origins, class Blocks>
void pack_origins(ExecutionSpace const& exec, Origins const& origins, Blocks const& blocks) {
  auto const num_blocks = static_cast<std::int64_t>(blocks.extent(0));
  for_range("araios::pack_origins", exec, num_blocks, static_cast<std::int64_t>(origins.extent(0)),
            PackOrigins<Origins, Blocks>{origins, blocks});
  scan_range("araios::count_origins", exec, num_blocks, num_blocks,
             CountBeforeBlocks<Blocks>{blocks});
}

}  // namespace araios::inline ARAIOS_ISA::impl
