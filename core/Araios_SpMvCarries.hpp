// SPDX-License-Identifier: BSD-3-Clause
// The fix-up of merge-path SpMV: rows that end in another share than they begin in.
#pragma once

#include <Araios_Lanes.hpp>
#include <Araios_LightWeight.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace araios {

/// What each share of the merge path carries out: the sum of the row that it leaves unfinished.
///
/// Shapes: rows and sums have an element for each share; rows is nondecreasing, and num_rows in it
///         stands for the end of the path.
template <class Ordinal, class Scalar, class Device>
struct Carries {
  using ordinal_type = Ordinal;

  Kokkos::View<Ordinal*, Device> rows;
  Kokkos::View<Scalar*, Device> sums;

  KOKKOS_FUNCTION int num_shares() const { return static_cast<int>(rows.extent(0)); }
};

/// Adds what the shares carried out to the rows that later shares have stored.
template <class Operands, class CarriesOut>
struct AddCarries {
  using scalar_type = typename Operands::scalar_type;

  Operands operands;
  CarriesOut carries;

  /// Hosts: adds what the shares [begin, end) carried out, in order.
  ///
  /// Pre: no share outside of them carries to one of their rows.
  void add_range(int begin, int end) const {
    while (begin < end) {
      auto const row = carries.rows(begin);
      scalar_type total{};
      for (; begin < end && carries.rows(begin) == row; ++begin) total += carries.sums(begin);
      add(row, total);
    }
  }

  static constexpr int threads = tuning::spmv_device_threads_of_carries;
  static constexpr int short_run = tuning::spmv_device_short_run;
  /// Longer runs that begin at shares of one team: they lie behind each other.
  static constexpr int max_long_runs = threads / short_run + 1;
  /// Bytes of a team's scratch: sums of its threads, and a list with its size.
  static constexpr std::size_t scratch_bytes =
      threads * sizeof(scalar_type) + (1 + max_long_runs) * sizeof(int);

  /// Devices: a thread for each share. The first of those that carry to one row adds up the others,
  /// unless they are so many that the whole team does.
  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto* const thread_sums = static_cast<scalar_type*>(member.team_scratch(0).get_shmem_aligned(
        static_cast<std::ptrdiff_t>(scratch_bytes), scratch_alignment));
    auto* const num_long_runs = reinterpret_cast<int*>(thread_sums + threads);
    int* const long_runs = num_long_runs + 1;
    if (member.team_rank() == 0) *num_long_runs = 0;
    member.team_barrier();
    int const share = member.league_rank() * threads + member.team_rank();
    if (is_first_of_row(share)) {
      if (carries_to(share + short_run, carries.rows(share))) {
        long_runs[Kokkos::atomic_fetch_add(num_long_runs, 1)] = share;
      } else {
        add_short_run(share);
      }
    }
    member.team_barrier();
    for (int i = 0; i < *num_long_runs; ++i) add_long_run(member, long_runs[i], thread_sums);
  }

 private:
  using ordinal_type = typename CarriesOut::ordinal_type;

  KOKKOS_FUNCTION bool carries_to(int share, ordinal_type row) const {
    return share < carries.num_shares() && carries.rows(share) == row;
  }
  KOKKOS_FUNCTION bool is_first_of_row(int share) const {
    return share < carries.num_shares() &&
           (share == 0 || carries.rows(share - 1) != carries.rows(share));
  }

  KOKKOS_FUNCTION void add_short_run(int begin) const {
    auto const row = carries.rows(begin);
    scalar_type total = carries.sums(begin);
    if (carries_to(begin + 1, row)) {
      // Of all that may follow, without a branch between the loads.
      scalar_type sums[short_run];
      for (int i = 1; i < short_run; ++i) {
        sums[i] = carries_to(begin + i, row) ? carries.sums(begin + i) : scalar_type{};
      }
      for (int i = 1; i < short_run; ++i) total += sums[i];
    }
    add(row, total);
  }

  template <class Member>
  KOKKOS_FUNCTION void add_long_run(Member const& member, int begin,
                                    scalar_type* thread_sums) const {
    int const rank = member.team_rank();
    auto const row = carries.rows(begin);
    scalar_type sum{};
    for (int i = begin + rank; carries_to(i, row); i += threads) sum += carries.sums(i);
    thread_sums[rank] = sum;
    member.team_barrier();
    if (rank == 0) {
      for (int i = 1; i < threads; ++i) sum += thread_sums[i];
      add(row, sum);
    }
    member.team_barrier();
  }

  /// Adds to a row, unless it stands for the end of the path. Where nothing was carried nothing is
  /// added, for alpha may be infinite.
  template <class Row>
  KOKKOS_FUNCTION void add(Row row, scalar_type const& total) const {
    if (row < operands.num_rows() && total != scalar_type{}) operands.add(row, total);
  }
};

/// Enqueues the fix-up on devices.
template <class ExecutionSpace, class Operands, class CarriesOut>
void add_carries(ExecutionSpace const& exec, Operands const& operands, CarriesOut const& carries) {
  int const num_shares = carries.num_shares();
  if (num_shares < 2) return;  // the only share ends the path
  using kernel_type = AddCarries<Operands, CarriesOut>;
  constexpr int threads = kernel_type::threads;
  Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<threads, 1>> policy{
      exec, (num_shares + threads - 1) / threads, threads};
  policy.set_scratch_size(
      0, Kokkos::PerTeam(static_cast<int>(scratch_bytes_with_slack(kernel_type::scratch_bytes))));
  Kokkos::parallel_for("araios::spmv::add_carries", as_light_weight(policy),
                       kernel_type{operands, carries});
}

}  // namespace araios
