// SPDX-License-Identifier: BSD-3-Clause
// Which products of a row of R·A are the first of their column: a bit each.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// A bit for each product of each bundle of rows, in the order of the entries of R and of A. So the
/// numeric phase lists the columns of a row of R·A, in the order of their first products, without
/// a search.
///
/// Shapes: begins: the first word of each bundle, and the end of the last; words: one more than
///         bundles have, so that a read of two words stays within.
template <class Device>
struct NewColumns {
  static constexpr std::int64_t bits_of_word = 64;

  Kokkos::View<std::int64_t*, Device> begins;
  Kokkos::View<std::uint64_t*, Device> words;  ///< empty where sums are direct

  std::size_t bytes() const {
    return begins.size() * sizeof(std::int64_t) + words.size() * sizeof(std::uint64_t);
  }
  /// The bits of a bundle, counted over all words.
  KOKKOS_FUNCTION std::int64_t first_bit(std::int64_t bundle) const {
    return begins(bundle) * bits_of_word;
  }
  /// 64 bits from `bit` on.
  KOKKOS_INLINE_FUNCTION std::uint64_t from(std::int64_t bit) const {
    return bits_at(words.data(), static_cast<std::uint64_t>(bit));
  }
  KOKKOS_INLINE_FUNCTION static std::uint64_t bits_at(std::uint64_t const* words,
                                                      std::uint64_t bit) {
    std::uint64_t const* const word = words + bit / bits_of_word;
    auto const shift = static_cast<int>(bit % bits_of_word);
    // Two shifts: one by 64 is not defined.
    return (word[0] >> shift) | ((word[1] << 1) << (bits_of_word - 1 - shift));
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
