// SPDX-License-Identifier: BSD-3-Clause
// The printed table of drivers that repeat methods in turn: one line for each method.
#include "report/RepeatedTable.hpp"

#include "base/Lines.hpp"

namespace araios::perf {
namespace {

std::vector<Column> columns_with(std::vector<Column> const& figures) {
  std::vector<Column> columns{
      {"entry", 30}, {"ms", 8, "set-up"}, {"ms", 8, "median"}, {"noise %", 7}};
  columns.insert(columns.end(), figures.begin(), figures.end());
  columns.push_back({"ratio", 5});
  columns.push_back({"checked", 7});
  return columns;
}

}  // namespace

RepeatedTable::RepeatedTable(std::vector<Column> const& figures)
    : columns_{columns_with(figures)} {}

std::string RepeatedTable::row(MethodTimes const& times, MethodTimes const& first,
                               std::vector<Cell> const& figures) const {
  std::optional<double> noise = times.ms.noise();
  if (noise) *noise *= 100;
  std::vector<Cell> cells{
      entry_name(times), cell_of_ms(times.setup_ms), cell_of_ms(times.ms.median), {noise, 1}};
  cells.insert(cells.end(), figures.begin(), figures.end());
  cells.emplace_back(ratio_of(times.ms.median, first.ms.median), 2);
  cells.emplace_back(pass_or_fail(times.checked));
  return columns_.row(cells);
}

Cell cell_of_ms(double ms) { return {ms, ms > 0 && ms < 0.01 ? 6 : 4}; }

std::string entry_name(MethodTimes const& times) { return times.library + " " + times.algorithm; }

double rate_of(double operations, MethodTimes const& times) {
  return times.ms.median > 0 ? 1e-6 * operations / times.ms.median : 0;
}

}  // namespace araios::perf
