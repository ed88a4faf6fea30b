// SPDX-License-Identifier: BSD-3-Clause
// An array that a thread fills row by row on hosts, past the caches where it is large.
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

/// Elements of a row that is staged by pieces: as many again wait with what is left of a line.
template <class T>
inline constexpr auto staged_piece = std::max(staged_elements<T> / 2, std::int64_t{1});

/// Whether C, of so many entries, leaves the caches in any case, and its rows on average fit what
/// is staged.
template <class Ordinal, class Scalar>
bool staging_pays(std::int64_t nnz, std::int64_t num_rows) {
  return exceeds_llc<Ordinal, Scalar>(nnz) && nnz <= num_rows * staged_elements<Scalar>;
}

/// Says where in an array a thread is to write its next row: at its place, or in memory that stays
/// in the first cache and whose whole lines are copied past the caches whenever it is full.
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

  /// Where elements [begin, begin + size) are to be written before the next call, all of them.
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

  /// Elements between an element and the begin of its line of the cache.
  std::int64_t elements_of_line_before(std::int64_t i) const {
    return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(array_ + i) % line /
                                     sizeof(T));
  }

  void flush_up_to(std::int64_t end) {
    if (end > begin_) streaming_copy(staged(begin_), end - begin_, array_ + begin_);
    begin_ = end;
  }
  void flush() { flush_up_to(end_); }

  /// Copies whole lines, and moves what is left of the last one to the front.
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
  std::int64_t begin_of_stage_ = 0;  ///< where a line of the cache begins
  std::int64_t begin_ = 0;           ///< of the elements that are staged
  std::int64_t end_ = 0;
  alignas(line) std::array<T, capacity> stage_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
