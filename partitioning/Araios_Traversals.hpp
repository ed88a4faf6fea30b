// SPDX-License-Identifier: BSD-3-Clause
// In which order, and on which lanes, the products of a row are enumerated.
#pragma once

#include <Kokkos_Core.hpp>

namespace araios {

/// A's entries one by one, all lanes on the row of B that belongs to the entry. When that row has
/// distinct columns, keys that are inserted at the same time differ.
struct SequentialTraversal {
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

}  // namespace araios
