// SPDX-License-Identifier: BSD-3-Clause
// Matrices of Kokkos Kernels as operands of Araios, and results of Araios as its matrices.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <KokkosSparse_CrsMatrix.hpp>

#include <string>

namespace araios::inline ARAIOS_ISA {

/// Calls of Kokkos Kernels that Araios carries out, and its matrices. They keep the names, the
/// types and the order of arguments that they have in KokkosSparse: a program changes an include
/// and a namespace. Name the namespace in calls, since KokkosSparse is found by its arguments.
namespace kokkos_sparse {

/// A matrix of Kokkos Kernels as an operand: the same memory, read-only.
///
/// Post: the views share ownership where those of `a` own their memory. Where they are unmanaged,
///       the memory must outlive the operand.
template <class Scalar, class Ordinal, class Device, class Traits, class Offset>
auto as_araios(KokkosSparse::CrsMatrix<Scalar, Ordinal, Device, Traits, Offset> const& a) {
  using Given = KokkosSparse::CrsMatrix<Scalar, Ordinal, Device, Traits, Offset>;
  using Operand = CrsMatrix<typename Given::const_value_type, typename Given::non_const_size_type,
                            typename Given::const_ordinal_type, typename Given::device_type>;
  return Operand{{a.numRows(), a.numCols(), a.graph.row_map, a.graph.entries}, a.values};
}

/// A matrix as Kokkos Kernels takes it: the same memory, with columns that are writable if those of
/// `a` are. Row offsets, which several results of a plan share, are read-only there as well.
///
/// Pre:    columns and values end with the last entry of `a`, as those of every product do: Kokkos
///         Kernels takes the length of columns for the number of entries.
/// Throws: std::invalid_argument if their lengths differ.
template <class Scalar, class Offset, class Ordinal, class Device>
auto as_kokkos(std::string const& label, CrsMatrix<Scalar, Offset, Ordinal, Device> const& a) {
  using Result =
      KokkosSparse::CrsMatrix<Scalar, Ordinal, typename Device::device_type, void, Offset>;
  ARAIOS_EXPECTS(a.graph.columns.extent(0) == a.values.extent(0),
                 label + ".columns has " + std::to_string(a.graph.columns.extent(0)) +
                     " elements, " + label + ".values has " + std::to_string(a.values.extent(0)) +
                     ": Kokkos Kernels expects one of each for an entry");
  typename Result::staticcrsgraph_type const graph{a.graph.columns, a.graph.row_offsets};
  return Result{label, a.graph.num_cols, a.values, graph};
}

}  // namespace kokkos_sparse
}  // namespace araios::inline ARAIOS_ISA
