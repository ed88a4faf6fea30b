// SPDX-License-Identifier: BSD-3-Clause
// Packs the entries of A and B that a product multiplies, for replay.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The upper bits of a wide product, above those of its word.
using UpperBits = std::uint16_t;
inline constexpr std::uint32_t uppers_of_word = sizeof(std::uint32_t) / sizeof(UpperBits);

/// Memory of a product: one word, a word and upper bits, or more than both hold.
enum class ProductWidth : std::uint32_t { word, wide, too_wide };

/// Packs two positions into one integer: the entry of B in the lower bits, the entry of A above
/// them. Packed products therefore compare by their entries of A, then by those of B.
class PackedProducts {
 public:
  PackedProducts() : PackedProducts{1} {}
  /// Pre: 1 <= b_bits <= 31, and positions of entries of B fit b_bits bits.
  explicit PackedProducts(int b_bits)
      : b_bits_{b_bits}, b_mask_{(std::uint32_t{1} << b_bits) - 1} {}

  /// The width of products whose entries of A have positions up to of_a.
  KOKKOS_FUNCTION ProductWidth width_for(std::uint32_t of_a) const {
    std::uint64_t const beyond_word = product(of_a, 0) >> word_bits;
    if (beyond_word == 0) return ProductWidth::word;
    return beyond_word >> upper_bits == 0 ? ProductWidth::wide : ProductWidth::too_wide;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint64_t product(std::uint32_t of_a, std::uint32_t of_b) const {
    return std::uint64_t{of_a} << b_bits_ | of_b;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t of_a(std::uint64_t product) const {
    return static_cast<std::uint32_t>(product >> b_bits_);
  }
  /// The same for a product of one word.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t of_a(std::uint32_t word) const {
    return word >> b_bits_;
  }
  /// The same for a wide product.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t of_a(std::uint32_t word, UpperBits upper) const {
    return std::uint32_t{upper} << (word_bits - b_bits_) | word >> b_bits_;
  }
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t of_b(std::uint32_t word) const {
    return word & b_mask_;
  }

  static constexpr int word_bits = 32;

 private:
  static constexpr int upper_bits = 8 * sizeof(UpperBits);

  int b_bits_;
  std::uint32_t b_mask_;
};

/// Words that the products of a block take. The upper bits of wide products follow their words.
KOKKOS_FUNCTION constexpr std::int64_t words_of_products(std::int64_t products, bool are_wide) {
  return are_wide ? products + (products + uppers_of_word - 1) / uppers_of_word : products;
}

}  // namespace araios::inline ARAIOS_ISA::impl
