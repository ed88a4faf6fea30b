// SPDX-License-Identifier: BSD-3-Clause
// The banner and the size line of Matrix Market files; needs fast_matrix_market.
#pragma once

#include <matrix_market/Araios_FastMatrixMarket.hpp>
#include <matrix_market/Araios_ForeignFormats.hpp>
#include <matrix_market/Araios_MatrixMarketText.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace araios::inline ARAIOS_ISA::impl::matrix_market {

/// The fields of the header, and where the entries begin.
struct Header {
  /// header_line_count is the line number of the size line.
  fmm::matrix_market_header fields;
  std::int64_t banner_line = 0;
  std::size_t body_begin = 0;
};

inline constexpr char const* expected_banner = "'%%MatrixMarket matrix coordinate FIELD SYMMETRY'";

/// Explains a first line that is not a banner, as far as the text reveals.
inline std::string describe_wrong_banner(std::string_view text, std::string_view word) {
  std::string const message = "found " + quoted(word) + ", expected the banner " + expected_banner;
  if (lower_case(word) == "%matrixmarket") return message + " with two percent signs";
  std::string const hint = describe_foreign_format(text);
  return hint.empty() ? message : message + ": " + hint;
}

/// Checks that carriage returns stand before line feeds alone, not in place of them.
///
/// Throws: fmm::invalid_mm otherwise.
inline void expect_line_feeds(std::string_view line_text, std::int64_t line) {
  auto const lone_return = line_text.find('\r');
  if (lone_return == std::string_view::npos || is_blank_line(line_text.substr(lone_return))) return;
  throw fmm::invalid_mm(
      "the lines end in carriage returns alone, expected line feeds: convert the file with "
      "tr '\\r' '\\n'",
      line);
}

/// Looks a word of the banner up among the names that fast_matrix_market gives its enumerators.
///
/// Throws: fmm::invalid_mm if there is none of this name.
template <class Enumerator>
Enumerator find_banner_word(std::map<Enumerator, std::string const> const& names, char const* role,
                            std::string_view word, std::int64_t line) {
  std::string expected;
  for (auto const& [enumerator, name] : names) {
    if (lower_case(word) == name) return enumerator;
    expected += (expected.empty() ? "" : ", ") + name;
  }
  throw fmm::invalid_mm(
      "found " + std::string{role} + " " + quoted(word) + ", expected one of " + expected, line);
}

/// Checks that a word of the banner is the supported one.
///
/// Throws: fmm::invalid_mm otherwise.
inline void expect_banner_word(char const* role, std::string_view supported, std::string_view word,
                               std::int64_t line) {
  if (lower_case(word) == supported) return;
  throw fmm::invalid_mm(
      std::string{role} + " " + quoted(word) + " is not supported, expected " + quoted(supported),
      line);
}

inline void parse_banner(std::string_view text, std::string_view banner, std::int64_t line,
                         fmm::matrix_market_header& fields) {
  std::string_view rest = banner;
  std::string_view const first = take_word(rest);
  if (lower_case(first) != "%%matrixmarket") {
    throw fmm::invalid_mm(describe_wrong_banner(text, first), line);
  }
  expect_line_feeds(banner, line);
  std::array<std::string_view, 4> words;
  for (auto& word : words) word = take_word(rest);
  if (words.back().empty()) {
    throw fmm::invalid_mm(
        "found " + quoted(banner) + ", expected the five words " + expected_banner, line);
  }
  if (!is_end_of_line(rest)) {
    throw fmm::invalid_mm("found " + quoted(take_word(rest)) + " behind the five words of " +
                              quoted(banner) + ", expected the end of the line",
                          line);
  }
  expect_banner_word("object", "matrix", words[0], line);
  expect_banner_word("format", "coordinate", words[1], line);
  fields.field = find_banner_word(fmm::field_map, "field", words[2], line);
  fields.symmetry = find_banner_word(fmm::symmetry_map, "symmetry", words[3], line);
}

/// One number of the size line; `what` names it in messages.
inline std::int64_t parse_size(std::string_view word, char const* what, std::int64_t line) {
  std::string_view const digits = without_plus(word);
  if (digits.starts_with('-') && is_digits(digits.substr(1))) {
    throw fmm::invalid_mm(
        "the " + std::string{what} + " is " + std::string{word} + ", expected zero or more", line);
  }
  if (!is_digits(digits)) {
    throw fmm::invalid_mm("found " + quoted(word) + ", expected the " + what + " as a whole number",
                          line);
  }
  std::int64_t size = 0;
  auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (error != std::errc{}) {
    throw std::overflow_error{"Line " + std::to_string(line) + ": the " + what + " is " +
                              std::string{digits.substr(0, 40)} +
                              ", more than the largest 64-bit index"};
  }
  return size;
}

inline void parse_size_line(std::string_view size_line, std::int64_t line,
                            fmm::matrix_market_header& fields) {
  expect_line_feeds(size_line, line);
  std::string_view rest = size_line;
  std::array<std::string_view, 3> words;
  for (auto& word : words) word = take_word(rest);
  if (words.back().empty() || !is_end_of_line(rest)) {
    throw fmm::invalid_mm("found " + quoted(size_line) +
                              ", expected the size line: three numbers 'rows columns entries'",
                          line);
  }
  fields.nrows = parse_size(words[0], "number of rows", line);
  fields.ncols = parse_size(words[1], "number of columns", line);
  fields.nnz = parse_size(words[2], "number of entries", line);
  if (fields.symmetry != fmm::general && fields.nrows != fields.ncols) {
    throw fmm::invalid_mm("a " + fmm::symmetry_map.at(fields.symmetry) +
                              " matrix is square, found " + std::to_string(fields.nrows) +
                              " rows and " + std::to_string(fields.ncols) + " columns",
                          line);
  }
}

/// Parses the header of a file's text.
///
/// Letter case is ignored; extra blanks, blank lines, comments behind the words and CR LF line ends
/// are allowed, as everywhere in the file.
///
/// Throws: fmm::invalid_mm with the line, what was found and what was expected; std::overflow_error
///         if a size exceeds 64 bits.
inline Header parse_header(std::string_view text) {
  Header header;
  std::int64_t line_number = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view const line = take_line(rest);
    ++line_number;
    if (is_blank_line(line)) continue;
    if (header.banner_line == 0) {
      parse_banner(text, line, line_number, header.fields);
      header.banner_line = line_number;
    } else if (!is_comment_line(line)) {
      parse_size_line(line, line_number, header.fields);
      header.fields.header_line_count = line_number;
      header.body_begin = text.size() - rest.size();
      return header;
    }
  }
  if (header.banner_line == 0) {
    throw fmm::invalid_mm(std::string{"no header: the file is empty, expected the banner "} +
                          expected_banner);
  }
  throw fmm::invalid_mm("size line missing: the file ends, expected 'rows columns entries'",
                        line_number);
}

}  // namespace araios::inline ARAIOS_ISA::impl::matrix_market
