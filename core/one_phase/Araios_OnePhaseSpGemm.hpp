// SPDX-License-Identifier: BSD-3-Clause
// A sparse product on hosts in one phase by all threads, without a plan.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Strategy.hpp>
#include <Araios_Workspace.hpp>
#include <host_simd/Araios_StreamingCopy.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <one_phase/Araios_FormChunks.hpp>
#include <one_phase/Araios_OnePhaseRules.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <one_phase/Araios_RowBlock.hpp>
#include <one_phase/Araios_RowChunks.hpp>
#include <one_phase/Araios_SortChunks.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <rowwise/Araios_LaunchTeams.hpp>
#include <selection/Araios_ProductFacts.hpp>
#include <selection/Araios_StrategyRegions.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Computes C in one pass over A and B by all threads of a host, if a sample of rows predicts that
/// this is faster than two phases.
///
/// Pre:    facts.have_arrays; work enqueued on `exec` before has ended.
/// Post:   sums are added in the order of A's entries. Sorted, C is bitwise that of two phases with
///         a recorded pattern, which options.deterministic selects too. Unsorted rows have their
///         columns in the order of their first products.
/// Throws: std::overflow_error if the entries of C do not fit Offset.
/// Cost:   workspace memory for the columns and values of all products.
/// Fences: once after each kernel: count, form, move or sort.
template <class Offset, class ExecutionSpace, class MatrixA, class MatrixB>
class OnePhaseSpGemm {
 public:
  using scalar_type = typename MatrixA::scalar_type;
  using ordinal_type = typename MatrixA::ordinal_type;
  using device_type = typename MatrixA::device_type;
  using result_type = CrsMatrix<scalar_type, Offset, ordinal_type, device_type>;

  OnePhaseSpGemm(ExecutionSpace const& exec, MatrixA const& a, MatrixB const& b, bool sorts_rows,
                 Workspace<device_type> const& workspace)
      : exec_{exec},
        a_{a},
        b_{b},
        sorts_rows_{sorts_rows},
        workspace_{workspace},
        rows_{groups_of(a.graph.num_rows)} {}

  /// Whether there are kernels for this space.
  static constexpr bool is_possible = is_host_space_v<ExecutionSpace>;

  /// Returns C, or nothing if another strategy is faster or an operand is invalid. The symbolic
  /// phase then reports the error. Adds the gathered facts to `facts`.
  std::optional<result_type> run(ProductFacts& facts);

  /// The condition of the rule that the sample of rows selected.
  std::string_view why() const { return why_; }

 private:
  using GraphA = typename MatrixA::graph_type;
  using GraphB = typename MatrixB::graph_type;
  using ArraysA = PlainArraysOf<MatrixA>;
  using ArraysB = PlainArraysOf<MatrixB>;
  using DenseRows = RowsByColumns<ArraysA, ArraysB, Offset>;
  using IndexedRows = UnsortedRows<IndexedSpa, ArraysA, ArraysB, Offset>;
  using DenseSpaRows = UnsortedRows<DenseSpa, ArraysA, ArraysB, Offset>;
  using RowBlocks = RowsByBlocks<MatrixA, MatrixB, Offset>;

  using Block = RowBlock<scalar_type, ordinal_type>;
  using Sort = SortChunk<ordinal_type, scalar_type, Offset>;

  /// Samples rows for the rules.
  SampledFacts<Block, Sort, GraphA, GraphB> sample() const {
    return {a_.graph, b_.graph, exec_.concurrency(), sorts_rows_};
  }

  std::optional<result_type> multiply_if_advised(ProductFacts& facts) requires(is_possible) {
    auto const sampled = sample();
    OnePhaseRule const& rule = choose_one_phase(sampled);
    facts.sampled_loop = rule.loop;
    why_ = rule.when;
    if (!is_one_phase(facts)) return {};
    facts.are_even = has_even_rows();
    if (!is_one_phase(facts)) return {};
    count(facts);
    if (!*facts.are_valid) return {};
    if (rule.loop == RowLoop::dense_rows) {
      facts.are_two_phases_preferred = prefers_two_phases(sampled, *facts.products, false);
    }
    if (!is_one_phase(facts)) return {};
    Kokkos::Profiling::ScopedRegion const region{one_phase_regions().of(Strategy::one_phase)};
    auto const row_offsets = allocate_row_offsets<Offset, device_type>(exec_, a_.graph.num_rows);
    row_offsets(0) = 0;
    return multiply(rule.loop, *facts.products, row_offsets);
  }

  std::optional<result_type> multiply(
      RowLoop loop, std::int64_t work,
      Kokkos::View<Offset*, device_type> const& row_offsets) requires(is_possible) {
    auto* const row_ends = row_offsets.data() + 1;
    switch (loop) {
      case RowLoop::row_blocks:
        if constexpr (Block::exists) {
          return multiply(RowBlocks{a_, b_, row_ends}, work, row_offsets);
        }
        break;
      case RowLoop::dense_rows:
        return multiply(DenseRows{arrays_of_a(), arrays_of_b(), b_ascends_, row_ends}, work,
                        row_offsets);
      case RowLoop::indexed_spa:
        return multiply(IndexedRows{arrays_of_a(), arrays_of_b(), row_ends}, work, row_offsets);
      case RowLoop::dense_spa:
        return multiply(DenseSpaRows{arrays_of_a(), arrays_of_b(), row_ends}, work, row_offsets);
      default:
        break;
    }
    return {};
  }

