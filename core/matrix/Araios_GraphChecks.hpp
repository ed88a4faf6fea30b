// SPDX-License-Identifier: BSD-3-Clause
// Checks of patterns that callers pass: shapes on the host, contents in one pass where they are
// stored.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <matrix/Araios_ExamineColumns.hpp>
#include <matrix/Araios_UnfilledColumns.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_ThreadForEach.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// What one pass over the rows of a pattern finds.
struct RowScan {
  /// First row whose offsets or columns are invalid; the largest integer when all are valid.
  std::int64_t first_bad_row = std::numeric_limits<std::int64_t>::max();
  /// First row whose columns do not ascend strictly; the largest integer when all do.
  std::int64_t first_unsorted_row = std::numeric_limits<std::int64_t>::max();

  bool valid() const { return first_bad_row == std::numeric_limits<std::int64_t>::max(); }
  /// Whether every row has strictly ascending columns.
  bool columns_increase() const {
    return first_unsorted_row == std::numeric_limits<std::int64_t>::max();
  }
};

/// Whether offsets begin and end are nonnegative, nondecreasing and at most the extent. The first
/// offset must be 0.
template <class Offset>
KOKKOS_FUNCTION bool offsets_within(std::size_t extent, bool are_first, Offset begin, Offset end) {
  // A single comparison in the offset's own type, so that unsigned offsets beyond 2^63 work too.
  return begin <= end && static_cast<std::int64_t>(end) <= static_cast<std::int64_t>(extent) &&
         static_cast<std::int64_t>(begin) >= 0 && static_cast<std::int64_t>(end) >= 0 &&
         (!are_first || begin == 0);
}
/// The same for a row and the array of columns.
template <class Graph, class Offset>
KOKKOS_FUNCTION bool offsets_valid(Graph const& graph, typename Graph::ordinal_type row,
                                   Offset begin, Offset end) {
  return offsets_within(graph.columns.extent(0), row <= 0, begin, end);
}
template <class Graph>
KOKKOS_FUNCTION bool row_offsets_valid(Graph const& graph, typename Graph::ordinal_type row) {
  return offsets_valid(graph, row, graph.row_offsets(row), graph.row_offsets(row + 1));
}

/// The same for all rows [begin, end). On hosts.
// If offsets are nondecreasing, the first and the last row bound those between.
template <class Graph>
bool are_row_offsets_valid(Graph const& graph, typename Graph::ordinal_type begin,
                           typename Graph::ordinal_type end) {
  return begin == end ||
         (are_offsets_in_order(graph.row_offsets.data(), static_cast<std::int64_t>(begin),
                               static_cast<std::int64_t>(end)) &&
          row_offsets_valid(graph, begin) && row_offsets_valid(graph, end - 1));
}

/// Checks each row, and counts the column sets that it would have if compressed.
template <class Graph>
struct ScanRow {
  using ordinal_type = typename Graph::ordinal_type;

  Graph graph;
  Kokkos::View<ordinal_type*, typename Graph::device_type> num_column_sets;  ///< empty: not counted

  KOKKOS_FUNCTION void operator()(ordinal_type row, std::int64_t& first_bad_row,
                                  std::int64_t& first_unsorted_row) const {
    bool const has_offsets = row_offsets_valid(graph, row);
    ColumnFindings const found = has_offsets ? examine(row) : ColumnFindings{};
    bool const valid = has_offsets && found.in_range;
    if (!valid && row < first_bad_row) first_bad_row = row;
    if (!found.ascend && row < first_unsorted_row) first_unsorted_row = row;
    if (num_column_sets.extent(0) == 0) return;
    num_column_sets(row) = valid ? static_cast<ordinal_type>(found.column_sets) : 0;
  }

 private:
  KOKKOS_FUNCTION ColumnFindings examine(ordinal_type row) const {
    auto const begin = graph.row_offsets(row);
    auto const size = static_cast<std::int64_t>(graph.row_offsets(row + 1) - begin);
    ordinal_type const* const columns = graph.columns.data() + begin;
    ColumnFindings found;
    KOKKOS_IF_ON_HOST((found = examine_columns_on_host(columns, size, graph.num_cols);))
    KOKKOS_IF_ON_DEVICE((found = examine_columns(columns, size, graph.num_cols);))
    return found;
  }
};

