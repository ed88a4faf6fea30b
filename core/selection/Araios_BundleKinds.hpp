// SPDX-License-Identifier: BSD-3-Clause
// Which successive rows of C hosts bundle, and whether it pays to fill them together.
#pragma once

#include <Araios_Selection.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_Hypersparse.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// How the columns of the rows of a bundle differ from one row to the next.
enum class BundleKind {
  same,    ///< equal columns
  shifted  ///< columns shifted by one, as in stencils
};

constexpr BundleKind other_than(BundleKind step) {
  return step == BundleKind::same ? BundleKind::shifted : BundleKind::same;
}

/// By how much the columns of `other` exceed those of `row`.
template <class Ordinal>
Ordinal shift_of(BundleKind step, Ordinal row, Ordinal other) {
  return step == BundleKind::same ? Ordinal{0} : other - row;
}

/// The kinds of bundles that are filled together.
struct BundleKinds {
  bool same = false;
  bool shifted = false;

  bool has_any() const { return same || shifted; }
  bool has(BundleKind step) const { return step == BundleKind::same ? same : shifted; }
  /// Most rows of a bundle.
  int max_lanes() const { return has_any() ? tuning::bundle_max_rows : 1; }
};

/// The kinds of which there are enough rows; shifted rows also need that many products on average.
inline BundleKinds frequent_bundles(ProblemStats const& stats,
                                    std::int64_t min_products_of_shifted) {
  auto const pays = [&](std::int64_t rows) { return rows * tuning::bundle_min_share > stats.m; };
  return {pays(stats.repeated_rows),
          pays(stats.shifted_rows) && stats.work >= stats.m * min_products_of_shifted};
}

/// The kinds of bundles that are summed by the scatter map.
inline BundleKinds bundles_at_places(ProblemStats const& stats) {
  return frequent_bundles(stats, tuning::shifted_rows_min_products);
}

/// Whether arrays over all columns, one for each thread, are small beside the work.
inline bool affords_sums_of_columns(ProblemStats const& stats, int num_threads) {
  return stats.work / tuning::recording_min_products_per_column >= stats.n * num_threads;
}

/// The kinds of bundles that are summed at the columns of C. Shifted rows of few products are
/// excluded, since their places are recorded. There are no bundles where sums over all columns
/// would take much, and all rows have places, which take no memory, or sums for each row of a
/// bundle would take more than is affordable.
inline BundleKinds bundles_at_columns(ProblemStats const& stats, int num_threads) {
  if (!affords_sums_of_columns(stats, num_threads) &&
      (stats.rows_are_short ||
       affordable_arrays(stats, stats.n * tuning::bundle_max_rows) < num_threads)) {
    return {};
  }
  return frequent_bundles(stats, tuning::vector_row_max_products);
}

/// Sums at columns of C that a thread needs: none if every product has a recorded place.
inline std::int64_t num_sums_of_columns(ProblemStats const& stats, BundleKinds const& steps) {
  return stats.rows_are_short && !steps.has_any() ? 0 : stats.n * steps.max_lanes();
}

}  // namespace araios::inline ARAIOS_ISA::impl
