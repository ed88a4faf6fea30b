// SPDX-License-Identifier: BSD-3-Clause
// Sums over the threads of a team, by a tree of fixed shape.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_SpMvTile.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// The sum of `count` numbers, `stride` apart. All are loaded before the first addition.
template <int count, int stride, class Scalar>
KOKKOS_FORCEINLINE_FUNCTION Scalar sum_of_strided(Scalar const* first) {
  Scalar numbers[count];
  for (int i = 0; i < count; ++i) numbers[i] = first[i * stride];
  Scalar sum = numbers[0];
  for (int i = 1; i < count; ++i) sum += numbers[i];
  return sum;
}

/// The sum of `count` adjacent numbers, loaded in batches.
template <class Scalar>
KOKKOS_FORCEINLINE_FUNCTION Scalar sum_of_neighbours(Scalar const* first, int count) {
  constexpr int at_once = tuning::spmv_device_sum_batch;
  int const in_groups = count - count % at_once;
  Scalar sum{};
  for (int i = 0; i < in_groups; i += at_once) sum += sum_of_strided<at_once, 1>(first + i);
  for (int i = in_groups; i < count; ++i) sum += first[i];
  return sum;
}

/// Loads `count` numbers of [begin, end), `stride` apart, with zeros from `end` on.
template <int count, class Scalar>
KOKKOS_FORCEINLINE_FUNCTION void read_every(Scalar const* numbers, int begin, int end, int stride,
                                            Scalar* read) {
  for (int k = 0; k < count; ++k) {
    int const i = begin + k * stride;
    read[k] = i < end ? numbers[i] : Scalar{};
  }
}

/// The sum of the numbers in [begin, end), `stride` apart. Loads `at_once` of them before it adds
/// the first.
template <int at_once, class Scalar>
KOKKOS_FORCEINLINE_FUNCTION Scalar sum_of_every(Scalar const* numbers, int begin, int end,
                                                int stride) {
  Scalar sum{};
  for (int first = begin; first < end; first += at_once * stride) {
    Scalar read[at_once];
    read_every<at_once>(numbers, first, end, stride, read);
    for (int k = 0; k < at_once; ++k) sum += read[k];
  }
  return sum;
}

/// Adds up one number per thread of a team. The first thread gets the sum, others get a partial
/// sum.
///
/// Pre: all threads of the team call it. `thread_sums` is scratch with an element for each thread,
///      not in use; it may be reused after the next barrier.
template <class Member, class Scalar>
KOKKOS_FUNCTION Scalar add_up_team(Member const& member, Scalar const& mine, Scalar* thread_sums) {
  constexpr int width = tuning::spmv_device_sum_batch;
  static_assert(threads_per_tile == width * width);
  int const rank = member.team_rank();
  thread_sums[rank] = mine;
  member.team_barrier();
  // No other thread reads the element that this one writes.
  if (rank < width) thread_sums[rank] = sum_of_strided<width, width>(thread_sums + rank);
  member.team_barrier();
  return rank == 0 ? sum_of_strided<width, 1>(thread_sums) : mine;
}

}  // namespace araios::inline ARAIOS_ISA::impl
