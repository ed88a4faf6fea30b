// SPDX-License-Identifier: BSD-3-Clause
// The pattern of R·A·P on devices, found by hash tables.
#pragma once

#include <fused/Araios_ColumnTable.hpp>
#include <fused/Araios_NewColumns.hpp>
#include <fused/Araios_RapOperands.hpp>
#include <fused/Araios_TableOwners.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sort/Araios_BitonicSort.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The products of a row of R·A that are new columns.
template <class Graphs, class Device>
struct NewProducts {
  using Ordinal = typename Graphs::ordinal_type;

  Graphs graphs;
  NewColumns<Device> news;

  /// Calls f(number of the first product of a row of A, its entries) for each entry of R in a row.
  template <class F>
  KOKKOS_FUNCTION void for_each_row_of_a(std::int64_t row, F const& f) const {
    auto const& r = graphs.r;
    auto const& a = graphs.a;
    std::int64_t product = news.first_bit(row);
    auto const end = r.row_offsets(static_cast<Ordinal>(row) + 1);
    for (auto entry = r.row_offsets(static_cast<Ordinal>(row)); entry < end; ++entry) {
      Ordinal const row_of_a = r.columns(entry);
      auto const begin = static_cast<std::int64_t>(a.row_offsets(row_of_a));
      auto const size = static_cast<std::int64_t>(a.row_offsets(row_of_a + 1)) - begin;
      f(product, begin, size);
      product += size;
    }
  }
  KOKKOS_FUNCTION bool is_new(std::int64_t product) const { return (news.from(product) & 1) != 0; }
};

/// Marks the products that are the first of their column, a row at a time.
///
/// Pre: all words are zero. Lanes share a row of A only where its columns ascend strictly.
template <class Graphs, class Device, class Shape>
struct MarkNewColumns {
  using Ordinal = typename Graphs::ordinal_type;

  NewProducts<Graphs, Device> products;
  Shape shape;
  bool a_ascends;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::byte* chunk, std::int64_t row) const {
    auto const& a = products.graphs.a;
    auto const& news = products.news;
    std::int64_t const most = news.first_bit(row + 1) - news.first_bit(row);
    std::int64_t const slots = table_slots(most);
    ColumnTable<Ordinal, table_access<Lanes>> const table{
        shape.keys(chunk), slots < shape.slots ? slots : shape.slots};
    products.for_each_row_of_a(
        row, [&](std::int64_t product, std::int64_t begin, std::int64_t size) {
          auto const mark = [&](std::int64_t i) {
            if (!table.claim(a.columns(begin + i)).is_new) return;
            std::int64_t const bit = product + i;
            constexpr std::int64_t bits = NewColumns<Device>::bits_of_word;
            Kokkos::atomic_or(&news.words(bit / bits), std::uint64_t{1} << (bit % bits));
          };
          if (a_ascends) return lanes.for_each(size, mark);
          lanes.single([&]() {
            for (std::int64_t i = 0; i < size; ++i) mark(i);
          });
          lanes.barrier();
        });
    lanes.for_each(table.num_slots(), [&](std::int64_t slot) { table.clear(slot); });
  }
};

/// Counts the entries of each row of R·A, and bounds those of C.
template <class Graphs, class Device>
struct MeasureNewColumns {
  NewProducts<Graphs, Device> products;
  Kokkos::View<std::int64_t*, Device> sizes;
  Kokkos::View<std::int64_t*, Device> bounds;

  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    std::int64_t size = 0;
    std::int64_t bound = 0;
    auto const& graphs = products.graphs;
    products.for_each_row_of_a(row,
                               [&](std::int64_t product, std::int64_t begin, std::int64_t count) {
                                 for (std::int64_t i = 0; i < count; ++i) {
                                   if (!products.is_new(product + i)) continue;
                                   ++size;
                                   bound += row_length(graphs.p, graphs.a.columns(begin + i));
                                 }
                               });
    sizes(row) = size;
    bounds(row) = bound < graphs.p.num_cols ? bound : static_cast<std::int64_t>(graphs.p.num_cols);
  }
};

/// Counts the columns of rows of C or, where there are row offsets, writes them in ascending order.
template <class Graphs, class Device, class Shape, class Offset>
struct FindCoarseColumns {
  using Ordinal = typename Graphs::ordinal_type;

  NewProducts<Graphs, Device> products;
  Shape shape;
  Kokkos::View<std::int64_t const*, Device> bounds;
  Kokkos::View<std::int64_t*, Device> row_sizes;
  Kokkos::View<Offset const*, Device> row_offsets;  ///< empty to count
  Kokkos::View<Ordinal*, Device> columns;

  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::byte* chunk, std::int64_t row) const {
    auto const& a = products.graphs.a;
    auto const& p = products.graphs.p;
    ColumnTable<Ordinal, table_access<Lanes>> const table{shape.keys(chunk),
                                                          table_slots(bounds(row))};
    std::int64_t found = 0;
    products.for_each_row_of_a(
        row, [&](std::int64_t product, std::int64_t begin, std::int64_t size) {
          found += lanes.template sum<std::int64_t>(size, [&](std::int64_t i, std::int64_t& count) {
            if (!products.is_new(product + i)) return;
            Ordinal const row_of_p = a.columns(begin + i);
            auto const end = p.row_offsets(row_of_p + 1);
            for (auto entry = p.row_offsets(row_of_p); entry < end; ++entry) {
              count += table.claim(p.columns(entry)).is_new ? 1 : 0;
            }
          });
        });
    lanes.barrier();
    if (row_offsets.data() == nullptr) {
      lanes.single([&]() { row_sizes(row) = found; });
    } else {
      write(lanes, table, columns.data() + row_offsets(row));
    }
    lanes.barrier();
    lanes.for_each(table.num_slots(), [&](std::int64_t slot) { table.clear(slot); });
  }

 private:
  template <class Lanes, class Table>
  KOKKOS_FUNCTION void write(Lanes const& lanes, Table const& table, Ordinal* row) const {
    auto const size = lanes.template scan<std::int64_t>(
        table.num_slots(), [&](std::int64_t slot, std::int64_t& before, bool is_final) {
          if (!table.is_used(slot)) return;
          if (is_final) row[before] = table.column(slot);
          ++before;
        });
    lanes.barrier();
    if constexpr (Lanes::concurrent) {
      sort_bitonic(lanes, size, [&](std::int64_t low, std::int64_t high) {
        Ordinal const column = row[low];
        if (row[high] >= column) return;
        row[low] = row[high];
        row[high] = column;
      });
    } else {
      KOKKOS_IF_ON_HOST((std::sort(row, row + size);))
    }
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
