// SPDX-License-Identifier: BSD-3-Clause
// The rows of a matrix in compressed columns, or of one whose columns come in any order.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_Fingerprint.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// The rows of a matrix with ascending columns, from its arrays in another order: a pattern, and
/// the place of each of its entries in these arrays. Equal columns stand side by side. Arrays that
/// are such rows already serve themselves.
template <class Offset, class Ordinal, class Device>
class OrderedRows {
 public:
  using graph_type = CrsGraph<Offset, Ordinal const, Device>;

  /// Rows of the matrix whose columns, or else rows, a graph stores.
  ///
  /// Throws: std::invalid_argument that names what is wrong with the graph, as `name`; OutOfMemory.
  /// Cost:   that of one or two transpositions.
  template <class ExecutionSpace>
  OrderedRows(ExecutionSpace const& exec, graph_type const& stored, bool is_by_columns,
              std::string const& name) {
    check_shape(stored, name);
    Kokkos::View<Ordinal*, Device> const no_column_sets;
    RowScan const scan = scan_rows(exec, stored, no_column_sets);
    expect_valid(exec, stored, scan, name);
    nnz_ = num_entries(exec, stored);
    fingerprint_ = fingerprint(exec, stored, nnz_);
    if (!is_by_columns && scan.columns_increase()) return;
    auto const turned = transposed(exec, stored);
    if (is_by_columns) {
      rows_ = turned;
      return;
    }
    rows_ = transposed(exec, turned.graph);
    auto const entries = allocate_view<Offset, Device>(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::ordered_rows.entries"),
        static_cast<std::size_t>(nnz_));
    gather_values(exec, turned.entries, rows_->entries, entries);
    exec.fence("araios: the first transpose of ordered rows is freed");
    rows_->entries = entries;
  }

  /// Throws: std::invalid_argument unless the arrays hold the pattern that they held before.
  template <class ExecutionSpace>
  void expect_same(ExecutionSpace const& exec, graph_type const& stored,
                   std::string const& name) const {
    check_shape(stored, name);
    bool const fits = num_entries(exec, stored) == nnz_ &&
                      static_cast<std::int64_t>(stored.columns.extent(0)) >= nnz_;
    ARAIOS_EXPECTS(fits && fingerprint(exec, stored, nnz_) == fingerprint_,
                   "the pattern of " + name + " is not the one that the info was made for");
  }

  /// The pattern of the rows. Pre: the arrays are those of the pattern given first.
  graph_type graph(graph_type const& stored) const { return rows_ ? rows_->graph : stored; }
  /// The place of each entry in the arrays; empty where all are in place.
  Kokkos::View<Offset const*, Device> entries() const {
    return rows_ ? rows_->entries : Kokkos::View<Offset const*, Device>{};
  }

 private:
  template <class ExecutionSpace>
  auto transposed(ExecutionSpace const& exec, graph_type const& graph) const {
    auto const device = device_traits(exec);
    auto const parts = transpose_parts(device, graph.num_cols, nnz_,
                                       std::numeric_limits<std::size_t>::max() / sizeof(Offset));
    auto const cursors = allocate_view<Offset, Device>(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::ordered_rows.cursors"),
        static_cast<std::size_t>(parts * graph.num_cols));
    auto const turned = transpose(exec, device, graph, nnz_, cursors);
    exec.fence("araios: the cursors of ordered rows are freed");
    return turned;
  }

  std::optional<TransposedGraph<Offset, Ordinal, Device>> rows_;
  std::int64_t nnz_ = 0;
  std::uint64_t fingerprint_ = 0;
};

}  // namespace araios::inline ARAIOS_ISA::impl
