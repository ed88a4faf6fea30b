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
#include <string>

namespace araios_c {

/// The arrays of a matrix of the caller. Copies that count from 0 would hide them from the library.
class ArraysOfCaller {
 public:
  template <class Scalar, class Offset, class Ordinal>
  static ArraysOfCaller of(araios_matrix const& a, std::size_t num_entries) {
    auto const num_offsets = static_cast<std::size_t>(a.num_rows) + 1;
    return ArraysOfCaller{{bytes(a.row_offsets, num_offsets * sizeof(Offset)),
                           bytes(a.columns, num_entries * sizeof(Ordinal)),
                           bytes(a.values, num_entries * sizeof(Scalar))}};
  }

  /// Throws std::invalid_argument if a result shares memory with one of these.
  template <class Written>
  void expect_apart(Written const& written, std::string const& result,
                    std::string const& operand) const {
    for (auto const& read : arrays_) {
      ARAIOS_EXPECTS(
          !araios::impl::views_overlap(written, read),
          result + " shares memory with " + operand + ": the product cannot be formed in place");
    }
  }
  void expect_apart(ArraysOfCaller const& written, std::string const& result,
                    std::string const& operand) const {
    for (auto const& array : written.arrays_) expect_apart(array, result, operand);
  }

 private:
  using Bytes = Kokkos::View<std::byte const*, Device>;

  explicit ArraysOfCaller(std::array<Bytes, 3> const& arrays) : arrays_{arrays} {}

  static Bytes bytes(void const* array, std::size_t size) {
    return Bytes(static_cast<std::byte const*>(array), size);
  }

  std::array<Bytes, 3> arrays_;
};

}  // namespace araios_c
