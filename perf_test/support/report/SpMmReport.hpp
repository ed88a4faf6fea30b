// SPDX-License-Identifier: BSD-3-Clause
// Results of the sparse × dense driver: printed lines, and records as CSV.
#pragma once

#include "measure/TakeTurns.hpp"
#include "options/SpMmOptions.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace araios::perf {

/// One line of the CSV file: one method on one matrix.
struct SpMmRecord {
  std::string matrix;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  std::int64_t num_columns = 0;  ///< of B and C
  MethodTimes times;

  /// Two operations for each multiply-add.
  double gflops() const;
};

/// Check, times and GFLOPS of one method, and its time relative to `own_ms`.
std::string record_line(SpMmRecord const& record, double own_ms);

/// The share of zeros in A from which this library, which takes own_ms, is faster than a product of
/// the dense A. Assumes that its time is proportional to the entries. Empty if no dense product was
/// measured.
std::string dense_peer_line(std::vector<SpMmRecord> const& of_matrix, double own_ms);

/// A line of column names and a line for each record.
void write_spmm_csv(std::ostream& out, SpMmOptions const& options, int threads,
                    std::vector<SpMmRecord> const& records);

}  // namespace araios::perf
