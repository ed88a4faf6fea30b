// SPDX-License-Identifier: BSD-3-Clause
// Fingerprints of patterns, by which a plan recognizes its operands.
#pragma once

#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// The contribution of one element to an order-dependent fingerprint.
KOKKOS_FUNCTION inline std::uint64_t fingerprint_of(std::uint64_t position, std::uint64_t value) {
  // The finalizer of splitmix64 (Steele, Lea, Flood 2014) over position and value.
  std::uint64_t x = position * 0x9E3779B97F4A7C15u + value;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

template <class View>
struct FingerprintElement {
  View view;
  KOKKOS_FUNCTION void operator()(std::size_t i, std::uint64_t& sum) const {
    sum += fingerprint_of(i, static_cast<std::uint64_t>(view(i)));
  }
};

/// The fingerprint of the first `size` elements of a view.
///
/// Fences: once, to read the result.
template <class ExecutionSpace, class View>
[[gnu::cold]] std::uint64_t fingerprint_of_view(ExecutionSpace const& exec, View const& view,
                                                std::size_t size) {
  std::uint64_t sum = 0;
  reduce_range("araios::fingerprint", exec, size, static_cast<std::int64_t>(size),
               FingerprintElement<View>{view}, Kokkos::Sum<std::uint64_t>(sum));
  return sum;
}

/// The fingerprint of a pattern of `nnz` entries. Equal patterns have equal fingerprints; different
/// ones collide with a probability of about 2^-64.
///
/// Fences: twice, to read the results.
template <class ExecutionSpace, class Graph>
[[gnu::cold]] std::uint64_t fingerprint(ExecutionSpace const& exec, Graph const& graph,
                                        std::int64_t nnz) {
  return fingerprint_of(fingerprint_of_view(exec, graph.row_offsets, graph.row_offsets.extent(0)),
                        fingerprint_of_view(exec, graph.columns, static_cast<std::size_t>(nnz)));
}

}  // namespace araios::inline ARAIOS_ISA::impl
