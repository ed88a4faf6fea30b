// SPDX-License-Identifier: BSD-3-Clause
// Printed lines of a bounded width.
#include "base/Lines.hpp"

namespace araios::perf {
namespace {

constexpr std::string_view omission = "...";

/// Whether a byte goes on with the letter before it, in UTF-8.
bool goes_on(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

std::string_view trimmed_right(std::string_view text) {
  auto const end = text.find_last_not_of(' ');
  return text.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

}  // namespace

std::string shortened(std::string_view text, std::size_t width) {
  if (text.size() <= width) return std::string{text};
  std::size_t const kept = width - omission.size();
  std::size_t head = kept - kept / 2;
  std::size_t tail = text.size() - kept / 2;
  while (head > 0 && goes_on(text[head])) --head;
  while (tail < text.size() && goes_on(text[tail])) ++tail;
  return std::string{text.substr(0, head)}.append(omission).append(text.substr(tail));
}

std::string wrapped(std::vector<std::string> const& parts, std::string_view separator,
                    std::string_view indent) {
  std::string const end_of_line{trimmed_right(separator)};
  std::size_t const widest = widest_line - indent.size() - end_of_line.size();
  std::string lines;
  std::string line;
  for (std::string const& part : parts) {
    std::string const text = shortened(part, widest);
    bool const fits =
        line.size() + separator.size() + text.size() + end_of_line.size() <= widest_line;
    if (line.empty()) {
      line = text;
    } else if (fits) {
      line.append(separator).append(text);
    } else {
      lines.append(line).append(end_of_line).append("\n");
      line = std::string{indent}.append(text);
    }
  }
  return lines.append(line).append("\n");
}

}  // namespace araios::perf
