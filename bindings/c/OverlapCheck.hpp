// SPDX-License-Identifier: BSD-3-Clause
// The check that a result of the caller is not one of its operands.
#pragma once

#include "Arrays.hpp"
#include "araios.h"
#include <matrix/Araios_ViewsOverlap.hpp>
#include <platform/Araios_Expects.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace araios_c {

/// Throws std::invalid_argument if an array of C shares memory with one of an operand. Copies that
/// count from 0 would hide it from the library.
template <class Scalar, class Offset, class Ordinal>
class OverlapCheck {
 public:
  OverlapCheck(araios_matrix const& c, std::int64_t num_entries) : c_{c}, entries_c_{num_entries} {}

  void operator()(araios_matrix const& operand, std::size_t num_entries,
                  std::string const& name) const {
    auto const entries = static_cast<std::int64_t>(num_entries);
    for (auto const& written : arrays_of(c_, entries_c_)) {
      for (auto const& read : arrays_of(operand, entries)) {
        ARAIOS_EXPECTS(!araios::impl::views_overlap(written, read),
                       "C shares memory with " + name + ": the product cannot be formed in place");
      }
    }
  }

 private:
  using Bytes = Kokkos::View<std::byte const*, Device>;

  static std::array<Bytes, 3> arrays_of(araios_matrix const& a, std::int64_t entries) {
    auto const bytes = [](void const* array, std::int64_t count, std::size_t size) {
      return Bytes(static_cast<std::byte const*>(array), static_cast<std::size_t>(count) * size);
    };
    return {bytes(a.row_offsets, a.num_rows + 1, sizeof(Offset)),
            bytes(a.columns, entries, sizeof(Ordinal)), bytes(a.values, entries, sizeof(Scalar))};
  }

  araios_matrix const& c_;
  std::int64_t entries_c_;
};

}  // namespace araios_c
