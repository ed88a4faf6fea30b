// SPDX-License-Identifier: BSD-3-Clause
// The input of a fuzzer as a list of decisions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace araios_test {

/// Bytes that are taken one by one. Behind the last one all are zero, so every input is a whole
/// list of decisions.
class Bytes {
 public:
  Bytes(std::uint8_t const* data, std::size_t size) : next_{data}, end_{data + size} {}

  bool are_left() const { return next_ != end_; }
  std::uint8_t take() { return next_ == end_ ? std::uint8_t{0} : *next_++; }
  /// A number in [0, bound). Pre: 0 < bound <= 256.
  int below(int bound) { return take() % bound; }
  /// True for one value in `rarity`, and false behind the end.
  bool one_in(int rarity) { return take() % rarity == 1; }
  /// Any of the elements; the first behind the end.
  template <class Elements>
  auto choice(Elements const& elements) {
    return std::begin(elements)[below(static_cast<int>(std::size(elements)))];
  }

 private:
  std::uint8_t const* next_;
  std::uint8_t const* end_;
};

}  // namespace araios_test
