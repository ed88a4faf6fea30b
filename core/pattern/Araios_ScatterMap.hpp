// SPDX-License-Identifier: BSD-3-Clause
// What a plan of a host remembers of the products of C, so that numeric phases need no columns.
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

/// The destinations of a row of C: one for each of its products, from the first on. Rows whose
/// columns of C are alike, as they are or moved by one, share them.
struct RowOfScatterMap {
  std::int64_t first;
  std::int64_t num_products;
};

/// Where the products of C go, each as the place of its entry in its row of C.
///
/// Shapes: rows m or more; one of both lists has an element or more for each product of rows that
///         share none with the row before: `narrow` where no row of C has more entries than it
///         tells apart.
template <class Device>
struct ScatterMap {
  using Narrow = std::uint16_t;
  using Wide = std::uint32_t;

  Loan<RowOfScatterMap, Device> rows;
  Loan<Narrow, Device> narrow;
  Loan<Wide, Device> wide;

  std::size_t bytes() const { return rows.bytes() + narrow.bytes() + wide.bytes(); }

  bool is_wide() const { return wide.bytes() > 0; }

  /// Whether elements of this type tell the places apart in rows of so many entries.
  template <class Place>
  static bool can_place(std::int64_t max_row_size) {
    return max_row_size - 1 <= std::numeric_limits<Place>::max();
  }

  /// The list of one width.
  template <class Place>
  Loan<Place, Device>& list() {
    if constexpr (std::is_same_v<Place, Narrow>) {
      return narrow;
    } else {
      return wide;
    }
  }
};

/// Bytes of the map by which one owner finds the places of a row's columns.
template <class Ordinal>
std::size_t bytes_of_place_map(std::int64_t num_columns) {
  return PoolShape::chunk_bytes_for(static_cast<std::size_t>(num_columns) * sizeof(Ordinal));
}

/// Most bytes that destinations and the columns of C take, building included, for C of m rows and n
/// columns on so many threads. Units: work in products.
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
