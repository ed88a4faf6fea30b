// SPDX-License-Identifier: BSD-3-Clause
// A whole sparse product on hosts whose rows have few products, without a plan.
#pragma once

#include <Araios_CallingThread.hpp>
#include <Araios_CrsMatrix.hpp>
#include <Araios_GraphChecks.hpp>
#include <Araios_HugePages.hpp>
#include <Araios_Lanes.hpp>
#include <Araios_RowChunks.hpp>
#include <Araios_RowCounts.hpp>
#include <Araios_ShiftedRows.hpp>
#include <Araios_SmallLoops.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Tuning.hpp>
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace araios {

/// What a sample of rows tells of a product before anything has been checked.
struct RowSample {
  int rows = 0;
  int shifted_rows = 0;  ///< that are the row before, moved by one column
  std::int64_t work = 0;
  std::int64_t work_of_long_rows = 0;

  /// Short enough for one pass: rows that share their columns with the row before cost the symbolic
  /// phase less, so they have to be shorter.
  bool has_short_rows() const {
    bool const are_shared = shifted_rows * 2 >= rows;
    std::int64_t const most = are_shared ? tuning::one_pass_max_products_of_shared_rows
                                         : tuning::one_pass_max_products_of_row;
    return work <= most * rows && work_of_long_rows * tuning::one_pass_share_of_long_rows <= work;
  }
};

/// Samples rows of A whose offsets are valid; long ones have more than max_short_row products.
/// Pre: the shapes of both operands are valid.
template <class GraphA, class GraphB>
RowSample sample_rows(GraphA const& a, GraphB const& b, std::int64_t max_short_row) {
  using Ordinal = typename GraphA::ordinal_type;
  RowSample sample;
  for (int i = 0; i < tuning::one_pass_samples; ++i) {
    Ordinal const row = sampled_row(i, a.num_rows);
    if (row == 0 || !row_offsets_valid(a, row) || !row_offsets_valid(a, row - 1)) continue;
    ++sample.rows;
    bool const has_entries = row_length(a, row) > 0;
    sample.shifted_rows += has_entries && is_row_before_shifted(a, row, Ordinal{1}) ? 1 : 0;
    std::int64_t row_work = 0;
    for (auto entry = a.row_offsets(row); entry < a.row_offsets(row + 1); ++entry) {
      Ordinal const row_of_b = a.columns(entry);
      if (row_of_b >= 0 && row_of_b < b.num_rows) row_work += row_length(b, row_of_b);
    }
    sample.work += row_work;
    if (row_work > max_short_row) sample.work_of_long_rows += row_work;
  }
  return sample;
}

/// One product in one pass. The function is multiply_short_rows.
template <class Offset, class ExecutionSpace, class MatrixA, class MatrixB>
class ShortRowsRun {
 public:
  using scalar_type = typename MatrixA::scalar_type;
  using ordinal_type = typename MatrixA::ordinal_type;
  using device_type = typename MatrixA::device_type;
  using result_type = CrsMatrix<scalar_type, Offset, ordinal_type, device_type>;

  ShortRowsRun(ExecutionSpace const& exec, MatrixA const& a, MatrixB const& b,
               Workspace<device_type> const& workspace)
      : exec_{exec}, a_{a}, b_{b}, workspace_{workspace} {}

  /// There are kernels for these types, and this space runs them.
  static constexpr bool is_possible =
      is_host_space_v<ExecutionSpace> && RowBlock<scalar_type, ordinal_type>::exists;

  std::optional<result_type> run();

 private:
  using GraphA = typename MatrixA::graph_type;
  using GraphB = typename MatrixB::graph_type;
  using Block = RowBlock<scalar_type, ordinal_type>;
  using Dense = DenseRow<scalar_type, ordinal_type>;

  std::optional<result_type> multiply_if_short() requires(is_possible) {
    if (!has_shapes() || b_.graph.num_cols > tuning::one_pass_max_columns) return {};
    fence_small_work(exec_);
    if (num_entries() <= tuning::host_small_product_steps) return {};
    if (!sample_rows(a_.graph, b_.graph, Block::max_row_products).has_short_rows()) return {};
    static std::string const region_name = "araios::spgemm::multiply_short_rows";
    Kokkos::Profiling::ScopedRegion const region{region_name};
    workspace_.begin_call();
    take_chunks();
    if (!are_valid()) return {};
    std::int64_t const work = place_chunks();
    if (!has_even_short_rows(work)) return {};
    return multiply(work);
  }

  template <class Matrix>
  static bool has_shape(Matrix const& matrix) {
    auto const& graph = matrix.graph;
    return graph.num_rows > 0 && graph.num_cols > 0 &&
           std::cmp_equal(graph.row_offsets.extent(0), std::int64_t{graph.num_rows} + 1) &&
           graph.row_offsets.data() != nullptr && graph.columns.data() != nullptr &&
           matrix.values.data() != nullptr;
  }
  bool has_shapes() const {
    return has_shape(a_) && has_shape(b_) && a_.graph.num_cols == b_.graph.num_rows;
  }

  template <class Matrix>
  static std::int64_t last_offset(Matrix const& matrix) {
    return static_cast<std::int64_t>(matrix.graph.row_offsets(matrix.graph.num_rows));
  }
  std::int64_t num_entries() const { return last_offset(a_) + last_offset(b_); }

  template <class T>
  Kokkos::View<T*, device_type> take(WorkspaceSlot slot, std::int64_t count) {
    return workspace_.template take<T>(exec_, slot, static_cast<std::size_t>(count),
                                       SpGemmOptions{}.max_workspace_bytes);
  }

  /// Whatever the number of threads, so that the way taken does not depend on it, nor the values.
  void take_chunks() {
    std::int64_t const num_rows = a_.graph.num_rows;
    rows_ = {num_rows, std::clamp<std::int64_t>(num_rows / tuning::one_pass_min_rows_of_chunk, 1,
                                                tuning::one_pass_max_chunks)};
    chunks_ = take<RowChunk>(WorkspaceSlot::row_chunks, rows_.count).data();
  }

  auto range_of_chunks() const {
    using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>,
                                       Kokkos::Schedule<Kokkos::Static>>;
    return Policy(exec_, 0, rows_.count);
  }

  /// Checks both patterns, each once, and counts the products of chunks.
  bool are_valid() const requires(is_possible) {
    if (std::cmp_less(a_.values.extent(0), last_offset(a_)) ||
        std::cmp_less(b_.values.extent(0), last_offset(b_))) {
      return false;
    }
    bool is_valid = true;
    if (!is_same_graph(a_.graph, b_.graph)) {
      Kokkos::parallel_reduce("araios::spgemm::check_chunks", range_of_chunks(),
                              CheckChunk<GraphB>{b_.graph, {b_.graph.num_rows, rows_.count}},
                              Kokkos::LAnd<bool>(is_valid));
    }
    Kokkos::parallel_for("araios::spgemm::count_chunks", range_of_chunks(),
                         CountChunk<GraphA, GraphB>{a_.graph, b_.graph, rows_, chunks_});
    exec_.fence("araios: chunks are counted");
    return is_valid && std::all_of(chunks_, chunks_ + rows_.count,
                                   [](RowChunk const& chunk) { return chunk.is_valid; });
  }

  /// Gives each chunk its place in the memory of all products, and returns their number.
  std::int64_t place_chunks() const {
    std::int64_t work = 0;
    for (std::int64_t i = 0; i < rows_.count; ++i) {
      chunks_[i].place = work;
      work += chunks_[i].work;
    }
    return work;
  }

  /// Rows are not much longer than the sample says, and no chunk has so many products that threads
  /// would wait for it.
  bool has_even_short_rows(std::int64_t work) const {
    std::int64_t largest = 0;
    for (std::int64_t i = 0; i < rows_.count; ++i) largest = std::max(largest, chunks_[i].work);
    return work <= tuning::one_pass_sample_tolerance * tuning::one_pass_max_products_of_row *
                       a_.graph.num_rows &&
           largest * std::min(rows_.count, tuning::one_pass_even_chunks) <=
               tuning::one_pass_max_unevenness * work;
  }

  result_type multiply(std::int64_t work) requires(is_possible) {
    auto const columns = take<ordinal_type>(WorkspaceSlot::chunk_columns, work);
    auto const values = take<scalar_type>(WorkspaceSlot::chunk_values, work);
    auto const row_offsets = allocate_row_offsets<Offset, device_type>(exec_, a_.graph.num_rows);
    row_offsets(0) = 0;
    form_chunks(columns.data(), values.data(), row_offsets.data() + 1);
    auto const nnz = static_cast<std::size_t>(begin_chunks());
    result_type const c{{a_.graph.num_rows, b_.graph.num_cols, row_offsets,
                         allocate<ordinal_type>("C.columns", nnz)},
                        allocate<scalar_type>("C.values", nnz)};
    Kokkos::parallel_for("araios::spgemm::move_chunks", range_of_chunks(),
                         MoveChunk<ordinal_type, scalar_type, Offset>{
                             rows_, chunks_, columns.data(), values.data(), c.graph.columns.data(),
                             c.values.data(), row_offsets.data() + 1});
    exec_.fence("araios: C is complete");
    return c;
  }

  void form_chunks(ordinal_type* columns, scalar_type* values,
                   Offset* row_ends) requires(is_possible) {
    Selection selection;
    selection.rows_per_team = 1;
    auto const ranges = take_row_ranges<ThreadSequential>(exec_, workspace_, selection, rows_.count,
                                                          SpGemmOptions{}.max_workspace_bytes);
    FormChunks<ExecutionSpace, GraphA, GraphB, scalar_type, Offset> const kernel{
        a_.graph,
        b_.graph,
        a_.values,
        b_.values,
        rows_,
        chunks_,
        columns,
        values,
        row_ends,
        take<Block>(WorkspaceSlot::row_blocks, ranges.num_owners),
        take_clean(static_cast<std::size_t>(ranges.num_owners) * Dense::bytes(b_.graph.num_cols)),
        ranges};
    run_by_threads(exec_, selection, kernel, "araios::spgemm::form_chunks");
    exec_.fence("araios: chunks are formed");
  }

  /// Memory that is zero, and is left so.
  Kokkos::View<std::byte*, device_type> take_clean(std::size_t bytes) {
    auto const memory = take_zero_bytes(workspace_, exec_, WorkspaceSlot::pool_memory, bytes,
                                        SpGemmOptions{}.max_workspace_bytes);
    workspace_.leave_zero_bytes(WorkspaceSlot::pool_memory, bytes);
    return memory;
  }

  /// Gives each chunk its place in C, and returns the number of entries.
  /// Throws: std::overflow_error when they exceed Offset.
  std::int64_t begin_chunks() const {
    std::int64_t nnz = 0;
    for (std::int64_t i = 0; i < rows_.count; ++i) {
      chunks_[i].begin = nnz;
      nnz += chunks_[i].size;
    }
    checked_cast<Offset>(nnz, "the number of entries of C");
    return nnz;
  }

  template <class T>
  Kokkos::View<T*, device_type> allocate(std::string const& label, std::size_t size) const {
    return allocate_untouched<T, device_type>(
        Kokkos::view_alloc(exec_, Kokkos::WithoutInitializing, label), size);
  }

  ExecutionSpace const& exec_;
  MatrixA const& a_;
  MatrixB const& b_;
  Workspace<device_type> workspace_;
  ChunksOfRows rows_{};
  RowChunk* chunks_ = nullptr;
};

// Not inline: whoever declares an instance of the class extern compiles none of its kernels.
template <class Offset, class ExecutionSpace, class MatrixA, class MatrixB>
auto ShortRowsRun<Offset, ExecutionSpace, MatrixA, MatrixB>::run() -> std::optional<result_type> {
  if constexpr (is_possible) {
    return multiply_if_short();
  } else {
    return {};
  }
}

/// C = A·B in one walk through A and B, on hosts with AVX-512, where rows of C have few products
/// and the options are the default ones; nothing where it is not so, or where an operand is not
/// valid: what is wrong with it is left to the symbolic phase to say.
///
/// Post:   sums are taken in the order of A's entries: C is bitwise that of both phases where these
///         record the pattern of C. Which way is taken does not depend on the number of threads.
/// Throws: std::overflow_error when the entries of C do not fit Offset.
/// Cost:   memory of the workspace for the columns and values of all products.
/// Fences: before A and B are read, and behind each of the loops over chunks.
template <class Offset, class ExecutionSpace, class A, class B>
auto multiply_short_rows(ExecutionSpace const& exec, A const& a, B const& b,
                         SpGemmOptions const& options,
                         Workspace<typename A::device_type> const& workspace) {
  auto const const_a = read_only(a);
  auto const const_b = read_only(b);
  using Run = ShortRowsRun<Offset, ExecutionSpace, decltype(read_only(a)), decltype(read_only(b))>;
  if constexpr (Run::is_possible) {
    if (allow_one_pass(options)) return Run{exec, const_a, const_b, workspace}.run();
  }
  return std::optional<typename Run::result_type>{};
}

}  // namespace araios
