// SPDX-License-Identifier: BSD-3-Clause
// The common part of the drivers' command lines.
#include "options/CommandLine.hpp"

#include "BuildInfo.hpp"
#include "base/ExitCode.hpp"
#include "options/CommandLineValues.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

namespace araios::perf {
namespace {

/// Shows the kind of value and the default of a flag, and nothing else.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(CLI::Option const* option) const override {
    std::string text = option->get_type_name().empty() ? "" : " " + option->get_type_name();
    if (!option->get_default_str().empty()) text += " [" + option->get_default_str() + "]";
    return text;
  }
};

}  // namespace

void begin_command_line(CLI::App& app, std::string const& explanations) {
  app.option_defaults()->ignore_case();
  auto const formatter = std::make_shared<HelpFormatter>();
  formatter->column_width(30);
  app.formatter(formatter);
  app.set_version_flag("--version", build_info::version);
  app.set_help_flag("-h,--help", "print this and exit");
  app.footer(explanations + exit_code_help);
}

void add_offset_type(CLI::App& app, OffsetType& type, std::string const& help) {
  auto const named = [](OffsetType offset) { return std::pair{name_of(offset), offset}; };
  add_choice<OffsetType>(app, "--offset", {named(OffsetType::int32), named(OffsetType::size_t)},
                         help, [&type](OffsetType chosen) { type = chosen; })
      ->default_str(std::string{name_of(type)});
}

bool parse_command_line(CLI::App& app, int argc, char const* const* argv) {
  try {
    app.parse(argc, argv);
  } catch (CLI::Success const& asked) {
    app.exit(asked);
    return false;
  } catch (CLI::ParseError const& error) {
    throw Failure{ExitCode::usage, fmt::format("{} (see --help)", error.what())};
  }
  return true;
}

}  // namespace araios::perf
