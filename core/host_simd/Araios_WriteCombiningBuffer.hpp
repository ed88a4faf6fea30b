// SPDX-License-Identifier: BSD-3-Clause
// An array that a host thread fills row by row, by non-temporal stores if it is large.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <host_simd/Araios_StreamingCopy.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Elements of an array that are staged together.
template <class T>
inline constexpr auto staged_elements = static_cast<std::int64_t>(
    std::max(tuning::write_combining_buffer_bytes / sizeof(T), std::size_t{1}));

/// Elements of a piece of a row that is too long to be staged whole: half the buffer, so that a
/// piece fits beside the rest of a cache line.
template <class T>
inline constexpr auto staged_piece = std::max(staged_elements<T> / 2, std::int64_t{1});

/// Whether C with `nnz` entries exceeds the last-level cache, and its rows fit the staging buffer
/// on average.
template <class Ordinal, class Scalar>
bool staging_pays(std::int64_t nnz, std::int64_t num_rows) {
  return exceeds_llc<Ordinal, Scalar>(nnz) && nnz <= num_rows * staged_elements<Scalar>;
}

/// Tells a thread where to write its next row of an array: in place, or in a staging buffer that
/// stays in L1. Whenever the buffer is full, its whole cache lines go to memory by non-temporal
/// stores.
template <class T>
class WriteCombiningBuffer {
 public:
  WriteCombiningBuffer(T* array, bool streams)
      : array_{array}, is_staged_{streams && can_stream<T>} {}
  WriteCombiningBuffer(WriteCombiningBuffer const&) = delete;
  WriteCombiningBuffer& operator=(WriteCombiningBuffer const&) = delete;
  ~WriteCombiningBuffer() {
    if (!is_staged_) return;
    flush();
    fence_streaming_copies();
  }

  /// Where to write elements [begin, begin + size). All of them must be written before the next
  /// call.
  T* place_of(std::int64_t begin, std::int64_t size) {
    if (!is_staged_) return array_ + begin;
    if (begin != end_) {
      flush();
      begin_ = end_ = begin;
      begin_of_stage_ = begin - elements_of_line_before(begin);
    } else if (!fits(size)) {
      flush_lines();
    }
    if (!fits(size)) {
      flush();
      return array_ + begin;
    }
    end_ += size;
    return staged(begin);
  }

 private:
  static constexpr std::int64_t capacity = staged_elements<T>;
  static constexpr std::size_t line = tuning::host_cache_line;

  bool fits(std::int64_t size) const { return end_ + size <= begin_of_stage_ + capacity; }
  T* staged(std::int64_t i) { return stage_.data() + (i - begin_of_stage_); }

  /// Elements between the begin of a cache line and an element in it.
  std::int64_t elements_of_line_before(std::int64_t i) const {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(array_ + i) % line /
                                     sizeof(T));
  }

  void flush_up_to(std::int64_t end) {
    if (end > begin_) streaming_copy(staged(begin_), end - begin_, array_ + begin_);
    begin_ = end;
  }
  void flush() { flush_up_to(end_); }

  /// Flushes whole cache lines, and moves the rest of the last one to the front.
  void flush_lines() {
    std::int64_t const end =
        begin_of_stage_ + (end_ - begin_of_stage_) / elements_of_line<T> * elements_of_line<T>;
    if (end <= begin_) return;
    flush_up_to(end);
    std::copy(staged(end), staged(end_), stage_.data());
    begin_of_stage_ = end;
  }

  T* array_;
  bool is_staged_;
  std::int64_t begin_of_stage_ = 0;  ///< at the begin of a cache line
  std::int64_t begin_ = 0;           ///< of the elements that are staged
  std::int64_t end_ = 0;
  alignas(line) std::array<T, capacity> stage_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
