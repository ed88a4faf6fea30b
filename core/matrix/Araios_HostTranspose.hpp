// SPDX-License-Identifier: BSD-3-Clause
// The transpose of a matrix in host memory.
#pragma once

#include <Araios_HostCrsMatrix.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// Aᵀ in new memory. Its rows are sorted; repeated entries of A stay repeated.
///
/// Shapes: A m×n, the result n×m.
/// Pre:    Kokkos is initialized; the pattern of A is valid.
/// Cost:   O(m + n + entries), serial.
template <class Scalar, class Offset, class Ordinal>
HostCrsMatrix<Scalar, Offset, Ordinal> transpose(HostCrsMatrix<Scalar, Offset, Ordinal> const& a) {
  auto const at = [](auto index) { return static_cast<std::size_t>(index); };
  auto const num_entries = a.graph.num_rows == 0 ? 0 : a.graph.row_offsets(at(a.graph.num_rows));
  auto const arrays = make_host_arrays<Scalar, Offset, Ordinal>(
      a.graph.num_cols, a.graph.num_rows, static_cast<std::int64_t>(num_entries), "A^T");
  auto const& offsets = arrays.row_offsets;
  for (std::size_t entry = 0; entry < at(num_entries); ++entry) {
    ++offsets(at(a.graph.columns(entry)) + 1);
  }
  for (std::size_t row = 1; row < offsets.extent(0); ++row) offsets(row) += offsets(row - 1);
  std::vector<Offset> next(offsets.data(), offsets.data() + offsets.extent(0));
  for (Ordinal row = 0; row < a.graph.num_rows; ++row) {
    auto const end = at(a.graph.row_offsets(at(row) + 1));
    for (auto entry = at(a.graph.row_offsets(at(row))); entry < end; ++entry) {
      auto const target = at(next[at(a.graph.columns(entry))]++);
      arrays.columns(target) = row;
      arrays.values(target) = a.values(entry);
    }
  }
  return arrays.matrix();
}

}  // namespace araios::inline ARAIOS_ISA::impl
