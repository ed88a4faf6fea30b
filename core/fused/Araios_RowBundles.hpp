// SPDX-License-Identifier: BSD-3-Clause
// Successive rows of R with equal columns, which hosts sum together.
#pragma once

#include <fused/Araios_FusedRules.hpp>
#include <fused/Araios_FusedTuning.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Rows of R in bundles. A bundle has the rows of R·A and of C in common as well.
///
/// Shapes: begins: the first row of each bundle, and the end of the last; empty where each row is a
///         bundle.
template <class Ordinal, class Device>
struct RowBundles {
  std::int64_t count = 0;
  int largest = 1;  ///< rows
  Kokkos::View<Ordinal*, Device> begins;

  KOKKOS_FUNCTION Ordinal begin(std::int64_t bundle) const {
    return begins.data() == nullptr ? static_cast<Ordinal>(bundle) : begins(bundle);
  }
};

/// Marks the rows with the columns of the row before, in the same order.
template <class Graph, class Marks>
struct MarkLikeRows {
  Graph graph;
  Marks marks;

  void operator()(std::int64_t row) const {
    auto const begin = graph.row_offsets(row);
    auto const length = graph.row_offsets(row + 1) - begin;
    bool is_like = row > 0 && length > 0 && begin - graph.row_offsets(row - 1) == length;
    if (is_like) {
      auto const* const columns = graph.columns.data() + begin;
      is_like = std::equal(columns, columns + length, columns - length);
    }
    marks(row) = is_like ? 1 : 0;
  }
};

/// Finds bundles of at most fused_max_rows_together rows. Each row is a bundle on devices, and
/// where too few rows are alike.
///
/// Throws: OutOfMemory.
template <class ExecutionSpace, class Graph, class Marks>
auto find_bundles(ExecutionSpace const& exec, Graph const& graph, std::int64_t nnz,
                  Marks const& marks) {
  using Ordinal = typename Graph::ordinal_type;
  using Device = typename Graph::device_type;
  RowBundles<Ordinal, Device> bundles;
  auto const num_rows = std::int64_t{graph.num_rows};
  bundles.count = num_rows;
  if constexpr (is_host_space_v<ExecutionSpace>) {
    for_range("araios::rap_symbolic::like_rows", exec, num_rows, num_rows + nnz,
              MarkLikeRows<Graph, Marks>{graph, marks});
    exec.fence("araios: like rows are marked");
    std::int64_t count = 0;
    auto const for_each_bundle = [&](auto const& begin_bundle) {
      std::int64_t begin = 0;
      for (std::int64_t row = 0; row < num_rows; ++row) {
        bool const is_full = row - begin == tuning::fused_max_rows_together;
        if (row > 0 && marks(row) != 0 && !is_full) continue;
        begin = row;
        begin_bundle(row);
      }
    };
    for_each_bundle([&](std::int64_t) { ++count; });
    if (count * tuning::fused_min_rows_of_bundle > num_rows) return bundles;
    bundles.count = count;
    bundles.begins = allocate_view<Ordinal, Device>(
        uninitialized_at_once(exec, "araios::rap.bundles"), static_cast<std::size_t>(count) + 1);
    std::int64_t filled = 0;
    for_each_bundle(
        [&](std::int64_t row) { bundles.begins(filled++) = static_cast<Ordinal>(row); });
    bundles.begins(count) = graph.num_rows;
    for (std::int64_t i = 0; i < count; ++i) {
      bundles.largest =
          std::max(bundles.largest, static_cast<int>(bundles.begins(i + 1) - bundles.begins(i)));
    }
  }
  return bundles;
}

}  // namespace araios::inline ARAIOS_ISA::impl
