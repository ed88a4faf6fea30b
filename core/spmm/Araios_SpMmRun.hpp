// SPDX-License-Identifier: BSD-3-Clause
// One product of a sparse and a dense matrix: its checks, memory and launches.
#pragma once

#include <Araios_GroupedCooMatrix.hpp>
#include <Araios_SpMmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <platform/Araios_Lanes.hpp>
#include <spmm/Araios_SpMmChecks.hpp>
#include <spmm/Araios_SpMmColumns.hpp>
#include <spmm/Araios_SpMmLongGroups.hpp>
#include <spmm/Araios_SpMmOperands.hpp>
#include <spmm/Araios_SpMmPacking.hpp>
#include <spmm/Araios_SpMmShares.hpp>
#include <spmm/Araios_SpMmTiles.hpp>
#include <spmm/Araios_SpMmTuning.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// One product of a sparse and a dense matrix. The public function is spmm.
template <class ExecutionSpace, class Matrix, class B, class C>
class SpMmRun {
 public:
  using scalar_type = typename Matrix::scalar_type;
  using device_type = typename Matrix::device_type;

  SpMmRun(ExecutionSpace const& exec, Matrix const& a, B const& b, C const& c,
          SpMmOptions const& options, Workspace<device_type> const* kept_workspace)
      : exec_{exec},
        a_{a},
        b_{b},
        c_{c},
        options_{options},
        keeps_workspace_{kept_workspace != nullptr},
        workspace_{keeps_workspace_ ? *kept_workspace : Workspace<device_type>{}} {}

  void run(scalar_type const& alpha, scalar_type const& beta) {
    Kokkos::Profiling::ScopedRegion const region{"araios::spmm"};
    check_options(options_);
    SpMmChecks<ExecutionSpace, Matrix, B, C>{exec_, a_, b_, c_, false}.run();
    if (c_.size() == 0) return;
    if (alpha == scalar_type{}) {
      scale(beta);
    } else if constexpr (GroupedMatrix<Matrix>) {
      multiply_groups(alpha, beta);
    } else {
      multiply(alpha, beta, entry_groups(a_));
    }
  }

 private:
  static constexpr bool is_host = is_host_space_v<ExecutionSpace>;
  static constexpr bool b_is_row_major =
      std::is_same_v<typename B::array_layout, Kokkos::LayoutRight>;

  void scale(scalar_type const& beta) const {
    if (beta == scalar_type{1}) return;
    using policy_type =
        Kokkos::MDRangePolicy<ExecutionSpace, Kokkos::Rank<2>, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for("araios::spmm::scale",
                         policy_type(exec_, {0, 0},
                                     {static_cast<std::int64_t>(c_.extent(0)),
                                      static_cast<std::int64_t>(c_.extent(1))}),
                         ScaleMatrix<scalar_type, C>{beta, c_});
  }

  void multiply_groups(scalar_type const& alpha, scalar_type const& beta) {
    switch (a_.rows_per_group) {
      case 4:
        return multiply(alpha, beta, entry_groups<4>(a_));
      case 8:
        return multiply(alpha, beta, entry_groups<8>(a_));
      default:  // check_shape allows no other
        return multiply(alpha, beta, entry_groups<16>(a_));
    }
  }

  template <class Groups>
  void multiply(scalar_type const& alpha, scalar_type const& beta, Groups const& groups) {
    auto const n = static_cast<std::int64_t>(b_.extent(1));
    if constexpr (is_host && !b_is_row_major && Groups::rows_per_group == 1) {
      if (takes_columns_as_they_lie(groups)) {
        return multiply_columns(
            exec_, SpMmOperands<Groups, C>{alpha, beta, groups, b_.data(),
                                           static_cast<std::int64_t>(b_.stride(1)), c_, n});
      }
    }
    std::int64_t const block = columns_per_block(n);
    for (std::int64_t first = 0; first < n; first += block) {
      std::int64_t const width = std::min(block, n - first);
      SpMmOperands<Groups, C> operands{alpha, beta, groups, nullptr, 0, {}, width};
      operands.c = Kokkos::subview(c_, Kokkos::ALL, Kokkos::make_pair(first, first + width));
      if constexpr (b_is_row_major) {
        operands.b = b_.data() + first;
        operands.b_stride = static_cast<std::int64_t>(b_.stride(0));
      } else {
        operands.b = pack(first, width);
        operands.b_stride = width;
      }
      if constexpr (is_host) {
        multiply_shares(exec_, operands);
      } else {
        multiply_tiles(exec_, operands, options_, long_groups_of(groups, width));
      }
    }
  }

  /// Leaves long groups to a launch of their own if the last call with this workspace has found
  /// some. That is a guess: the last call may have had another matrix.
  template <class Groups>
  LongGroups<device_type> long_groups_of(Groups const& groups, std::int64_t num_columns) {
    std::int64_t const most_entries = most_entries_of_short(groups, num_columns);
    auto const num_entries = static_cast<std::int64_t>(groups.columns.extent(0));
    if (!keeps_workspace_ || num_entries <= most_entries) return {most_entries, {}, {}, {}};
    auto const found = workspace_.flag(WorkspaceFlag::long_groups);
    if (std::atomic_ref<int>{found()}.load(std::memory_order_relaxed) == 0) {
      return {most_entries, found, {}, {}};
    }
    constexpr std::size_t num_counters = 2;
    auto const most_groups = static_cast<std::size_t>(num_entries / most_entries);
    auto const memory = workspace_.template take_kept<std::int64_t>(
        exec_, WorkspaceSlot::long_groups, num_counters + most_groups);
    return {most_entries, found, Kokkos::subview(memory, std::pair{std::size_t{0}, num_counters}),
            Kokkos::subview(memory, std::pair{num_counters, num_counters + most_groups})};
  }

  /// Whether so few entries read each row of B that copying it costs more than it saves.
  template <class Groups>
  bool takes_columns_as_they_lie(Groups const& groups) const {
    if (options_.columns_per_block) return false;
    auto const num_rows_of_b = static_cast<std::int64_t>(b_.extent(0));
    return groups.num_entries() < num_rows_of_b * tuning::spmm_host_least_reads_to_pack;
  }

  std::int64_t columns_per_block(std::int64_t n) const {
    if (options_.columns_per_block) return *options_.columns_per_block;
    if (b_is_row_major) return is_host ? tuning::spmm_host_columns_per_block : n;
    return is_host ? tuning::spmm_host_columns_per_packed_block
                   : tuning::spmm_device_columns_per_block;
  }

  scalar_type const* pack(std::int64_t first, std::int64_t width) {
    workspace_.begin_call(exec_);
    constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();
    auto const packed = workspace_.template take<scalar_type>(
        exec_, WorkspaceSlot::packed_rows, b_.extent(0) * static_cast<std::size_t>(width),
        no_limit);
    pack_columns(exec_, b_, first, width, packed.data());
    return packed.data();
  }

  ExecutionSpace const& exec_;
  Matrix const& a_;
  B const& b_;
  C const& c_;
  SpMmOptions const& options_;
  bool keeps_workspace_;
  Workspace<device_type> workspace_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
