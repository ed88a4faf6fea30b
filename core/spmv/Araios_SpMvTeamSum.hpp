// SPDX-License-Identifier: BSD-3-Clause
// Sums over the threads that walk a tile, by a tree whose shape is always the same.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_SpMvTile.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// The sum of numbers from `first` on, every stride-th; all are read before the first is added.
template <int count, int stride, class Scalar>
KOKKOS_FORCEINLINE_FUNCTION Scalar sum_of_strided(Scalar const* first) {
  Scalar numbers[count];
  for (int i = 0; i < count; ++i) numbers[i] = first[i * stride];
  Scalar sum = numbers[0];
  for (int i = 1; i < count; ++i) sum += numbers[i];
  return sum;
}

/// The sum of `count` numbers side by side, several read at once.
template <class Scalar>
KOKKOS_FORCEINLINE_FUNCTION Scalar sum_of_neighbours(Scalar const* first, int count) {
  constexpr int at_once = tuning::spmv_device_sum_batch;
  int const in_groups = count - count % at_once;
  Scalar sum{};
  for (int i = 0; i < in_groups; i += at_once) sum += sum_of_strided<at_once, 1>(first + i);
  for (int i = in_groups; i < count; ++i) sum += first[i];
  return sum;
}

/// Reads so many numbers of [begin, end), every stride-th; zeros from the end on.
template <int count, class Scalar>
KOKKOS_FORCEINLINE_FUNCTION void read_every(Scalar const* numbers, int begin, int end, int stride,
                                            Scalar* read) {
  for (int k = 0; k < count; ++k) {
    int const i = begin + k * stride;
    read[k] = i < end ? numbers[i] : Scalar{};
  }
}

/// The sum of numbers [begin, end), every stride-th: `at_once` of them are read before the first is
/// added.
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

/// Adds up a number of each thread of a team. Its first thread gets the sum; the others a part.
///
/// Pre: all threads of the team call it; `thread_sums` is scratch, an element for each thread, not
///      in use, and may be used again behind the next barrier.
template <class Member, class Scalar>
KOKKOS_FUNCTION Scalar add_up_team(Member const& member, Scalar const& mine, Scalar* thread_sums) {
  constexpr int width = tuning::spmv_device_sum_batch;
  static_assert(threads_per_tile == width * width);
  int const rank = member.team_rank();
  thread_sums[rank] = mine;
  member.team_barrier();
  // No other thread reads what this one writes.
  if (rank < width) thread_sums[rank] = sum_of_strided<width, width>(thread_sums + rank);
  member.team_barrier();
  return rank == 0 ? sum_of_strided<width, 1>(thread_sums) : mine;
}

}  // namespace araios::inline ARAIOS_ISA::impl
