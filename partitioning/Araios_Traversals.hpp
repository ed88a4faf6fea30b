// SPDX-License-Identifier: BSD-3-Clause
// In which order, and on which lanes, the products of a row are enumerated.
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios {

/// A's entries one by one, all lanes on the row of B that belongs to the entry. When that row has
/// distinct columns, keys that are inserted at the same time differ.
struct SequentialTraversal {
  static constexpr bool needs_team = false;
  static constexpr bool needs_work_offsets = false;
  /// Lanes may insert one key at the same time, though rows of B have distinct columns.
  static constexpr bool equal_keys_meet = false;

  /// Calls insert_for(a_entry)(b_entry) for every product (a_entry, b_entry) of `row`.
  template <class Lanes, class Products, class InsertFor>
  KOKKOS_FUNCTION static void for_each_product(Lanes const& lanes, Products const& products,
                                               typename Products::ordinal_type row,
                                               InsertFor const& insert_for) {
    auto const a_end = products.a.row_offsets(row + 1);
    for (auto a_entry = products.a.row_offsets(row); a_entry < a_end; ++a_entry) {
      auto const row_of_b = products.a.columns(a_entry);
      auto const b_begin = products.b.row_offsets(row_of_b);
      auto const length = products.b.row_offsets(row_of_b + 1) - b_begin;
      auto const insert = insert_for(a_entry);
      lanes.for_each(length, [&](auto i) { insert(b_begin + i); });
    }
  }
};

/// A's entries spread over the threads of a team, the row of B of each over the thread's vector
/// lanes: rows of B are met at the same time, and with them equal keys.
struct ParallelTraversal {
  static constexpr bool needs_team = true;
  static constexpr bool needs_work_offsets = false;
  static constexpr bool equal_keys_meet = true;

  template <class Lanes, class Products, class InsertFor>
  KOKKOS_FUNCTION static void for_each_product(Lanes const& lanes, Products const& products,
                                               typename Products::ordinal_type row,
                                               InsertFor const& insert_for) {
    auto const a_begin = products.a.row_offsets(row);
    auto const num_entries = products.a.row_offsets(row + 1) - a_begin;
    lanes.for_each_by_thread(num_entries, [&](auto i) {
      auto const row_of_b = products.a.columns(a_begin + i);
      auto const b_begin = products.b.row_offsets(row_of_b);
      auto const length = products.b.row_offsets(row_of_b + 1) - b_begin;
      auto const insert = insert_for(a_begin + i);
      lanes.for_each_by_lane(length, [&](auto j) { insert(b_begin + j); });
    });
  }
};

/// One flat index over all products of the row, spread over all lanes: even when rows of B differ
/// in length, at the price of a search for each product.
struct FlatTraversal {
  static constexpr bool needs_team = false;
  static constexpr bool needs_work_offsets = true;
  static constexpr bool equal_keys_meet = true;

  template <class Lanes, class Products, class InsertFor>
  KOKKOS_FUNCTION static void for_each_product(Lanes const& lanes, Products const& products,
                                               typename Products::ordinal_type row,
                                               InsertFor const& insert_for) {
    auto const a_begin = products.a.row_offsets(row);
    auto const a_end = products.a.row_offsets(row + 1);
    std::int64_t const first_product = products.work_offsets(a_begin);
    lanes.for_each(products.work_offsets(a_end) - first_product, [&](std::int64_t i) {
      auto const [a_entry, b_entry] = products.locate(a_begin, a_end, first_product + i);
      insert_for(a_entry)(b_entry);
    });
  }
};

}  // namespace araios
