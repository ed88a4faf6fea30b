// SPDX-License-Identifier: BSD-3-Clause
// A row of C whose products are all stored in an accumulator before any are summed.
#pragma once

#include <partitioning/Araios_Traversals.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Stores all products of a row by their number, then finds the distinct keys and writes the row.
/// The symbolic phase writes only the size. The entries of A are spread over the lanes.
///
/// Post: the numeric phase has rejected, and not written, a row with more than `capacity` products
///       or with another number of keys than planned.
template <class Lanes, class Phase, class Accumulator>
KOKKOS_FUNCTION void process_expanded_row(Lanes const& lanes, Phase const& phase,
                                          typename Phase::ordinal_type row,
                                          Accumulator& accumulator, int capacity) {
  using Ordinal = typename Phase::ordinal_type;
  int const products =
      NumberedTraversal::for_each_product(lanes, phase.products, row, [&](auto a_entry) {
        auto const multiplier = phase.multiplier(a_entry);
        return [&accumulator, multiplier, &phase](int number, auto b_entry) {
          accumulator.put(number, phase.key(b_entry), phase.value(multiplier, b_entry));
        };
      });
  lanes.barrier();
  if constexpr (Phase::is_numeric) {
    if (products < 0 || products > capacity) return phase.reject(row);
  }
  auto const size = static_cast<std::int64_t>(accumulator.find_keys(lanes, products));
  if constexpr (Phase::is_numeric) {
    if (size != phase.capacity(lanes, row)) return phase.reject(row);
    auto const begin = phase.row_offsets(row);
    accumulator.for_each_key(lanes, [&](int rank, Ordinal key, auto const& value) {
      phase.store(begin + rank, key, value);
    });
  } else {
    lanes.single([&]() { phase.row_sizes(row) = static_cast<Ordinal>(size); });
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
