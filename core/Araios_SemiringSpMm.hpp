// SPDX-License-Identifier: BSD-3-Clause
// Public interface of products of a sparse and a dense matrix by a semiring.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <Araios_Semiring.hpp>
#include <matrix/Araios_OperandRules.hpp>
#include <matrix/Araios_RefusedCall.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <platform/Araios_Lanes.hpp>
#include <semirings/Araios_SemiringDense.hpp>
#include <semirings/Araios_SemiringDenseRules.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA {

/// C = A·B by a semiring, for dense B and C.
///
/// Shapes: A m×k, B k×n, C m×n: views of two dimensions and any layout; row-major (LayoutRight) is
///         fastest. Scalars of A and B are those that `multiply` takes, that of C is the value_type
///         of the semiring.
/// Pre:    as semiring_spmv.
/// Post:   an element of C is the identity, and to it are added the products of its row of A and
/// its
///         column of B, in the order of the entries of A. What C held is not read. C is bitwise the
///         same in every run, for every number of threads.
/// Throws: std::invalid_argument naming what is wrong with A, B or C, or with the first and last
/// row
///         offset; std::logic_error as semiring_spmv. C is untouched then.
/// Cost:   O((m + nnz)·n), no memory.
/// Fences: to read the first and the last row offset.
template <class ExecutionSpace, class S, SparseMatrix A, class B, class C>
void semiring_spmm(ExecutionSpace const& exec, S const& semiring, A const& a, B const& b,
                   C const& c) {
  if constexpr (impl::require_reach<ExecutionSpace, A>() &&
                impl::require_indices<typename A::offset_type, typename A::ordinal_type>() &&
                impl::require_semiring_dense<S, A, B, C>()) {
    impl::expect_callable<ExecutionSpace>();
    Kokkos::Profiling::ScopedRegion const region{"araios::semiring_spmm"};
    auto const matrix = impl::read_only(a);
    auto rows = impl::rows_of_operand(exec, matrix);
    impl::check_extent(b, 0, a.graph.num_cols, "B must have a row for each column of A");
    impl::check_extent(c, 0, a.graph.num_rows, "C must have a row for each row of A");
    impl::check_extent(c, 1, static_cast<std::int64_t>(b.extent(1)),
                       "C must have as many columns as B");
    ARAIOS_EXPECTS(!impl::views_overlap(b, c) && !impl::views_overlap(c, matrix.values),
                   "C shares memory with B or A, expected memory of its own");
    // The lanes of a device share the columns of C, not the entries of A.
    if (!impl::is_host_space_v<ExecutionSpace>) {
      rows.num_entries = rows.num_rows * static_cast<std::int64_t>(c.extent(1));
    }
    impl::for_each_row(
        "araios::semiring_spmm", exec, rows,
        impl::SumRowOfDense<S, decltype(impl::read_only(a)), B, C>{semiring, matrix, b, c});
  }
}

/// @cond impl
// Calls with arguments of other kinds do not compile, and say why.
template <class... Arguments>
requires impl::RefusedCall<Arguments...>
void semiring_spmm(Arguments const&...) { impl::refuse_call<Arguments...>(); }
/// @endcond

}  // namespace araios::inline ARAIOS_ISA
