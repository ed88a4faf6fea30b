// SPDX-License-Identifier: BSD-3-Clause
// The fix-up of merge-path SpMV on hosts: rows that end in another share than they begin in.
#pragma once

#include <Kokkos_Core.hpp>

namespace araios {

/// What each share of the merge path carries out: the sum of the row that it leaves unfinished.
///
/// Shapes: rows and sums have an element for each share; rows is nondecreasing, and num_rows in it
///         stands for the end of the path.
template <class Ordinal, class Scalar, class Device>
struct Carries {
  using ordinal_type = Ordinal;

  Kokkos::View<Ordinal*, Device> rows;
  Kokkos::View<Scalar*, Device> sums;

  int num_shares() const { return static_cast<int>(rows.extent(0)); }
};

/// Adds what the shares carried out to the rows that later shares have stored.
template <class Operands, class CarriesOut>
struct AddCarries {
  using scalar_type = typename Operands::scalar_type;

  Operands operands;
  CarriesOut carries;

  /// Adds what the shares [begin, end) carried out, in order.
  ///
  /// Pre: no share outside of them carries to one of their rows.
  void add_range(int begin, int end) const {
    while (begin < end) {
      auto const row = carries.rows(begin);
      scalar_type total{};
      for (; begin < end && carries.rows(begin) == row; ++begin) total += carries.sums(begin);
      add(row, total);
    }
  }

 private:
  /// Adds to a row, unless it stands for the end of the path. Where nothing was carried nothing is
  /// added, for alpha may be infinite.
  template <class Row>
  void add(Row row, scalar_type const& total) const {
    if (row < operands.num_rows() && total != scalar_type{}) operands.add(row, total);
  }
};

}  // namespace araios
