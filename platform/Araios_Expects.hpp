// SPDX-License-Identifier: BSD-3-Clause
// Preconditions and checked narrowing.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

/// Throws std::invalid_argument unless `condition` holds. `message` says what was found and what
/// was expected; it is built only on failure. Always on: it guards host code, once a call.
#define ARAIOS_EXPECTS(condition, message)                                                  \
  ((condition) ? static_cast<void>(0)                                                       \
               : ::araios::impl::refuse_argument([&]() __attribute__((cold))->std::string { \
                   return message;                                                          \
                 }))

namespace araios::inline ARAIOS_ISA::impl {

/// Throws std::invalid_argument with the text that message() makes. Apart from its caller, so that
/// compilers spend little on it.
template <class Message>
[[noreturn, gnu::cold, gnu::noinline]] void refuse_argument(Message const& message) {
  throw std::invalid_argument{message()};
}

/// Throws std::overflow_error: a count does not fit an index of so many bits, whose largest is
/// named.
[[noreturn, gnu::cold]] inline void refuse_count(std::string_view what, std::string const& count,
                                                 std::size_t bits, std::string const& largest) {
  throw std::overflow_error{std::string{what} + " is " + count + ", more than the largest " +
                            std::to_string(bits) + "-bit index " + largest +
                            ": use a wider index type"};
}

/// Narrows an integer.
///
/// Throws: std::overflow_error that names `what` and the count.
template <class To, class From>
To checked_cast(From value, std::string_view what) {
  static_assert(std::is_integral_v<To> && std::is_integral_v<From>);
  if (!std::in_range<To>(value)) {
    refuse_count(what, std::to_string(value), 8 * sizeof(To),
                 std::to_string(std::numeric_limits<To>::max()));
  }
  return static_cast<To>(value);
}

}  // namespace araios::inline ARAIOS_ISA::impl
