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

  /// Devices: a thread for each share. The first of those that carry to one row finds the others,
  /// and its lanes sum them.
  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const begin = member.league_rank() * member.team_size() + member.team_rank();
    int const num_shares = carries.num_shares();
    if (begin >= num_shares) return;
    auto const row = carries.rows(begin);
    if (begin > 0 && carries.rows(begin - 1) == row) return;
    // Mostly the next share has another row: no search then.
    bool const is_alone = begin + 1 == num_shares || carries.rows(begin + 1) != row;
    int const end = is_alone ? begin + 1 : upper_bound(begin, num_shares, carries.rows, row);
    ThreadLanes<Member> const lanes{member};
    auto const total = lanes.template sum<scalar_type>(
        end - begin, [&](int i, scalar_type& partial) { partial += carries.sums(begin + i); });
    lanes.single([&] { add(row, total); });
  }

 private:
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
  using policy_type = Kokkos::TeamPolicy<ExecutionSpace>;
  int const vector_length = policy_type::vector_length_max();
  int const team_size = tuning::spmv_device_threads_per_tile / vector_length;
  int const league = (carries.num_shares() + team_size - 1) / team_size;
  Kokkos::parallel_for("araios::spmv::add_carries",
                       policy_type(exec, league, team_size, vector_length),
                       AddCarries<Operands, CarriesOut>{operands, carries});
}

}  // namespace araios
