// SPDX-License-Identifier: BSD-3-Clause
// SpMM on hosts that reads B in column-major order without a copy, a few columns at a time.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <spmm/Araios_SpMmOperands.hpp>
#include <spmm/Araios_SpMmShares.hpp>
#include <spmm/Araios_SpMmTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Multiplies the rows of a share with a few neighbouring columns of B. One thread sums an element
/// of C in the order of the entries, so values do not depend on the number of shares.
///
/// Shapes: columns of B lie operands.b_stride elements apart.
template <class Operands>
struct MultiplyColumns {
  using groups_type = typename Operands::groups_type;
  using scalar_type = typename Operands::scalar_type;
  static_assert(groups_type::rows_per_group == 1);

  static constexpr int widest = tuning::spmm_host_unpacked_columns;

  Operands operands;
  GroupShares<groups_type> shares;

  std::int64_t num_blocks() const { return (operands.num_columns + widest - 1) / widest; }

  /// All shares take the first columns, then all take the next: a block of B stays in cache.
  void operator()(std::int64_t index) const {
    // A local copy: the compiler need not assume that stores to C change it.
    Operands const local = operands;
    std::int64_t const share = index % shares.num_shares;
    std::int64_t const column = index / shares.num_shares * widest;
    std::int64_t const begin = shares.first_group(share);
    std::int64_t const end = shares.first_group(share + 1);
    multiply_from<widest>(local, begin, end, column, std::min(column + widest, local.num_columns));
  }

 private:
  template <int width>
  static void multiply_from(Operands const& local, std::int64_t begin, std::int64_t end,
                            std::int64_t column, std::int64_t end_column) {
    if (column + width <= end_column) {
      for (std::int64_t row = begin; row < end; ++row) multiply_row<width>(local, row, column);
      column += width;
    }
    if constexpr (width > 1) {
      if (column < end_column) multiply_from<width / 2>(local, begin, end, column, end_column);
    }
  }

  template <int width>
  static void multiply_row(Operands const& local, std::int64_t row, std::int64_t column) {
    scalar_type sums[width] = {};
    scalar_type const* const b = local.b + column * local.b_stride;
    std::int64_t const end = local.a.end(row);
    for (std::int64_t entry = local.a.begin(row); entry < end; ++entry) {
      scalar_type const value = local.a.values(entry);
      scalar_type const* const x = b + local.a.columns(entry);
      for (int i = 0; i < width; ++i) sums[i] += value * x[i * local.b_stride];
    }
    for (int i = 0; i < width; ++i) local.store(row, column + i, sums[i]);
  }
};

/// Enqueues the product of all rows. Pre: the matrix has rows.
template <class ExecutionSpace, class Operands>
void multiply_columns(ExecutionSpace const& exec, Operands const& operands) {
  std::int64_t const num_shares = num_group_shares(exec, operands.a);
  MultiplyColumns<Operands> const kernel{operands, {operands.a, num_shares}};
  run_shares(exec, "araios::spmm::multiply_columns", kernel.num_blocks() * num_shares, kernel);
}

}  // namespace araios::inline ARAIOS_ISA::impl
