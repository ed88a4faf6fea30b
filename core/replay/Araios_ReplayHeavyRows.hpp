// SPDX-License-Identifier: BSD-3-Clause
// Rows of A whose products several threads visit while a replay is built.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <partitioning/Araios_Search.hpp>
#include <partitioning/Araios_SpreadOrder.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <replay/Araios_ReplayTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Decides which rows are heavy: those that would take one thread more than most_steps steps. A
/// step is an entry of A, or as many products as the thread has lanes.
///
/// Shapes: row_work as long as A has rows: the products of each, which fit 31 bits.
template <class GraphA>
struct HeavyRowRule {
  GraphA a;
  Kokkos::View<std::int32_t const*, typename GraphA::device_type> row_work;
  int lanes_of_thread;
  std::int64_t most_steps;
  int parts_of_share;  ///< pieces into which each share is cut

  KOKKOS_FUNCTION std::int64_t steps(std::int64_t row) const {
    return length(row) + row_work(row) / lanes_of_thread;
  }
  KOKKOS_FUNCTION bool is_heavy(std::int64_t row) const { return steps(row) > most_steps; }
  /// Upper bound of the number of heavy rows.
  std::int64_t max_rows(std::int64_t work, std::int64_t nnz_a) const {
    return (work / lanes_of_thread + nnz_a) / most_steps;
  }

  /// Entries of A in a share of a heavy row. The shares of all rows have about as many products.
  KOKKOS_FUNCTION std::int64_t entries_of_share(std::int64_t row) const {
    std::int64_t const products = tuning::replay_products_of_share / parts_of_share;
    std::int64_t const entries = products * length(row) / (row_work(row) + 1);
    std::int64_t const most = tuning::replay_max_entries_of_share / parts_of_share;
    return entries < 1 ? 1 : entries < most ? entries : most;
  }
  KOKKOS_FUNCTION std::int64_t num_shares(std::int64_t row) const {
    std::int64_t const of_share = entries_of_share(row);
    return (length(row) + of_share - 1) / of_share;
  }

 private:
  KOKKOS_FUNCTION std::int64_t length(std::int64_t row) const {
    return row_length(a, static_cast<typename GraphA::ordinal_type>(row));
  }
};

/// One share of a heavy row.
struct HeavyRowShare {
  std::int64_t row;
  std::int64_t number;
};

/// Counts heavy rows and their shares in one number, which one atomic updates.
struct HeavyRowCount {
  std::int64_t num_rows = 0;
  std::int64_t num_shares = 0;

  KOKKOS_FUNCTION static HeavyRowCount from(std::int64_t number) {
    return {number >> bits_of_shares, number & ((std::int64_t{1} << bits_of_shares) - 1)};
  }
  KOKKOS_FUNCTION std::int64_t number() const { return num_rows << bits_of_shares | num_shares; }

 private:
  static constexpr int bits_of_shares = 32;
};

/// The heavy rows, in any order, and their shares.
///
/// Shapes: rows and first_shares max_rows.
template <class Device>
struct HeavyRows {
  Kokkos::View<std::int64_t*, Device> rows;
  Kokkos::View<std::int64_t*, Device> first_shares;
  HeavyRowCount count;  ///< set once they are listed

  HeavyRows() = default;
  /// Pre: memory has num_elements(max_rows) elements.
  HeavyRows(Kokkos::View<std::int64_t*, Device> const& memory, std::size_t max_rows)
      : rows(memory.data(), max_rows), first_shares(memory.data() + max_rows, max_rows) {}

  static std::size_t num_elements(std::size_t max_rows) { return 2 * max_rows; }

  /// Shapes: counter 1.
  KOKKOS_FUNCTION void add(std::int64_t* counter, std::int64_t row, std::int64_t num_shares) const {
    // One atomic for both numbers: first_shares ascends, and can be searched.
    auto const before = HeavyRowCount::from(
        Kokkos::atomic_fetch_add(counter, HeavyRowCount{1, num_shares}.number()));
    rows(before.num_rows) = row;
    first_shares(before.num_rows) = before.num_shares;
  }

  /// Calls f(share) for each share of a thread. The threads of a team take successive shares. Teams
  /// that run at the same time take shares of many rows: few entries of C may have most products of
  /// a row, and their atomics would contend.
  template <class Member, class F>
  KOKKOS_FUNCTION void for_shares(Member const& member, F const& f) const {
    auto const of_team = static_cast<std::int64_t>(member.team_size());
    SpreadOrder<tuning::replay_spread_positions> const teams{(count.num_shares + of_team - 1) /
                                                             of_team};
    for (std::int64_t i = member.league_rank(); i < teams.num_steps(); i += member.league_size()) {
      std::int64_t const share = teams.at(i) * of_team + member.team_rank();
      if (share >= count.num_shares) continue;
      std::int64_t const place =
          upper_bound(std::int64_t{0}, count.num_rows, first_shares, share) - 1;
      f(HeavyRowShare{rows(place), share - first_shares(place)});
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
