// SPDX-License-Identifier: BSD-3-Clause
// Statuses of exceptions, and the message of each thread.

#include "Answer.hpp"

#include "araios.h"
#include <Araios_Errors.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

namespace araios_c {
namespace {

/// An array, so that a message can be kept when no memory is left.
thread_local std::array<char, 2048> message{};

int keep(araios_status status, char const* text) noexcept {
  auto const length = std::min(std::strlen(text), message.size() - 1);
  std::memcpy(message.data(), text, length);
  message[length] = '\0';
  return status;
}

}  // namespace

int keep_failure() noexcept {
  try {
    throw;
  } catch (Refusal const& error) {
    return keep(error.status(), error.what());
  } catch (std::bad_alloc const& error) {
    return keep(ARAIOS_OUT_OF_MEMORY, error.what());
  } catch (araios::Unsupported const& error) {
    return keep(ARAIOS_UNSUPPORTED, error.what());
  } catch (std::overflow_error const& error) {
    return keep(ARAIOS_OVERFLOW, error.what());
  } catch (std::invalid_argument const& error) {
    return keep(ARAIOS_INVALID_ARGUMENT, error.what());
  } catch (std::logic_error const& error) {
    return keep(ARAIOS_WRONG_PLACE, error.what());
  } catch (std::exception const& error) {
    return keep(ARAIOS_INTERNAL_ERROR, error.what());
  } catch (...) {
    return keep(ARAIOS_INTERNAL_ERROR, "an exception that is no std::exception");
  }
}

char const* last_failure() noexcept { return message.data(); }

}  // namespace araios_c