  ArraysA arrays_of_a() const { return *plain_arrays_of(a_); }
  ArraysB arrays_of_b() const { return *plain_arrays_of(b_); }

  template <class Matrix>
  static std::int64_t last_offset(Matrix const& matrix) {
    return static_cast<std::int64_t>(matrix.graph.row_offsets(matrix.graph.num_rows));
  }

  template <class T>
  Kokkos::View<T*, device_type> take(WorkspaceSlot slot, std::int64_t count) {
    return workspace_.template take<T>(exec_, slot, static_cast<std::size_t>(count),
                                       SpGemmOptions{}.max_workspace_bytes);
  }

  static GroupsOfRows groups_of(std::int64_t num_rows) {
    return {num_rows, std::clamp<std::int64_t>(num_rows / tuning::one_phase_min_rows_of_group, 1,
                                               tuning::one_phase_max_groups)};
  }

  void take_groups() { groups_ = take<RowGroup>(WorkspaceSlot::row_groups, rows_.count).data(); }

  /// Counts the products of groups, and checks both patterns unless they are known to be valid.
  /// Also checks whether rows of B ascend, if the loop depends on it.
  [[gnu::cold]] void count(ProductFacts& facts) requires(is_possible) {
    workspace_.begin_call(exec_);
    take_groups();
    bool const asks_order =
        facts.sampled_loop == RowLoop::dense_rows && DenseRows::asks_order(b_.graph.num_cols);
    CountGroup<GraphA, GraphB> const count_group{a_.graph,
                                                 b_.graph,
                                                 rows_,
                                                 groups_,
                                                 is_same_graph(a_.graph, b_.graph),
                                                 asks_order,
                                                 facts.are_valid.value_or(false)};
    launch_range("araios::spgemm::count_groups", exec_, rows_.count, count_group);
    exec_.fence("araios: groups are counted");
    RowGroup const* const begin = groups_;
    RowGroup const* const end = begin + rows_.count;
    b_ascends_ = std::all_of(begin, end, [](RowGroup const& group) { return group.ascends; });
    facts.are_valid = std::all_of(begin, end, [](RowGroup const& group) { return group.is_valid; });
    std::int64_t work = 0;
    for (auto const* group = begin; group != end; ++group) work += group->work;
    facts.products = work;
    facts.are_even = has_even_groups(work);
  }

  /// Whether no row of A is so long that threads would wait for it, and no offsets decrease.
  bool has_even_rows() const {
    auto const* const offsets = a_.graph.row_offsets.data();
    std::uint64_t longest = 0;  // Unsigned, so that differences of invalid offsets are defined.
    for (std::int64_t row = 0; row < a_.graph.num_rows; ++row) {
      longest = std::max(longest, static_cast<std::uint64_t>(offsets[row + 1]) -
                                      static_cast<std::uint64_t>(offsets[row]));
    }
    return std::cmp_less_equal(
        longest, tuning::one_phase_max_unevenness_of_entries * last_offset(a_) / num_even_groups());
  }

  std::int64_t num_even_groups() const {
    return std::min(rows_.count, tuning::one_phase_even_groups);
  }

  /// Whether no group has so many products that threads would wait for it.
  bool has_even_groups(std::int64_t work) const {
    std::int64_t largest = 0;
    for (std::int64_t i = 0; i < rows_.count; ++i) largest = std::max(largest, groups_[i].work);
    return largest * num_even_groups() <= tuning::one_phase_max_unevenness * work;
  }

  /// Columns and values of all products, chunk after chunk.
  struct Products {
    ordinal_type* columns;
    scalar_type* values;
  };

  /// Forms chunks, and moves them to C or sorts them into C. Threads mostly move the chunks that
  /// they formed, since cache lines that another core wrote would have to be fetched from it.
  template <class Former>
  [[gnu::cold]] result_type multiply(
      Former const& former, std::int64_t work,
      Kokkos::View<Offset*, device_type> const& row_offsets) requires(is_possible) {
    Products const products = take_products(work, Former::slack);
    form_chunks(former, products);
    return move_to_c(products, row_offsets, Former::ascends);
  }

  [[gnu::cold]] Products take_products(std::int64_t work, std::int64_t slack) {
    take_chunks(work, slack);
    std::int64_t const room = work + num_chunks() * slack;
    return {take<ordinal_type>(WorkspaceSlot::chunk_columns, room).data(),
            take<scalar_type>(WorkspaceSlot::chunk_values, room).data()};
  }

