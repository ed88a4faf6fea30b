// SPDX-License-Identifier: BSD-3-Clause
// SuiteSparse:GraphBLAS' counts of triangles, by masked products as LAGraph has them.
#pragma once

#include "base/CrsArrays.hpp"
#include "methods/RepeatedPeer.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace araios::perf {

/// What methods that count triangles are given.
struct TrianglesOperands {
  CrsArraysOf<std::uint8_t> lower;    ///< L, the edges to vertices of smaller numbers
  double* count;                      ///< where each method writes the number of triangles
  std::shared_ptr<void const> owner;  ///< of both
};

/// sandia_ll sums C<L> = L·L, sandia_lut C<L> = L·Uᵀ with U = Lᵀ stored, by plus-pair on
/// num_threads threads. GraphBLAS chooses its method, and the form of its matrices.
///
/// Source: LAGraph, LAGr_TriangleCount; Wolf, Deveci, Berry, Hammond, Rajamanickam, Fast Linear
///         Algebra-Based Triangle Counting with KokkosKernels, HPEC 2017.
std::vector<std::unique_ptr<RepeatedPeer>> make_graphblas_triangles(
    TrianglesOperands const& operands, int num_threads);

}  // namespace araios::perf
