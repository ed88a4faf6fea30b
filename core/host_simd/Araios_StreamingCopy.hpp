// SPDX-License-Identifier: BSD-3-Clause
// Copies by non-temporal (streaming) stores, for memory that is not read again soon.
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

/// Elements of a cache line; 1 for larger elements.
template <class T>
inline constexpr auto elements_of_line =
    static_cast<std::int64_t>(std::max(tuning::host_cache_line / sizeof(T), std::size_t{1}));

/// Whether elements of this type can be streamed: they must fill whole cache lines.
#ifdef __AVX512F__
template <class T>
inline constexpr bool can_stream =
    tuning::host_cache_line % sizeof(T) == 0 && std::is_trivially_copyable_v<T>;
#else
template <class T>
inline constexpr bool can_stream = false;
#endif

/// Whether C with `nnz` entries exceeds the last-level cache.
template <class Ordinal, class Scalar>
bool exceeds_llc(std::int64_t nnz) {
  return static_cast<std::size_t>(nnz) * (sizeof(Ordinal) + sizeof(Scalar)) >=
         tuning::streaming_min_bytes;
}

/// Non-temporal stores are weakly ordered. After this fence, whoever sees later stores of the
/// thread sees its streaming copies as well.
inline void fence_streaming_copies() {
#ifdef __AVX512F__
  _mm_sfence();
#endif
}

/// Copies elements by non-temporal stores where can_stream<T>: destination lines are neither read
/// nor cached. Otherwise an ordinary copy.
///
/// Pre:  the arrays do not overlap.
/// Post: other threads may read the copies once this thread has called fence_streaming_copies().
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
