// SPDX-License-Identifier: BSD-3-Clause
// How long a product takes at least, at the rates that the execution space reaches.
#pragma once

#include "measure/Measure.hpp"
#include "measure/SpaceRates.hpp"
#include "options/Options.hpp"
#include "problem/Problem.hpp"

#include <cstdint>
#include <string>

namespace araios::perf {

/// What no method avoids: A, B and C through memory once, and a multiply-add for each product.
struct Bounds {
  std::int64_t compulsory_bytes = 0;  ///< of A, B (once, where it is A) and C
  double traffic_ms = 0;              ///< these bytes at the bandwidth of the triad
  double work_ms = 0;                 ///< f_m multiply-adds at the rate of those in registers
};

Bounds bounds_of(Problem const& problem, std::int64_t nnz_c, OffsetType offset,
                 SpaceRates const& rates);

/// How many times one time is another; zero where that is zero.
double times_of(double ms, double bound_ms);

/// The rates, as --bounds prints them above the table.
std::string rates_line(SpaceRates const& rates);
/// The bounds of a product and how many times them a method takes, as --bounds prints them.
std::string bounds_line(Measurement const& measurement, Bounds const& bounds);

}  // namespace araios::perf
