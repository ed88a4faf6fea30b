// SPDX-License-Identifier: BSD-3-Clause
// Merge-path SpMV on hosts: each thread walks neighbouring shares of the path.
#pragma once

#include <Araios_Search.hpp>
#include <Araios_SpMvCarries.hpp>
#include <Araios_SpMvOperands.hpp>
#include <Araios_SumRows.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace araios {

/// Sums product(begin), …, product(end - 1). Long rows are summed in four interleaved parts, whose
/// additions do not wait for each other. Inlined, because a call costs as much as a short row.
template <class Scalar, class Product>
[[gnu::always_inline]] inline Scalar sum_of_products(std::int64_t begin, std::int64_t end,
                                                     Product const& product) {
  Scalar sum{};
  if (end - begin >= tuning::spmv_host_long_row) {
    Scalar first{};
    Scalar second{};
    Scalar third{};
    Scalar fourth{};
    for (; begin + 4 <= end; begin += 4) {
      first += product(begin);
      second += product(begin + 1);
      third += product(begin + 2);
      fourth += product(begin + 3);
    }
    sum = (first + second) + (third + fourth);
  }
  for (; begin < end; ++begin) sum += product(begin);
  return sum;
}

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
    int const first_share = blocks.first_share(block);
    int const end_share = blocks.first_share(block + 1);
    auto const begin = local.point_after(first_share * blocks.steps_per_share);
    auto [row, entry] = begin;
    for (int share = first_share; share < end_share; ++share) {
      std::int64_t const diagonal =
          std::min((share + std::int64_t{1}) * blocks.steps_per_share, length);
      if constexpr (GroupOfRows::rows > 0) {
        while (has_group(local, row, diagonal)) {
          entry = store_group(local, row, entry);
          row += GroupOfRows::rows;
        }
      }
      for (; row < num_rows; ++row) {
        std::int64_t const end = local.row_end(row);
        if (row + end >= diagonal) break;
        local.store(row, sum_of_products<scalar_type>(entry, end, product));
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
  /// The group of rows from this one on ends before the diagonal.
  static bool has_group(Operands const& local, std::int64_t row, std::int64_t diagonal) {
    std::int64_t const last = row + GroupOfRows::rows - 1;
    return last < local.num_rows() && last + local.row_end(last) < diagonal;
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
