// SPDX-License-Identifier: BSD-3-Clause
// Files with symmetry list each pair of places across the diagonal once, in either triangle.
#pragma once

#include <matrix_market/Araios_CrsFromTriplets.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl::matrix_market {

/// Two entries, by their numbers, that are mirror images of each other.
struct MirroredPair {
  std::size_t first;
  std::size_t second;
};

namespace mirrored_pair_steps {

/// The entries of one triangle, by number.
template <class Scalar, class Ordinal>
std::vector<std::size_t> entries_of_triangle(Triplets<Scalar, Ordinal> const& triplets,
                                             bool is_upper) {
  std::vector<std::size_t> entries;
  for (std::size_t i = 0; i < triplets.rows.size(); ++i) {
    bool const is_inside =
        is_upper ? triplets.rows[i] < triplets.columns[i] : triplets.rows[i] > triplets.columns[i];
    if (is_inside) entries.push_back(i);
  }
  return entries;
}

/// The number of entries above the diagonal, and below.
template <class Scalar, class Ordinal>
std::tuple<std::size_t, std::size_t> count_triangles(Triplets<Scalar, Ordinal> const& triplets) {
  std::size_t upper = 0;
  std::size_t lower = 0;
  for (std::size_t i = 0; i < triplets.rows.size(); ++i) {
    upper += triplets.rows[i] < triplets.columns[i] ? 1 : 0;
    lower += triplets.rows[i] > triplets.columns[i] ? 1 : 0;
  }
  return {upper, lower};
}

}  // namespace mirrored_pair_steps

/// Finds entries on both sides of the diagonal that stand for the same pair of places, which may be
/// one value written twice or two that add up. Of several the one whose second entry comes first.
///
/// Cost: O(entries); where both triangles have entries, a sort of the smaller one, and a search in
///       it for each entry of the larger one.
template <class Scalar, class Ordinal>
std::optional<MirroredPair> find_mirrored_pair(Triplets<Scalar, Ordinal> const& triplets) {
  namespace steps = mirrored_pair_steps;
  auto const [num_upper, num_lower] = steps::count_triangles(triplets);
  if (num_upper == 0 || num_lower == 0) return std::nullopt;
  auto const& rows = triplets.rows;
  auto const& columns = triplets.columns;
  bool const upper_is_smaller = num_upper < num_lower;
  auto sorted = steps::entries_of_triangle(triplets, upper_is_smaller);
  auto const place = [&](std::size_t entry) { return std::tuple{rows[entry], columns[entry]}; };
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::size_t left, std::size_t right) { return place(left) < place(right); });
  std::optional<MirroredPair> found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    bool const is_upper = rows[i] < columns[i];
    if (rows[i] == columns[i] || is_upper == upper_is_smaller) continue;
    auto const image = std::tuple{columns[i], rows[i]};
    auto const at = std::lower_bound(
        sorted.begin(), sorted.end(), image,
        [&](std::size_t entry, auto const& wanted) { return place(entry) < wanted; });
    if (at == sorted.end() || place(*at) != image) continue;
    auto const [first, second] = std::minmax(i, *at);
    if (!found || second < found->second) found = MirroredPair{first, second};
  }
  return found;
}

}  // namespace araios::inline ARAIOS_ISA::impl::matrix_market
