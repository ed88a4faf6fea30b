// SPDX-License-Identifier: BSD-3-Clause
// SpMM on hosts: each thread walks the rows of its shares, with tiles of a row of C in registers.
#pragma once

#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmm/Araios_SpMmOperands.hpp>
#include <spmm/Araios_SpMmTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Groups of rows in shares of about equal work: entries and groups together.
template <class Groups>
struct GroupShares {
  Groups groups;
  std::int64_t num_shares;

  /// The first group of a share: before it lie all groups that end before the share on the merge
  /// path.
  KOKKOS_FUNCTION std::int64_t first_group(std::int64_t share) const {
    std::int64_t const first_entry = groups.begin(0);
    return first_row_of_share(share, num_shares, groups.num_groups(), groups.num_entries(),
                              [&](std::int64_t group) { return groups.end(group) - first_entry; });
  }
};

/// Adds value · x to the sums, in vectors.
///
/// Loops that compilers unroll before they vectorize are cut into vectors. Otherwise GCC may begin
/// the vectors of such a loop at its second element.
template <class Scalar, int width>
void add_scaled(Scalar (&sums)[width], Scalar const& value, Scalar const* x) {
  constexpr int longest_unrolled = 16;
  constexpr int vector =
      std::max<int>(1, tuning::host_vector_bytes / static_cast<int>(sizeof(Scalar)));
  constexpr int piece = width <= longest_unrolled ? std::min(width, vector) : width;
  for (int first = 0; first < width; first += piece) {
    for (int i = 0; i < piece; ++i) sums[first + i] += value * x[first + i];
  }
}

/// Multiplies the groups of a share, one after the other. One thread sums an element of C in the
/// order of the entries, so values do not depend on the number of shares.
template <class Operands>
struct MultiplyShares {
  using groups_type = typename Operands::groups_type;
  using scalar_type = typename Operands::scalar_type;

  static constexpr int rows = groups_type::rows_per_group;
  /// Sums of a single row stay in registers, those of several in L1.
  static constexpr bool is_single_row = rows == 1;
  static constexpr int tile_bytes =
      is_single_row ? tuning::spmm_host_tile_bytes : tuning::spmm_host_group_tile_bytes;
  static constexpr int widest_tile =
      std::max<int>(1, tile_bytes / static_cast<int>(sizeof(scalar_type)));

  Operands operands;
  GroupShares<groups_type> shares;

  void operator()(std::int64_t share) const {
    // A local copy: the compiler need not assume that stores to C change it.
    Operands const local = operands;
    std::int64_t const end = shares.first_group(share + 1);
    for (std::int64_t group = shares.first_group(share); group < end; ++group) {
      multiply_from<widest_tile>(local, group, 0);
    }
  }

 private:
  /// Multiplies the columns from `column` on, in tiles of `width`, the rest in narrower ones.
  template <int width>
  static void multiply_from(Operands const& local, std::int64_t group, std::int64_t column) {
    for (; column + width <= local.num_columns; column += width) {
      multiply_tile<width>(local, group, column);
    }
    if constexpr (width > 1) {
      constexpr int narrower = is_single_row ? width / 2 : 1;
      if (column < local.num_columns) multiply_from<narrower>(local, group, column);
    }
  }

  template <int width>
  static void multiply_tile(Operands const& local, std::int64_t group, std::int64_t column) {
    scalar_type sums[rows][width] = {};
    std::int64_t const end = local.a.end(group);
    for (std::int64_t entry = local.a.begin(group); entry < end; ++entry) {
      scalar_type const value = local.a.values(entry);
      scalar_type const* const row_of_b = local.row_of_b(local.a.columns(entry), column);
      add_scaled(sums[local.a.row_in_group(entry)], value, row_of_b);
    }
    int const num_rows = local.a.num_rows_of(group);
    for (int row = 0; row < num_rows; ++row) {
      for (int i = 0; i < width; ++i) local.store(group * rows + row, column + i, sums[row][i]);
    }
  }
};

/// Enough shares to even out cache misses and the ends of threads.
template <class ExecutionSpace, class Groups>
std::int64_t num_group_shares(ExecutionSpace const& exec, Groups const& groups) {
  return std::min(groups.num_groups(),
                  std::int64_t{exec.concurrency()} * tuning::spmm_host_shares_per_thread);
}

/// Enqueues kernel(0), …, kernel(count - 1), which threads take one by one.
template <class ExecutionSpace, class Kernel>
void run_shares(ExecutionSpace const& exec, char const* name, std::int64_t count,
                Kernel const& kernel) {
  using policy_type = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Dynamic>,
                                          Kokkos::IndexType<std::int64_t>>;
  policy_type policy(exec, 0, count);
  policy.set_chunk_size(1);
  Kokkos::parallel_for(name, policy, kernel);
}

/// Enqueues the product of all groups. Pre: the matrix has rows.
template <class ExecutionSpace, class Operands>
void multiply_shares(ExecutionSpace const& exec, Operands const& operands) {
  std::int64_t const num_shares = num_group_shares(exec, operands.a);
  run_shares(exec, "araios::spmm::multiply_shares", num_shares,
             MultiplyShares<Operands>{operands, {operands.a, num_shares}});
}

}  // namespace araios::inline ARAIOS_ISA::impl
