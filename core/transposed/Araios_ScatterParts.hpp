// SPDX-License-Identifier: BSD-3-Clause
// Parts of the rows of A on hosts, each with the range of columns that it adds to.
#pragma once

#include <partitioning/Araios_Search.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <transposed/Araios_TransposedTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace araios::inline ARAIOS_ISA::impl {

/// Successive groups of rows, which one thread scatters to sums of their own.
struct ScatterPart {
  std::int64_t begin;  ///< groups
  std::int64_t end;
  std::int64_t first_column;
  std::int64_t end_column;
  std::int64_t first_sum;  ///< the sum of first_column, of those of all parts

  std::int64_t num_sums() const { return end_column - first_column; }
};

/// How many parts there are at most. `threads` is the number of threads, or 0 where the parts must
/// not depend on it.
inline std::int64_t most_scatter_parts(std::int64_t steps, int threads) {
  std::int64_t const most =
      threads > 0 ? std::int64_t{threads} : tuning::transposed_host_parts_for_any_threads;
  return std::clamp<std::int64_t>(steps / tuning::transposed_host_steps_per_part, 1, most);
}

/// Finds the columns of a part.
template <class Groups, class Parts>
struct FindColumnsOfPart {
  Groups a;
  Parts parts;

  void operator()(std::int64_t index) const {
    using Ordinal = typename Groups::ordinal_type;
    ScatterPart& part = parts(index);
    Ordinal least = std::numeric_limits<Ordinal>::max();
    Ordinal most = -1;
    std::int64_t const end = part.begin < part.end ? a.end(part.end - 1) : 0;
    std::int64_t const begin = part.begin < part.end ? a.begin(part.begin) : 0;
    Ordinal const* const columns = a.columns.data();
    for (std::int64_t entry = begin; entry < end; ++entry) {
      least = std::min(least, columns[entry]);
      most = std::max(most, columns[entry]);
    }
    part.first_column = most < 0 ? 0 : std::int64_t{least};
    part.end_column = std::int64_t{most} + 1;
  }
};

/// Joins neighbouring parts two by two. Returns how many are left.
template <class Parts>
std::int64_t join_neighbours(Parts const& parts, std::int64_t count) {
  for (std::int64_t to = 0; 2 * to < count; ++to) {
    ScatterPart part = parts(2 * to);
    if (2 * to + 1 < count) {
      ScatterPart const& next = parts(2 * to + 1);
      part.end = next.end;
      if (part.num_sums() == 0) {
        part.first_column = next.first_column;
        part.end_column = next.end_column;
      } else if (next.num_sums() > 0) {
        part.first_column = std::min(part.first_column, next.first_column);
        part.end_column = std::max(part.end_column, next.end_column);
      }
    }
    parts(to) = part;
  }
  return (count + 1) / 2;
}

/// Lays the sums of the parts one after the other. Returns how many there are.
template <class Parts>
std::int64_t place_sums(Parts const& parts, std::int64_t count) {
  std::int64_t sum = 0;
  for (std::int64_t index = 0; index < count; ++index) {
    parts(index).first_sum = sum;
    sum += parts(index).num_sums();
  }
  return sum;
}

/// Entries up to the end of a group.
template <class Groups>
struct EndOfGroup {
  Groups groups;

  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t group) const {
    return groups.end(group) - groups.begin(0);
  }
};

/// Cuts the groups into at most as many parts as there are elements of `parts`, all with about
/// equal steps. There are fewer where their sums would outnumber columns and entries together.
/// Returns how many parts there are.
///
/// Pre:  there are groups; their offsets may be read.
/// Cost: where rows have few entries, a pass over the columns of A.
template <class ExecutionSpace, class Groups, class Parts>
std::int64_t cut_into_parts(ExecutionSpace const& exec, Groups const& a, Parts const& parts) {
  auto count = static_cast<std::int64_t>(parts.extent(0));
  std::int64_t const num_entries = a.num_entries();
  EndOfGroup<Groups> const entries_up_to{a};
  auto const first_group = [&](std::int64_t part) {
    return first_row_of_share(part, count, a.num_groups(), num_entries, entries_up_to);
  };
  for (std::int64_t part = 0; part < count; ++part) {
    parts(part) = {first_group(part), first_group(part + 1), 0, a.num_cols, 0};
  }
  if (count > 1 && count * a.num_cols * tuning::transposed_host_entries_per_sum > num_entries) {
    for_range("araios::transposed::find_columns", exec, count, num_entries,
              FindColumnsOfPart<Groups, Parts>{a, parts});
    exec.fence("araios: parts of a transpose are joined on the host");
  }
  std::int64_t const most_sums = a.num_cols + num_entries;
  while (place_sums(parts, count) > most_sums && count > 1) count = join_neighbours(parts, count);
  return count;
}

}  // namespace araios::inline ARAIOS_ISA::impl
