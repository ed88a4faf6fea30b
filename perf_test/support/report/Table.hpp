// SPDX-License-Identifier: BSD-3-Clause
// The printed table: one line for each contender and product.
#pragma once

#include "measure/Measure.hpp"
#include "options/Options.hpp"
#include "problem/Problem.hpp"
#include "report/Record.hpp"
#include <Araios_SpGemmEstimate.hpp>

#include <cstddef>
#include <string>

namespace araios::perf {

/// Lays out the table. Lines are printed as products finish, so column widths are fixed beforehand.
class Table {
 public:
  explicit Table(Options const& options);

  /// The meaning of the columns, and their names.
  std::string header() const;
  /// The lines of one product, and what each method of this library selected. These come first.
  std::string rows(Problem const& problem, std::vector<Measurement> const& measurements) const;

 private:
  std::size_t name_width_;
};

/// f_m, maxrf, nnz(C), maxrs, CF and CMRF of one product, as --flop prints them.
std::string statistics_line(ProductCounts const& counts);

/// Upper bounds of a product that has not run, as --estimate prints them.
std::string estimate_lines(Problem const& problem, SpGemmEstimate const& estimate);

/// Every repetition and the memory held between calls, as --verbose prints them.
std::string verbose_lines(Measurement const& measurement);

}  // namespace araios::perf
