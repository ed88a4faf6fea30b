// SPDX-License-Identifier: BSD-3-Clause
// The error types of Araios beside those of the standard library.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
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
      : message_{what_for + " needs " + std::to_string(needed) + " bytes, allowed are " +
                 std::to_string(allowed)},
        needed_{needed},
        allowed_{allowed} {}

  /// The message, with both numbers.
  char const* what() const noexcept override { return message_.c_str(); }
  /// Bytes that the call would have held.
  std::size_t needed() const { return needed_; }
  /// Bytes that the caller allows.
  std::size_t allowed() const { return allowed_; }

 private:
  std::string message_;
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
