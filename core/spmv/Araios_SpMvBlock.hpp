// SPDX-License-Identifier: BSD-3-Clause
// Merge-path SpMV on hosts: the block of the path that one thread walks.
#pragma once

#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmv/Araios_SpMvCarryOut.hpp>
#include <spmv/Araios_SpMvGroups.hpp>
#include <spmv/Araios_SpMvSumRow.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// A block of the path, which may begin and end within a share.
///
/// A row is summed by the block in which it ends, and so is a group of rows. Only long rows are
/// summed in parts by several blocks. Groups begin at multiples of their number of rows. The sums
/// thus depend on the path alone, not on the number of blocks.
template <class Operands, class CarryOutType, class GroupOfRows>
class BlockOfShares {
 public:
  BlockOfShares(Operands const& operands, CarryOutType const& cut, std::int64_t steps_per_share,
                std::int64_t begin_step, std::int64_t end_step)
      : operands_{operands},
        cut_{cut},
        steps_per_share_{steps_per_share},
        begin_step_{begin_step},
        end_step_{end_step},
        num_rows_{operands.num_rows()},
        entries_end_{operands.entries_end()},
        inner_end_{inner_end_of(operands)},
        are_learnable_{group_sums::are_learnable(operands)} {}

  void store_sums() const {
    for (std::int64_t row = first_row(); row < num_rows_;) {
      if (row % rows_of_group == 0) {
        row = store_groups(row);
        if (is_group(row)) return;  // it ends in a later block
      }
      std::int64_t const end = std::min(row - row % rows_of_group + rows_of_group, num_rows_);
      for (; row < end; ++row) {
        if (!store_if_it_ends_here(row)) return;
      }
    }
  }

 private:
  using scalar_type = typename Operands::scalar_type;
  using long_row_type = LongRow<Operands, CarryOutType>;
  using group_sums = SpMvGroups<Operands, GroupOfRows>;
  static constexpr int rows_of_group = group_sums::rows;
  static constexpr int groups_at_once = tuning::spmv_host_group_batch;

  /// The first row of the block. If a long row began in an earlier block, stores its parts here
  /// first.
  std::int64_t first_row() const {
    std::int64_t const row = operands_.point_before(begin_step_).row;
    if (row == num_rows_) return row;
    std::int64_t const first_of_group = row - row % rows_of_group;
    if (is_group(first_of_group)) return first_of_group;
    long_row_type const long_row{operands_, cut_, steps_per_share_, row};
    if (!long_row.exists() || long_row.first_step() >= begin_step_) return row;
    raise_flag(&cut_.any(0));
    long_row.leave_parts(begin_step_, end_step_);
    return long_row.end_step() < end_step_ ? row + 1 : num_rows_;
  }

  /// Whether the rows from this one on are summed as a group.
  bool is_group(std::int64_t row) const {
    if (row + rows_of_group > num_rows_) return false;
    return are_inner_rows(row, row + rows_of_group) && has_few_entries(row);
  }
  /// Whether neither a row of the group nor the whole group is long.
  bool has_few_entries(std::int64_t row) const {
    std::int64_t const size = operands_.row_begin(row + rows_of_group) - operands_.row_begin(row);
    if (size > tuning::spmv_host_entries_of_group) return false;
    return size <= steps_per_share_ || longest_row_of_group(row) <= steps_per_share_;
  }
  /// Whether vectors may read past the end of each of these rows, or none of them has entries.
  bool are_inner_rows(std::int64_t row, std::int64_t end_row) const {
    return operands_.row_begin(end_row) <= inner_end_ || operands_.row_begin(row) == entries_end_;
  }
  std::int64_t longest_row_of_group(std::int64_t row) const {
    std::int64_t longest = 0;
    for (int i = 0; i < rows_of_group; ++i) {
      longest = std::max(longest, operands_.row_end(row + i) - operands_.row_begin(row + i));
    }
    return longest;
  }

  /// Stores the groups from this row on that end in the block. Returns the row behind them.
  std::int64_t store_groups(std::int64_t row) const {
    int variants[groups_at_once];
    for (;;) {
      int const num_groups = num_candidates_from(row);
      group_sums::find_variants(operands_, are_learnable_, row, num_groups, variants);
      int const num_stored = store_candidates(row, num_groups, variants);
      row += num_stored * rows_of_group;
      if (num_stored < groups_at_once) return row;
    }
  }
  /// Stores successive groups of one variant at a time, until a group has long rows. Returns how
  /// many it has stored.
  int store_candidates(std::int64_t row, int num_groups, int const* variants) const {
    for (int group = 0; group < num_groups;) {
      int const first = group;
      int const variant = variants[first];
      if (group_sums::may_have_long_rows(variant)) {
        while (group < num_groups && variants[group] == variant &&
               has_few_entries(row + group * rows_of_group)) {
          ++group;
        }
        if (group == first) return group;
      } else {
        while (group < num_groups && variants[group] == variant) ++group;
      }
      group_sums::store(operands_, variant, row + first * rows_of_group,
                        row + group * rows_of_group);
    }
    return num_groups;
  }
  /// The number of groups from this row on that end in the block, and before the entries that
  /// vectors may not read past. Some may have long rows.
  int num_candidates_from(std::int64_t row) const {
    auto const end_here = [&](int num_groups) {
      std::int64_t const end_row = row + num_groups * rows_of_group;
      if (end_row > num_rows_) return false;
      return are_inner_rows(row, end_row) && end_row + operands_.row_begin(end_row) <= end_step_;
    };
    if (end_here(groups_at_once)) return groups_at_once;
    int num_groups = 0;
    for (int more = groups_at_once / 2; more > 0; more /= 2) {
      if (end_here(num_groups + more)) num_groups += more;
    }
    return num_groups;
  }

  /// Stores a row if it ends in the block, and returns whether it does. Otherwise stores the
  /// block's parts of a long row.
  bool store_if_it_ends_here(std::int64_t row) const {
    long_row_type const long_row{operands_, cut_, steps_per_share_, row};
    bool const ends_here = long_row.end_step() < end_step_;
    if (long_row.exists()) {
      ends_here ? long_row.store_sum() : long_row.leave_parts(begin_step_, end_step_);
    } else if (ends_here) {
      operands_.store(row,
                      sum_of_entries(operands_, operands_.row_begin(row), operands_.row_end(row)));
    }
    return ends_here;
  }

  Operands const& operands_;
  CarryOutType const& cut_;
  std::int64_t steps_per_share_;
  std::int64_t begin_step_;
  std::int64_t end_step_;
  std::int64_t num_rows_;
  std::int64_t entries_end_;
  std::int64_t inner_end_;
  bool are_learnable_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
