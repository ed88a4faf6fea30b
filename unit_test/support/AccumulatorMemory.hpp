// SPDX-License-Identifier: BSD-3-Clause
// Memory for one accumulator on the host, with guard bytes behind it.
#pragma once

#include "AlignedMemory.hpp"
#include <accumulators/Araios_Accumulator.hpp>

#include <algorithm>
#include <cstddef>

namespace araios_test {

/// Bytes for an accumulator of one shape: the part that must be clean is zero, the rest is not.
template <class Accumulator>
class AccumulatorMemory {
 public:
  explicit AccumulatorMemory(araios::impl::AccumulatorShape const& shape)
      : bytes_{Accumulator::bytes(shape)},
        clean_bytes_{Accumulator::clean_bytes(shape)},
        memory_{bytes_ + guard_bytes} {
    std::fill(data(), data() + clean_bytes_, std::byte{0});
    std::fill(data() + clean_bytes_, end(), dirt);
  }

  std::byte* data() { return memory_.data(); }

  bool is_clean() {
    return std::all_of(data(), data() + clean_bytes_,
                       [](std::byte byte) { return byte == std::byte{0}; });
  }
  bool guard_is_intact() {
    return std::all_of(data() + bytes_, end(), [](std::byte byte) { return byte == dirt; });
  }

 private:
  static constexpr std::size_t guard_bytes = 64;
  static constexpr std::byte dirt{0xA5};

  std::byte* end() { return data() + memory_.size(); }

  std::size_t bytes_;
  std::size_t clean_bytes_;
  AlignedMemory memory_;
};

}  // namespace araios_test
