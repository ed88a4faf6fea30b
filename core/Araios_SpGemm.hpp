// SPDX-License-Identifier: BSD-3-Clause
// Public interface of the sparse matrix product C = op(A)·op(B) in two phases.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_SpGemmEstimate.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_SpGemmPlan.hpp>
#include <Araios_SpGemmReport.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_CommonOffset.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spgemm/Araios_PublicCalls.hpp>

#include <concepts>
#include <type_traits>

namespace araios::inline ARAIOS_ISA {

namespace impl {
/// Asks for the scalar type of A, which is a matrix then.
struct CommonScalar {};
}  // namespace impl

namespace impl::spgemm_detail {

template <class Scalar, class A>
struct ScalarOrOf {
  using type = Scalar;
};
template <SparseMatrix A>
struct ScalarOrOf<impl::CommonScalar, A> {
  using type = typename A::scalar_type;
};

}  // namespace impl::spgemm_detail

/// Symbolic phase of C = op(A)·op(B): checks both patterns and counts the entries of each row of C.
/// op transposes an operand when options.transpose_a or transpose_b say so, and conjugates it when
/// conjugate_a or conjugate_b do.
///
/// Shapes: op(A) m×k, op(B) k×n, matrices or graphs; the plan describes C m×n. Errors speak of
///         A and B as they are given.
/// Offset: of C; by default what the offsets of A and B have in common.
/// Units:  work in products (flops = 2·work).
/// Pre:    `exec` reaches the memory of A and B. Columns may be unsorted and may repeat. Either may
///         be rows of a larger matrix.
/// Post:   plan.row_offsets() is nondecreasing and starts at 0. The plan keeps the transposed
///         patterns, plan.transposed_bytes() in all; they count towards
///         options.max_workspace_bytes.
/// Throws: std::invalid_argument naming what is wrong with A, B or the options; OutOfMemory when
///         options.max_workspace_bytes does not suffice, or the system has no more memory. Without
///         a cap the call is first tried again under lower and lower caps; Unsupported when this
///         space cannot do what the options ask; std::overflow_error when the entries of C do not
///         fit Offset; std::logic_error when another call uses the workspace, or within a
///         parallel region of OpenMP that the call is to run on.
/// Cost:   two passes over A and B, O(work) inserts; a pool chunk for each active owner. A pattern
///         that is both operands is checked once for A·A and transposed once for Aᵀ·Aᵀ. Rows of a
///         larger matrix take a copy of their offsets during this and every other call, beside any
///         cap; on devices their check runs twice.
/// Fences: to read the results of the checks, the work and the row sizes. With options.replay on
///         devices, kernels of `exec` may still read A and B when the call returns, and write the
///         plan. Change A and B in the order of `exec`, or fence it first. Calls that use the plan
///         or the workspace wait by themselves.
/// Source: Deveci, Trott, Rajamanickam 2018 (arXiv:1801.03065), §3; rbsparse: Tang, Zhao, Huang,
///         Dai 2019 (doi:10.13190/j.jbupt.2018-252), §4; bhsparse: Liu's algorithm as clSPARSE took
///         it up (AMD developer article, 2015).
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparsePattern A, SparsePattern B>
auto spgemm_symbolic(ExecutionSpace const& exec, A const& a, B const& b,
                     SpGemmOptions const& options = {},
                     Workspace<typename A::device_type> const& workspace = {}) {
  if constexpr (impl::require_multipliable<ExecutionSpace, A, B>()) {
    using OffsetC = impl::offset_of_c<Offset, A, B>;
    return impl::SymbolicCall<OffsetC, ExecutionSpace, decltype(graph_of(a)),
                              decltype(graph_of(b))>::run(exec, graph_of(a), graph_of(b), options,
                                                          workspace);
  }
}

/// Numeric phase of C = op(A)·op(B): columns and values of C. It may run any number of times while
/// the patterns of A and B stay those of the plan. Operands are given as to the symbolic phase; the
/// values of those that the plan transposes or conjugates are copied to the workspace.
///
/// Shapes: op(A) m×k, op(B) k×n, C m×n with the row offsets of the plan; columns and values of C
///         hold at least plan.nnz() elements.
/// Pre:    C shares no memory with A or B. If its columns are read-only, this plan or a copy of it
///         has allocated C. A transposed operand has the offset type that it had in
///         the symbolic phase.
/// Post:   rows of C are sorted by column unless options.result_sorted is false; the sum of a row
///         is taken in the order of A's entries, so results repeat bitwise on hosts.
/// Throws: std::logic_error as spgemm_symbolic; std::invalid_argument (shapes, a plan made for
///         other operands, read-only columns of another origin), OutOfMemory: C is untouched. With
///         options.check_reuse, every other pattern is found before C is written, even one of the
///         same size. Without it, another pattern of the same size may be found when C is written,
///         which is then incomplete. It is found if a row differs in what the plan compares:
///         - plans without a recorded pattern: a row of C has entries that the plan does not know,
///           or too few;
///         - recorded pattern, long rows: a row of C has entries that the plan does not know.
///           Missing entries are zeros;
///         - recorded pattern, rows of at most 128 products (32 without AVX-512 or with 64-bit
///           columns): a row of C has another number of products;
///         - replay on hosts: a row of C has another number of products;
///         - replay on devices: a row of A or B does not end where planned, as far as a byte tells;
///         - transposed operands: nothing, since the plan uses its own pattern.
/// Cost:   O(work) inserts; a pool chunk for each active owner. Of a plan that replays O(work)
///         additions.
/// Fences: to read whether every row has its planned entries; around bins that run side by side,
///         but on CUDA; and to read the number of entries of A and B, unless kernels compare it
///         with the plan: those of bins and of replay on devices do, where operands are as given
///         and without check_reuse. On devices also to read a first offset where columns are longer
///         than the plan needs; at the end for rows of a larger matrix.
/// Source: Deveci, Trott, Rajamanickam 2018 (arXiv:1801.03065), §3.
template <class ExecutionSpace, class Plan, SparseMatrix A, SparseMatrix B, SparseMatrix C>
void spgemm_numeric(ExecutionSpace const& exec, Plan const& plan, A const& a, B const& b,
                    C const& c, Workspace<typename Plan::device_type> const& workspace) {
  if constexpr (impl::require_factors<ExecutionSpace, A, B>() &&
                impl::require_result<C, A, Plan>()) {
    using ConstA = decltype(impl::read_only(a));
    using ConstB = decltype(impl::read_only(b));
    auto const result = impl::writable_result(plan, c);
    using Result = std::remove_const_t<decltype(result)>;
    impl::NumericCall<ExecutionSpace, Plan, ConstA, ConstB, Result>::run(
        exec, plan, impl::read_only(a), impl::read_only(b), result, workspace);
  }
}

/// The same with the workspace of the plan: one call at a time.
template <class ExecutionSpace, class Plan, SparseMatrix A, SparseMatrix B, SparseMatrix C>
void spgemm_numeric(ExecutionSpace const& exec, Plan const& plan, A const& a, B const& b,
                    C const& c) {
  spgemm_numeric(exec, plan, a, b, c, plan.workspace());
}

/// C = op(A)·op(B) in new memory. The table of strategies decides how: on hosts in one phase if the
/// product is small, or if a sample of its rows predicts that this is faster; otherwise in two
/// phases. Sums are taken in the same order.
///
/// Post:   where `report` is given, it says what ran, why, and what it took.
/// Throws: as spgemm_symbolic and spgemm_numeric.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparseMatrix A, SparseMatrix B>
auto spgemm(ExecutionSpace const& exec, A const& a, B const& b, SpGemmOptions const& options = {},
            Workspace<typename A::device_type> const& workspace = {},
            SpGemmReport* report = nullptr) {
  if constexpr (impl::require_factors<ExecutionSpace, A, B>()) {
    using OffsetC = impl::offset_of_c<Offset, A, B>;
    return impl::ProductCall<OffsetC, ExecutionSpace, decltype(impl::read_only(a)),
                             decltype(impl::read_only(b))>::run(exec, impl::read_only(a),
                                                                impl::read_only(b), options,
                                                                workspace, report);
  }
}

/// Upper bounds of C = op(A)·op(B) before it runs: entries of C, memory, work.
///
/// Shapes: op(A) m×k, op(B) k×n, matrices or graphs.
/// Scalar: of C; by default that of A.
/// Offset: of C; by default what those of A and B have in common.
/// Post:   with options.max_workspace_bytes of at least min_workspace_bytes, both phases run on
///         an execution space like `exec`; without a cap they take at most symbolic_bytes and
///         numeric_bytes.
/// Throws: std::invalid_argument naming what is wrong with A, the row offsets of B or the options;
///         columns of B are looked at only when it is transposed; OutOfMemory; std::logic_error
///         within a parallel region of OpenMP that the call is to run on.
/// Cost:   one pass over A and the row offsets of B (over B when it is transposed), and memory of
///         8·(m + k) bytes.
/// Fences: to read the counts.
template <class Scalar = impl::CommonScalar, class Offset = impl::CommonOffset,
          class ExecutionSpace, SparsePattern A, SparsePattern B>
SpGemmEstimate spgemm_estimate(ExecutionSpace const& exec, A const& a, B const& b,
                               SpGemmOptions const& options = {}) {
  using ScalarC = typename impl::spgemm_detail::ScalarOrOf<Scalar, A>::type;
  static_assert(!std::is_same_v<ScalarC, impl::CommonScalar>,
                "name the scalar of C when A is a graph: spgemm_estimate<double>(...)");
  if constexpr (impl::require_multipliable<ExecutionSpace, A, B>()) {
    using OffsetC = impl::offset_of_c<Offset, A, B>;
    return impl::EstimateCall<ScalarC, OffsetC, ExecutionSpace, decltype(graph_of(a)),
                              decltype(graph_of(b))>::run(exec, graph_of(a), graph_of(b), options);
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void spgemm_symbolic(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...> ||
    (std::same_as<Arguments, SpGemmOptions> || ...) void spgemm_numeric(Arguments const&...) {
  constexpr bool has_options = (std::same_as<Arguments, SpGemmOptions> || ...);
  static_assert(!has_options, "spgemm_numeric takes no options: those of the plan hold");
  if constexpr (!has_options) impl::refuse_call<Arguments...>();
}

template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void spgemm(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class Scalar = impl::CommonScalar, class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void spgemm_estimate(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA

// What the library holds, where CMake's target links it.
#ifdef ARAIOS_LIBRARY
#include <Araios_LibraryProducts.hpp>
#endif
