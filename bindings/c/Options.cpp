// SPDX-License-Identifier: BSD-3-Clause
// The names of the options, and what their values may be.

#include "Options.hpp"

#include <Araios_SpGemmOptions.hpp>
#include <platform/Araios_Expects.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace araios_c {
namespace {

using araios::SpGemmOptions;

struct Switch {
  std::string_view name;
  void (*set)(SpGemmOptions&, bool);
};

constexpr std::array switches{
    Switch{"transpose_a", [](SpGemmOptions& o, bool yes) { o.transpose_a = yes; }},
    Switch{"transpose_b", [](SpGemmOptions& o, bool yes) { o.transpose_b = yes; }},
    Switch{"conjugate_a", [](SpGemmOptions& o, bool yes) { o.conjugate_a = yes; }},
    Switch{"conjugate_b", [](SpGemmOptions& o, bool yes) { o.conjugate_b = yes; }},
    Switch{"replay", [](SpGemmOptions& o, bool yes) { o.replay = yes; }},
    Switch{"deterministic", [](SpGemmOptions& o, bool yes) { o.deterministic = yes; }},
    Switch{"result_sorted", [](SpGemmOptions& o, bool yes) { o.result_sorted = yes; }},
    Switch{"input_sorted", [](SpGemmOptions& o, bool yes) { o.input_sorted = yes; }},
    Switch{"check_reuse", [](SpGemmOptions& o, bool yes) { o.check_reuse = yes; }}};
constexpr std::string_view cap_name = "max_workspace_bytes";

std::string found(std::string_view name, std::int64_t value) {
  return "option " + std::string{name} + " is " + std::to_string(value);
}

void set_cap(SpGemmOptions& options, std::int64_t bytes) {
  ARAIOS_EXPECTS(bytes >= -1, found(cap_name, bytes) + ", expected bytes, or -1 for no cap");
  options.max_workspace_bytes =
      bytes < 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(bytes);
}

std::string known_names() {
  std::string names;
  for (auto const& entry : switches) names += std::string{entry.name} + ", ";
  return names + std::string{cap_name};
}

}  // namespace

void set_option(SpGemmOptions& options, std::string_view name, std::int64_t value) {
  if (name == cap_name) return set_cap(options, value);
  for (auto const& entry : switches) {
    if (entry.name != name) continue;
    ARAIOS_EXPECTS(value == 0 || value == 1, found(name, value) + ", expected 0 or 1");
    return entry.set(options, value == 1);
  }
  ARAIOS_EXPECTS(false, "there is no option '" + std::string{name} + "', only " + known_names());
}

}  // namespace araios_c