  template <class Space = ExecutionSpace>
  [[gnu::cold]] result_type move_to_c(Products const& products,
                                      Kokkos::View<Offset*, device_type> const& row_offsets,
                                      bool ascends) requires(is_host_space_v<Space>) {
    std::int64_t const nnz = begin_chunks();
    auto const size = static_cast<std::size_t>(nnz);
    result_type const c{{a_.graph.num_rows, b_.graph.num_cols, row_offsets,
                         allocate_touched<ordinal_type, device_type>(exec_, "C.columns", size)},
                        allocate_touched<scalar_type, device_type>(exec_, "C.values", size)};
    ChunksOfC<ordinal_type, scalar_type, Offset> const chunks{
        chunks_,         products.columns,      products.values, c.graph.columns.data(),
        c.values.data(), row_offsets.data() + 1};
    bool is_moved = false;
    if constexpr (Sort::exists) {
      if (sorts_rows_ && !ascends) {
        launch_range("araios::spgemm::sort_chunks", exec_, num_chunks(), Sort{chunks});
        is_moved = true;
      }
    }
    if (!is_moved) {
      launch_range("araios::spgemm::move_chunks", exec_, num_chunks(),
                   MoveChunk<ordinal_type, scalar_type, Offset>{
                       chunks, exceeds_llc<ordinal_type, scalar_type>(nnz)});
    }
    exec_.fence("araios: C is complete");
    return c;
  }

  /// Joins groups into chunks: equally many for each thread, and only one if products are few.
  [[gnu::cold]] void take_chunks(std::int64_t work, std::int64_t slack) {
    num_owners_ = std::min<std::int64_t>(rows_.count, exec_.concurrency());
    chunks_of_owner_ = std::clamp<std::int64_t>(
        std::min(work / tuning::one_phase_min_products_of_chunk, rows_.count) / num_owners_, 1,
        tuning::one_phase_max_chunks_of_thread);
    chunks_ = take<RowChunk>(WorkspaceSlot::row_chunks, num_chunks()).data();
    put_together(rows_, groups_, slack, num_chunks(), chunks_);
  }
  std::int64_t num_chunks() const { return num_owners_ * chunks_of_owner_; }

  template <class Former>
  [[gnu::cold]] void form_chunks(Former const& former,
                                 Products const& products) requires(is_possible) {
    using Kernel = FormChunks<device_type, Former>;
    using Memory = typename Former::Memory;
    std::size_t const clean_bytes = Kernel::clean_bytes_of_owner(former);
    auto const memory = take<std::byte>(WorkspaceSlot::row_blocks,
                                        num_owners_ * static_cast<std::int64_t>(sizeof(Memory)));
    Kernel const kernel{
        former,
        chunks_,
        products.columns,
        products.values,
        reinterpret_cast<Memory*>(memory.data()),
        take_clean(static_cast<std::size_t>(num_owners_) * clean_bytes).data(),
        take_work_stealing_ranges(exec_, workspace_, static_cast<int>(num_owners_),
                                  chunks_of_owner_, SpGemmOptions{}.max_workspace_bytes)};
    Selection const selection;
    run_by_threads(exec_, selection, kernel, "araios::spgemm::form_chunks");
    exec_.fence("araios: chunks are formed");
  }

  /// Memory that is zero, and that the kernel leaves zero.
  Kokkos::View<std::byte*, device_type> take_clean(std::size_t bytes) {
    auto const memory = take_zero_bytes(workspace_, exec_, WorkspaceSlot::pool_memory, bytes,
                                        SpGemmOptions{}.max_workspace_bytes);
    workspace_.leave_zero_bytes(WorkspaceSlot::pool_memory, bytes);
    return memory;
  }

  /// Prefix sum of the chunk sizes: places each chunk in C. Returns the number of entries of C.
  ///
  /// Throws: std::overflow_error if it exceeds Offset.
  std::int64_t begin_chunks() const {
    std::int64_t nnz = 0;
    for (std::int64_t i = 0; i < num_chunks(); ++i) {
      chunks_[i].begin = nnz;
      nnz += chunks_[i].size;
    }
    checked_cast<Offset>(nnz, "the number of entries of C");
    return nnz;
  }

  ExecutionSpace const& exec_;
  MatrixA const& a_;
  MatrixB const& b_;
  bool sorts_rows_;
  Workspace<device_type> workspace_;
  std::string_view why_;
  bool b_ascends_ = true;
  GroupsOfRows rows_;
  RowGroup* groups_ = nullptr;
  RowChunk* chunks_ = nullptr;
  std::int64_t num_owners_ = 0;
  std::int64_t chunks_of_owner_ = 0;
};

// Not inline, so that an extern template declaration avoids the compilation of all kernels.
template <class Offset, class ExecutionSpace, class MatrixA, class MatrixB>
auto OnePhaseSpGemm<Offset, ExecutionSpace, MatrixA, MatrixB>::run(ProductFacts& facts)
    -> std::optional<result_type> {
  if constexpr (is_possible) {
    return multiply_if_advised(facts);
  } else {
    return {};
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
