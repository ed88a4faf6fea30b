// SPDX-License-Identifier: BSD-3-Clause
// Results of the matrix-vector driver: printed lines, and the fields of records.
#pragma once

#include "base/OffsetType.hpp"
#include "problem/SpMvProblem.hpp"
#include "report/Fields.hpp"

#include <string>
#include <vector>

namespace araios::perf {

/// What one call does, whatever the method.
struct SpMvWork {
  double operations = 0;        ///< two for each entry
  double effective_bytes = 0;   ///< moved, with x counted for each entry
  double compulsory_bytes = 0;  ///< moved, with x counted once
};

SpMvWork work_of(SpMvProblem const& problem, OffsetType offset);

/// One method on one matrix.
struct SpMvRecord : RepeatedRecord {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  RowLengths row_lengths;
  SpMvWork work;
  double triad_gbs = 0;

  double gflops() const;
  double effective_gbs() const;
  double compulsory_gbs() const;
};

/// The columns of the files.
Fields fields_of(SpMvRecord const& record);

/// Rows, columns and entries.
std::string size_line(SpMvProblem const& problem, std::string const& place);
/// Moments of the row lengths, and their histogram by decade.
std::string row_length_lines(RowLengths const& lengths);

/// The names and units of the columns.
std::string spmv_table_header();
/// A line for each method on one matrix. The ratios are to the first.
std::string spmv_table_rows(std::vector<SpMvRecord> const& of_matrix);

}  // namespace araios::perf
