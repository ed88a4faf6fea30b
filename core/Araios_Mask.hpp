// SPDX-License-Identifier: BSD-3-Clause
// Masks: which entries of a product are formed.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA {

/// What the pattern of a mask says of that of C.
enum class MaskKind {
  inside,     ///< C has those entries of A·B that the mask has too
  outside,    ///< C has those entries of A·B that the mask has not
  prescribed  ///< C has the entries of the mask: those that A·B has not are the identity
};

/// A structural mask: its entries count, whatever their values. `Graph` is read-only, as graph_of
/// makes it.
template <class Graph>
struct Mask {
  Graph graph;    ///< of the shape of C; columns of a row may be unsorted, and may repeat
  MaskKind kind;  ///< which entries of C it lets through
};

/// C has those entries of A·B that a matrix or graph has too.
template <SparsePattern Pattern>
auto inside(Pattern const& pattern) {
  return Mask<decltype(graph_of(pattern))>{graph_of(pattern), MaskKind::inside};
}

/// C has those entries of A·B that a matrix or graph has not.
template <SparsePattern Pattern>
auto outside(Pattern const& pattern) {
  return Mask<decltype(graph_of(pattern))>{graph_of(pattern), MaskKind::outside};
}

/// C has the entries of a matrix or graph, as far as A·B has none the identity of the semiring.
template <SparsePattern Pattern>
auto prescribed(Pattern const& pattern) {
  return Mask<decltype(graph_of(pattern))>{graph_of(pattern), MaskKind::prescribed};
}

}  // namespace araios::inline ARAIOS_ISA
