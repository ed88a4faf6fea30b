// SPDX-License-Identifier: BSD-3-Clause
// From names of back ends and types to the compiled contests.
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

[[noreturn]] void throw_no_offsets(Options const& options, std::string const& space) {
  throw Failure{ExitCode::unsupported,
                fmt::format("--offset: found {}, expected int32: other offsets are compiled in for "
                            "{} alone, not for {}",
                            name_of(options.offset), Kokkos::DefaultExecutionSpace::name(), space)};
}

[[noreturn]] void throw_no_scalar(Options const& options, std::string const& space) {
  throw Failure{
      ExitCode::unsupported,
      fmt::format("--scalar: found {} on {} with --offset {}, expected double: complex values are "
                  "compiled in for {} with --offset int32 alone",
                  name_of(options.scalar), space, name_of(options.offset),
                  Kokkos::DefaultExecutionSpace::name())};
}

/// Calls f with a zero of the scalar.
template <class F>
auto visit_scalar(ScalarType scalar, F const& f) {
  return scalar == ScalarType::complex_type ? f(Complex{}) : f(double{});
}

/// Calls f with the types of one space, if they are compiled in for it.
template <class Result, class Space, class Offset, class F>
Result visit_types_of(Options const& options, Space* space, Offset zero, F const& f) {
  return visit_scalar(options.scalar, [&]<class Scalar>(Scalar zero_value) -> Result {
    if constexpr (!has_offsets_v<Space, Offset>) {
      throw_no_offsets(options, Space::name());
    } else if constexpr (!has_scalar_v<Space, Offset, Scalar>) {
      throw_no_scalar(options, Space::name());
    } else {
      return f(space, zero, zero_value);
    }
  });
}

/// Calls f with a null pointer to the execution space, a zero of the offset type and one of the
/// scalar.
///
/// Throws: Failure (unsupported) if these types are not compiled in for the space.
template <class F>
auto visit_types(Options const& options, F const& f) {
  return visit_space(options.space.back_end, [&]<class Space>(Space* space) {
    // Offsets of 32 bits and double are compiled in for every space.
    using Result = std::invoke_result_t<F const&, Space*, std::int32_t, double>;
    return visit_offset(options.offset, [&]<class Offset>(Offset zero) -> Result {
      return visit_types_of<Result>(options, space, zero, f);
    });
  });
}

}  // namespace

void expect_types(Options const& options) {
  visit_types(options, []<class Space, class Offset, class Scalar>(Space*, Offset, Scalar) {});
}

std::unique_ptr<Contest> make_contest(Problem const& problem, Options const& options) {
  return visit_types(options, [&]<class Space, class Offset, class Scalar>(Space*, Offset, Scalar) {
    return make_contest_on<Space, Offset, Scalar>(problem, options);
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
