// SPDX-License-Identifier: BSD-3-Clause
// A number in memory that flags by itself whether it has been written.
#pragma once

#include <platform/Araios_DeviceOrder.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <atomic>
#include <cstdint>
#include <cstring>

namespace araios::inline ARAIOS_ISA::impl {

/// How the words of a number in memory show that they are written, though their bits are arbitrary:
/// beside 32 bits of the number, each word holds one bit that is set.
template <class Scalar>
struct WordsOfNumber {
  using bits_type = std::uint32_t;
  using word_type = std::uint64_t;

  KOKKOS_FUNCTION static word_type word_of(bits_type bits) { return there | bits; }
  KOKKOS_FUNCTION static bits_type bits_of(word_type word) { return static_cast<bits_type>(word); }

 private:
  static constexpr word_type there = word_type{1} << 32;
};

/// Words of floating-point numbers hold the inverted bits. Only the inverted bits of one NaN are
/// zero, and that NaN becomes another one.
template <class Bits>
struct InvertedWords {
  using bits_type = Bits;
  using word_type = Bits;

  KOKKOS_FUNCTION static word_type word_of(bits_type bits) {
    auto const inverted = static_cast<word_type>(~bits);
    return inverted == 0 ? word_type{1} : inverted;
  }
  KOKKOS_FUNCTION static bits_type bits_of(word_type word) { return static_cast<bits_type>(~word); }
};
template <>
struct WordsOfNumber<float> : InvertedWords<std::uint32_t> {};
template <>
struct WordsOfNumber<double> : InvertedWords<std::uint64_t> {};
template <>
struct WordsOfNumber<Kokkos::complex<float>> : WordsOfNumber<float> {};
template <>
struct WordsOfNumber<Kokkos::complex<double>> : WordsOfNumber<double> {};

/// A number that one team writes and another awaits, without a fence or a counter. Its words are
/// zero until it is written, and again once it has been taken.
///
/// Pre: whoever waits knows that the writing team is resident, and that it waits for nothing
///      itself.
template <class Scalar>
class FlaggedValue {
 public:
  KOKKOS_FUNCTION void write(Scalar const& number) {
    bits_type bits[num_words]{};
    memcpy(bits, &number, sizeof(Scalar));
    for (int i = 0; i < num_words; ++i) store(words_ + i, Words::word_of(bits[i]));
  }

  /// Waits for the number and clears it.
  KOKKOS_FUNCTION Scalar take() {
    word_type words[num_words];
    for (int i = 0; i < num_words; ++i) {
      words[i] = load(words_ + i);
      while (words[i] == 0) words[i] = load(words_ + i);
    }
    return take(words);
  }

  /// Waits for the first min(count, at_once) numbers, every stride-th from `numbers` on, and for
  /// `other` unless it is null. Returns their sum and clears them. All are read before the first is
  /// checked, so that the loads overlap.
  template <int at_once, int stride>
  KOKKOS_FUNCTION static Scalar take_sum(FlaggedValue* numbers, int count, FlaggedValue* other) {
    word_type words[at_once][num_words];
    word_type other_words[num_words];
    bool are_all_there = false;
    while (!are_all_there) {
      for (int k = 0; k < at_once; ++k) load(k < count ? numbers + k * stride : nullptr, words[k]);
      load(other, other_words);
      are_all_there = are_there(other_words);
      for (int k = 0; k < at_once; ++k) are_all_there = are_all_there && are_there(words[k]);
    }
    Scalar sum{};
    for (int k = 0; k < at_once; ++k) {
      if (k < count) sum += numbers[k * stride].take(words[k]);
    }
    if (other != nullptr) sum += other->take(other_words);
    return sum;
  }

  /// Whether any part of the number has been written and not been taken.
  KOKKOS_FUNCTION bool is_there() const {
    bool is_any = false;
    for (word_type const word : words_) is_any = is_any || word != 0;
    return is_any;
  }

 private:
  using Words = WordsOfNumber<Scalar>;
  using bits_type = typename Words::bits_type;
  using word_type = typename Words::word_type;
  static constexpr int num_words =
      static_cast<int>((sizeof(Scalar) + sizeof(bits_type) - 1) / sizeof(bits_type));

  /// Reads the words of a number; those of a null pointer count as written.
  KOKKOS_FUNCTION static void load(FlaggedValue* number, word_type (&words)[num_words]) {
    for (int i = 0; i < num_words; ++i) {
      words[i] = number != nullptr ? load(number->words_ + i) : word_type{1};
    }
  }
  KOKKOS_FUNCTION static bool are_there(word_type const (&words)[num_words]) {
    bool are_all = true;
    for (word_type const word : words) are_all = are_all && word != 0;
    return are_all;
  }

  /// Assembles the number from written words, and clears them in memory.
  KOKKOS_FUNCTION Scalar take(word_type const (&words)[num_words]) {
    bits_type bits[num_words];
    for (int i = 0; i < num_words; ++i) {
      bits[i] = Words::bits_of(words[i]);
      words_[i] = 0;
    }
    Scalar number;
    memcpy(&number, bits, sizeof(Scalar));
    return number;
  }

  // Hosts load with acquire order, so that whoever takes a number may clear it by a plain write.
  // Devices order accesses to one address anyhow.
  KOKKOS_FUNCTION static word_type load(word_type* word) {
    KOKKOS_IF_ON_HOST((return std::atomic_ref<word_type>{*word}.load(std::memory_order_acquire);))
    KOKKOS_IF_ON_DEVICE((return DeviceOrder::load_relaxed(word);))
  }
  KOKKOS_FUNCTION static void store(word_type* word, word_type value) {
    KOKKOS_IF_ON_HOST((std::atomic_ref<word_type>{*word}.store(value, std::memory_order_release);))
    KOKKOS_IF_ON_DEVICE((DeviceOrder::store_relaxed(word, value);))
  }

  word_type words_[num_words];
};

}  // namespace araios::inline ARAIOS_ISA::impl
