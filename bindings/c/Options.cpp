// SPDX-License-Identifier: BSD-3-Clause
// The names of the options, and what their values may be.

#include "Options.hpp"

#include "araios.h"
#include <Araios_SpGemmOptions.hpp>
#include <Araios_SpMvOptions.hpp>
#include <platform/Araios_Expects.hpp>

#include <algorithm>
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
  bool (*get)(SpGemmOptions const&);
};

template <auto member>
constexpr Switch switch_of(std::string_view name) {
  // An option that is left open counts as no.
  return {name, [](SpGemmOptions& options, bool yes) { options.*member = yes; },
          [](SpGemmOptions const& options) { return options.*member == true; }};
}

constexpr std::array switches{switch_of<&SpGemmOptions::transpose_a>("transpose_a"),
                              switch_of<&SpGemmOptions::transpose_b>("transpose_b"),
                              switch_of<&SpGemmOptions::conjugate_a>("conjugate_a"),
                              switch_of<&SpGemmOptions::conjugate_b>("conjugate_b"),
                              switch_of<&SpGemmOptions::replay>("replay"),
                              switch_of<&SpGemmOptions::deterministic>("deterministic"),
                              switch_of<&SpGemmOptions::result_sorted>("result_sorted"),
                              switch_of<&SpGemmOptions::input_sorted>("input_sorted"),
                              switch_of<&SpGemmOptions::check_reuse>("check_reuse")};
/// Those that products with vectors and dense matrices take.
constexpr std::array<std::string_view, 3> dense_names{"transpose_a", "conjugate_a",
                                                      "deterministic"};
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

void expect_unset(bool is_unset, std::string_view name, std::string const& call) {
  ARAIOS_EXPECTS(is_unset, "option " + std::string{name} + " is set, which " + call +
                               " does not take, only transpose_a, conjugate_a and deterministic");
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

araios::SpMvOptions options_of_dense(araios_options const* options, std::string const& call) {
  if (options == nullptr) return {};
  SpGemmOptions const defaults;
  auto const& given = options->options;
  for (auto const& entry : switches) {
    if (std::ranges::find(dense_names, entry.name) != dense_names.end()) continue;
    expect_unset(entry.get(given) == entry.get(defaults), entry.name, call);
  }
  expect_unset(given.max_workspace_bytes == defaults.max_workspace_bytes, cap_name, call);
  return {given.transpose_a, given.conjugate_a, given.deterministic};
}

}  // namespace araios_c
