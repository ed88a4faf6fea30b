// SPDX-License-Identifier: BSD-3-Clause
// A product that replays on any execution space, step by step: hosts run it in tests alone.
#pragma once

#include "HostMatrix.hpp"
#include "PretendedDevice.hpp"
#include "Types.hpp"
#include <Araios_SpGemmPlan.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <replay/Araios_ReplayKernel.hpp>
#include <selection/Araios_SelectionBasis.hpp>
#include <spgemm/Araios_SymbolicBins.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <variant>

namespace araios_test {

/// Remembers the products of A·B, and replays them with any values.
template <class Types>
class ReplayedProduct {
 public:
  using Space = typename Types::space;
  using Scalar = typename Types::scalar;
  using Ordinal = typename Types::ordinal;
  using Device = typename Space::device_type;
  using MatrixA = araios::CrsMatrix<Scalar, typename Types::offset_a, Ordinal, Device>;
  using MatrixB = araios::CrsMatrix<Scalar, typename Types::offset_b, Ordinal, Device>;
  using MatrixC = araios::CrsMatrix<Scalar, typename Types::offset_c, Ordinal, Device>;
  using PlanData = araios::impl::SpGemmPlanData<typename Types::offset_c, Ordinal, Device>;

  ReplayedProduct(HostMatrix<Scalar> const& a, HostMatrix<Scalar> const& b,
                  araios::SpGemmOptions const& options = {}) {
    auto const graph_a = graph_of(device_a(a));
    auto const graph_b = graph_of(device_b(b));
    data_.device = traits_of_a_device(exec_);
    data_.options = options;
    data_.stats.m = graph_a.num_rows;
    data_.stats.k = graph_a.num_cols;
    data_.stats.n = graph_b.num_cols;
    araios::impl::SymbolicBins bins{exec_, workspace_, graph_a, graph_b, data_};
    bins.bin_rows(false);
    bins.count_rows();
    bins.remember_products();
  }

  PlanData const& plan() const { return data_; }

  /// Replays; `mismatch` tells whether A or B were found to be others than planned.
  HostMatrix<Scalar> replay(HostMatrix<Scalar> const& a, HostMatrix<Scalar> const& b) {
    auto const left = araios::impl::read_only(device_a(a));
    auto const right = araios::impl::read_only(device_b(b));
    auto const nnz = static_cast<std::size_t>(data_.stats.nnz_c);
    MatrixC const c{
        {left.graph.num_rows, right.graph.num_cols, data_.row_offsets, data_.columns_of_c},
        Kokkos::View<Scalar*, Device>("values", nnz)};
    using Products = araios::impl::RowProducts<decltype(left.graph), decltype(right.graph)>;
    auto const flag = workspace_.flag(araios::impl::WorkspaceFlag::mismatch);
    flag() = 0;
    auto const& replay = data_.replay;
    araios::impl::ReplayOperands<Products, Scalar> const operands{
        Products{left.graph, right.graph},
        left.values,
        right.values,
        c.values,
        replay.row_marks.elements,
        flag,
        {data_.stats.nnz_a, data_.stats.nnz_b},
        data_.stats.nnz_c,
        std::max(data_.stats.m, data_.stats.k)};
    std::visit(
        [&](auto const& lists) {
          araios::impl::gather_entries(
              exec_, workspace_,
              araios::impl::SelectionBasis{data_.device, data_.stats, data_.options}, operands,
              lists);
        },
        replay.lists);
    exec_.fence();
    mismatch = flag() != 0;
    return to_host(c);
  }

  bool mismatch = false;

 private:
  static MatrixA device_a(HostMatrix<Scalar> const& a) {
    return to_device<typename Types::offset_a, Ordinal, Device>(a);
  }
  static MatrixB device_b(HostMatrix<Scalar> const& b) {
    return to_device<typename Types::offset_b, Ordinal, Device>(b);
  }

  Space exec_;
  araios::Workspace<Device> workspace_;
  PlanData data_;
};

}  // namespace araios_test
