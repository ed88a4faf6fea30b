// SPDX-License-Identifier: BSD-3-Clause
// Sparse matrices in grouped coordinate form as plain aggregates of Kokkos views.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

namespace araios::inline ARAIOS_ISA {

namespace impl::tuning {

/// Sets the rows of a group of GroupedCoo where the caller does not.
/// Unit: rows. Tuned: H200.
inline constexpr int grouped_coo_rows_per_group = 4;

}  // namespace impl::tuning

/// A sparse matrix whose rows are held in groups of rows_per_group. Entries of a group are sorted
/// by column, and those of a column by row, so that entries which multiply the same row of B are
/// successive.
///
/// Shapes: group_offsets has num_groups() + 1 elements and may be empty when there is no row; rows,
///         columns and values have at least group_offsets(num_groups()) elements.
/// Pre:    rows_per_group is 4, 8 or 16; group_offsets is nondecreasing and starts at 0; entries of
///         group g have rows in [g·rows_per_group, (g + 1)·rows_per_group) below num_rows, and
///         columns in [0, num_cols). Repeated entries add up.
/// Source: Shi, Wang, Chu 2020, §III-A (GCOO); deviations: groups are of rows, as in its
///         algorithms, and offsets with an end in place of offsets and counts.
template <class Scalar, class Offset, class Ordinal, class Device>
struct GroupedCoo {
  using scalar_type = std::remove_const_t<Scalar>;                ///< of the values
  using offset_type = Offset;                                     ///< counts entries
  using ordinal_type = std::remove_const_t<Ordinal>;              ///< numbers rows and columns
  using device_type = typename Device::device_type;               ///< Kokkos::Device of the views
  using execution_space = typename device_type::execution_space;  ///< of the device
  using memory_space = typename device_type::memory_space;        ///< where the views lie

  ordinal_type num_rows = 0;  ///< rows
  ordinal_type num_cols = 0;  ///< columns
  /// Successive rows whose entries are sorted together; the last group may have fewer.
  int rows_per_group = impl::tuning::grouped_coo_rows_per_group;
  /// Group g has the entries from group_offsets(g) up to group_offsets(g + 1).
  Kokkos::View<Offset const*, device_type> group_offsets;
  Kokkos::View<Ordinal*, device_type> rows;     ///< the row of each entry
  Kokkos::View<Ordinal*, device_type> columns;  ///< the column of each entry
  Kokkos::View<Scalar*, device_type> values;    ///< the value of each entry

  /// Groups, of which the last may have fewer rows.
  std::int64_t num_groups() const {
    return (std::int64_t{num_rows} + rows_per_group - 1) / rows_per_group;
  }
};

namespace impl::concepts_detail {
template <class T>
inline constexpr bool is_grouped_coo_v = false;
template <class Scalar, class Offset, class Ordinal, class Device>
inline constexpr bool is_grouped_coo_v<GroupedCoo<Scalar, Offset, Ordinal, Device>> = true;
}  // namespace impl::concepts_detail

/// A GroupedCoo of any types.
template <class T>
concept GroupedMatrix = impl::concepts_detail::is_grouped_coo_v<T>;

namespace impl {
/// Throws std::invalid_argument unless kernels exist for groups of that many rows.
inline void check_rows_per_group(int rows_per_group) {
  ARAIOS_EXPECTS(rows_per_group == 4 || rows_per_group == 8 || rows_per_group == 16,
                 "rows_per_group is " + std::to_string(rows_per_group) + ", expected 4, 8 or 16");
}

/// Checks what the host can see of a matrix. `name` says which operand it is.
/// Throws: std::invalid_argument.
template <GroupedMatrix Matrix>
void check_shape(Matrix const& a, std::string const& name) {
  check_rows_per_group(a.rows_per_group);
  ARAIOS_EXPECTS(a.num_rows >= 0 && a.num_cols >= 0, name + " is " + std::to_string(a.num_rows) +
                                                         "×" + std::to_string(a.num_cols) +
                                                         ": a matrix has no negative dimension");
  auto const offsets = a.group_offsets.extent(0);
  auto const expected = static_cast<std::size_t>(a.num_groups()) + 1;
  ARAIOS_EXPECTS(offsets == expected || (a.num_rows == 0 && offsets == 0),
                 name + ".group_offsets has " + std::to_string(offsets) + " elements, expected " +
                     std::to_string(expected) + " for " + std::to_string(a.num_rows) +
                     " rows in groups of " + std::to_string(a.rows_per_group));
  auto const entries = a.values.extent(0);
  auto const check_entries = [&](auto const& view, char const* part) {
    ARAIOS_EXPECTS(view.extent(0) == entries,
                   name + "." + part + " has " + std::to_string(view.extent(0)) +
                       " elements, but " + name + ".values has " + std::to_string(entries));
    ARAIOS_EXPECTS(view.data() != nullptr || entries == 0, name + "." + part + " has no memory");
  };
  check_entries(a.rows, "rows");
  check_entries(a.columns, "columns");
  check_entries(a.values, "values");
}
}  // namespace impl

}  // namespace araios::inline ARAIOS_ISA
