// SPDX-License-Identifier: BSD-3-Clause
// Public interface of products with a Jacobi step: C = (I − omega·D⁻¹·A)·B.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmJacobiPlan.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <jacobi/Araios_JacobiPattern.hpp>
#include <jacobi/Araios_JacobiValues.hpp>
#include <matrix/Araios_CommonOffset.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <matrix/Araios_RowsFromZero.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA {

namespace impl {

/// Throws: std::invalid_argument if the options change A.
inline void check_jacobi_options(SpGemmOptions const& options) {
  ARAIOS_EXPECTS(!options.transpose_a && !options.conjugate_a,
                 std::string{options.transpose_a ? "options.transpose_a" : "options.conjugate_a"} +
                     " is set: A of a Jacobi step is taken as it is");
}

/// Whether a view holds inverses for the rows of A. Does not compile otherwise.
template <class A, class Inverses>
constexpr bool require_inverses() {
  if constexpr (std::is_same_v<Inverses, DiagonalOfA>) {
    return true;
  } else {
    constexpr bool is_vector = ViewOfRank<Inverses, 1>;
    static_assert(is_vector, "dinv is not a Kokkos view of one dimension");
    if constexpr (is_vector) {
      constexpr bool is_of_scalar = ViewOfScalar<Inverses, A>;
      constexpr bool is_beside = ViewBeside<Inverses, A>;
      static_assert(is_of_scalar, "A and dinv have different scalars, expected the same");
      static_assert(is_beside, "A and dinv lie in different memory spaces, expected the same");
      return is_of_scalar && is_beside;
    }
    return false;
  }
}

template <class Inverses>
void check_inverses(Inverses const& inverses, std::int64_t num_rows) {
  if constexpr (!std::is_same_v<Inverses, DiagonalOfA>) {
    ARAIOS_EXPECTS(std::cmp_equal(inverses.extent(0), num_rows),
                   "dinv has " + std::to_string(inverses.extent(0)) + " elements, expected " +
                       std::to_string(num_rows) + ", the number of rows of A");
    ARAIOS_EXPECTS(inverses.data() != nullptr || num_rows == 0, "dinv has no memory");
  }
}

/// The graph of M: that of A where A has its diagonal.
template <class Pattern, class Graph>
Graph graph_of_step(Pattern const& pattern, Graph const& a) {
  return pattern.is_that_of_a() ? a : graph_of(pattern.graph);
}

/// What M = I − omega·D⁻¹·A is made of: a read-only A, inverses or DiagonalOfA.
template <class Matrix, class Inverses>
struct JacobiOperand {
  using scalar_type = typename Matrix::scalar_type;
  using device_type = typename Matrix::device_type;

  Matrix a;
  scalar_type omega;
  Inverses inverses;