/// What is wrong with a row.
struct RowFlaws {
  /// Counters of a pattern, one for each kind of flaw. They start at zero, and are larger the
  /// earlier the first flawed row is, so that atomic maxima find it.
  static constexpr int num_counters = 2;

  bool invalid = false;
  bool out_of_order = false;

  KOKKOS_FUNCTION RowFlaws& operator+=(RowFlaws const& other) {
    invalid = invalid || other.invalid;
    out_of_order = out_of_order || other.out_of_order;
    return *this;
  }

  /// Records the row in the counters from `first` on.
  template <class Counters>
  KOKKOS_FUNCTION void note(Counters const& counters, int first, std::int64_t row) const {
    std::int64_t const rank = most - row;
    if (invalid) Kokkos::atomic_max(&counters(first), rank);
    if (out_of_order) Kokkos::atomic_max(&counters(first + 1), rank);
  }
  static RowScan scan_from(std::int64_t const* counters) {
    return {most - counters[0], most - counters[1]};
  }

 private:
  // A constant of the class, since device code may not call the host function that computes it.
  static constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

/// Checks rows, each by the vector lanes of a thread, so that a long row delays few others.
template <class Graph, class Counters>
struct CheckRowByLanes {
  using ordinal_type = typename Graph::ordinal_type;

  Graph graph;
  Counters counters;
  int first_counter;

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    ThreadLanes<Member> const lanes{member};
    std::int64_t const index = thread_index(member);
    if (index >= graph.num_rows) return;
    auto const row = static_cast<ordinal_type>(index);
    bool const valid = row_offsets_valid(graph, row);
    auto const begin = graph.row_offsets(row);
    auto const length = valid ? graph.row_offsets(row + 1) - begin : 0;
    auto flaws = lanes.template sum<RowFlaws>(length, [&](auto i, RowFlaws& found) {
      ordinal_type const column = graph.columns(begin + i);
      found +=
          {column < 0 || column >= graph.num_cols, i > 0 && graph.columns(begin + i - 1) >= column};
    });
    flaws.invalid = flaws.invalid || !valid;
    lanes.single([&]() { flaws.note(counters, first_counter, index); });
  }
};

/// Enqueues a check of all rows on a device, by `lanes` lanes each.
///
/// Pre: the graph has rows.
template <class ExecutionSpace, class Graph, class Counters>
void check_rows_by_lanes(ExecutionSpace const& exec, Graph const& graph, int lanes,
                         Counters const& counters, int first_counter) {
  Kokkos::parallel_for("araios::check_rows", thread_for_each(exec, graph.num_rows, lanes),
                       CheckRowByLanes<Graph, Counters>{graph, counters, first_counter});
}

/// Checks all rows of a pattern in one pass. `num_column_sets`, unless empty, receives the
/// compressed size of each row.
///
/// Fences: once, to read the result.
template <class ExecutionSpace, class Graph, class ColumnSets>
RowScan scan_rows(ExecutionSpace const& exec, Graph const& graph,
                  ColumnSets const& num_column_sets) {
  RowScan scan;
  if (graph.num_rows == 0) return scan;
  reduce_range("araios::scan_rows", exec, graph.num_rows, most_steps(graph),
               ScanRow<Graph>{graph, num_column_sets},
               Kokkos::Min<std::int64_t>(scan.first_bad_row),
               Kokkos::Min<std::int64_t>(scan.first_unsorted_row));
  return scan;
}

/// One element of a view in any memory space.
///
/// Fences: once.
template <class ExecutionSpace, class View>
typename View::non_const_value_type element_of(ExecutionSpace const& exec, View const& view,
                                               std::size_t index) {
  constexpr char const* label = "araios: an element is read on the host";
  if constexpr (is_host_space_v<ExecutionSpace>) {
    exec.fence(label);
    return view(index);
  } else {
    typename View::non_const_value_type value{};
    Kokkos::deep_copy(exec, value, Kokkos::subview(view, index));
    exec.fence(label);
    return value;
  }
}

/// The number of entries of a graph whose shape has been checked.
///
/// Fences: once.
template <class ExecutionSpace, class Graph>
std::int64_t num_entries(ExecutionSpace const& exec, Graph const& graph) {
  if (graph.num_rows == 0) return 0;
  auto const last = element_of(exec, graph.row_offsets, static_cast<std::size_t>(graph.num_rows));
  return checked_cast<std::int64_t>(last, "the last row offset");
}

