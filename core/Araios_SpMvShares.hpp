// SPDX-License-Identifier: BSD-3-Clause
// Merge-path SpMV on hosts: each thread walks neighbouring shares of the path.
#pragma once

#include <Araios_Search.hpp>
#include <Araios_SpMvCarries.hpp>
#include <Araios_SpMvEvenRows.hpp>
#include <Araios_SpMvOperands.hpp>
#include <Araios_SpMvSumRow.hpp>
#include <Araios_SumRows.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace araios {

/// Shares of a path in blocks of neighbours, one block for each thread.
struct ShareBlocks {
  int num_shares;
  int num_blocks;
  std::int64_t steps_per_share;

  int first_share(int block) const {
    return static_cast<int>(static_cast<std::int64_t>(block) * num_shares / num_blocks);
  }
};

/// How spmv sums rows together, if it does.
template <class Operands>
using GroupOfRowsFor =
    std::conditional_t<tuning::host_gathers_pay && Operands::is_contiguous,
                       SumRows<typename Operands::scalar_type, typename Operands::ordinal_type>,
                       SumsNoRows>;

/// Walks the shares of one block.
///
/// The length of a share depends on the path alone: so do the sums, whatever the number of blocks.
template <class Operands, class CarriesOut, class GroupOfRows>
struct WalkShares {
  using scalar_type = typename Operands::scalar_type;
  using ordinal_type = typename CarriesOut::ordinal_type;

  Operands operands;
  CarriesOut carries;
  ShareBlocks blocks;

  void operator()(int block) const {
    // A copy that no store to y can change as far as the compiler knows.
    Operands const local = operands;
    auto const product = [local](std::int64_t entry) { return local.product(entry); };
    std::int64_t const num_rows = local.num_rows();
    std::int64_t const length = local.path_length();
    // Inner rows end by it: they have behind them what vectors reach over.
    std::int64_t const inner_end =
        local.num_entries() - SumRowByVectors<scalar_type>::entries_behind;
    int const first_share = blocks.first_share(block);
    int const end_share = blocks.first_share(block + 1);
    auto const begin = local.point_after(first_share * blocks.steps_per_share);
    auto [row, entry] = begin;
    for (int share = first_share; share < end_share; ++share) {
      std::int64_t const diagonal =
          std::min((share + std::int64_t{1}) * blocks.steps_per_share, length);
      if constexpr (GroupOfRows::rows > 0) {
        while (ends_before(diagonal, local, row + GroupOfRows::rows - 1)) {
          entry = store_group(local, row, entry);
          row += GroupOfRows::rows;
        }
      } else {
        store_blocks(local, diagonal, inner_end, row, entry);
      }
      for (; row < num_rows; ++row) {
        std::int64_t const end = local.row_end(row);
        if (row + end >= diagonal) break;
        local.store(row, end <= inner_end ? sum_of_inner_row(local, entry, end)
                                          : sum_of_products<scalar_type>(entry, end, product));
        entry = end;
      }
      carries.rows(share) = static_cast<ordinal_type>(row);
      carries.sums(share) = sum_of_products<scalar_type>(entry, diagonal - row, product);
      entry = diagonal - row;
    }
    // Rows between the first and the last belong to this block alone; so does the first of all.
    int const first_inner =
        block == 0 ? 0 : upper_bound(first_share, end_share, carries.rows, begin.row);
    int const end_inner = upper_bound(first_inner, end_share, carries.rows, row - 1);
    AddCarries<Operands, CarriesOut>{operands, carries}.add_range(first_inner, end_inner);
  }

