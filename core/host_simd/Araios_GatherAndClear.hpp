// SPDX-License-Identifier: BSD-3-Clause
// The sums of a row of C, read from an array over all columns.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <array>

namespace araios::inline ARAIOS_ISA::impl {

/// Moves the sums at the columns from `begin` to `end` to `values`, and leaves zeros in their
/// place. Some are held in registers, so that values are stored by vectors: one by one they take
/// 1.5 times as long, since a read waits where the last bits of its address are those of a store.
///
/// Pre: the columns differ from each other.
// Inlined by force: a call takes as long as a short row.
template <class Scalar, class Ordinal>
[[gnu::always_inline]] inline void gather_and_clear(Scalar* sums, Ordinal const* begin,
                                                    Ordinal const* end, Scalar* values) {
  constexpr int at_once = tuning::gather_and_clear_batch;
  for (; end - begin >= at_once; begin += at_once, values += at_once) {
    std::array<Scalar, at_once> taken;
    for (int i = 0; i < at_once; ++i) taken[i] = sums[begin[i]];
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
