// SPDX-License-Identifier: BSD-3-Clause
// The printed table: one line for each contender and product.
#pragma once

#include "measure/Measure.hpp"
#include "problem/Problem.hpp"
#include "report/Record.hpp"
#include <Araios_SpGemmEstimate.hpp>

#include <string>
#include <vector>

namespace araios::perf {

/// The names and units of the columns, in at most 100 characters a line, as are the rows.
std::string table_header();

/// The product with its size, and a row for each measurement. The ratios are to the first.
///
/// Pre: there is a measurement.
std::string table_rows(Problem const& problem, std::vector<Measurement> const& measurements);

/// f_m, maxrf, nnz(C), maxrs, CF and CMRF of one product, as --flop prints them.
std::string statistics_line(ProductCounts const& counts);

/// Upper bounds of a product that has not run, as --estimate prints them.
std::string estimate_lines(Problem const& problem, SpGemmEstimate const& estimate);

/// Every repetition, the selections and the memory held between calls, as --verbose prints them.
std::string verbose_lines(Measurement const& measurement);

}  // namespace araios::perf
