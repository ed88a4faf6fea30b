// SPDX-License-Identifier: BSD-3-Clause
// Gathers the sums of a row of C from an array over all columns.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace araios::inline ARAIOS_ISA::impl {

/// Moves the sums at the columns [begin, end) to `values`, and zeros them. Sums are gathered in
/// registers first, so that values are stored as vectors. With single stores, loads stall where
/// their low address bits match those of a recent store (4K aliasing).
///
/// Pre: the columns are distinct.
// Forced inline: a call would take as long as a short row.
template <class Scalar, class Ordinal>
[[gnu::always_inline]] inline void gather_and_clear(Scalar* sums, Ordinal const* begin,
                                                    Ordinal const* end, Scalar* values) {
  constexpr int at_once = tuning::gather_and_clear_batch;
  for (; end - begin >= at_once; begin += at_once, values += at_once) {
    std::array<Scalar, at_once> taken;
    for (int i = 0; i < at_once; ++i) taken[static_cast<std::size_t>(i)] = sums[begin[i]];
    std::copy(taken.begin(), taken.end(), values);
    for (int i = 0; i < at_once; ++i) sums[begin[i]] = Scalar{};
  }
  for (; begin != end; ++begin) {
    Scalar& sum = sums[*begin];
    *values++ = sum;
    sum = Scalar{};
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
