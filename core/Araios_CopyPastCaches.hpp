// SPDX-License-Identifier: BSD-3-Clause
// Arrays copied to memory that is not read again soon.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#ifdef __AVX512F__
#include <immintrin.h>
#endif

namespace araios {

/// Copies elements without fetching the lines that they go to, and leaves these in no cache.
///
/// Pre: elements are trivially copyable, and the arrays do not overlap.
template <class T>
void copy_past_caches(T const* from, std::int64_t count, T* to) {
#ifdef __AVX512F__
  constexpr std::size_t line = sizeof(__m512i);
  constexpr auto elements_of_line = static_cast<std::int64_t>(line / sizeof(T));
  T const* const end = from + count;
  while (from != end && reinterpret_cast<std::uintptr_t>(to) % line != 0) *to++ = *from++;
  for (; end - from >= elements_of_line; from += elements_of_line, to += elements_of_line) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
  }
  std::copy(from, end, to);
  // Such stores are not in order with others: whoever sees what comes after sees them as well.
  _mm_sfence();
#else
  std::copy_n(from, count, to);
#endif
}

}  // namespace araios
