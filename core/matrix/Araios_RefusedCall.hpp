// SPDX-License-Identifier: BSD-3-Clause
// Calls whose arguments are of no kind that the public calls take, and what a compiler says of
// them.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// A matrix of Kokkos Kernels, told by its members.
template <class T>
concept KokkosKernelsMatrix = !SparsePattern<T> && requires(T const& a) {
  a.numRows();
  a.graph.row_map;
  a.graph.entries;
  a.values;
};

template <class T>
inline constexpr bool is_braced_matrix_v = false;
template <class Values>
inline constexpr bool is_braced_matrix_v<CrsMatrix<Values, BracedGraph, void, void>> = true;

/// Arguments of a call that lacks an execution space, or has a matrix of Kokkos Kernels, or one
/// that was refused where it was declared.
template <class... Arguments>
concept RefusedCall = (KokkosKernelsMatrix<Arguments> || ...) ||
                      (is_braced_matrix_v<Arguments> || ...) ||
                      !(Kokkos::is_execution_space<Arguments>::value || ...);

/// Does not compile: says what is wrong with the arguments of a RefusedCall.
template <class... Arguments>
constexpr void refuse_call() {
  constexpr bool is_foreign = (KokkosKernelsMatrix<Arguments> || ...);
  static_assert(!is_foreign,
                "A is a KokkosSparse::CrsMatrix: pass as_araios(A) of Araios_KokkosSparse.hpp");
  constexpr bool has_space = (Kokkos::is_execution_space<Arguments>::value || ...);
  static_assert(is_foreign || has_space,
                "exec is missing: an execution space of Kokkos comes first");
}

}  // namespace araios::inline ARAIOS_ISA::impl
