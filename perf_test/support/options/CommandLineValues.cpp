// SPDX-License-Identifier: BSD-3-Clause
// Values of flags, with messages that name the flag, what was found and what was expected.
#include "options/CommandLineValues.hpp"

#include "base/ExitCode.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

namespace araios::perf {
namespace {

/// Adds a flag with one value, parsed as a Number in a range.
template <class Number>
CLI::Option* add_number(CLI::App& app, std::string const& flag, std::pair<Number, Number> range,
                        std::string const& help, std::string const& kind,
                        std::function<void(Number)> store) {
  auto const read = [=](std::string const& found) {
    Number value{};
    char const* const end = found.data() + found.size();
    auto const [rest, error] = std::from_chars(found.data(), end, value);
    bool const in_range = value >= range.first && value <= range.second;
    if (error != std::errc{} || rest != end || !in_range) {
      throw bad_value(flag, found,
                      fmt::format("{} from {} to {}", kind, range.first, range.second));
    }
    store(value);
  };
  return app.add_option_function<std::string>(flag, read, help);
}

}  // namespace

CLI::ValidationError bad_value(std::string const& flag, std::string_view found,
                               std::string_view expected) {
  return CLI::ValidationError{flag, fmt::format("found '{}', expected {}", found, expected)};
}

CLI::Option* add_integer(CLI::App& app, std::string const& flag,
                         std::pair<long long, long long> lowest_highest, std::string const& help,
                         std::function<void(long long)> store) {
  return add_number(app, flag, lowest_highest, help, "a whole number", std::move(store))
      ->type_name("N");
}

CLI::Option* add_real(CLI::App& app, std::string const& flag,
                      std::pair<double, double> lowest_highest, std::string const& help,
                      std::function<void(double)> store) {
  return add_number(app, flag, lowest_highest, help, "a number", std::move(store))->type_name("X");
}

CLI::Option* add_unavailable(CLI::App& app, std::string const& flag, bool takes_value,
                             std::string const& reason) {
  auto const refuse = [flag, reason] {
    throw Failure{ExitCode::unsupported, flag + ": " + reason};
  };
  CLI::Option* const option = takes_value ? app.add_option_function<std::string>(
                                                flag, [refuse](std::string const&) { refuse(); })
                                          : app.add_flag_callback(flag, refuse);
  return option->group("");
}

}  // namespace araios::perf
