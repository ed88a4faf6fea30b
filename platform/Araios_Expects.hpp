// SPDX-License-Identifier: BSD-3-Clause
// Preconditions, error types and checked narrowing.
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

/// Throws std::invalid_argument unless `condition` holds; `message` says what was found, what was
/// expected, and is built only on failure. Always on: it guards host code, once a call.
#define ARAIOS_EXPECTS(condition, message)                               \
  do {                                                                   \
    if (!(condition)) throw std::invalid_argument{std::string{message}}; \
  } while (false)

namespace araios {

/// Memory that a call needs and must not or cannot have. The arguments of the failed call keep
/// their contents, and a plan stays usable.
class OutOfMemory : public std::bad_alloc {
 public:
  /// Units: bytes. `allowed` is the caller's cap.
  OutOfMemory(std::string const& what_for, std::size_t needed, std::size_t allowed)
      : message_{what_for + " needs " + std::to_string(needed) + " bytes, allowed are " +
                 std::to_string(allowed)},
        needed_{needed},
        allowed_{allowed} {}

  char const* what() const noexcept override { return message_.c_str(); }
  std::size_t needed() const { return needed_; }
  std::size_t allowed() const { return allowed_; }

 private:
  std::string message_;
  std::size_t needed_;
  std::size_t allowed_;
};

/// A choice of options that this execution space or this version cannot run.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Narrows an integer, or throws std::overflow_error naming `what` and the count.
template <class To, class From>
To checked_cast(From value, std::string const& what) {
  static_assert(std::is_integral_v<To> && std::is_integral_v<From>);
  if (!std::in_range<To>(value)) {
    throw std::overflow_error{what + " is " + std::to_string(value) + ", more than the largest " +
                              std::to_string(8 * sizeof(To)) + "-bit index " +
                              std::to_string(std::numeric_limits<To>::max()) +
                              ": use a wider index type"};
  }
  return static_cast<To>(value);
}

}  // namespace araios
