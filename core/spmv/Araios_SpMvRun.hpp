// SPDX-License-Identifier: BSD-3-Clause
// One merge-path SpMV: its checks, memory and launches.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Workspace.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_FlaggedValue.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <platform/Araios_Lanes.hpp>
#include <spmv/Araios_SpMvCarryOut.hpp>
#include <spmv/Araios_SpMvChecks.hpp>
#include <spmv/Araios_SpMvOperands.hpp>
#include <spmv/Araios_SpMvShares.hpp>
#include <spmv/Araios_SpMvTiles.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// One call of spmv, the public function.
template <class ExecutionSpace, class Matrix, class X, class Y>
class SpMvRun {
 public:
  using scalar_type = typename Matrix::scalar_type;
  using ordinal_type = typename Matrix::ordinal_type;
  using device_type = typename Matrix::device_type;

  SpMvRun(ExecutionSpace const& exec, Matrix const& a, X const& x, Y const& y,
          Workspace<device_type> const& workspace)
      : exec_{exec}, a_{a}, x_{x}, y_{y}, workspace_{workspace} {}

  void run(scalar_type const& alpha, scalar_type const& beta) {
    Kokkos::Profiling::ScopedRegion const region{"araios::spmv"};
    check_spmv_operands(exec_, a_, x_, y_, false);
    if (a_.graph.num_rows == 0) return;
    if (alpha == scalar_type{}) {
      scale(beta);
    } else {
      multiply(alpha, beta);
    }
  }

 private:
  using Operands = SpMvOperands<Matrix, X, Y>;

  void scale(scalar_type const& beta) const {
    if (beta == scalar_type{1}) return;
    Kokkos::parallel_for("araios::spmv::scale", range_of(exec_, std::int64_t{a_.graph.num_rows}),
                         ScaleVector<scalar_type, ElementsOf<scalar_type, Y>>{beta, y_});
  }

  void multiply(scalar_type const& alpha, scalar_type const& beta) {
    Operands const operands{alpha, a_, x_, beta, y_};
    if constexpr (is_host_space_v<ExecutionSpace>) {
      ShareBlocks const blocks =
          share_blocks(operands.path_begin(), operands.path_length(), exec_.concurrency());
      walk_shares<GroupOfRowsFor<Operands>>(
          exec_, operands, take_carry_outs(blocks),
          blocks, [&](auto const& walk) -> auto const& { return workspace_.keep(walk); });
    } else {
      // Only the device knows the number of entries. Tiles beyond the path have nothing to do.
      auto const most_entries = static_cast<std::int64_t>(a_.graph.columns.extent(0));
      if (most_entries == 0) return scale(beta);
      walk_tiles(exec_, operands, take_tiles(num_tiles(a_.graph.num_rows + most_entries)));
    }
  }

  /// Allocates nothing for a single block, which cuts no rows.
  auto take_carry_outs(ShareBlocks const& blocks) {
    CarryOut<scalar_type, device_type> cut;
    if (blocks.num_blocks == 1) return cut;
    workspace_.begin_call(exec_);
    auto const count = static_cast<std::size_t>(blocks.num_shares);
    auto const parts = workspace_.template take_kept<scalar_type>(
        exec_, WorkspaceSlot::carry_out_parts, 2 * count);
    cut.first_parts = Kokkos::subview(parts, std::pair{std::size_t{0}, count});
    cut.later_parts = Kokkos::subview(parts, std::pair{count, 2 * count});
    cut.any =
        workspace_.template take_kept<int>(exec_, WorkspaceSlot::any_carry_outs, ints_of_line);
    return cut;
  }

  auto take_tiles(int num_tiles) {
    workspace_.begin_call(exec_);
    auto const count = static_cast<std::size_t>(num_tiles);
    auto const parts = workspace_.template take_kept<FlaggedValue<scalar_type>>(
        exec_, WorkspaceSlot::long_row_parts, 2 * count);
    auto const first_parts = Kokkos::subview(parts, std::pair{std::size_t{0}, count});
    auto const later_parts = Kokkos::subview(parts, std::pair{count, 2 * count});
    return TileMemory<ordinal_type, scalar_type, device_type>{
        {first_parts, later_parts,
         workspace_.template take_kept<int>(exec_, WorkspaceSlot::long_row_counts, count)},
        workspace_.template take_kept<GuessedRows<ordinal_type>>(exec_, WorkspaceSlot::guessed_rows,
                                                                 count)};
  }

  /// Pads to a cache line, which holds nothing else that is written.
  static constexpr std::size_t ints_of_line = tuning::host_cache_line / sizeof(int);

  ExecutionSpace const& exec_;
  Matrix const& a_;
  X const& x_;
  Y const& y_;
  Workspace<device_type> workspace_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
