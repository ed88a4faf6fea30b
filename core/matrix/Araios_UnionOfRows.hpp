// SPDX-License-Identifier: BSD-3-Clause
// The union of the columns of two rows.
#pragma once

#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Which of two rows hold a column: a set of bits.
enum Origin : std::uint8_t { in_a = 1, in_b = 2 };

/// The columns of a row.
template <class Ordinal>
struct RowColumns {
  Ordinal const* columns;
  std::int64_t size;

  KOKKOS_FUNCTION Ordinal operator()(std::int64_t i) const { return columns[i]; }

  /// The number of columns below one, and whether it is there.
  struct Found {
    std::int64_t before;
    bool is_present;
  };
  /// Pre: columns ascend strictly.
  KOKKOS_FUNCTION Found find(Ordinal column) const {
    std::int64_t const end = upper_bound(std::int64_t{0}, size, *this, column);
    bool const is_present = end > 0 && columns[end - 1] == column;
    return {is_present ? end - 1 : end, is_present};
  }
};

template <class Graph>
KOKKOS_FUNCTION RowColumns<typename Graph::ordinal_type> columns_of_row(Graph const& graph,
                                                                        std::int64_t row) {
  auto const begin = graph.row_offsets(row);
  return {graph.columns.data() + begin,
          static_cast<std::int64_t>(graph.row_offsets(row + 1) - begin)};
}

/// Two rows whose columns ascend strictly. A single lane merges them; several lanes search each
/// column of one row in the other.
template <class Ordinal>
struct UnionOfRows {
  RowColumns<Ordinal> a;
  RowColumns<Ordinal> b;

  /// The number of columns.
  template <class Lanes>
  KOKKOS_FUNCTION std::int64_t count(Lanes const& lanes) const {
    if constexpr (Lanes::concurrent) {
      auto const common = lanes.template sum<std::int64_t>(
          a.size,
          [&](std::int64_t i, std::int64_t& found) { found += b.find(a(i)).is_present ? 1 : 0; });
      return a.size + b.size - common;
    } else {
      std::int64_t in_both = 0;
      merge([&](Ordinal, unsigned origin) { in_both += origin == (in_a | in_b) ? 1 : 0; });
      return a.size + b.size - in_both;
    }
  }

  /// Calls put(place, column, origin) for each column; places count from 0.
  template <class Lanes, class Put>
  KOKKOS_FUNCTION void for_each(Lanes const& lanes, Put const& put) const {
    if constexpr (Lanes::concurrent) {
      put_columns(lanes, a, b, [&](std::int64_t place, Ordinal column, bool in_other) {
        put(place, column, in_other ? in_a | in_b : unsigned{in_a});
      });
      put_columns(lanes, b, a, [&](std::int64_t place, Ordinal column, bool in_other) {
        if (!in_other) put(place, column, unsigned{in_b});
      });
    } else {
      std::int64_t place = 0;
      merge([&](Ordinal column, unsigned origin) { put(place++, column, origin); });
    }
  }

 private:
  /// Calls visit(column, origin) in the order of columns. Without branches on columns, which would
  /// be mispredicted.
  template <class Visit>
  KOKKOS_FUNCTION void merge(Visit const& visit) const {
    std::int64_t i = 0;
    std::int64_t j = 0;
    while (i < a.size && j < b.size) {
      Ordinal const x = a(i);
      Ordinal const y = b(j);
      unsigned const has_x = x <= y ? 1 : 0;
      unsigned const has_y = y <= x ? 1 : 0;
      visit(has_x != 0 ? x : y, has_x * in_a | has_y * in_b);
      i += has_x;
      j += has_y;
    }
    for (; i < a.size; ++i) visit(a(i), unsigned{in_a});
    for (; j < b.size; ++j) visit(b(j), unsigned{in_b});
  }

  /// Calls put(place, column, in_other) for each column of a row: before it come those before it in
  /// both rows, less those that are in both.
  template <class Lanes, class Put>
  KOKKOS_FUNCTION static void put_columns(Lanes const& lanes, RowColumns<Ordinal> const& row,
                                          RowColumns<Ordinal> const& other, Put const& put) {
    lanes.template scan<std::int64_t>(
        row.size, [&](std::int64_t i, std::int64_t& common_before, bool is_final) {
          auto const found = other.find(row(i));
          if (is_final) put(i + found.before - common_before, row(i), found.is_present);
          common_before += found.is_present ? 1 : 0;
        });
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
