// SPDX-License-Identifier: BSD-3-Clause
// The columns of a printed table, and cells that fit them.
#include "report/Columns.hpp"

#include "base/Lines.hpp"

#include <fmt/format.h>

namespace araios::perf {
namespace {

std::string text_of(double number, int most_digits, std::size_t width) {
  for (int digits = most_digits; digits >= 0; --digits) {
    std::string text = fmt::format("{:.{}f}", number, digits);
    if (text.size() <= width) return text;
  }
  return fmt::format("{:.0e}", number);
}

}  // namespace

std::string Cell::text(std::size_t width) const {
  return number_ ? text_of(*number_, digits_, width) : shortened(text_, width);
}

std::string Columns::header() const {
  std::string above;
  std::vector<std::string> names;
  std::size_t end = 1;
  for (Column const& column : columns_) {
    names.push_back(column.name);
    end += 1 + column.width;
    if (column.above.empty()) continue;
    above += fmt::format("{:>{}}", column.above, end - above.size());
  }
  return above.empty() ? line(names) : above + "\n" + line(names);
}

std::string Columns::row(std::vector<Cell> const& cells) const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    texts.push_back(cells[i].text(columns_[i].width));
  }
  return line(texts);
}

std::string Columns::line(std::vector<std::string> const& texts) const {
  std::string line = fmt::format("  {:<{}}", texts.front(), columns_.front().width);
  for (std::size_t i = 1; i + 1 < texts.size(); ++i) {
    line += fmt::format(" {:>{}}", texts[i], columns_[i].width);
  }
  return line + " " + texts.back() + "\n";
}

std::optional<double> ratio_of(double median, double first) {
  return first > 0 ? std::optional{median / first} : std::nullopt;
}

}  // namespace araios::perf
