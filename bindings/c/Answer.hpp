// SPDX-License-Identifier: BSD-3-Clause
// How a call of the C interface answers: no exception leaves it, and each has a status and a
// message.
#pragma once

#include "araios.h"

#include <stdexcept>
#include <string>

namespace araios_c {

/// An error with a status that no exception of the library stands for.
class Refusal : public std::runtime_error {
 public:
  Refusal(araios_status status, std::string const& message)
      : std::runtime_error{message}, status_{status} {}

  araios_status status() const { return status_; }

 private:
  araios_status status_;
};

/// Keeps the message of the exception that is being handled for this thread, and returns its
/// status.
///
/// Pre: within a catch block.
int keep_failure() noexcept;

/// The message that keep_failure kept last in this thread.
char const* last_failure() noexcept;

/// Runs a call and returns its status.
template <class Call>
int answer(Call const& call) noexcept {
  try {
    call();
    return ARAIOS_OK;
  } catch (...) {
    return keep_failure();
  }
}

}  // namespace araios_c
