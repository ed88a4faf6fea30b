// SPDX-License-Identifier: BSD-3-Clause
// A line on a terminal that says what a long product is doing.
#include "base/Progress.hpp"

#include "base/StopRule.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <iostream>

namespace araios::perf {
namespace {

// A line that wraps could not be overwritten.
constexpr std::size_t most_columns = 79;

}  // namespace

bool Progress::is_due() const { return terminal_ != nullptr && now_() >= next_s_; }

void Progress::stage(std::string const& text) {
  if (terminal_ == nullptr) return;
  std::string line = subject_ + ": " + text;
  if (line.size() > most_columns) line = "..." + line.substr(line.size() - most_columns + 3);
  *terminal_ << "\r\033[K" << line << std::flush;
  is_shown_ = true;
  next_s_ = now_() + between_lines_s;
}

void Progress::clear() {
  if (is_shown_) *terminal_ << "\r\033[K" << std::flush;
  is_shown_ = false;
}

std::string repetition_text(int number, StopRule const& rule) {
  if (rule.reads_times()) return fmt::format("repetition {}", number);
  return fmt::format("repetition {} of {}", number, rule.repeat);
}

Progress progress_on_stderr() {
  if (isatty(STDERR_FILENO) == 0) return {};
  return {std::cerr, [] {
            auto const now = std::chrono::steady_clock::now().time_since_epoch();
            return std::chrono::duration<double>(now).count();
          }};
}

}  // namespace araios::perf
