// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase: the entries of C from a plan and the values of A and B.
#pragma once

#include <Araios_Fingerprint.hpp>
#include <Araios_GraphChecks.hpp>
#include <Araios_RunPhase.hpp>
#include <Araios_SortRows.hpp>
#include <Araios_SpGemmPhases.hpp>
#include <Araios_SpGemmPlan.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstdint>
#include <string>

namespace araios {

/// One numeric phase: its plan, operands and temporaries. The public function is spgemm_numeric.
template <class ExecutionSpace, class Plan, class MatrixA, class MatrixB, class MatrixC>
class NumericRun {
 public:
  using ordinal_type = typename Plan::ordinal_type;
  using offset_type = typename Plan::offset_type;
  using device_type = typename Plan::device_type;
  using scalar_type = typename MatrixC::scalar_type;

  NumericRun(ExecutionSpace const& exec, Plan const& plan, MatrixA const& a, MatrixB const& b,
             MatrixC const& c, Workspace<device_type> const& workspace)
      : exec_{exec}, plan_{plan}, a_{a}, b_{b}, c_{c}, workspace_{workspace} {}

  void run();

 private:
  using GraphA = decltype(graph_of(std::declval<MatrixA>()));
  using GraphB = decltype(graph_of(std::declval<MatrixB>()));
  using Products = RowProducts<GraphA, GraphB>;
  using NumericPhase = Numeric<Products, scalar_type, offset_type>;

  void check_patterns() const {
    ProblemStats const& stats = plan_.stats();
    check_pattern(a_.graph, stats.m, stats.k, stats.nnz_a, plan_.data().fingerprint_a, "A");
    check_pattern(b_.graph, stats.k, stats.n, stats.nnz_b, plan_.data().fingerprint_b, "B");
  }

  template <class Graph>
  void check_pattern(Graph const& graph, std::int64_t num_rows, std::int64_t num_cols,
                     std::int64_t nnz, std::uint64_t planned, std::string const& name) const {
    check_shape(graph, name);
    std::int64_t const found = num_entries(exec_, graph);
    ARAIOS_EXPECTS(graph.num_rows == num_rows && graph.num_cols == num_cols && found == nnz,
                   name + " is " + std::to_string(graph.num_rows) + "×" +
                       std::to_string(graph.num_cols) + " with " + std::to_string(found) +
                       " entries, the plan was made for " + std::to_string(num_rows) + "×" +
                       std::to_string(num_cols) + " with " + std::to_string(nnz) +
                       ": make a new plan");
    ARAIOS_EXPECTS(std::cmp_less_equal(nnz, graph.columns.extent(0)),
                   name + ".columns has " + std::to_string(graph.columns.extent(0)) +
                       " elements, expected at least " + std::to_string(nnz));
    if (!plan_.options().check_reuse) return;
    ARAIOS_EXPECTS(
        fingerprint(exec_, graph, nnz) == planned,
        "the pattern of " + name + " is not the one that the plan was made for: make a new plan");
  }

  template <class Matrix>
  static void check_values(Matrix const& matrix, std::int64_t nnz, std::string const& name) {
    ARAIOS_EXPECTS(std::cmp_greater_equal(matrix.values.extent(0), nnz),
                   name + ".values has " + std::to_string(matrix.values.extent(0)) +
                       " elements, expected at least " + std::to_string(nnz));
    ARAIOS_EXPECTS(matrix.values.data() != nullptr || nnz == 0, name + ".values has no memory");
  }

