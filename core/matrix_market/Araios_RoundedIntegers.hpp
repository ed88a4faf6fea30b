// SPDX-License-Identifier: BSD-3-Clause
// Integers of a file that a real type cannot hold, such as 2^53 + 1 for double.
#pragma once

#include <matrix_market/Araios_MatrixMarketText.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl::matrix_market {

/// Whether a value may stand for an integer that was rounded: below, every integer is a Real.
template <class Real>
bool may_be_rounded(Real value) {
  static Real const first_gap = std::ldexp(Real{1}, std::numeric_limits<Real>::digits);
  return std::abs(value) >= first_gap;
}

/// Whether a finite value is exactly the integer that a word spells.
template <class Real>
bool is_exactly(Real value, std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of("+-0"), word.size()));
  std::array<char, std::numeric_limits<Real>::max_exponent10 + 2> digits;
  auto const [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(),
                                          std::abs(value), std::chars_format::fixed, 0);
  return word == std::string_view{digits.data(), static_cast<std::size_t>(end - digits.data())};
}

/// Counts rounded integers and keeps the first of the file; threads may add concurrently.
class RoundedIntegers {
 public:
  /// Adds the entry of number `place`, which the file spells `word`.
  void add(std::size_t place, std::string_view word) {
    std::lock_guard const lock{mutex_};
    ++count_;
    if (place >= first_place_) return;
    first_place_ = place;
    first_word_ = word;
  }

  std::int64_t count() const { return count_; }
  /// Pre: there is one.
  std::size_t first_place() const { return first_place_; }
  std::string const& first_word() const { return first_word_; }

 private:
  std::mutex mutex_;
  std::int64_t count_ = 0;
  std::size_t first_place_ = std::numeric_limits<std::size_t>::max();
  std::string first_word_;
};

}  // namespace araios::inline ARAIOS_ISA::impl::matrix_market
