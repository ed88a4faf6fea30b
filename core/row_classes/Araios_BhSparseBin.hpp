// SPDX-License-Identifier: BSD-3-Clause
// The bins of bhSPARSE: how a row is handled, by the upper bound of its size. Pure functions.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_RowClassesTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// A bin of rows of C by their number of products. Bin i up to largest_heap holds the rows of i
/// products: none, one that is copied, or a heap of that size.
/// Source: bhSPARSE as clSPARSE took it up (AMD developer article, 2015), stage 2: 38 bins in five
///         groups; deviation: the last one, of merged rows, is cut in two.
struct BhSparseBin {
  static constexpr int one = 1;
  static constexpr int largest_heap = 32;
  static constexpr int first_esc = largest_heap + 1;
  static constexpr int last_esc = first_esc + 3;  ///< sizes double from bin to bin
  static constexpr int merge = last_esc + 1;
  static constexpr int long_merge = merge + 1;
  static constexpr int count = long_merge + 1;

  KOKKOS_FUNCTION static constexpr int of_work(std::int64_t work) {
    if (work <= largest_heap) return static_cast<int>(work);
    int bin = first_esc;
    while (bin < long_merge && work > most_work(bin)) ++bin;
    return bin;
  }

  /// Most products of a row. Pre: bin < long_merge.
  KOKKOS_FUNCTION static constexpr int most_work(int bin) {
    if (bin == merge) return tuning::bhsparse_most_merged_by_thread;
    return bin <= largest_heap ? bin : (2 * largest_heap) << (bin - first_esc);
  }

  static std::string name(int bin) {
    if (bin == 0) return "none";
    if (bin == one) return "one";
    if (bin <= largest_heap) return "heap";
    return bin >= merge ? "merge" : "esc-" + std::to_string(most_work(bin));
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
