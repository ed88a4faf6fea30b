// SPDX-License-Identifier: BSD-3-Clause
// Merge-path SpMV on hosts: each thread walks neighbouring shares of the path.
#pragma once

#include <Araios_SpMvCarries.hpp>
#include <Araios_SpMvOperands.hpp>
#include <Araios_Tuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace araios {

/// Sums product(begin), …, product(end - 1). Long rows are summed in four interleaved parts, whose
/// additions do not wait for each other.
template <class Scalar, class Product>
Scalar sum_of_products(std::int64_t begin, std::int64_t end, Product const& product) {
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

/// Walks the shares of one block, one block for each thread.
///
/// The length of a share depends on the path alone: so do the sums, whatever the number of blocks.
template <class Operands, class CarriesOut>
struct WalkShares {
  using scalar_type = typename Operands::scalar_type;

  Operands operands;
  CarriesOut carries;
  std::int64_t steps_per_share;
  int num_blocks;

  void operator()(int block) const {
    // A copy that no store to y can change as far as the compiler knows.
    Operands const local = operands;
    auto const product = [local](std::int64_t entry) { return local.product(entry); };
    std::int64_t const num_rows = local.num_rows();
    std::int64_t const length = local.path_length();
    auto const first_share = [&](int b) {
      return static_cast<std::int64_t>(b) * carries.num_shares() / num_blocks;
    };
    auto [row, entry] = local.point_after(first_share(block) * steps_per_share);
    for (std::int64_t share = first_share(block); share < first_share(block + 1); ++share) {
      std::int64_t const diagonal = std::min((share + 1) * steps_per_share, length);
      for (; row < num_rows; ++row) {
        std::int64_t const end = local.row_end(row);
        if (row + end >= diagonal) break;
        local.store(row, sum_of_products<scalar_type>(entry, end, product));
        entry = end;
      }
      carries.rows(share) = static_cast<typename CarriesOut::ordinal_type>(row);
      carries.sums(share) = sum_of_products<scalar_type>(entry, diagonal - row, product);
      entry = diagonal - row;
    }
  }
};

/// Number of shares of a path on hosts: as many as keep threads equally busy, and few enough that
/// their borders cost nothing.
inline int num_host_shares(std::int64_t path_length) {
  std::int64_t const shares =
      (path_length + tuning::spmv_host_steps_per_share - 1) / tuning::spmv_host_steps_per_share;
  return static_cast<int>(
      std::min(shares, static_cast<std::int64_t>(tuning::spmv_host_max_shares)));
}

/// Enqueues the walk over all shares.
template <class ExecutionSpace, class Operands, class CarriesOut>
void walk_shares(ExecutionSpace const& exec, Operands const& operands, CarriesOut const& carries) {
  int const num_shares = carries.num_shares();
  int const num_blocks = std::min(num_shares, exec.concurrency());
  std::int64_t const steps_per_share = (operands.path_length() + num_shares - 1) / num_shares;
  using policy_type =
      Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<int>>;
  Kokkos::parallel_for(
      "araios::spmv::walk_shares", policy_type(exec, 0, num_blocks),
      WalkShares<Operands, CarriesOut>{operands, carries, steps_per_share, num_blocks});
}

}  // namespace araios
