// SPDX-License-Identifier: BSD-3-Clause
// One product of a transposed or conjugate transposed matrix with a vector or a dense matrix.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_Errors.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_EntryGroups.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>
#include <transposed/Araios_GatherColumns.hpp>
#include <transposed/Araios_ScatterAtomics.hpp>
#include <transposed/Araios_ScatterParts.hpp>
#include <transposed/Araios_ScatterSums.hpp>
#include <transposed/Araios_TransposedOperands.hpp>
#include <transposed/Araios_TransposedTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// What a product by a transpose is asked for.
struct TransposedRequest {
  bool conjugates;
  bool deterministic;
};

/// y = alpha·Aᵀ·x + beta·y, or with the conjugate transpose, for operands that have been checked.
/// At most `most_width` columns of x are multiplied in one pass over A.
template <class ExecutionSpace, class Matrix, int most_width>
class TransposedProduct {
 public:
  using scalar_type = typename Matrix::scalar_type;
  using device_type = typename Matrix::device_type;
  using x_type = StridedBlock<scalar_type const>;
  using y_type = StridedBlock<scalar_type>;

  TransposedProduct(ExecutionSpace const& exec, Matrix const& a, TransposedRequest const& request,
                    Workspace<device_type> const& workspace)
      : exec_{exec}, a_{a}, request_{request}, workspace_{workspace} {}

  /// Throws: OutOfMemory; Unsupported.
  void run(scalar_type const& alpha, x_type const& x, scalar_type const& beta, y_type const& y) {
    if (y.size() == 0) return;
    if (alpha == scalar_type{} || x.num_rows == 0) return scale_block(exec_, beta, y);
    workspace_.begin_call(exec_);
    with_change<scalar_type>(request_.conjugates, [&](auto const& change) {
      with_groups([&](auto const& groups) {
        multiply(TransposedOperands<std::remove_cvref_t<decltype(groups)>,
                                    std::remove_cvref_t<decltype(change)>>{alpha, beta, groups, x,
                                                                           y, change});
      });
    });
  }

 private:
  static constexpr bool is_host = is_host_space_v<ExecutionSpace>;

  template <class Call>
  void with_groups(Call const& call) const {
    if constexpr (GroupedMatrix<Matrix>) {
      switch (a_.rows_per_group) {
        case 4:
          return call(entry_groups<4>(a_));
        case 8:
          return call(entry_groups<8>(a_));
        default:  // check_shape allows no other
          return call(entry_groups<16>(a_));
      }
    } else {
      call(entry_groups(a_));
    }
  }

  template <class Operands>
  void multiply(Operands const& operands) {
    if constexpr (is_host) {
      multiply_by_parts(operands);
    } else if (!request_.deterministic) {
      scatter_atomically(exec_, operands);
    } else if constexpr (GroupedMatrix<Matrix>) {
      throw Unsupported{
          "spmm: a deterministic product by the transpose of a GroupedCoo is not supported on "
          "devices: convert it by to_crs"};
    } else {
      gather_columns(exec_, operands, read_only(a_));
    }
  }

  /// Some columns of x after the other, so that sums take bounded memory.
  template <class Operands>
  void multiply_by_parts(Operands const& all) {
    int const threads = request_.deterministic ? 0 : exec_.concurrency();
    std::int64_t const steps = all.a.num_groups() + all.a.num_entries();
    auto const parts =
        take<ScatterPart>(WorkspaceSlot::scatter_parts, most_scatter_parts(steps, threads));
    std::int64_t const num_parts = cut_into_parts(exec_, all.a, parts);
    for (std::int64_t first = 0; first < all.width(); first += most_width) {
      std::int64_t const width = std::min<std::int64_t>(most_width, all.width() - first);
      Operands block = all;
      block.x = all.x.columns(first, width);
      block.y = all.y.columns(first, width);
      if (num_parts == 1 && (width == 1 || block.y.column_stride == 1)) {
        scatter_at_once(block, parts(0));
      } else {
        scatter_to_sums(block, parts, num_parts);
      }
    }
    exec_.fence("araios: a product by a transpose is complete");
  }

  /// A single part is added to y itself.
  template <class Operands>
  void scatter_at_once(Operands const& operands, ScatterPart const& part) const {
    scale_block(exec_, operands.beta, operands.y);
    call_or_launch(
        exec_, true,
        [&] {
          ScatterGroups<most_width, Operands>{operands}.scatter(
              part.begin, part.end, {operands.y.data, 0, operands.y.row_stride});
        },
        [] {});
  }

  template <class Operands, class Parts>
  void scatter_to_sums(Operands const& operands, Parts const& parts, std::int64_t num_parts) {
    ScatterPart const& last = parts(num_parts - 1);
    std::int64_t const num_sums = (last.first_sum + last.num_sums()) * operands.width();
    scalar_type* const sums = take<scalar_type>(WorkspaceSlot::scattered_sums, num_sums).data();
    for_range("araios::transposed::scatter", exec_, num_parts,
              operands.a.num_entries() * operands.width(),
              ScatterPartToSums<most_width, Operands, Parts>{{operands}, parts, sums});
    AddSumsOfParts<Operands, Parts> const add{operands, parts, num_parts, sums};
    for_range("araios::transposed::add_sums", exec_, add.num_chunks(), num_sums, add);
    workspace_.give_back(WorkspaceSlot::scattered_sums);
  }

  template <class T>
  auto take(WorkspaceSlot slot, std::int64_t count) {
    return workspace_.template take<T>(exec_, slot, static_cast<std::size_t>(count),
                                       std::numeric_limits<std::size_t>::max());
  }

  ExecutionSpace const& exec_;
  Matrix const& a_;
  TransposedRequest request_;
  Workspace<device_type> workspace_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
