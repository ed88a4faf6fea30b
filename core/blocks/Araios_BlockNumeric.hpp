// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase of a product of matrices of blocks.
#pragma once

#include <Araios_BsrMatrix.hpp>
#include <Araios_Workspace.hpp>
#include <blocks/Araios_BlockArrays.hpp>
#include <blocks/Araios_BlockOperands.hpp>
#include <blocks/Araios_BlockShapes.hpp>
#include <blocks/Araios_BlocksTuning.hpp>
#include <blocks/Araios_DeviceBlockRow.hpp>
#include <blocks/Araios_HostBlockRow.hpp>
#include <host_simd/Araios_StreamingCopy.hpp>
#include <matrix/Araios_PlannedPattern.hpp>
#include <matrix/Araios_ResultOfPlan.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_PlatformTuning.hpp>
#include <platform/Araios_ThreadForEach.hpp>
#include <semirings/Araios_OntoPattern.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// Checks that C has the pattern and the blocks of the plan. Returns it with columns that can be
/// written.
///
/// Throws: std::invalid_argument. Fences: as check_planned_result.
template <class ExecutionSpace, class Plan, class C>
auto planned_block_result(ExecutionSpace const& exec, Plan const& plan, C const& c) {
  auto const result = writable_result(plan, with_values_of_blocks(c));
  expect_block_shape(c, plan.block_rows(), plan.block_cols(), "C");
  check_planned_result(exec, plan, result);
  check_block_values(c, plan.nnz(), "C");
  return result;
}

/// One numeric phase. The public function is block_spgemm_numeric.
template <class ExecutionSpace, class Plan>
class BlockNumeric {
 public:
  using device_type = typename Plan::device_type;

  BlockNumeric(ExecutionSpace const& exec, Plan const& plan,
               Workspace<device_type> const& workspace)
      : exec_{exec}, plan_{plan}, workspace_{workspace} {}

  /// Checks all operands before C is written. Matrices of operands are read-only.
  template <class MatrixA, class MatrixB, class MatrixC>
  void run(MatrixA const& a, MatrixB const& b, MatrixC const& c) {
    workspace_.begin_call(exec_, plan_.kept_bytes());
    auto const& data = plan_.data();
    bool const compares = data.options.check_reuse;
    expect_block_shape(a, plan_.block_rows(), plan_.block_inner(), "A");
    expect_block_shape(b, plan_.block_inner(), plan_.block_cols(), "B");
    auto const of_a = planned_blocks(exec_, a, data.a, compares, "A");
    auto const of_b = planned_blocks(exec_, b, data.b, compares, "B");
    auto const result = planned_block_result(exec_, plan_, c);
    check_apart(c, a, "A");
    check_apart(c, b, "B");
    sum(of_a, of_b, result.values);
    copy_planned_columns(exec_, data.columns_of_c, result.graph.columns);
    // Offsets that were counted anew are freed.
    if (!is_host_space_v<ExecutionSpace>) exec_.fence("araios: a product is complete");
  }

 private:
  template <class MatrixA, class MatrixB, class Values>
  void sum(MatrixA const& a, MatrixB const& b, Values const& values) {
    using Products =
        RowProducts<std::remove_const_t<decltype(a.graph)>, std::remove_const_t<decltype(b.graph)>>;
    using Pattern =
        CrsGraph<typename Plan::offset_type, typename Plan::ordinal_type const, device_type>;
    using Arrays = BlockArrays<Products, Pattern, typename MatrixA::scalar_type>;
    Arrays const arrays{Products{a.graph, b.graph},
                        {plan_.num_rows(), plan_.num_cols(), plan_.row_offsets(), plan_.columns()},
                        a.values.data(),
                        b.values.data(),
                        values.data(),
                        plan_.data().b_ascends,
                        exceeds_llc<typename Plan::ordinal_type, typename MatrixA::scalar_type>(
                            static_cast<std::int64_t>(values.extent(0)))};
    with_product_shape({a.block_rows, a.block_cols, b.block_cols},
                       [&](auto const& shape) { sum_rows(shape, arrays); });
  }

  template <class Shape, class Arrays>
  void sum_rows(Shape const& shape, Arrays const& arrays) {
    constexpr char const* label = "araios::block_spgemm_numeric::sum";
    if constexpr (is_host_space_v<ExecutionSpace>) {
      OntoPattern<ExecutionSpace, device_type> onto{exec_, workspace_, method_of(plan_.data())};
      onto.template for_each_marked_row<typename Arrays::ordinal_type>(
          label,
          [&]<class Lookup>(std::type_identity<Lookup>, std::byte* memory, std::size_t bytes) {
            return BlockRowOfHost<Shape, Arrays, Lookup>{shape, arrays, memory, bytes};
          });
    } else {
      launch_rows(label, BlockRowOfDevice<Shape, Arrays>{shape, arrays, plan_.num_rows(),
                                                         plan_.data().longest_row});
    }
  }

  /// Gives each row of C to a thread of a device, with all its lanes.
  template <class Row>
  void launch_rows(char const* label, Row const& row) const {
    if (plan_.num_rows() == 0) return;
    int const lanes = Kokkos::TeamPolicy<ExecutionSpace>::vector_length_max();
    auto const most = static_cast<std::size_t>(tuning::device_lanes_per_team / lanes);
    std::size_t const threads =
        std::clamp(tuning::scratch_team_bytes / row.scratch_bytes(), std::size_t{1}, most);
    auto policy = thread_for_each(exec_, std::int64_t{plan_.num_rows()}, lanes,
                                  lanes * static_cast<int>(std::bit_floor(threads)));
    policy.set_scratch_size(0, Kokkos::PerThread(static_cast<int>(row.scratch_bytes())));
    Kokkos::parallel_for(label, policy, row);
  }

  ExecutionSpace const& exec_;
  Plan const& plan_;
  Workspace<device_type> workspace_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