  /// Throws: std::invalid_argument if A is not the planned one, or the inverses do not fit it.
  template <class ExecutionSpace>
  void check(ExecutionSpace const& exec, PlannedPattern const& planned, bool compares) const {
    planned_values(exec, a, planned, compares, "A");
    check_inverses(inverses, a.graph.num_rows);
  }
};

template <class A, class Scalar, class Inverses>
auto jacobi_operand(A const& a, Scalar const& omega, Inverses const& inverses) {
  auto const given = read_only(a);
  return JacobiOperand<std::remove_const_t<decltype(given)>, Inverses>{given, omega, inverses};
}

/// Calls multiply(M), whose values lie in the workspace. Pre: the operand has been checked.
///
/// Throws: std::invalid_argument where D of A has no inverse; OutOfMemory; what multiply throws.
template <class ExecutionSpace, class Operand, class Pattern, class Multiply>
auto with_jacobi_step(ExecutionSpace const& exec, Operand const& operand, Pattern const& pattern,
                      Workspace<typename Operand::device_type> workspace,
                      Multiply const& multiply) {
  using A = decltype(operand.a);
  using Scalar = typename Operand::scalar_type;
  constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
  LaterEntries const later = later_entries(exec, operand.a.graph);
  A const a = later.begins_later() ? rows_from_zero(exec, operand.a, later) : operand.a;
  auto const num_rows = static_cast<std::size_t>(a.graph.num_rows);
  auto const nnz = pattern.is_that_of_a() ? static_cast<std::size_t>(pattern.a.nnz)
                                          : pattern.graph.columns.extent(0);
  auto const memory = [&] {
    typename Workspace<typename Operand::device_type>::Use const use{exec, workspace};
    workspace.begin_call(exec);
    auto const loan =
        workspace.template lend<Scalar>(exec, WorkspaceSlot::jacobi_step, num_rows + nnz, no_limit);
    JacobiValues<ExecutionSpace, A, Pattern>{
        exec, a, pattern, Kokkos::subview(loan.elements, std::pair{std::size_t{0}, num_rows}),
        Kokkos::subview(loan.elements, std::pair{num_rows, num_rows + nnz})}
        .form(operand.omega, operand.inverses);
    return loan;
  }();
  A const step{graph_of_step(pattern, a.graph),
               Kokkos::subview(memory.elements, std::pair{num_rows, num_rows + nnz})};
  if constexpr (std::is_void_v<decltype(multiply(step))>) {
    multiply(step);
    if (later.begins_later()) exec.fence("araios: offsets of rows of a larger matrix are freed");
  } else {
    auto const c = multiply(step);
    exec.fence("araios: a Jacobi step is complete");
    return c;
  }
}

/// Writes C = M·B by a plan of that product.
template <class ExecutionSpace, class Plan, class Pattern, class Operand, class B, class C>
void multiply_by_step(ExecutionSpace const& exec, Plan const& plan, Pattern const& pattern,
                      Operand const& operand, B const& b, C const& c) {
  constexpr bool is_planned_offset =
      std::is_same_v<typename decltype(operand.a)::offset_type, typename Pattern::offset_type>;
  static_assert(is_planned_offset, "A and the plan have different offsets of A, expected the same");
  if constexpr (is_planned_offset) {
    expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::spgemm_jacobi_numeric"};
    or_out_of_memory("a Jacobi step", 0, [&] {
      // The product compares the pattern of M, which is that of A or stays.
      operand.check(exec, pattern.a, plan.options().check_reuse && !pattern.is_that_of_a());
      ARAIOS_EXPECTS(
          !overlaps_operand(c.values, operand.a) && !overlaps_operand(c.graph.columns, operand.a),
          "C shares memory with A: the product cannot be formed in place");
      with_jacobi_step(exec, operand, pattern, plan.workspace(),
                       [&](auto const& step) { spgemm_numeric(exec, plan, step, b, c); });
    });
  }
}

/// C = M·B in new memory.
template <class Offset, class ExecutionSpace, class Operand, class B>
auto jacobi_product(ExecutionSpace const& exec, Operand const& operand, B const& b,
                    SpGemmOptions const& options,
                    Workspace<typename Operand::device_type> const& workspace) {
  expect_callable<ExecutionSpace>();
  Kokkos::Profiling::ScopedRegion const region{"araios::spgemm_jacobi"};
  return or_out_of_memory("a Jacobi step", 0, [&] {
    check_jacobi_options(options);
    auto const pattern = jacobi_pattern(exec, operand.a.graph, false);
    operand.check(exec, pattern.a, false);
    return with_jacobi_step(exec, operand, pattern, workspace, [&](auto const& step) {
      return spgemm<Offset>(exec, step, b, options, workspace);
    });
  });
}

}  // namespace impl

/// Symbolic phase of C = (I − omega·D⁻¹·A)·B for a diagonal matrix D: plans M·B, where M is the
/// left factor, and how M is made of A.
///
/// Shapes: A m×m, op(B) m×n, matrices or graphs; the plan describes C m×n.
/// Offset: of C; by default what the offsets of A and B have in common.
/// Pre:    as spgemm_symbolic. Diagonal entries of A may be missing, and may repeat.
/// Post:   the plan shares nothing with A. It keeps an offset for each row of A; where a diagonal
///         entry of A is missing, also the pattern of M, which has it.
/// Throws: as spgemm_symbolic; std::invalid_argument if A is not square, or options change A.
/// Cost:   as spgemm_symbolic for M·B, and a pass over A.
/// Fences: as spgemm_symbolic.
/// Source: smoothed aggregation, Vaněk, Mandel, Brezina 1996 (Computing 56); the call is that of
///         KokkosSparse::spgemm_jacobi. Deviation: M is formed, which has no more entries than A
///         and the diagonal, so that every way to multiply applies to it.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparsePattern A, SparsePattern B>
auto spgemm_jacobi_symbolic(ExecutionSpace const& exec, A const& a, B const& b,
                            SpGemmOptions const& options = {},
                            Workspace<typename A::device_type> const& workspace = {}) {
  if constexpr (impl::require_multipliable<ExecutionSpace, A, B>()) {
    using OffsetC = impl::offset_of_c<Offset, A, B>;
    using Plan = SpGemmJacobiPlan<typename A::offset_type, OffsetC, typename A::ordinal_type,
                                  typename A::device_type>;
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::spgemm_jacobi_symbolic"};
    return impl::or_out_of_memory("a Jacobi step", 0, [&] {
      impl::check_jacobi_options(options);
      auto const pattern = impl::jacobi_pattern(exec, graph_of(a), options.check_reuse);
      auto const product = spgemm_symbolic<OffsetC>(exec, impl::graph_of_step(pattern, graph_of(a)),
                                                    graph_of(b), options, workspace);
      return Plan{product, pattern};
    });
  }
}

