// SPDX-License-Identifier: BSD-3-Clause
// The work of a product before it runs, and row offsets of C from row sizes.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_AllocationInstance.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// Sums and maxima of the work over the rows of C.
///
/// Units: products.
struct WorkCounts {
  std::int64_t work = 0;
  std::int64_t max_row_work = 0;
  std::int64_t compressed_work = 0;
  std::int64_t max_row_compressed_work = 0;
};

/// The work of each row, with B as it is and with B compressed.
template <class GraphA, class GraphB>
struct CountWork {
  using ordinal_type = typename GraphA::ordinal_type;

  GraphA a;
  GraphB b;
  Kokkos::View<ordinal_type const*, typename GraphB::device_type> num_column_sets;  ///< or empty

  KOKKOS_FUNCTION void operator()(ordinal_type row, std::int64_t& work, std::int64_t& max_row_work,
                                  std::int64_t& compressed, std::int64_t& max_compressed) const {
    bool const count_column_sets = num_column_sets.extent(0) > 0;
    std::int64_t row_work = 0;
    std::int64_t row_compressed = 0;
    auto const end = a.row_offsets(row + 1);
    for (auto entry = a.row_offsets(row); entry < end; ++entry) {
      auto const row_of_b = a.columns(entry);
      row_work += row_length(b, row_of_b);
      if (count_column_sets) row_compressed += num_column_sets(row_of_b);
    }
    work += row_work;
    compressed += row_compressed;
    max_row_work = row_work > max_row_work ? row_work : max_row_work;
    max_compressed = row_compressed > max_compressed ? row_compressed : max_compressed;
  }
};

/// Counts the work of C = A·B.
///
/// Pre:    both patterns are valid.
/// Fences: once, to read the counts.
template <class ExecutionSpace, class GraphA, class GraphB, class ColumnSets>
WorkCounts count_work(ExecutionSpace const& exec, GraphA const& a, GraphB const& b,
                      ColumnSets const& num_column_sets) {
  WorkCounts counts;
  if (a.num_rows == 0) return counts;
  reduce_range("araios::spgemm_symbolic::count_work", exec, a.num_rows, most_steps(a),
               CountWork<GraphA, GraphB>{a, b, num_column_sets},
               Kokkos::Sum<std::int64_t>(counts.work),
               Kokkos::Max<std::int64_t>(counts.max_row_work),
               Kokkos::Sum<std::int64_t>(counts.compressed_work),
               Kokkos::Max<std::int64_t>(counts.max_row_compressed_work));
  return counts;
}

/// Exclusive prefix sum of the work of A's entries.
template <class GraphA, class GraphB>
struct ScanEntryWork {
  using value_type = std::int64_t;

  GraphA a;
  GraphB b;
  Kokkos::View<std::int64_t*, typename GraphA::device_type> work_offsets;

  KOKKOS_FUNCTION void operator()(std::int64_t entry, std::int64_t& sum, bool final_pass) const {
    if (final_pass) work_offsets(entry) = sum;
    if (entry + 1 == static_cast<std::int64_t>(work_offsets.extent(0))) return;
    sum += row_length(b, a.columns(entry));
  }
};

/// Writes the exclusive prefix sum of the work of A's entries.
///
/// Shapes: work_offsets nnz(A) + 1.
template <class ExecutionSpace, class GraphA, class GraphB, class Offsets>
void scan_entry_work(ExecutionSpace const& exec, GraphA const& a, GraphB const& b,
                     Offsets const& work_offsets) {
  auto const num_offsets = static_cast<std::int64_t>(work_offsets.extent(0));
  scan_range("araios::scan_entry_work", exec, num_offsets, num_offsets,
             ScanEntryWork<GraphA, GraphB>{a, b, work_offsets});
}

/// The number of entries of all rows, and of the longest row.
struct RowSizeCounts {
  std::int64_t total = 0;
  std::int64_t largest = 0;
};

template <class Sizes>
struct CountSizes {
  Sizes sizes;
  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& total,
                                  std::int64_t& largest) const {
    auto const size = static_cast<std::int64_t>(sizes(row));
    total += size;
    largest = size > largest ? size : largest;
  }
};

/// Sums the sizes of rows, and finds the largest.
///
/// Fences: once, to read the counts.
template <class ExecutionSpace, class Sizes>
RowSizeCounts count_sizes(ExecutionSpace const& exec, Sizes const& sizes) {
  RowSizeCounts counts;
  if (sizes.extent(0) == 0) return counts;
  auto const num_rows = static_cast<std::int64_t>(sizes.extent(0));
  reduce_range("araios::count_sizes", exec, num_rows, num_rows, CountSizes<Sizes>{sizes},
               Kokkos::Sum<std::int64_t>(counts.total), Kokkos::Max<std::int64_t>(counts.largest));
  return counts;
}

template <class Sizes, class Offsets>
struct ScanSizes {
  using value_type = std::int64_t;
  Sizes sizes;
  Offsets row_offsets;
  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t& sum, bool final_pass) const {
    using Offset = typename Offsets::non_const_value_type;
    if (final_pass) row_offsets(row) = static_cast<Offset>(sum);
    if (row < static_cast<std::int64_t>(sizes.extent(0))) {
      sum += static_cast<std::int64_t>(sizes(row));
    }
  }
};

/// Memory for the row offsets of C. Its allocation does not wait for the work of `exec`.
template <class Offset, class Device, class ExecutionSpace>
Kokkos::View<Offset*, Device> allocate_row_offsets(ExecutionSpace const& exec,
                                                   std::int64_t num_rows) {
  return Kokkos::View<Offset*, Device>(uninitialized_at_once(exec, "araios::C.row_offsets"),
                                       static_cast<std::size_t>(num_rows) + 1);
}

/// Writes the row offsets of rows given by their sizes: an exclusive prefix sum.
///
/// Shapes: sizes m, row_offsets m + 1.
/// Pre:    the total fits the type of the offsets.
template <class ExecutionSpace, class Sizes, class Offsets>
void scan_sizes(ExecutionSpace const& exec, Sizes const& sizes, Offsets const& row_offsets) {
  auto const num_offsets = static_cast<std::int64_t>(row_offsets.extent(0));
  scan_range("araios::scan_sizes", exec, num_offsets, num_offsets,
             ScanSizes<Sizes, Offsets>{sizes, row_offsets});
}

/// The row offsets of a result, and how many entries it has.
template <class Offset, class Device>
struct CountedRows {
  Kokkos::View<Offset*, Device> row_offsets;
  std::int64_t nnz;
};

/// Row offsets in new memory from the sizes of rows.
///
/// Throws: std::overflow_error, which names `what`, where the entries exceed Offset, before any
///         memory is taken; OutOfMemory.
/// Fences: once, to read the count.
template <class Offset, class ExecutionSpace, class Sizes>
auto count_rows(ExecutionSpace const& exec, Sizes const& sizes, std::string const& what) {
  using Device = typename Sizes::device_type;
  std::int64_t const nnz = count_sizes(exec, sizes).total;
  checked_cast<Offset>(nnz, what);
  auto const row_offsets =
      allocate_row_offsets<Offset, Device>(exec, static_cast<std::int64_t>(sizes.extent(0)));
  scan_sizes(exec, sizes, row_offsets);
  return CountedRows<Offset, Device>{row_offsets, nnz};
}

}  // namespace araios::inline ARAIOS_ISA::impl
