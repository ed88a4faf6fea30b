// SPDX-License-Identifier: BSD-3-Clause
// The scatter map of a host plan: where each product goes, so that numeric phases need no columns.
#pragma once

#include <Araios_Workspace.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// The places of the products of a row of C: elements [first, first + num_products) of a list. Rows
/// with equal or shifted columns of C share them.
struct RowOfScatterMap {
  std::int64_t first;
  std::int64_t num_products;
};

/// The scatter map: for each product of C the place of its entry within its row.
///
/// Shapes: rows at least m. One of the lists has at least one element for each product of the rows
///         that do not share with the row before: `narrow` if its type can index the longest row
///         of C, otherwise `wide`. The other list is empty.
template <class Device>
struct ScatterMap {
  using Narrow = std::uint16_t;
  using Wide = std::uint32_t;

  Loan<RowOfScatterMap, Device> rows;
  Loan<Narrow, Device> narrow;
  Loan<Wide, Device> wide;

  std::size_t bytes() const { return rows.bytes() + narrow.bytes() + wide.bytes(); }

  bool is_wide() const { return wide.bytes() > 0; }

  /// Whether Place can index rows of max_row_size entries.
  template <class Place>
  static bool can_place(std::int64_t max_row_size) {
    return max_row_size - 1 <= std::numeric_limits<Place>::max();
  }

  /// The list with elements of type Place.
  template <class Place>
  Loan<Place, Device>& list() {
    if constexpr (std::is_same_v<Place, Narrow>) {
      return narrow;
    } else {
      return wide;
    }
  }
};

/// Bytes of the array that maps columns to places while an owner builds a row.
template <class Ordinal>
std::size_t bytes_of_place_map(std::int64_t num_columns) {
  return PoolShape::chunk_bytes_for(static_cast<std::size_t>(num_columns) * sizeof(Ordinal));
}

/// Bounds the memory of the scatter map and the columns of C, including what building them takes,
/// for an m×n C on `concurrency` threads.
///
/// Units: bytes; work in products.
template <class Ordinal>
std::size_t scatter_map_bytes_bound(std::int64_t m, std::int64_t n, std::int64_t work,
                                    std::int64_t max_nnz_c, std::int64_t max_row_size,
                                    int concurrency) {
  using Lists = ScatterMap<Kokkos::HostSpace>;
  bool const is_narrow = Lists::can_place<Lists::Narrow>(max_row_size);
  std::size_t const place = is_narrow ? sizeof(Lists::Narrow) : sizeof(Lists::Wide);
  std::size_t const of_owner = bytes_of_place_map<Ordinal>(n) + sizeof(int);
  return static_cast<std::size_t>(m) * sizeof(RowOfScatterMap) +
         static_cast<std::size_t>(work) * place +
         static_cast<std::size_t>(max_nnz_c) * sizeof(Ordinal) +
         static_cast<std::size_t>(concurrency) * of_owner;
}

}  // namespace araios::inline ARAIOS_ISA::impl
