// SPDX-License-Identifier: BSD-3-Clause
// Random numbers that are the same on every machine; the standard distributions differ by library.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <bit>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Spreads each bit of a word over all bits of the result; a bijection.
///
/// Source: Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators", with the
///         constants of Vigna's SplitMix64.
constexpr std::uint64_t mix_bits(std::uint64_t word) {
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
  return word ^ (word >> 31);
}

/// A stream of random words. Streams of one seed with different numbers are independent.
class SplitMix64 {
 public:
  constexpr explicit SplitMix64(std::uint64_t seed, std::uint64_t stream = 0)
      : state_{mix_bits(mix_bits(seed + increment) + stream * increment)} {}

  constexpr std::uint64_t operator()() { return mix_bits(state_ += increment); }

  /// A uniform number in [0, limit).
  ///
  /// Pre: limit > 0.
  constexpr std::uint64_t below(std::uint64_t limit) {
    // Rejection sampling: numbers from the limit on are drawn again, which keeps the result
    // uniform.
    std::uint64_t const mask = limit > 1 ? ~std::uint64_t{0} >> std::countl_zero(limit - 1) : 0;
    while (true) {
      std::uint64_t const drawn = operator()() & mask;
      if (drawn < limit) return drawn;
    }
  }

 private:
  static constexpr std::uint64_t increment = 0x9e3779b97f4a7c15u;  // 2^64 over the golden ratio
  std::uint64_t state_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
