// SPDX-License-Identifier: BSD-3-Clause
// Public interface of the grouped coordinate format: from rows, from a dense matrix, back, checks.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_GroupedCooMatrix.hpp>
#include <Araios_OperandConcepts.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <matrix/Araios_DenseScan.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_KokkosState.hpp>
#include <platform/Araios_ThreadForEach.hpp>
#include <spmm/Araios_GroupedCooRows.hpp>
#include <spmm/Araios_GroupedCooSort.hpp>
#include <spmm/Araios_SpMmOperands.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA {

namespace impl::grouped_coo {

/// A matrix with memory for nnz entries.
template <class Result, class ExecutionSpace>
Result with_entries(ExecutionSpace const& exec, Result result, std::int64_t nnz) {
  auto const size = static_cast<std::size_t>(nnz);
  auto const uninitialized = [&](std::string const& label) {
    return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::grouped_coo." + label);
  };
  using Device = typename Result::device_type;
  result.rows = allocate_view<typename Result::ordinal_type, Device>(uninitialized("rows"), size);
  result.columns =
      allocate_view<typename Result::ordinal_type, Device>(uninitialized("columns"), size);
  result.values =
      allocate_view<typename Result::scalar_type, Device>(uninitialized("values"), size);
  return result;
}

template <class Result, class ExecutionSpace>
auto new_group_offsets(ExecutionSpace const& exec, Result const& result) {
  return allocate_view<typename Result::offset_type, typename Result::device_type>(
      Kokkos::view_alloc(exec, "araios::grouped_coo.group_offsets"),
      static_cast<std::size_t>(result.num_groups()) + 1);
}

}  // namespace impl::grouped_coo

/// Sorts the entries of a compressed-row matrix into groups of rows.
///
/// Shapes: a m×n; the result m×n.
/// Pre:    `exec` reaches the memory of `a`. Columns may be unsorted and may repeat. rows_per_group
///         is 4, 8 or 16. `a` may be rows of a larger matrix; messages count its entries from 0.
/// Post:   entries of one row and column keep their order; the result shares no memory with `a` and
///         does not depend on the number of threads.
/// Throws: std::invalid_argument naming what is wrong with the pattern of `a` or rows_per_group;
///         OutOfMemory; std::logic_error within a parallel region of OpenMP that the call is to run
///         on, as the other conversions.
/// Cost:   O(m + n + nnz) on hosts; on devices the sorting of the rows of two transposed patterns.
///         Temporary memory: two offsets and two ordinals for each entry; for rows of a larger
///         matrix also an offset for each row.
/// Fences: twice on hosts; on devices once more, and again for rows of a larger matrix.
/// Source: Shi, Wang, Chu 2020, §III-A; the conversion is this library's.
template <class ExecutionSpace, SparseMatrix A>
requires impl::SpMmReachable<ExecutionSpace, A>
auto to_grouped_coo(ExecutionSpace const& exec, A const& a,
                    int rows_per_group = impl::tuning::grouped_coo_rows_per_group) {
  using Scalar = typename A::scalar_type;
  using Ordinal = typename A::ordinal_type;
  using Device = typename A::device_type;
  impl::expect_callable<ExecutionSpace>();
  Kokkos::Profiling::ScopedRegion const region{"araios::to_grouped_coo"};
  return impl::or_out_of_memory("a matrix in groups of rows", 0, [&] {
    impl::check_rows_per_group(rows_per_group);
    auto const [matrix, nnz, scan] = impl::checked_operand(exec, impl::read_only(a), "A");
    GroupedCoo<Scalar, typename A::offset_type, Ordinal, Device> result;
    result.num_rows = a.graph.num_rows;
    result.num_cols = a.graph.num_cols;
    result.rows_per_group = rows_per_group;
    auto const offsets = impl::grouped_coo::new_group_offsets(exec, result);
    result.group_offsets = offsets;
    result = impl::grouped_coo::with_entries(exec, result, nnz);
    if (nnz > 0) impl::sort_into_groups(exec, matrix, nnz, result, offsets);
    return result;
  });
}

