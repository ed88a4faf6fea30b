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
  /// Those that a matrix of the library was made of.
  template <class Matrix>
  ArraysOfCaller(araios_matrix const& given, Matrix const& matrix)
      : arrays_{bytes(given.row_offsets, matrix.graph.row_offsets),
                bytes(given.columns, matrix.graph.columns), bytes(given.values, matrix.values)} {}

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

  /// As many bytes of an array as a view of its elements has.
  template <class View>
  static Bytes bytes(void const* array, View const& view) {
    return Bytes(static_cast<std::byte const*>(array),
                 view.extent(0) * sizeof(typename View::value_type));
  }

  std::array<Bytes, 3> arrays_;
};

}  // namespace araios_c
