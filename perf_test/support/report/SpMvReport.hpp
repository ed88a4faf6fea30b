// SPDX-License-Identifier: BSD-3-Clause
// Results of the matrix-vector driver: printed lines, and records as CSV.
#pragma once

#include "measure/SpMvMeasure.hpp"
#include "problem/SpMvProblem.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace araios::perf {

/// One line of the CSV file: one method on one matrix.
struct SpMvRecord {
  std::string matrix;
  std::string space;
  int threads = 0;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  RowLengths row_lengths;
  SpMvMeasurement measurement;
  double triad_gbs = 0;
};

/// Rows, columns and entries.
std::string size_line(SpMvProblem const& problem);
/// Moments of the row lengths, and their histogram by decade.
std::string row_length_lines(RowLengths const& lengths);
/// Check, times, GFLOPS and bandwidth of one method, and its time relative to `own_ms`.
std::string measurement_line(SpMvMeasurement const& measurement, double triad_gbs, double own_ms);

/// A line of column names and a line for each record.
void write_spmv_csv(std::ostream& out, std::vector<SpMvRecord> const& records);

}  // namespace araios::perf
