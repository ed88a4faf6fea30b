// SPDX-License-Identifier: BSD-3-Clause
// Public interface of merge-path SpMV: y = alpha·A·x + beta·y without preprocessing of A.
#pragma once

#include <Araios_AwaitedNumber.hpp>
#include <Araios_Concepts.hpp>
#include <Araios_CrsMatrix.hpp>
#include <Araios_Expects.hpp>
#include <Araios_GraphChecks.hpp>
#include <Araios_KokkosState.hpp>
#include <Araios_Lanes.hpp>
#include <Araios_SmallLoops.hpp>
#include <Araios_SpMvCutRows.hpp>
#include <Araios_SpMvOperands.hpp>
#include <Araios_SpMvShares.hpp>
#include <Araios_SpMvTiles.hpp>
#include <Araios_Tuning.hpp>
#include <Araios_ViewsOverlap.hpp>
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace araios {

/// One product of a matrix and a vector. The public function is spmv.
template <class ExecutionSpace, class Matrix, class X, class Y>
class SpMvRun {
 public:
  using scalar_type = typename Matrix::scalar_type;
  using ordinal_type = typename Matrix::ordinal_type;
  using device_type = typename Matrix::device_type;

  SpMvRun(ExecutionSpace const& exec, Matrix const& a, X const& x, Y const& y,
          Workspace<device_type> const& workspace)
      : exec_{exec}, a_{a}, x_{x}, y_{y}, workspace_{workspace} {}

  void run(scalar_type const& alpha, scalar_type const& beta) {
    Kokkos::Profiling::ScopedRegion const region{"araios::spmv"};
    check_matrix();
    check_vector(x_, "x", a_.graph.num_cols, "columns");
    check_vector(y_, "y", a_.graph.num_rows, "rows");
    check_no_overlap();
    if (a_.graph.num_rows == 0) return;
    if (alpha == scalar_type{}) {
      scale(beta);
    } else {
      multiply(alpha, beta);
    }
  }

 private:
  using Operands = SpMvOperands<Matrix, X, Y>;

  void check_matrix() const {
    check_shape(a_.graph, "A");
    ARAIOS_EXPECTS(a_.values.data() != nullptr || a_.values.extent(0) == 0,
                   "A.values has no memory");
    if constexpr (is_host_space_v<ExecutionSpace>) {
      if (a_.graph.num_rows > 0) check_offsets();
    }
  }

  /// The offsets that bound all others. Devices would have to wait for them.
  void check_offsets() const {
    exec_.fence("araios::spmv");
    auto const num_rows = static_cast<std::size_t>(a_.graph.num_rows);
    auto const first = a_.graph.row_offsets(0);
    auto const last = a_.graph.row_offsets(num_rows);
    ARAIOS_EXPECTS(first == 0, "A.row_offsets[0] is " + std::to_string(first) + ", expected 0");
    auto const check_extent = [&](std::size_t extent, char const* name) {
      ARAIOS_EXPECTS(std::cmp_less_equal(0, last) && std::cmp_less_equal(last, extent),
                     "A.row_offsets[" + std::to_string(num_rows) + "] is " + std::to_string(last) +
                         ", but A." + name + " has " + std::to_string(extent) + " elements");
    };
    check_extent(a_.graph.columns.extent(0), "columns");
    check_extent(a_.values.extent(0), "values");
  }

  template <class Vector>
  static void check_vector(Vector const& vector, std::string const& name, ordinal_type expected,
                           std::string const& of) {
    ARAIOS_EXPECTS(std::cmp_equal(vector.extent(0), expected),
                   name + " has " + std::to_string(vector.extent(0)) + " elements, expected " +
                       std::to_string(expected) + ", the number of " + of + " of A");
    ARAIOS_EXPECTS(vector.data() != nullptr || expected == 0, name + " has no memory");
  }

  void check_no_overlap() const {
    ARAIOS_EXPECTS(!views_overlap(y_, x_),
                   "y shares memory with x: the product cannot be formed in place");
    ARAIOS_EXPECTS(!views_overlap(y_, a_.values) && !views_overlap(y_, a_.graph.columns) &&
                       !views_overlap(y_, a_.graph.row_offsets),
                   "y shares memory with A: the product cannot be formed in place");
  }

  void scale(scalar_type const& beta) const {
    if (beta == scalar_type{1}) return;
    Kokkos::parallel_for("araios::spmv::scale", range_of(exec_, std::int64_t{a_.graph.num_rows}),
                         ScaleVector<scalar_type, ElementsOf<scalar_type, Y>>{beta, y_});
  }

  void multiply(scalar_type const& alpha, scalar_type const& beta) {
    Operands const operands{alpha, a_, x_, beta, y_};
    if constexpr (is_host_space_v<ExecutionSpace>) {
      ShareBlocks const blocks = share_blocks(operands.path_length(), exec_.concurrency());
      walk_shares<GroupOfRowsFor<Operands>>(
          exec_, operands, take_cut_rows(blocks),
          blocks, [&](auto const& walk) -> auto const& { return workspace_.keep(walk); });
    } else {
      // The number of entries is on the device; tiles beyond the path find nothing to do.
      auto const most_entries = static_cast<std::int64_t>(a_.graph.columns.extent(0));
      if (most_entries == 0) return scale(beta);
      walk_tiles(exec_, operands, take_tiles(num_tiles(a_.graph.num_rows + most_entries)));
    }
  }

  /// Nothing for a single block, which cuts no rows.
  auto take_cut_rows(ShareBlocks const& blocks) {
    CutRows<scalar_type, device_type> cut;
    if (blocks.num_blocks == 1) return cut;
    workspace_.begin_call(exec_);
    auto const count = static_cast<std::size_t>(blocks.num_shares);
    auto const parts =
        workspace_.template take_kept<scalar_type>(exec_, WorkspaceSlot::cut_row_parts, 2 * count);
    cut.first_parts = Kokkos::subview(parts, std::pair{std::size_t{0}, count});
    cut.later_parts = Kokkos::subview(parts, std::pair{count, 2 * count});
    cut.any = workspace_.template take_kept<int>(exec_, WorkspaceSlot::any_cut_rows, ints_of_line);
    return cut;
  }

  auto take_tiles(int num_tiles) {
    workspace_.begin_call(exec_);
    auto const count = static_cast<std::size_t>(num_tiles);
    auto const parts = workspace_.template take_kept<AwaitedNumber<scalar_type>>(
        exec_, WorkspaceSlot::long_row_parts, 2 * count);
    auto const first_parts = Kokkos::subview(parts, std::pair{std::size_t{0}, count});
    auto const later_parts = Kokkos::subview(parts, std::pair{count, 2 * count});
    return TileMemory<ordinal_type, scalar_type, device_type>{
        {first_parts, later_parts,
         workspace_.template take_kept<int>(exec_, WorkspaceSlot::long_row_counts, count)},
        workspace_.template take_kept<GuessedRows<ordinal_type>>(exec_, WorkspaceSlot::guessed_rows,
                                                                 count)};
  }

  /// Nothing else is written in their line of the cache.
  static constexpr std::size_t ints_of_line = tuning::host_cache_line / sizeof(int);

  ExecutionSpace const& exec_;
  Matrix const& a_;
  X const& x_;
  Y const& y_;
  Workspace<device_type> workspace_;
};

/// y = alpha·A·x + beta·y, with the rows and entries of A split evenly whatever its pattern.
///
/// The ends of rows and the entries of A are merged into one path, which is cut into shares of
/// equal length by a search along the diagonals. A row that two shares touch belongs to one of them
/// where it is short, otherwise its parts are added up afterwards. A is neither
/// preprocessed nor inspected. On devices the workspace remembers what the searches found: the next
/// call tries that first, and searches again where it does not hold.
///
/// Shapes: A m×n, x n, y m: views of one dimension and any layout with the scalar of A.
/// Pre:    `exec` reaches the memory of A, x and y. Row offsets do not decrease, and columns are in
///         [0, n); they may be unsorted and may repeat. On devices the row offsets start at 0 and
///         end within the extents of columns and values; a workspace that has met others there is
///         of no use any more.
/// Post:   where beta is 0, y has not been read: what it held, NaN too, is gone. Where alpha is 0,
///         neither the entries of A nor x have been read. Values repeat bitwise from run to run,
///         and on hosts whatever the number of threads.
/// Throws: std::invalid_argument naming what is wrong with A, x or y, on hosts also with the first
///         and last row offset; y is untouched then.
/// Cost:   O(m + nnz), and a search for each thread, on devices for each share; memory for two
///         scalars a share, on devices three ordinals more, taken from `workspace`: pass the same
///         one again, then nothing is allocated.
/// Fences: on hosts; never on devices, unless the workspace grows.
/// Source: Merrill, Garland 2016; deviations: shares on hosts do not depend on the number of
///         threads, and cut no rows but those of more entries than one has steps; on devices one
///         launch, without one for the search or for what is carried out,
///         where the workspace has met a path as long before: new memory is cleared by a launch.
template <class ExecutionSpace, SparseMatrix A, VectorBeside<A> X, VectorBeside<A> Y>
requires Multipliable<ExecutionSpace, A, A> &&(!std::is_const_v<typename Y::value_type>)void spmv(
    ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a, X const& x,
    typename A::scalar_type const& beta, Y const& y,
    Workspace<typename A::device_type> const& workspace) {
  expect_kokkos_initialized();
  SpMvRun<ExecutionSpace, A, X, Y>{exec, a, x, y, workspace}.run(alpha, beta);
}

/// The same with memory of its own, which is freed at the end: without what earlier calls found.
template <class ExecutionSpace, SparseMatrix A, VectorBeside<A> X, VectorBeside<A> Y>
requires Multipliable<ExecutionSpace, A, A> &&(!std::is_const_v<typename Y::value_type>)void spmv(
    ExecutionSpace const& exec, typename A::scalar_type const& alpha, A const& a, X const& x,
    typename A::scalar_type const& beta, Y const& y) {
  spmv(exec, alpha, a, x, beta, y, Workspace<typename A::device_type>{});
}

}  // namespace araios