/// Rows and columns of a pattern, for messages.
template <class Graph>
std::string shape_of(Graph const& graph) {
  return std::to_string(graph.num_rows) + "×" + std::to_string(graph.num_cols);
}

/// Checks the shapes of a pattern and its memory. `name` is the operand in messages.
///
/// Throws: std::invalid_argument.
template <class Graph>
void check_shape(Graph const& graph, std::string const& name) {
  ARAIOS_EXPECTS(graph.num_rows >= 0 && graph.num_cols >= 0,
                 name + " is " + shape_of(graph) + ": a matrix has no negative dimension");
  auto const offsets = graph.row_offsets.extent(0);
  auto const expected = static_cast<std::size_t>(graph.num_rows) + 1;
  ARAIOS_EXPECTS(offsets == expected || (graph.num_rows == 0 && offsets == 0),
                 name + ".row_offsets has " + std::to_string(offsets) + " elements, expected " +
                     std::to_string(expected) + " for " + std::to_string(graph.num_rows) + " rows");
  ARAIOS_EXPECTS(graph.row_offsets.data() != nullptr || offsets == 0,
                 name + ".row_offsets has no memory");
  ARAIOS_EXPECTS(graph.columns.data() != nullptr || graph.columns.extent(0) == 0,
                 name + ".columns has no memory");
}

/// Names in messages: of an operand, of its arrays, and the index of its last offset.
struct EndNames {
  char const* operand;
  char const* offsets;
  std::size_t last;
  char const* entries;
};

/// Describes first and last offsets that do not fit an array of `extent` entries.
template <class Offset>
[[gnu::cold]] std::string describe_ends(Offset first, Offset last, std::size_t extent,
                                        EndNames const& names) {
  auto const offset = [&](std::size_t index, Offset value) {
    return std::string{names.operand} + "." + names.offsets + "[" + std::to_string(index) +
           "] is " + std::to_string(value);
  };
  if (static_cast<std::int64_t>(first) < 0) {
    return offset(0, first) + ", expected 0, or the first entry of rows of a larger matrix";
  }
  if (last < first) {
    return offset(names.last, last) + ", less than the first one, which is " +
           std::to_string(first);
  }
  std::string message = (first == 0 ? "" : offset(0, first) + " and ") + offset(names.last, last) +
                        ", but " + names.operand + "." + names.entries + " has " +
                        std::to_string(extent) + " elements";
  if (first == 0) return message;
  if (first == 1 && std::cmp_equal(last, extent + 1)) {
    return message + ": if indices count from 1, subtract 1 from offsets and columns";
  }
  return message + ": rows of a larger matrix need the arrays of all its entries";
}

/// Checks the first and the last offset: between them lie entries of an array. Rows of a larger
/// matrix begin at one that is not the first.
///
/// Throws: std::invalid_argument.
template <class Offset>
void check_ends(Offset first, Offset last, std::size_t extent, EndNames const& names) {
  bool const fit =
      static_cast<std::int64_t>(first) >= 0 && first <= last && std::cmp_less_equal(last, extent);
  ARAIOS_EXPECTS(fit, describe_ends(first, last, extent, names));
}

