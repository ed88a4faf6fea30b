// SPDX-License-Identifier: BSD-3-Clause
// Results of the driver of blocks: printed lines, and the fields of records.
#pragma once

#include "problem/BlocksProblem.hpp"
#include "report/Fields.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace araios::perf {

/// One method of one product of one matrix.
struct BlocksRecord : RepeatedRecord {
  std::string operation;
  std::string phase;
  std::int64_t block_size = 0;
  std::int64_t num_rows = 0;
  std::int64_t nnz = 0;
  std::int64_t num_blocks = 0;
  std::int64_t work = 0;  ///< multiply-adds, of the matrices as they are read

  /// Two operations for each multiply-add.
  double gflops() const;
};

/// The columns of the files.
Fields fields_of(BlocksRecord const& record);

/// Rows, entries, blocks, and the share of their elements that are entries.
std::string size_line(BlocksProblem const& problem, std::string const& place);

/// The names and units of the columns.
std::string blocks_table_header();
/// The product, and a line for each of its methods. The ratios are to the first.
///
/// Pre: there is a record.
std::string blocks_table_rows(std::vector<BlocksRecord> const& of_product);

}  // namespace araios::perf
