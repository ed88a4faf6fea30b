// SPDX-License-Identifier: BSD-3-Clause
// The columns of a printed table, and cells that fit them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace araios::perf {

/// A column: what stands above its cells, and how wide they are.
struct Column {
  std::string name;  ///< with the unit
  std::size_t width;
  std::string above{};  ///< of this column and those before it that have nothing above them
};

/// A text, or a number that gives up digits behind its point where it is too wide.
class Cell {
 public:
  Cell(std::string text) : text_{std::move(text)} {}
  /// "-" without a number.
  Cell(std::optional<double> const& number, int digits) : number_{number}, digits_{digits} {}

  /// In at most `width` characters.
  ///
  /// Pre: width is at least 5.
  std::string text(std::size_t width) const;

 private:
  std::string text_ = "-";
  std::optional<double> number_;
  int digits_ = 0;
};

/// A table whose first column is to the left, and others are to the right, but for the last one,
/// which holds words. Its lines have at most widest_line characters if the widths add up to that.
class Columns {
 public:
  explicit Columns(std::vector<Column> columns) : columns_{std::move(columns)} {}

  /// The names, below what stands above them, if anything does.
  std::string header() const;
  /// A line. Pre: as many cells as columns.
  std::string row(std::vector<Cell> const& cells) const;

 private:
  std::string line(std::vector<std::string> const& texts) const;

  std::vector<Column> columns_;
};

/// The median over another one; nothing without it.
std::optional<double> ratio_of(double median, double first);

}  // namespace araios::perf
