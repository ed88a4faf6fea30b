// SPDX-License-Identifier: BSD-3-Clause
// The fix-up of merge-path SpMV: rows that end in another share than they begin in.
#pragma once

#include <Araios_Lanes.hpp>
#include <Araios_Search.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

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

  /// Adds all that was carried out of `share` and its successors for the same row, if `share` is
  /// the first of them. sum_of(n, f) sums f(0), …, f(n - 1); once(f) calls f by one lane.
  template <class SumOf, class Once>
  KOKKOS_FUNCTION void add_row_of(int share, SumOf const& sum_of, Once const& once) const {
    auto const row = carries.rows(share);
    if (row == operands.num_rows() || (share > 0 && carries.rows(share - 1) == row)) return;
    int const end = upper_bound(share, carries.num_shares(), carries.rows, row);
    scalar_type const total = sum_of(end - share, [&](int i) { return carries.sums(share + i); });
    // Nothing is added where nothing was carried, for alpha may be infinite.
    once([&] {
      if (total != scalar_type{}) operands.add(row, total);
    });
  }

  /// Devices: the lanes of a thread sum the shares of a row.
  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const share = member.league_rank() * member.team_size() + member.team_rank();
    if (share >= carries.num_shares()) return;
    ThreadLanes<Member> const lanes{member};
    add_row_of(
        share,
        [&](int n, auto const& f) {
          return lanes.template sum<scalar_type>(
              n, [&](int i, scalar_type& partial) { partial += f(i); });
        },
        [&](auto const& f) { lanes.single(f); });
  }
};

/// Hosts: the calling thread adds them, in order; there are few. Fences: before.
template <class ExecutionSpace, class Operands, class CarriesOut>
void add_carries(ExecutionSpace const& exec, Operands const& operands, CarriesOut const& carries) {
  AddCarries<Operands, CarriesOut> const kernel{operands, carries};
  int const num_shares = carries.num_shares();
  if (num_shares == 1) return;  // the last share carries nothing out
  if constexpr (is_host_space_v<ExecutionSpace>) {
    exec.fence("araios::spmv: carries are added on the host");
    auto const sum_of = [](int n, auto const& f) {
      typename Operands::scalar_type total{};
      for (int i = 0; i < n; ++i) total += f(i);
      return total;
    };
    auto const once = [](auto const& f) { f(); };
    for (int share = 0; share < num_shares; ++share) kernel.add_row_of(share, sum_of, once);
  } else {
    using policy_type = Kokkos::TeamPolicy<ExecutionSpace>;
    int const vector_length = policy_type::vector_length_max();
    int const team_size = tuning::spmv_device_threads_per_tile / vector_length;
    int const league = (num_shares + team_size - 1) / team_size;
    Kokkos::parallel_for("araios::spmv::add_carries",
                         policy_type(exec, league, team_size, vector_length), kernel);
  }
}

}  // namespace araios
