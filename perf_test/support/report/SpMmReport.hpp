// SPDX-License-Identifier: BSD-3-Clause
// Results of the sparse × dense driver: printed lines, and the fields of records.
#pragma once

#include "options/SpMmOptions.hpp"
#include "problem/SpMmProblem.hpp"
#include "report/Fields.hpp"

#include <string>
#include <vector>

namespace araios::perf {

/// One method on one matrix.
struct SpMmRecord : RepeatedRecord {
  ScalarType scalar = ScalarType::double_type;
  DenseLayout layout = DenseLayout::row;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  std::int64_t num_columns = 0;  ///< of B and C

  /// Two operations for each multiply-add.
  double gflops() const;
};

/// The columns of the files.
Fields fields_of(SpMmRecord const& record);

/// A and B.
std::string size_line(SpMmProblem const& problem, SpMmOptions const& options,
                      std::string const& place);

/// The names and units of the columns.
std::string spmm_table_header();
/// A line for each method on one matrix, with ratios to the first, and dense_peer_line.
std::string spmm_table_rows(std::vector<SpMmRecord> const& of_matrix);

/// The share of zeros in A from which this library, by its fastest method, is faster than a product
/// of the dense A. Assumes that its time is proportional to the entries. Empty if no dense product
/// was measured.
///
/// Pre: the first record is one of this library.
std::string dense_peer_line(std::vector<SpMmRecord> const& of_matrix);

}  // namespace araios::perf