/// Describes the flaw of a row that a scan found invalid.
///
/// Pre: the row is invalid.
template <class ExecutionSpace, class Graph>
[[gnu::cold]] std::string describe_bad_row(ExecutionSpace const& exec, Graph const& graph,
                                           std::int64_t row, std::string const& name) {
  auto const index = static_cast<std::size_t>(row);
  auto const begin = element_of(exec, graph.row_offsets, index);
  auto const end = element_of(exec, graph.row_offsets, index + 1);
  auto const offset_at = [&](std::size_t i, auto value) {
    return name + ".row_offsets[" + std::to_string(i) + "] is " + std::to_string(value);
  };
  if (row == 0 && begin != 0) {
    auto const last_index = static_cast<std::size_t>(graph.num_rows);
    return describe_ends(begin, element_of(exec, graph.row_offsets, last_index),
                         graph.columns.extent(0),
                         {name.c_str(), "row_offsets", last_index, "columns"});
  }
  if (end < begin) {
    return offset_at(index + 1, end) + ", less than " + std::to_string(begin) + " before it (row " +
           std::to_string(row) + "): row offsets must not decrease";
  }
  if (std::cmp_greater(end, graph.columns.extent(0))) {
    return offset_at(index + 1, end) + " (row " + std::to_string(row) + "), but " + name +
           ".columns has " + std::to_string(graph.columns.extent(0)) + " elements";
  }
  auto const row_columns = Kokkos::subview(
      graph.columns,
      Kokkos::make_pair(static_cast<std::size_t>(begin), static_cast<std::size_t>(end)));
  auto const columns = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, row_columns);
  for (std::size_t i = 0; i < columns.extent(0); ++i) {
    if (columns(i) >= 0 && columns(i) < graph.num_cols) continue;
    if (columns(i) == unfilled_column<typename Graph::ordinal_type>) return describe_unfilled(name);
    return name + ".columns[" + std::to_string(static_cast<std::size_t>(begin) + i) + "] is " +
           std::to_string(columns(i)) + " (row " + std::to_string(row) + ", entry " +
           std::to_string(i) + "), expected a column in [0, " + std::to_string(graph.num_cols) +
           ")";
  }
  return name + ": row " + std::to_string(row) + " changed while it was checked";
}

/// Whether two graphs share their memory, so that what holds for one holds for the other.
template <class Graph1, class Graph2>
bool is_same_graph(Graph1 const& x, Graph2 const& y) {
  if constexpr (std::is_same_v<typename Graph1::offset_type, typename Graph2::offset_type>) {
    return x.num_rows == y.num_rows && x.num_cols == y.num_cols &&
           x.row_offsets.data() == y.row_offsets.data() && x.columns.data() == y.columns.data() &&
           x.columns.extent(0) == y.columns.extent(0);
  } else {
    return false;
  }
}

/// Checks that the scan found no invalid row.
///
/// Throws: std::invalid_argument otherwise.
template <class ExecutionSpace, class Graph>
void expect_valid(ExecutionSpace const& exec, Graph const& graph, RowScan const& scan,
                  std::string const& name) {
  if (!scan.valid()) {
    throw std::invalid_argument{describe_bad_row(exec, graph, scan.first_bad_row, name)};
  }
}

/// Checks that the scan found strictly ascending columns, as promised by options.input_sorted or
/// needed by the method.
///
/// Pre:    the scan found no invalid row.
/// Throws: std::invalid_argument otherwise.
template <class ExecutionSpace, class Graph>
[[gnu::cold]] void expect_sorted(ExecutionSpace const& exec, Graph const& graph,
                                 RowScan const& scan, std::string const& name,
                                 SpGemmOptions const& options) {
  if (scan.columns_increase()) return;
  auto const row = static_cast<std::size_t>(scan.first_unsorted_row);
  auto const begin = static_cast<std::size_t>(element_of(exec, graph.row_offsets, row));
  auto const end = static_cast<std::size_t>(element_of(exec, graph.row_offsets, row + 1));
  auto const columns = Kokkos::create_mirror_view_and_copy(
      Kokkos::HostSpace{}, Kokkos::subview(graph.columns, Kokkos::make_pair(begin, end)));
  std::size_t i = 1;
  while (i + 1 < columns.extent(0) && columns(i - 1) < columns(i)) ++i;
  throw std::invalid_argument{
      name + ".columns[" + std::to_string(begin + i) + "] is " + std::to_string(columns(i)) +
      " after " + std::to_string(columns(i - 1)) + " (row " + std::to_string(row) + "), but " +
      (options.input_sorted ? "options.input_sorted promises"
                            : "method " + std::string{name_of(options.method)} + " needs") +
      " strictly ascending columns: sort and merge " + name +
      (options.input_sorted ? " or leave the option off" : " or choose another method")};
}

/// Checks that the scan found no invalid row, and no unsorted columns if the caller promised or the
/// method needs sorted ones.
///
/// Throws: std::invalid_argument otherwise.
template <class ExecutionSpace, class Graph>
void expect_checked(ExecutionSpace const& exec, Graph const& graph, RowScan const& scan,
                    std::string const& name, SpGemmOptions const& options) {
  expect_valid(exec, graph, scan, name);
  bool const needs_order = options.input_sorted || options.method == MethodKind::bhsparse;
  if (needs_order) expect_sorted(exec, graph, scan, name, options);
}

}  // namespace araios::inline ARAIOS_ISA::impl
