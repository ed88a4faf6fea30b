// SPDX-License-Identifier: BSD-3-Clause
// Words and lines of Matrix Market files, and how messages quote them.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl::matrix_market {

/// Blanks separate words, and include the carriage return of a CR LF line end.
inline constexpr std::string_view blanks = " \t\r";

/// Removes leading blanks and the first word of a line, and returns the word; empty at the end.
inline std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  std::string_view const word = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(word.size());
  return word;
}

inline bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(blanks) == std::string_view::npos;
}

inline bool is_comment_line(std::string_view line) {
  auto const first = line.find_first_not_of(blanks);
  return first != std::string_view::npos && line[first] == '%';
}

/// Whether the rest of a line holds no more words: a comment may follow.
inline bool is_end_of_line(std::string_view rest) {
  return is_blank_line(rest) || is_comment_line(rest);
}

/// Removes the next line and its line end from the front of the text, and returns the line.
inline std::string_view take_line(std::string_view& text) {
  std::string_view const line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

inline std::string lower_case(std::string_view word) {
  std::string lower{word};
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char character) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(character)));
  });
  return lower;
}

inline bool is_digits(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

inline std::string_view without_plus(std::string_view word) {
  // "+-1" is not a number: a sign after the plus stays an error.
  bool const plus = word.size() > 1 && word[0] == '+' && word[1] != '-' && word[1] != '+';
  return plus ? word.substr(1) : word;
}

/// A byte as a message shows it: \xNN if it is not printable.
inline std::string printable(char character) {
  constexpr char const* hex = "0123456789abcdef";
  auto const byte = static_cast<unsigned char>(character);
  if (byte >= 0x20 && byte < 0x7f) return {character};
  return {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
}

/// Text in quotation marks for a message; long text is cut.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t most_shown = 80;  // a banner has 50 to 60 characters
  std::string shown;
  for (char const character : text) {
    std::string const next = printable(character);
    if (shown.size() + next.size() > most_shown) return "'" + shown + "...'";
    shown += next;
  }
  return "'" + shown + "'";
}

}  // namespace araios::inline ARAIOS_ISA::impl::matrix_market