/// Takes the elements of a dense matrix that are not zero into groups of rows. NaN is not zero.
///
/// Shapes: dense m×n in row-major or column-major order; the result m×n.
/// Pre:    `exec` reaches the memory of `dense`. rows_per_group is 4, 8 or 16.
/// Throws: std::overflow_error naming the index type that is too narrow; std::invalid_argument
///         naming rows_per_group; OutOfMemory.
/// Cost:   O(m·n), in two passes.
/// Fences: once, to allocate the entries.
/// Source: Shi, Wang, Chu 2020, §III-B, algorithm 1.
template <class Offset, class Ordinal, class ExecutionSpace, class Dense>
requires(Kokkos::is_view_v<Dense>&& bool{Dense::rank() == 2}) auto to_grouped_coo(
    ExecutionSpace const& exec, Dense const& dense,
    int rows_per_group = impl::tuning::grouped_coo_rows_per_group) {
  using Scalar = typename Dense::non_const_value_type;
  using Result = GroupedCoo<Scalar, Offset, Ordinal, typename Dense::device_type>;
  using Counts = Kokkos::View<std::int64_t*, typename Dense::device_type>;
  using Groups = impl::DenseGroups<
      Kokkos::View<Scalar const**, typename Dense::array_layout, typename Dense::device_type>>;
  impl::expect_callable<ExecutionSpace>();
  Kokkos::Profiling::ScopedRegion const region{"araios::to_grouped_coo"};
  return impl::or_out_of_memory("a matrix in groups of rows", 0, [&] {
    impl::check_rows_per_group(rows_per_group);
    Result result;
    result.num_rows = impl::checked_cast<Ordinal>(dense.extent(0), "the number of rows");
    result.num_cols = impl::checked_cast<Ordinal>(dense.extent(1), "the number of columns");
    result.rows_per_group = rows_per_group;
    auto const offsets = impl::grouped_coo::new_group_offsets(exec, result);
    result.group_offsets = offsets;
    if (result.num_rows == 0) return impl::grouped_coo::with_entries(exec, result, 0);
    Groups const groups{dense, rows_per_group};
    auto const policy = impl::thread_for_each(
        exec, groups.num_groups(), Kokkos::TeamPolicy<ExecutionSpace>::vector_length_max());
    Counts const counts = impl::allocate_view<std::int64_t, typename Counts::device_type>(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::grouped_coo.counts"),
        static_cast<std::size_t>(groups.num_groups()));
    Kokkos::parallel_for("araios::grouped_coo::count_nonzeros", policy,
                         impl::CountNonzeros<Groups, Counts>{groups, counts});
    std::int64_t const nnz = impl::count_sizes(exec, counts).total;
    impl::checked_cast<Offset>(nnz, "the number of entries");
    impl::scan_sizes(exec, counts, offsets);
    result = impl::grouped_coo::with_entries(exec, result, nnz);
    Kokkos::parallel_for(
        "araios::grouped_coo::write_nonzeros", policy,
        impl::WriteNonzeros<Groups, decltype(offsets), impl::GroupedEntries<Result>>{
            groups, offsets, {result}});
    return result;
  });
}

/// The rows of a matrix in groups, in compressed-row form.
///
/// Shapes: a m×n; the result m×n.
/// Pre:    `exec` reaches the memory of `a`, whose groups are valid.
/// Post:   columns of a row are in the order of the group's entries: sorted, where these are.
///         Repeated entries stay.
/// Throws: std::invalid_argument naming what is wrong with the shape of `a`; OutOfMemory.
/// Cost:   O(m + rows_per_group·nnz).
/// Fences: once, to allocate the entries.
template <class ExecutionSpace, GroupedMatrix A>
requires impl::SpMmReachable<ExecutionSpace, A>
auto to_crs(ExecutionSpace const& exec, A const& a) {
  using Scalar = typename A::scalar_type;
  using Offset = typename A::offset_type;
  using Ordinal = typename A::ordinal_type;
  using Device = typename A::device_type;
  using Result = CrsMatrix<Scalar, Offset, Ordinal, Device>;
  using Counts = Kokkos::View<std::int64_t*, Device>;
  impl::expect_callable<ExecutionSpace>();
  Kokkos::Profiling::ScopedRegion const region{"araios::to_grouped_coo"};
  return impl::or_out_of_memory("a matrix in groups of rows", 0, [&] {
    impl::check_shape(a, "A");
    auto const uninitialized = [&](std::string const& label) {
      return Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label);
    };
    auto const num_rows = static_cast<std::size_t>(a.num_rows);
    Counts const counts =
        impl::allocate_view<std::int64_t, Device>(uninitialized("araios::to_crs.counts"), num_rows);
    auto const row_offsets =
        impl::allocate_view<Offset, Device>(Kokkos::view_alloc(exec, "row_offsets"), num_rows + 1);
    Kokkos::parallel_for("araios::to_crs::count_rows",
                         impl::range_of(exec, std::int64_t{a.num_rows}),
                         impl::CountRowOfGroup<A, Counts>{a, counts});
    auto const nnz = static_cast<std::size_t>(impl::count_sizes(exec, counts).total);
    impl::scan_sizes(exec, counts, row_offsets);
    auto const columns = impl::allocate_view<Ordinal, Device>(uninitialized("columns"), nnz);
    auto const values = impl::allocate_view<Scalar, Device>(uninitialized("values"), nnz);
    Result const result{{a.num_rows, a.num_cols, row_offsets, columns}, values};
    Kokkos::parallel_for("araios::to_crs::write_rows",
                         impl::range_of(exec, std::int64_t{a.num_rows}),
                         impl::WriteRowOfGroup<A, Result>{a, result});
    return result;
  });
}

/// Checks offsets, rows, columns and order of all groups. Messages begin with `name`.
///
/// Pre:    `exec` reaches the memory of `a`.
/// Throws: std::invalid_argument naming the first bad group.
/// Cost:   O(m + nnz). Fences: once.
template <class ExecutionSpace, GroupedMatrix A>
requires impl::SpMmReachable<ExecutionSpace, A>
void expect_valid(ExecutionSpace const& exec, A const& a, std::string const& name) {
  impl::check_shape(a, name);
  if (a.num_rows == 0) return;
  std::int64_t first_bad = a.num_groups();
  Kokkos::parallel_reduce("araios::grouped_coo::check", impl::range_of(exec, a.num_groups()),
                          impl::CheckGroup<A>{a}, Kokkos::Min<std::int64_t>(first_bad));
  ARAIOS_EXPECTS(first_bad >= a.num_groups(),
                 name + ": group " + std::to_string(first_bad) +
                     " has offsets, rows or columns out of range, or entries that are not sorted "
                     "by column and row");
}

}  // namespace araios::inline ARAIOS_ISA
