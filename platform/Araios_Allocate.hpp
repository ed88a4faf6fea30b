// SPDX-License-Identifier: BSD-3-Clause
// Memory that ends is OutOfMemory, whatever Kokkos or the standard library throw.
#pragma once

#include <Araios_Errors.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl {

/// Whether an error is a failed allocation of Kokkos, which not all versions give a type of its
/// own. Where memory is short, the message may lack its end.
inline bool is_failed_allocation(std::runtime_error const& error) {
  std::string_view const message{error.what()};
  return message.starts_with("Kokkos ERROR: ") ||
         message.find("failed to allocate") != std::string_view::npos;
}

/// The label of the view in the message of a failed allocation, or `otherwise`.
inline std::string label_in(std::string_view message, std::string const& otherwise) {
  constexpr std::string_view mark = "label=\"";
  auto const found = message.find(mark);
  if (found == std::string_view::npos) return otherwise;
  auto const begin = found + mark.size();
  auto const end = message.find('"', begin);
  if (end == std::string_view::npos || end == begin) return otherwise;
  return std::string{message.substr(begin, end - begin)};
}

/// Within a handler: throws OutOfMemory where memory has run out, and the same error otherwise.
/// Apart from what allocates, so that compilers make it once.
[[noreturn, gnu::cold]] inline void rethrow_out_of_memory(std::string_view what_for,
                                                          std::size_t bytes) {
  try {
    throw;
  } catch (OutOfMemory const&) {
    throw;
  } catch (std::bad_alloc const&) {
    throw OutOfMemory{std::string{what_for}, bytes};
  } catch (std::length_error const&) {
    throw OutOfMemory{std::string{what_for}, bytes};
  } catch (std::runtime_error const& error) {
    if (!is_failed_allocation(error)) throw;
    throw OutOfMemory{label_in(error.what(), std::string{what_for}), bytes};
  }
}

/// Calls f(). Throws OutOfMemory where that runs out of memory: for the view that Kokkos names, or
/// for `what_for`. Units: bytes, those that f allocates; 0 if they are not known.
template <class F>
decltype(auto) or_out_of_memory(std::string_view what_for, std::size_t bytes, F const& f) {
  try {
    return f();
  } catch (...) {
    rethrow_out_of_memory(what_for, bytes);
  }
}

/// A view of `size` elements. Throws OutOfMemory.
///
/// Pre: properties are those of Kokkos::view_alloc.
template <class T, class Device, class Properties>
Kokkos::View<T*, Device> allocate_view(Properties const& properties, std::size_t size) {
  constexpr std::size_t largest = std::numeric_limits<std::size_t>::max();
  if (size > largest / sizeof(T)) throw OutOfMemory{"an array", largest};
  return or_out_of_memory("an array", size * sizeof(T),
                          [&] { return Kokkos::View<T*, Device>(properties, size); });
}

}  // namespace araios::inline ARAIOS_ISA::impl
