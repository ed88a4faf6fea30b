// SPDX-License-Identifier: BSD-3-Clause
// The error types of Araios beside those of the standard library.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>

namespace araios::inline ARAIOS_ISA {

/// A call needs memory that it must not or cannot have. The arguments of the failed call keep their
/// contents, and a plan stays usable.
class OutOfMemory : public std::bad_alloc {
 public:
  /// Names what needs the memory. Units: bytes. `allowed` is the caller's cap.
  OutOfMemory(std::string const& what_for, std::size_t needed, std::size_t allowed)
      : OutOfMemory{needed, allowed,
                    what_for + " needs " + std::to_string(needed) + " bytes, allowed are " +
                        std::to_string(allowed)} {}

  /// The same where the system has no more memory. Units: bytes, 0 if they are not known.
  OutOfMemory(std::string const& what_for, std::size_t needed)
      : OutOfMemory{needed, no_cap,
                    what_for + ": " + (needed == 0 ? "this" : std::to_string(needed) + " bytes") +
                        (needed == 0 ? " is" : " are") + " more memory than the system has left"} {}

  /// The same error with advice at the end of its message, if there is memory for that.
  OutOfMemory with_advice(std::string const& advice) const {
    try {
      return {needed_, allowed_, what() + ("; " + advice)};
    } catch (std::bad_alloc const&) {
      return *this;
    }
  }

  /// The message, with the numbers that are known.
  char const* what() const noexcept override { return message_.what(); }
  /// Bytes that the call would have held, or that the failed allocation asked for; 0 if unknown.
  std::size_t needed() const { return needed_; }
  /// Bytes that the caller allows; the largest number where the system has no more.
  std::size_t allowed() const { return allowed_; }
  /// Whether the caller's cap is exceeded. Otherwise the system has no more memory.
  bool exceeds_cap() const { return allowed_ != no_cap; }

 private:
  static constexpr std::size_t no_cap = std::numeric_limits<std::size_t>::max();

  OutOfMemory(std::size_t needed, std::size_t allowed, std::string const& message)
      // NOLINTNEXTLINE(bugprone-throw-keyword-missing): a member.
      : message_{message}, needed_{needed}, allowed_{allowed} {}

  std::runtime_error message_;  ///< is copied without memory
  std::size_t needed_;
  std::size_t allowed_;
};

/// The execution space or this version cannot run the chosen options.
class Unsupported : public std::runtime_error {
 public:
  /// Takes the message.
  using std::runtime_error::runtime_error;
};

}  // namespace araios::inline ARAIOS_ISA
