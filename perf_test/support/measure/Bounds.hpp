// SPDX-License-Identifier: BSD-3-Clause
// Lower bounds of the time of a product, from measured rates of the execution space.
#pragma once

#include "measure/Measure.hpp"
#include "measure/SpaceRates.hpp"
#include "options/Options.hpp"
#include "problem/Problem.hpp"

#include <cstdint>
#include <string>

namespace araios::perf {

/// Compulsory costs: A, B and C through memory once, and a multiply-add for each product.
struct Bounds {
  std::int64_t compulsory_bytes = 0;  ///< of A, B (once if it is A) and C
  double traffic_ms = 0;              ///< these bytes at the triad's bandwidth
  double work_ms = 0;                 ///< f_m multiply-adds at the rate in registers
};

Bounds bounds_of(Problem const& problem, std::int64_t nnz_c, OffsetType offset,
                 SpaceRates const& rates);

/// A time over another; zero if the latter is zero.
double times_of(double ms, double bound_ms);

/// The rates, as --bounds prints them above the table.
std::string rates_line(SpaceRates const& rates);
/// The bounds of a product, and a method's times relative to them, as --bounds prints them.
std::string bounds_line(Measurement const& measurement, Bounds const& bounds);

}  // namespace araios::perf