 private:
  /// Stores the rows from this one on in blocks, as far as these end before the diagonal and are
  /// inner rows: those of the same few entries together, others one by one. Inlined,
  /// because a call has to assume that stores to y change the operands.
  [[gnu::always_inline]] static void store_blocks(Operands const& local, std::int64_t diagonal,
                                                  std::int64_t inner_end, std::int64_t& row,
                                                  std::int64_t& entry) {
    constexpr int rows_of_block = tuning::spmv_host_rows_of_block;
    while (ends_before(diagonal, local, row + rows_of_block - 1) &&
           local.row_end(row + rows_of_block - 1) <= inner_end) {
      std::int64_t const first_row = row;
      row = EvenRows<Operands>::store(local, diagonal, row, entry);
      if (row > first_row) {
        entry = local.row_end(row - 1);
        continue;
      }
      for (std::int64_t const end_row = row + rows_of_block; row < end_row; ++row) {
        std::int64_t const end = local.row_end(row);
        local.store(row, sum_of_inner_row(local, entry, end));
        entry = end;
      }
    }
  }
  /// The sum of an inner row.
  [[gnu::always_inline]] static scalar_type sum_of_inner_row(Operands const& local,
                                                             std::int64_t begin, std::int64_t end) {
    if constexpr (SumRowByVectors<scalar_type>::exists && Operands::is_contiguous) {
      if (end - begin >= tuning::spmv_host_vector_row) {
        return SumRowByVectors<scalar_type>::sum(local.values.data(), local.columns.data(),
                                                 local.x.data(), begin, end);
      }
    }
    return sum_of_products<scalar_type>(begin, end,
                                        [local](std::int64_t i) { return local.product(i); });
  }
  /// There is such a row, and it ends before the diagonal.
  static bool ends_before(std::int64_t diagonal, Operands const& local, std::int64_t row) {
    return row < local.num_rows() && row + local.row_end(row) < diagonal;
  }
  /// Stores a group of rows, whose entries begin at `entry`, and returns where they end.
  static std::int64_t store_group(Operands const& local, std::int64_t row, std::int64_t entry) {
    scalar_type sums[GroupOfRows::rows];
    GroupOfRows::sum(local.values.data(), local.columns.data(), local.x.data(), entry,
                     local.row_offsets.data() + row + 1, sums);
    for (int i = 0; i < GroupOfRows::rows; ++i) local.store(row + i, sums[i]);
    return local.row_end(row + GroupOfRows::rows - 1);
  }
};

/// Completes the rows that cross the borders of blocks, by the calling thread.
template <class Operands, class CarriesOut>
void add_carries_between(Operands const& operands, CarriesOut const& carries,
                         ShareBlocks const& blocks) {
  AddCarries<Operands, CarriesOut> const fix_up{operands, carries};
  int end = 0;
  for (int block = 1; block < blocks.num_blocks; ++block) {
    int const border = blocks.first_share(block) - 1;
    if (border < end) continue;  // its row has crossed an earlier border
    std::int64_t const row = carries.rows(border);
    int const begin = upper_bound(0, border, carries.rows, row - 1);
    end = upper_bound(border, blocks.num_shares, carries.rows, row);
    fix_up.add_range(begin, end);
  }
}

/// Number of shares of a path on hosts: as many as keep threads equally busy, and few enough that
/// their borders cost nothing.
inline int num_host_shares(std::int64_t path_length) {
  std::int64_t const shares =
      (path_length + tuning::spmv_host_steps_per_share - 1) / tuning::spmv_host_steps_per_share;
  return static_cast<int>(
      std::min(shares, static_cast<std::int64_t>(tuning::spmv_host_max_shares)));
}

/// Blocks for so many threads; one where a launch costs more than it saves.
inline int num_share_blocks(std::int64_t path_length, int num_shares, int num_threads) {
  return path_length <= tuning::spmv_host_steps_of_one_thread ? 1
                                                              : std::min(num_shares, num_threads);
}

/// Walks all shares and completes the rows that they share. A single block is walked by the calling
/// thread, without a launch.
///
/// Fences: before the calling thread walks, or completes what the others have left.
template <class GroupOfRows, class ExecutionSpace, class Operands, class CarriesOut>
void walk_shares(ExecutionSpace const& exec, Operands const& operands, CarriesOut const& carries) {
  int const num_shares = carries.num_shares();
  std::int64_t const path_length = operands.path_length();
  ShareBlocks const blocks{num_shares,
                           num_share_blocks(path_length, num_shares, exec.concurrency()),
                           (path_length + num_shares - 1) / num_shares};
  WalkShares<Operands, CarriesOut, GroupOfRows> const walk{operands, carries, blocks};
  if (blocks.num_blocks == 1) {
    exec.fence("araios::spmv: the only block is walked by the calling thread");
    return walk(0);
  }
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("araios::spmv::walk_shares", policy_type(exec, 0, blocks.num_blocks), walk);
  exec.fence("araios::spmv: rows are completed on the host");
  add_carries_between(operands, carries, blocks);
}

}  // namespace araios
