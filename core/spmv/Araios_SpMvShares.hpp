// SPDX-License-Identifier: BSD-3-Clause
// Merge-path SpMV on hosts: each thread walks a block of the path.
#pragma once

#include <host_simd/Araios_HostSimdTuning.hpp>
#include <platform/Araios_AnnouncedLoop.hpp>
#include <platform/Araios_HostBlocks.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_SpMvBlock.hpp>
#include <spmv/Araios_SpMvCarryOut.hpp>
#include <spmv/Araios_SpMvOperands.hpp>
#include <spmv/Araios_SpMvTuning.hpp>
#include <spmv/Araios_SumRows.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// A path cut into shares, which determine the order of additions, and into a block for each
/// thread.
struct ShareBlocks {
  int num_shares;
  int num_threads;
  int num_blocks;
  std::int64_t steps_per_share;
  std::int64_t path_begin;
  std::int64_t path_length;

  /// The first step of a block; behind the last one the end of the path. The first block is the
  /// calling thread's, and shorter.
  std::int64_t first_step(int block) const {
    std::int64_t const lead =
        std::min(tuning::spmv_host_steps_ahead_of_caller, path_length / num_blocks);
    return path_begin + std::max(std::int64_t{0}, (path_length + lead) * block / num_blocks - lead);
  }

  bool operator==(ShareBlocks const&) const = default;
};

/// How spmv sums rows together, if it does.
template <class Operands>
using GroupOfRowsFor =
    std::conditional_t<tuning::host_gathers_pay && Operands::is_contiguous,
                       SumRows<typename Operands::scalar_type, typename Operands::ordinal_type>,
                       SumsNoRows>;

/// Walks one block. Alignment prevents false sharing where a copy is kept.
template <class Operands, class CarryOutType, class GroupOfRows>
struct alignas(tuning::host_cache_line) WalkShares {
  Operands operands;
  CarryOutType cut;
  ShareBlocks blocks;

  void operator()(int block) const {
    BlockOfShares<Operands, CarryOutType, GroupOfRows>{operands, cut, blocks.steps_per_share,
                                                       blocks.first_step(block),
                                                       blocks.first_step(block + 1)}
        .store_sums();
  }

  bool operator==(WalkShares const&) const = default;
};

/// Adds up the carry-outs of rows that blocks have cut, on the calling thread.
template <class Operands, class CarryOutType>
void add_carry_outs(Operands const& operands, CarryOutType const& cut, ShareBlocks const& blocks) {
  if (cut.any(0) == 0) return;
  cut.any(0) = 0;
  for (int block = 1; block < blocks.num_blocks; ++block) {
    std::int64_t const border = blocks.first_step(block);
    std::int64_t const row = operands.point_before(border).row;
    if (row == operands.num_rows()) return;
    LongRow<Operands, CarryOutType> const long_row{operands, cut, blocks.steps_per_share, row};
    bool const is_first_border = long_row.first_step() >= blocks.first_step(block - 1);
    if (long_row.exists() && long_row.first_step() < border && is_first_border) {
      long_row.store_sum_of_left_parts();
    }
  }
}

/// The number of shares of a path on hosts.
inline int num_host_shares(std::int64_t path_length) {
  if (path_length <= tuning::spmv_host_steps_of_one_thread) return 1;
  constexpr std::int64_t steps = tuning::spmv_host_steps_per_share;
  return static_cast<int>(std::clamp((path_length + steps - 1) / steps,
                                     std::int64_t{tuning::spmv_host_least_shares},
                                     std::int64_t{tuning::spmv_host_max_shares}));
}

/// The shares of a path that begins at a step, and one block per thread, but no more blocks than
/// shares.
inline ShareBlocks share_blocks(std::int64_t path_begin, std::int64_t path_length,
                                int num_threads) {
  int const num_shares = num_host_shares(path_length);
  return {num_shares,
          num_threads,
          std::min(num_shares, num_threads),
          (path_length + num_shares - 1) / num_shares,
          path_begin,
          path_length};
}

/// Walks all blocks, then completes the rows that they cut. The calling thread walks a single block
/// without a launch.
///
/// `keep(walk)` returns a reference to an equal object in memory that is written only when it
/// changes. It then stays in the caches of the other threads.
///
/// Pre:    exec has been fenced. `cut` is not used if there is a single block.
/// Fences: once, before the calling thread adds up carry-outs.
template <class GroupOfRows, class ExecutionSpace, class Operands, class CarryOutType, class Keep>
void walk_shares(ExecutionSpace const& exec, Operands const& operands, CarryOutType const& cut,
                 ShareBlocks const& blocks, Keep const& keep) {
  using walk_type = WalkShares<Operands, CarryOutType, GroupOfRows>;
  walk_type const walk{operands, cut, blocks};
  if (blocks.num_blocks == 1) {
    AnnouncedLoop const announced{exec, "araios::alone"};
    return walk(0);
  }
  for_each_block(exec, blocks.num_blocks, blocks.num_threads, keep(walk));
  add_carry_outs(operands, cut, blocks);
}

}  // namespace araios::inline ARAIOS_ISA::impl
