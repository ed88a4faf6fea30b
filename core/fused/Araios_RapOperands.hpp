// SPDX-License-Identifier: BSD-3-Clause
// The operands of a triple product R·A·P, where R may lie in the entries of P.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The patterns of R, A and P; offsets count from 0.
///
/// Shapes: r m×k, a k×l, p l×n.
template <class GraphR, class GraphA, class GraphP>
struct RapGraphs {
  using ordinal_type = typename GraphA::ordinal_type;
  using device_type = typename GraphA::device_type;
  using graph_r = GraphR;
  using graph_a = GraphA;
  using graph_p = GraphP;

  GraphR r;
  GraphA a;
  GraphP p;
};

/// Patterns with values.
///
/// Shapes: r_entries: for each entry of R its entry of P, where R is the transpose of P; empty
///         where R is given.
template <class Graphs, class Scalar>
struct RapOperands {
  using scalar_type = Scalar;
  using device_type = typename Graphs::device_type;
  using values_type = Kokkos::View<Scalar const*, device_type>;
  using offset_of_r = typename Graphs::graph_r::offset_type;

  Graphs graphs;
  values_type r;  ///< those of P where R is its transpose
  values_type a;
  values_type p;
  Kokkos::View<offset_of_r const*, device_type> r_entries;
  bool conjugates;

  /// The value of an entry of R.
  KOKKOS_INLINE_FUNCTION Scalar multiplier(offset_of_r entry) const {
    if (r_entries.data() == nullptr) return r(entry);
    Scalar const value = r(r_entries(entry));
    return conjugates ? ConjugateElement{}(value) : value;
  }
};

}  // namespace araios::inline ARAIOS_ISA::impl