  void check_result() const {
    auto const& graph = c_.graph;
    check_shape(graph, "C");
    ARAIOS_EXPECTS(graph.num_rows == plan_.num_rows() && graph.num_cols == plan_.num_cols(),
                   "C is " + std::to_string(graph.num_rows) + "×" + std::to_string(graph.num_cols) +
                       ", the plan is for " + std::to_string(plan_.num_rows()) + "×" +
                       std::to_string(plan_.num_cols()));
    ARAIOS_EXPECTS(std::cmp_greater_equal(graph.columns.extent(0), plan_.nnz()),
                   "C.columns has " + std::to_string(graph.columns.extent(0)) +
                       " elements, expected at least " + std::to_string(plan_.nnz()));
    check_values(c_, plan_.nnz(), "C");
    ARAIOS_EXPECTS(same_row_offsets(),
                   "C.row_offsets differ from those of the plan: allocate C from the plan or copy "
                   "plan.row_offsets()");
    check_no_overlap(a_, "A");
    check_no_overlap(b_, "B");
  }

  bool same_row_offsets() const {
    auto const& given = c_.graph.row_offsets;
    auto const planned = plan_.row_offsets();
    if (given.data() == planned.data() || given.extent(0) == 0) return true;
    return fingerprint_of_view(exec_, given, given.extent(0)) ==
           fingerprint_of_view(exec_, planned, planned.extent(0));
  }

  template <class Matrix>
  void check_no_overlap(Matrix const& operand, std::string const& name) const {
    auto const shared = [&](auto const& written) {
      return views_overlap(written, operand.values) ||
             views_overlap(written, operand.graph.columns) ||
             views_overlap(written, operand.graph.row_offsets);
    };
    ARAIOS_EXPECTS(!shared(c_.values) && !shared(c_.graph.columns),
                   "C shares memory with " + name + ": the product cannot be formed in place");
  }

  void compute() {
    std::size_t const max_bytes = plan_.options().max_workspace_bytes;
    ProblemStats const& stats = plan_.stats();
    Selection selection = plan_.numeric_selection();
    bool const sort_on_emit = plan_.options().result_sorted && is_host_space_v<ExecutionSpace>;
    std::size_t const sort_bytes =
        sort_on_emit ? RowSorter<ordinal_type>::bytes(stats.max_row_size, stats.n) : 0;
    auto const mismatch =
        workspace_.template take<int>(exec_, WorkspaceSlot::mismatch, 1, max_bytes);
    Kokkos::deep_copy(exec_, mismatch, 0);
    auto const sort_memory = workspace_.template take<std::byte>(
        exec_, WorkspaceSlot::sort_memory,
        sort_bytes * static_cast<std::size_t>(exec_.concurrency()), max_bytes);
    NumericPhase const phase{Products{graph_of(a_), graph_of(b_)},
                             a_.values,
                             b_.values,
                             plan_.row_offsets(),
                             c_.graph.columns,
                             c_.values,
                             mismatch,
                             sort_memory,
                             sort_bytes};
    AccumulatorShape const shape{stats.max_row_size, stats.n, selection.hash_scale,
                                 selection.max_occupancy};
    run_phase(exec_, workspace_, selection, phase, shape, max_bytes,
              "araios::spgemm_numeric::fill_rows");
    if (plan_.options().result_sorted && !sort_on_emit) {
      sort_rows(exec_, selection, plan_.row_offsets(), c_.graph.columns, c_.values);
    }
    ARAIOS_EXPECTS(element_of(exec_, mismatch, 0) == 0,
                   "a row of C has another size than planned: the pattern of A or B is not the one "
                   "that the plan was made for; C is incomplete");
  }

  ExecutionSpace const& exec_;
  Plan const& plan_;
  MatrixA const& a_;
  MatrixB const& b_;
  MatrixC const& c_;
  Workspace<device_type> workspace_;
};

// Not inline: whoever declares an instance of the class extern compiles none of its kernels.
template <class ExecutionSpace, class Plan, class MatrixA, class MatrixB, class MatrixC>
void NumericRun<ExecutionSpace, Plan, MatrixA, MatrixB, MatrixC>::run() {
  Kokkos::Profiling::ScopedRegion const region{"araios::spgemm_numeric"};
  workspace_.begin_call();
  check_patterns();
  check_values(a_, plan_.stats().nnz_a, "A");
  check_values(b_, plan_.stats().nnz_b, "B");
  check_result();
  compute();
}

}  // namespace araios
