// SPDX-License-Identifier: BSD-3-Clause
// Rows of A whose products several threads visit while a plan that replays is built.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Search.hpp>
#include <Araios_ThreadForEach.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios {

/// Which rows are heavy: those for which a thread would take more steps than the bound, one for
/// each entry of A, and one for so many products as it has lanes.
///
/// Shapes: row_work as long as A has rows: products of each, as many as 31 bits count.
template <class GraphA>
struct HeavyRowRule {
  GraphA a;
  Kokkos::View<std::int32_t const*, typename GraphA::device_type> row_work;
  int lanes_of_thread;
  std::int64_t most_steps;

  KOKKOS_FUNCTION bool is_heavy(std::int64_t row) const {
    using Ordinal = typename GraphA::ordinal_type;
    return row_length(a, static_cast<Ordinal>(row)) + row_work(row) / lanes_of_thread > most_steps;
  }
  /// Most rows that are.
  std::int64_t max_rows(std::int64_t work, std::int64_t nnz_a) const {
    return (work / lanes_of_thread + nnz_a) / most_steps;
  }
};

/// Part of the entries of A of a heavy row.
struct HeavyRowPart {
  std::int64_t row;
  std::int64_t number;
};

/// The heavy rows, in any order. A row has a part for every so many of its entries of A.
///
/// Shapes: rows and first_parts as many as there may be; counted 1, zero at first.
template <class Device>
struct HeavyRows {
  Kokkos::View<std::int64_t*, Device> rows;
  Kokkos::View<std::int64_t*, Device> first_parts;
  Kokkos::View<std::uint64_t*, Device> counted;  ///< rows in the upper half, their parts below

  HeavyRows() = default;
  /// In memory of num_elements(max_rows).
  HeavyRows(Kokkos::View<std::int64_t*, Device> const& memory, std::size_t max_rows)
      : rows(memory.data() + 1, max_rows),
        first_parts(memory.data() + 1 + max_rows, max_rows),
        counted(reinterpret_cast<std::uint64_t*>(memory.data()), 1) {}

  static std::size_t num_elements(std::size_t max_rows) { return 1 + 2 * max_rows; }

  static constexpr int bits_of_parts = 32;
  static constexpr std::uint64_t parts_mask = (std::uint64_t{1} << bits_of_parts) - 1;

  KOKKOS_FUNCTION static std::int64_t parts_of(std::int64_t length) {
    constexpr std::int64_t of_part = tuning::replay_row_part_entries;
    return (length + of_part - 1) / of_part;
  }
  KOKKOS_FUNCTION void add(std::int64_t row, std::int64_t length) const {
    auto const parts = static_cast<std::uint64_t>(parts_of(length));
    // Both in one step: parts ascend with rows, and so can be searched.
    std::uint64_t const before =
        Kokkos::atomic_fetch_add(&counted(0), std::uint64_t{1} << bits_of_parts | parts);
    auto const place = static_cast<std::int64_t>(before >> bits_of_parts);
    rows(place) = row;
    first_parts(place) = static_cast<std::int64_t>(before & parts_mask);
  }

  /// Calls f(part, share) for a thread's share of the parts: those of one part come one after the
  /// other, so that threads that run at once write close together. Threads beyond num_threads have
  /// none.
  ///
  /// Pre: num_threads is odd: else a thread would have the same share of every part.
  template <class Member, class F>
  KOKKOS_FUNCTION void for_parts(Member const& member, std::int64_t num_threads, F const& f) const {
    constexpr int shares = tuning::replay_threads_of_row_part;
    static_assert((shares & (shares - 1)) == 0, "odd numbers have no divisor in common with it");
    std::int64_t const first = thread_index(member);
    if (first >= num_threads) return;
    std::uint64_t const all = counted(0);
    auto const num_rows = static_cast<std::int64_t>(all >> bits_of_parts);
    auto const num_parts = static_cast<std::int64_t>(all & parts_mask);
    for (std::int64_t i = first; i < num_parts * shares; i += num_threads) {
      std::int64_t const part = i / shares;
      std::int64_t const place = upper_bound(std::int64_t{0}, num_rows, first_parts, part) - 1;
      f(HeavyRowPart{rows(place), part - first_parts(place)}, static_cast<int>(i % shares));
    }
  }
};

/// Lists the heavy rows.
template <class GraphA>
struct ListHeavyRows {
  HeavyRowRule<GraphA> rule;
  HeavyRows<typename GraphA::device_type> heavy;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    using Ordinal = typename GraphA::ordinal_type;
    if (rule.is_heavy(row)) heavy.add(row, row_length(rule.a, static_cast<Ordinal>(row)));
  }
};

}  // namespace araios
