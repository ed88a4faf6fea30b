// SPDX-License-Identifier: BSD-3-Clause
// Arrays copied to memory that is not read again soon.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

/// Elements that a line of the cache holds, or the one that fills it and more.
template <class T>
inline constexpr auto elements_of_line =
    static_cast<std::int64_t>(std::max(tuning::host_cache_line / sizeof(T), std::size_t{1}));

/// Whether there are such copies of elements of this type: they have to fill lines of the cache.
#ifdef __AVX512F__
template <class T>
inline constexpr bool can_stream =
    tuning::host_cache_line % sizeof(T) == 0 && std::is_trivially_copyable_v<T>;
#else
template <class T>
inline constexpr bool can_stream = false;
#endif

/// Whether so many entries of C are too many to stay in the caches.
template <class Ordinal, class Scalar>
bool exceeds_llc(std::int64_t nnz) {
  return static_cast<std::size_t>(nnz) * (sizeof(Ordinal) + sizeof(Scalar)) >=
         tuning::streaming_min_bytes;
}

/// Copies past the caches are not in order with other stores: after this, whoever sees what the
/// thread stores sees its copies as well.
inline void fence_streaming_copies() {
#ifdef __AVX512F__
  _mm_sfence();
#endif
}

/// Copies elements without fetching the lines that they go to, and leaves these in no cache, where
/// can_stream<T>; as any others elsewhere.
///
/// Pre:  the arrays do not overlap.
/// Post: others see the copies once the thread has called fence_streaming_copies().
template <class T>
void streaming_copy(T const* from, std::int64_t count, T* to) {
#ifdef __AVX512F__
  if constexpr (can_stream<T>) {
    constexpr std::size_t line = tuning::host_cache_line;
    static_assert(line == sizeof(__m512i), "a vector is a whole line");
    T const* const end = from + count;
    while (from != end && reinterpret_cast<std::uintptr_t>(to) % line != 0) *to++ = *from++;
    for (; end - from >= elements_of_line<T>;
         from += elements_of_line<T>, to += elements_of_line<T>) {
      _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
    }
    count = end - from;
  }
#endif
  std::copy_n(from, count, to);
}

}  // namespace araios::inline ARAIOS_ISA::impl