/// Numeric phase of C = (I − omega·D⁻¹·A)·B, where D is the diagonal of A. It may run any number of
/// times while the patterns of A and B stay those of the plan, with the workspace of the plan: one
/// call at a time.
///
/// Shapes: A m×m, op(B) m×n, C m×n with the row offsets of the plan.
/// Pre:    as spgemm_numeric.
/// Post:   entries of M = I − omega·D⁻¹·A are rounded: omega divided by the diagonal, that times an
///         entry of A, and one minus that on the diagonal. C = M·B is then formed as by
///         spgemm_numeric. Diagonal entries of A that repeat add up to D; the first of them takes
///         the one.
/// Throws: as spgemm_numeric; std::invalid_argument naming the first row whose diagonal entry is
///         missing or zero. C is untouched then.
/// Cost:   as spgemm_numeric, and a pass over A. Memory for M from the workspace: a scalar for each
///         row and for each entry, beside any cap.
/// Fences: as spgemm_numeric, and to look for zeros.
template <class ExecutionSpace, class Plan, SparseMatrix A, SparseMatrix B, SparseMatrix C>
void spgemm_jacobi_numeric(ExecutionSpace const& exec, Plan const& plan,
                           typename A::scalar_type const& omega, A const& a, B const& b,
                           C const& c) {
  if constexpr (impl::require_factors<ExecutionSpace, A, B>() &&
                impl::require_result<C, A, Plan>()) {
    impl::multiply_by_step(exec, plan.product(), plan.pattern(),
                           impl::jacobi_operand(a, omega, impl::DiagonalOfA{}), b, c);
  }
}

// NOLINTBEGIN(readability-function-size): the parameters are those of Kokkos Kernels.
/// The same for any D: `dinv` holds the inverses of its m elements, which are not looked at.
template <class ExecutionSpace, class Plan, class Inverses, SparseMatrix A, SparseMatrix B,
          SparseMatrix C>
requires Kokkos::is_view<Inverses>::value void spgemm_jacobi_numeric(
    ExecutionSpace const& exec, Plan const& plan, typename A::scalar_type const& omega,
    Inverses const& dinv, A const& a, B const& b, C const& c) {
  if constexpr (impl::require_factors<ExecutionSpace, A, B>() &&
                impl::require_result<C, A, Plan>() && impl::require_inverses<A, Inverses>()) {
    impl::multiply_by_step(exec, plan.product(), plan.pattern(),
                           impl::jacobi_operand(a, omega, dinv), b, c);
  }
}

/// C = (I − omega·D⁻¹·A)·B in new memory, where D is the diagonal of A. The table of strategies of
/// spgemm decides how M·B is formed.
///
/// Throws: as both phases.
/// Cost:   that of spgemm for M·B, and passes over A.
/// Fences: as both phases, and at the end.
template <class Offset = impl::CommonOffset, class ExecutionSpace, SparseMatrix A, SparseMatrix B>
auto spgemm_jacobi(ExecutionSpace const& exec, typename A::scalar_type const& omega, A const& a,
                   B const& b, SpGemmOptions const& options = {},
                   Workspace<typename A::device_type> const& workspace = {}) {
  if constexpr (impl::require_factors<ExecutionSpace, A, B>()) {
    return impl::jacobi_product<impl::offset_of_c<Offset, A, B>>(
        exec, impl::jacobi_operand(a, omega, impl::DiagonalOfA{}), b, options, workspace);
  }
}

/// The same for any D, by the inverses of its elements.
template <class Offset = impl::CommonOffset, class ExecutionSpace, class Inverses, SparseMatrix A,
          SparseMatrix B>
requires Kokkos::is_view<Inverses>::value auto spgemm_jacobi(
    ExecutionSpace const& exec, typename A::scalar_type const& omega, Inverses const& dinv,
    A const& a, B const& b, SpGemmOptions const& options = {},
    Workspace<typename A::device_type> const& workspace = {}) {
  if constexpr (impl::require_factors<ExecutionSpace, A, B>() &&
                impl::require_inverses<A, Inverses>()) {
    return impl::jacobi_product<impl::offset_of_c<Offset, A, B>>(
        exec, impl::jacobi_operand(a, omega, dinv), b, options, workspace);
  }
}
// NOLINTEND(readability-function-size)

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void spgemm_jacobi_symbolic(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void spgemm_jacobi_numeric(Arguments const&...) { impl::refuse_call<Arguments...>(); }

template <class Offset = impl::CommonOffset, class... Arguments>
requires impl::RefusedCall<Arguments...>
void spgemm_jacobi(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
