// SPDX-License-Identifier: BSD-3-Clause
// C as a numeric phase writes it, from C as a plan has allocated it.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// C with columns that a numeric phase can write. The holder of a C that the plan has allocated
/// cannot: other results may share them. Read-only columns of another origin are not written.
///
/// Throws: std::invalid_argument for these.
template <class Plan, class Scalar, class Offset, class Ordinal, class Device>
CrsMatrix<Scalar, Offset, std::remove_const_t<Ordinal>, Device> writable_result(
    Plan const& plan, CrsMatrix<Scalar, Offset, Ordinal, Device> const& c) {
  if constexpr (std::is_const_v<Ordinal>) {
    using Columns = Kokkos::View<std::remove_const_t<Ordinal>*, typename Device::device_type>;
    auto const& graph = c.graph;
    ARAIOS_EXPECTS(graph.row_offsets.data() == plan.row_offsets().data(),
                   "the columns of C are read-only, and this plan has not allocated it: take "
                   "plan.allocate or plan.allocate_writable");
    Columns const columns{const_cast<typename Columns::value_type*>(graph.columns.data()),
                          graph.columns.extent(0)};
    return {{graph.num_rows, graph.num_cols, graph.row_offsets, columns}, c.values};
  } else {
    static_cast<void>(plan);
    return c;
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
