// SPDX-License-Identifier: BSD-3-Clause
// A product by its sizes, and what is selected for it.

#pragma once

#include <Araios_Selection.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <selection/Araios_SelectMethod.hpp>

#include <cstdint>

namespace araios_test {

/// m rows, 1000 rows of B with so many entries each, n columns; B's columns ascend.
inline araios::ProblemStats problem(std::int64_t m, std::int64_t n, std::int64_t nnz_b_per_row) {
  araios::ProblemStats stats;
  stats.m = m;
  stats.k = 1000;
  stats.n = n;
  stats.nnz_b = 1000 * nnz_b_per_row;
  stats.columns_increase = true;
  return stats;
}

inline araios::Selection selected(araios::impl::DeviceTraits const& device,
                                  araios::ProblemStats const& stats,
                                  araios::SpGemmOptions const& options = {},
                                  araios::PhaseKind phase = araios::PhaseKind::numeric,
                                  bool compress = false) {
  return araios::impl::select_method(device, stats, options, phase, compress);
}

}  // namespace araios_test
