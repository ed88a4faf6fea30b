// SPDX-License-Identifier: BSD-3-Clause
// The checks of a product with a dense matrix, before any work.
#pragma once

#include <Araios_GroupedCooMatrix.hpp>
#include <matrix/Araios_DenseMemory.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <matrix/Araios_ViewsOverlap.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Checks the operands of C = alpha·op(A)·B + beta·C.
template <class ExecutionSpace, class Matrix, class B, class C>
struct SpMmChecks {
  ExecutionSpace const& exec;
  Matrix const& a;
  B const& b;
  C const& c;
  bool is_transposed;

  /// Throws: std::invalid_argument naming what is wrong with A, B or C. Fences: on hosts.
  void run() const {
    check_matrix();
    check_dense();
    check_no_overlap();
  }

 private:
  static constexpr bool is_host = is_host_space_v<ExecutionSpace>;

  std::int64_t num_rows() const {
    if constexpr (GroupedMatrix<Matrix>) {
      return a.num_rows;
    } else {
      return a.graph.num_rows;
    }
  }
  std::int64_t num_cols() const {
    if constexpr (GroupedMatrix<Matrix>) {
      return a.num_cols;
    } else {
      return a.graph.num_cols;
    }
  }

  void check_matrix() const {
    if constexpr (GroupedMatrix<Matrix>) {
      check_shape(a, "A");
      check_offsets(a.group_offsets, "group_offsets", a.values.extent(0), "values");
    } else {
      check_shape(a.graph, "A");
      ARAIOS_EXPECTS(a.values.data() != nullptr || a.values.extent(0) == 0,
                     "A.values has no memory");
      check_offsets(a.graph.row_offsets, "row_offsets", a.graph.columns.extent(0), "columns");
      check_offsets(a.graph.row_offsets, "row_offsets", a.values.extent(0), "values");
      if constexpr (is_host) expect_filled(a.graph, "A");
    }
  }

  /// Checks the first and the last offset on hosts. Devices would have to wait for them.
  template <class Offsets>
  void check_offsets(Offsets const& offsets, char const* name, std::size_t extent,
                     char const* entries) const {
    if constexpr (is_host) {
      if (num_rows() == 0) return;
      exec.fence("araios::spmm: offsets are checked on the host");
      auto const end = offsets.extent(0) - 1;
      ARAIOS_EXPECTS(!GroupedMatrix<Matrix> || offsets(0) == 0,
                     "A.group_offsets[0] is " + std::to_string(offsets(0)) + ", expected 0");
      check_ends(offsets(0), offsets(end), extent, {"A", name, end, entries});
    }
  }

  void check_dense() const {
    auto const expect_extent = [](std::size_t found, char const* what, std::int64_t expected,
                                  char const* of) {
      ARAIOS_EXPECTS(std::cmp_equal(found, expected), std::string{what} + " " +
                                                          std::to_string(found) + ", expected " +
                                                          std::to_string(expected) + of);
    };
    expect_extent(b.extent(0), "the number of rows of B is",
                  is_transposed ? num_rows() : num_cols(),
                  is_transposed ? ", the rows of A" : ", the columns of A");
    expect_extent(c.extent(0), "the number of rows of C is",
                  is_transposed ? num_cols() : num_rows(),
                  is_transposed ? ", the columns of A" : ", the rows of A");
    expect_extent(c.extent(1), "the number of columns of C is",
                  static_cast<std::int64_t>(b.extent(1)), ", the columns of B");
    ARAIOS_EXPECTS(!lacks_memory(b), "B has no memory");
    ARAIOS_EXPECTS(!lacks_memory(c), "C has no memory");
  }

  void check_no_overlap() const {
    ARAIOS_EXPECTS(!views_overlap(c, b),
                   "C shares memory with B: the product cannot be formed in place");
    bool overlaps = false;
    if constexpr (GroupedMatrix<Matrix>) {
      overlaps = views_overlap(c, a.values) || views_overlap(c, a.columns) ||
                 views_overlap(c, a.rows) || views_overlap(c, a.group_offsets);
    } else {
      overlaps = views_overlap(c, a.values) || views_overlap(c, a.graph.columns) ||
                 views_overlap(c, a.graph.row_offsets);
    }
    ARAIOS_EXPECTS(!overlaps, "C shares memory with A: the product cannot be formed in place");
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
