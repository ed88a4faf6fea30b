// SPDX-License-Identifier: BSD-3-Clause
// Records as comma-separated values.
#include "report/Csv.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>

namespace araios::perf {
namespace {

/// Quoted by RFC 4180 if needed.
std::string csv_text_of(std::string const& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (char const c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string csv_text_of(std::int64_t number) { return fmt::format("{}", number); }
std::string csv_text_of(double number) { return fmt::format("{:.6f}", number); }

/// A line of what `text` makes of each field.
template <class Text>
void write_line(std::ostream& out, Fields const& fields, Text const& text) {
  char const* separator = "";
  for (Field const& field : fields) {
    out << separator << text(field);
    separator = ",";
  }
  out << '\n';
}

}  // namespace

void write_csv(std::ostream& out, Fields const& columns, std::vector<Fields> const& records) {
  write_line(out, columns, [](Field const& field) { return field.name; });
  for (Fields const& record : records) {
    write_line(out, record, [](Field const& field) {
      return std::visit([](auto const& value) { return csv_text_of(value); }, field.value);
    });
  }
}

}  // namespace araios::perf
