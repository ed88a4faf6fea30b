// SPDX-License-Identifier: BSD-3-Clause
// Values of flags, with messages that name the flag, what was found and what was expected.
#pragma once

#include "base/Text.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace araios::perf {

/// The largest value of a flag that is stored in an int.
inline constexpr long long largest_int = std::numeric_limits<int>::max();

/// Adds a flag whose value is a whole number in [lowest, highest].
CLI::Option* add_integer(CLI::App& app, std::string const& flag,
                         std::pair<long long, long long> lowest_highest, std::string const& help,
                         std::function<void(long long)> store);

/// Adds a flag whose value is a real number in [lowest, highest].
CLI::Option* add_real(CLI::App& app, std::string const& flag,
                      std::pair<double, double> lowest_highest, std::string const& help,
                      std::function<void(double)> store);

/// Adds a flag whose value is one of several words, in any case.
template <class T>
CLI::Option* add_choice(CLI::App& app, std::string const& flag,
                        std::initializer_list<std::pair<std::string_view, T>> words,
                        std::string const& help, std::function<void(T)> store);

/// Adds a flag of another driver that has no meaning here. If it is given, the error states
/// `reason`.
CLI::Option* add_unavailable(CLI::App& app, std::string const& flag, bool takes_value,
                             std::string const& reason);

/// The error for a value that is not what the flag expects.
CLI::ValidationError bad_value(std::string const& flag, std::string_view found,
                               std::string_view expected);

template <class T>
CLI::Option* add_choice(CLI::App& app, std::string const& flag,
                        std::initializer_list<std::pair<std::string_view, T>> words,
                        std::string const& help, std::function<void(T)> store) {
  std::string names;
  for (auto const& [word, value] : words) names += (names.empty() ? "" : "|") + std::string{word};
  auto const choose = [flag, names, store, choices = std::vector(words)](std::string const& found) {
    for (auto const& [word, value] : choices) {
      if (lowered(word) == lowered(found)) return store(value);
    }
    throw bad_value(flag, found, "one of " + names);
  };
  return app.add_option_function<std::string>(flag, choose, help)->type_name(names);
}

}  // namespace araios::perf
