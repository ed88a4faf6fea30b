// SPDX-License-Identifier: BSD-3-Clause
// The products that contribute to a row of C: pairs of an entry of A and an entry of B.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// One product: the positions of its factors in A and in B.
template <class OffsetA, class OffsetB>
struct ProductEntries {
  OffsetA a_entry;
  OffsetB b_entry;
};

/// Entries [begin, end) of a row.
template <class Offset>
struct EntryRange {
  Offset begin;
  Offset end;
};

/// The patterns of both operands. B may be compressed; its entries are then column sets.
///
/// Shapes: a m×k; b has k rows; work_offsets nnz(A) + 1, the 64-bit exclusive prefix sum of the
///         work of A's entries, or empty unless the traversal needs it.
template <class GraphA, class GraphB>
struct RowProducts {
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  using offset_type_of_b = typename GraphB::offset_type;

  GraphA a;
  GraphB b;
  Kokkos::View<std::int64_t const*, device_type> work_offsets = {};

  /// The entries of the row of B that belongs to an entry of A.
  template <class OffsetA>
  KOKKOS_FUNCTION auto entries_of_b(OffsetA a_entry) const {
    return entries_of_row(a.columns(a_entry));
  }
  KOKKOS_FUNCTION auto entries_of_row(ordinal_type row_of_b) const {
    return EntryRange<typename GraphB::offset_type>{b.row_offsets(row_of_b),
                                                    b.row_offsets(row_of_b + 1)};
  }

  /// The factors of a product, given by its number among all products of C. [a_begin, a_end) are
  /// the entries of A of its row.
  template <class OffsetA>
  KOKKOS_FUNCTION auto locate(OffsetA a_begin, OffsetA a_end, std::int64_t product) const {
    using OffsetB = typename GraphB::offset_type;
    OffsetA const a_entry = upper_bound(a_begin, a_end, work_offsets, product) - 1;
    auto const place = static_cast<OffsetB>(product - work_offsets(a_entry));
    return ProductEntries<OffsetA, OffsetB>{a_entry, b.row_offsets(a.columns(a_entry)) + place};
  }

  /// The number of products of a row, in 64 bits, on every lane.
  template <class Lanes>
  KOKKOS_FUNCTION std::int64_t work(Lanes const& lanes, ordinal_type row) const {
    auto const begin = a.row_offsets(row);
    auto const length = a.row_offsets(row + 1) - begin;
    return lanes.template sum<std::int64_t>(length, [&](auto i, std::int64_t& partial) {
      partial += row_length(b, a.columns(begin + i));
    });
  }
};

/// The numbers of entries of both operands that a plan was made for.
struct PlannedEntries {
  std::int64_t of_a;
  std::int64_t of_b;

  template <class Products>
  KOKKOS_FUNCTION bool are_those_of(Products const& products) const {
    auto const& a = products.a;
    auto const& b = products.b;
    // Both loads are issued before the first comparison.
    auto const found_of_a = static_cast<std::int64_t>(a.row_offsets(a.num_rows));
    auto const found_of_b = static_cast<std::int64_t>(b.row_offsets(b.num_rows));
    return (found_of_a == of_a) & (found_of_b == of_b);
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
