// SPDX-License-Identifier: BSD-3-Clause
// The printed table of drivers that repeat methods in turn: one line for each method.
#pragma once

#include "measure/TakeTurns.hpp"
#include "report/Columns.hpp"

#include <string>
#include <vector>

namespace araios::perf {

/// Set-up, median, noise, ratio and check of each method, and figures of the driver between them.
class RepeatedTable {
 public:
  /// Of the width of a line, the widths of the figures and the blanks before them have
  /// figures_width.
  explicit RepeatedTable(std::vector<Column> const& figures);

  static constexpr std::size_t figures_width = 28;

  std::string header() const { return columns_.header(); }
  /// The line of a method. The ratio is to the first method.
  ///
  /// Pre: as many figures as columns of them.
  std::string row(MethodTimes const& times, MethodTimes const& first,
                  std::vector<Cell> const& figures) const;

 private:
  Columns columns_;
};

/// Milliseconds in a cell of 8 characters; more digits below 10 microseconds.
Cell cell_of_ms(double ms);

/// Library and method, as tables name them.
std::string entry_name(MethodTimes const& times);

/// Operations each nanosecond, by the median: GFLOP/s, or GB/s of bytes. 0 without a time.
double rate_of(double operations, MethodTimes const& times);

}  // namespace araios::perf
