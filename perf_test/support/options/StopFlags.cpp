// SPDX-License-Identifier: BSD-3-Clause
// The flags of every driver that say when repetitions end.
#include "options/StopFlags.hpp"

#include "base/Spread.hpp"
#include "options/CommandLineValues.hpp"

#include <fmt/format.h>

namespace araios::perf {
namespace {

constexpr double most_seconds = 86'400;
constexpr double least_percent = 0.01;
constexpr double most_percent = 100;

}  // namespace

void add_stop_rule(CLI::App& app, StopRule& rule) {
  add_integer(app, "--repeat", {1, largest_int},
              "measured repetitions; methods take turns in each. With one of the next\n"
              "two flags, at least",
              [&rule](long long n) { rule.repeat = static_cast<int>(n); })
      ->default_str(fmt::format("{}", rule.repeat));
  add_real(app, "--min-time", {0, most_seconds},
           "repeat until the repetitions of each method took this long together",
           [&rule](double seconds) { rule.min_time_s = seconds; })
      ->type_name("SECONDS");
  add_real(app, "--max-noise", {least_percent, most_percent},
           fmt::format("repeat until the noise of each method is at most this: half the width\n"
                       "of the interval of the median, from {} repetitions on. Ends after\n"
                       "{} repetitions, or {:g} s of a method, in any case",
                       least_repeats_of_noise, most_repeats, longest_s),
           [&rule](double percent) { rule.max_noise = percent / 100; })
      ->type_name("PERCENT");
}

}  // namespace araios::perf
