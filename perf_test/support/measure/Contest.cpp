// SPDX-License-Identifier: BSD-3-Clause
// From names of back ends and offset types to the compiled contests.
#include "measure/Contest.hpp"

#include "base/ExitCode.hpp"
#include "base/TypesOfBuild.hpp"
#include "options/VisitTypes.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <type_traits>

namespace araios::perf {
namespace {

/// Calls f with a null pointer to the execution space and a zero of the offset type.
///
/// Throws: Failure (unsupported) if these offsets are not compiled in for the space.
template <class F>
auto visit_types(Options const& options, F const& f) {
  return visit_space(options.space.back_end, [&]<class Space>(Space* space) {
    // Offsets of 32 bits are compiled in for every space.
    using Result = std::invoke_result_t<F const&, Space*, std::int32_t>;
    return visit_offset(options.offset, [&]<class Offset>(Offset zero) -> Result {
      if constexpr (has_offsets_v<Space, Offset>) {
        return f(space, zero);
      } else {
        throw Failure{ExitCode::unsupported,
                      fmt::format("--offset: found {}, expected int32: other offsets are compiled "
                                  "in for {} alone, not for {}",
                                  name_of(options.offset), Kokkos::DefaultExecutionSpace::name(),
                                  Space::name())};
      }
    });
  });
}

}  // namespace

void expect_offsets(Options const& options) {
  visit_types(options, []<class Space, class Offset>(Space*, Offset) {});
}

std::unique_ptr<Contest> make_contest(Problem const& problem, Options const& options) {
  return visit_types(options, [&]<class Space, class Offset>(Space*, Offset) {
    return make_contest_on<Space, Offset>(problem, options);
  });
}

SpaceRates measure_rates(BackEnd back_end) {
  return visit_space(back_end, []<class Space>(Space*) { return measure_rates_of(Space{}); });
}

void expect_distinct(std::vector<std::unique_ptr<Method>> const& methods) {
  std::set<std::string> names;
  for (auto const& method : methods) {
    if (names.insert(method->algorithm()).second) continue;
    throw Failure{ExitCode::usage,
                  fmt::format("--algorithm: found {} twice, expected different methods",
                              method->algorithm())};
  }
}

}  // namespace araios::perf
