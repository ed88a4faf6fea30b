// SPDX-License-Identifier: BSD-3-Clause
// Memory on the host that begins at a cache line.
#pragma once

#include <cstddef>
#include <vector>

namespace araios_test {

/// At least so many bytes, and at least one. Their words have a name: nvcc 13 fails on vectors of
/// std::max_align_t, which has none.
class AlignedMemory {
 public:
  explicit AlignedMemory(std::size_t bytes) : words_(bytes / sizeof(Word) + 1) {}

  std::byte* data() { return words_.front().bytes; }
  std::size_t size() const { return words_.size() * sizeof(Word); }

 private:
  struct alignas(64) Word {
    std::byte bytes[64];
  };

  std::vector<Word> words_;
};

}  // namespace araios_test
