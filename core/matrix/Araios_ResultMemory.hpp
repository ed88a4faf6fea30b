// SPDX-License-Identifier: BSD-3-Clause
// Memory for the results of plans and of calls.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_UnfilledColumns.hpp>
#include <platform/Araios_HugePages.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Allocates the parts of a result without an instance.
struct UntouchedMemory {
  std::string const& label;

  template <class T, class Device>
  Kokkos::View<T*, Device> part(std::string const& name, std::size_t size) const {
    return allocate_untouched<T, Device>(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, label + name), size);
  }
  template <class Columns>
  void mark(Columns const& columns) const {
    mark_unfilled(columns);
  }
};

/// Allocates the parts of a result in the order of an instance, by its threads.
template <class ExecutionSpace>
struct TouchedMemory {
  ExecutionSpace const& exec;
  std::string const& label;

  template <class T, class Device>
  Kokkos::View<T*, Device> part(std::string const& name, std::size_t size) const {
    return allocate_touched<T, Device>(exec, label + name, size);
  }
  template <class Columns>
  void mark(Columns const& columns) const {
    mark_unfilled(columns, exec);
  }
};

/// A result with new memory for nnz values. Takes the columns of the graph, or new ones where these
/// are none. Throws: OutOfMemory.
template <class Scalar, class Memory, class Offset, class Ordinal, class Device>
CrsMatrix<Scalar, Offset, Ordinal, Device> allocate_result(Memory const& memory,
                                                           CrsGraph<Offset, Ordinal, Device> graph,
                                                           std::int64_t nnz) {
  auto const size = static_cast<std::size_t>(nnz);
  auto const values = memory.template part<Scalar, Device>(".values", size);
  if (graph.columns.extent(0) == 0) {
    graph.columns = memory.template part<Ordinal, Device>(".columns", size);
    memory.mark(graph.columns);
  }
  return {graph, values};
}

/// A result that the calling function fills.
template <class Scalar, class ExecutionSpace, class Offset, class Ordinal, class Device>
CrsMatrix<Scalar, Offset, Ordinal, Device> allocate_result(
    ExecutionSpace const& exec, std::string const& label,
    CrsGraph<Offset, Ordinal, Device> const& graph, std::int64_t nnz) {
  return allocate_result<Scalar>(TouchedMemory<ExecutionSpace>{exec, label}, graph, nnz);
}

}  // namespace araios::inline ARAIOS_ISA::impl
