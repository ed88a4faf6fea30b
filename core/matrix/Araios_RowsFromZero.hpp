// SPDX-License-Identifier: BSD-3-Clause
// Rows of a larger matrix, whose offsets begin at a later entry, as a matrix of their own.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <matrix/Araios_GraphChecks.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// The entries of some rows, within the arrays of a larger matrix.
struct LaterEntries {
  std::size_t begin = 0;
  std::size_t end = 0;

  /// Whether the rows are those of a larger matrix, and lie within its arrays.
  bool begins_later() const { return begin > 0; }
};

/// The entries of a graph whose offsets begin later than at 0 and end within the columns; an empty
/// range at 0 for every other, right or wrong.
///
/// Fences: not at all on hosts where the first offset is 0.
template <class ExecutionSpace, class Graph>
LaterEntries later_entries(ExecutionSpace const& exec, Graph const& graph) {
  auto const& offsets = graph.row_offsets;
  auto const num_rows = static_cast<std::size_t>(graph.num_rows);
  if (graph.num_rows <= 0 || offsets.extent(0) != num_rows + 1 || offsets.data() == nullptr ||
      graph.columns.data() == nullptr) {
    return {};
  }
  // Without a fence, which small products would notice. Any other value is read again behind one.
  if constexpr (is_host_space_v<ExecutionSpace>) {
    if (offsets(0) == 0) return {};
  }
  auto const first = element_of(exec, offsets, 0);
  if (!std::cmp_greater(first, 0)) return {};
  auto const last = element_of(exec, offsets, num_rows);
  if (last < first || std::cmp_greater(last, graph.columns.extent(0))) return {};
  return {static_cast<std::size_t>(first), static_cast<std::size_t>(last)};
}

template <class From, class To>
struct CountFromFirst {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to(i) = from(i) - from(0); }
};

/// A graph of the same rows with offsets from 0, which are new; the columns are those of the larger
/// matrix. Throws: OutOfMemory.
template <class ExecutionSpace, class Graph>
[[gnu::cold]] Graph graph_from_zero(ExecutionSpace const& exec, Graph const& graph,
                                    LaterEntries const& entries) {
  using Offset = typename Graph::offset_type;
  using Device = typename Graph::device_type;
  auto const num_offsets = graph.row_offsets.extent(0);
  auto const offsets = allocate_view<Offset, Device>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "araios::offsets_from_zero"),
      num_offsets);
  for_range("araios::count_offsets_from_zero", exec, static_cast<std::int64_t>(num_offsets),
            static_cast<std::int64_t>(num_offsets),
            CountFromFirst<decltype(graph.row_offsets), std::remove_const_t<decltype(offsets)>>{
                graph.row_offsets, offsets});
  return {graph.num_rows, graph.num_cols, offsets,
          Kokkos::subview(graph.columns, std::pair{entries.begin, entries.end})};
}

/// The pattern of a read-only matrix or graph: a reference, since copies of views count.
template <class Operand>
auto const& pattern_of(Operand const& operand) {
  if constexpr (requires { operand.values; }) {
    return operand.graph;
  } else {
    return operand;
  }
}

/// A matrix or a graph with the given pattern in place of its own. Values are those of its entries;
/// they end with their array where that is too short, and stay without memory where they have none.
template <class Operand, class Graph>
Operand rows_of_pattern(Operand const& operand, Graph const& graph, LaterEntries const& entries) {
  if constexpr (requires { operand.values; }) {
    if (operand.values.data() == nullptr) return {graph, operand.values};
    std::size_t const size = operand.values.extent(0);
    return {graph, Kokkos::subview(operand.values, std::pair{std::min(entries.begin, size),
                                                             std::min(entries.end, size)})};
  } else {
    return graph;
  }
}

/// A matrix or a graph of the same rows with offsets from 0.
template <class ExecutionSpace, class Operand>
[[gnu::cold]] Operand rows_from_zero(ExecutionSpace const& exec, Operand const& operand,
                                     LaterEntries const& entries) {
  return rows_of_pattern(operand, graph_from_zero(exec, pattern_of(operand), entries), entries);
}

/// Two read-only operands, matrices or graphs, either of which may hold rows of a larger matrix.
template <class ExecutionSpace, class A, class B>
class RowsFromZero {
 public:
  RowsFromZero(ExecutionSpace const& exec, A const& a, B const& b)
      : exec_{exec}, given_a_{a}, given_b_{b} {}
  /// Kernels may still read the offsets that are freed.
  ~RowsFromZero() {
    if (are_counted_anew()) exec_.fence("araios: offsets of rows of a larger matrix are freed");
  }
  RowsFromZero(RowsFromZero const&) = delete;
  RowsFromZero& operator=(RowsFromZero const&) = delete;

  A const& a() const { return a_ ? *a_ : given_a_; }
  B const& b() const { return b_ ? *b_ : given_b_; }

  /// Counts the entries of rows of a larger matrix from 0. A pattern that is both operands stays
  /// one. Returns whether there are such rows. Throws: OutOfMemory.
  bool count_anew() {
    return or_out_of_memory("the row offsets of rows of a larger matrix", 0, [&] {
      LaterEntries const of_a = later_entries(exec_, pattern_of(given_a_));
      if (of_a.begins_later()) a_ = rows_from_zero(exec_, given_a_, of_a);
      if (of_a.begins_later() && share_pattern(of_a)) return true;
      LaterEntries const of_b = later_entries(exec_, pattern_of(given_b_));
      if (of_b.begins_later()) b_ = rows_from_zero(exec_, given_b_, of_b);
      return are_counted_anew();
    });
  }
  bool are_counted_anew() const { return a_ || b_; }

  /// A message about an operand, with where its entries count from here.
  [[gnu::cold]] std::string explained(std::string const& message) const {
    bool const is_of_a = message.starts_with("A.");
    if (!(is_of_a && a_) && !(message.starts_with("B.") && b_)) return message;
    return message + "; its entries count from that of " + (is_of_a ? "A" : "B") +
           ".row_offsets[0] here, since it is rows of a larger matrix";
  }

 private:
  /// Gives B the counted pattern of A if one pattern is both operands. Returns whether it is.
  bool share_pattern(LaterEntries const& of_a) {
    if constexpr (std::is_same_v<decltype(graph_of(given_a_)), decltype(graph_of(given_b_))>) {
      if (!is_same_graph(pattern_of(given_a_), pattern_of(given_b_))) return false;
      b_ = rows_of_pattern(given_b_, pattern_of(*a_), of_a);
      return true;
    } else {
      return false;
    }
  }

  ExecutionSpace const& exec_;
  A const& given_a_;
  B const& given_b_;
  std::optional<A> a_;  ///< empty: as given
  std::optional<B> b_;
};

/// call(a, b) for read-only operands, either of which may hold rows of a larger matrix: these are
/// counted from 0. `looks_first` makes devices look for them before the call. Otherwise they look
/// when it has refused the operands, so that others need not wait.
///
/// Throws: what the call throws.
template <class ExecutionSpace, class A, class B, class Call>
auto with_rows_from_zero(ExecutionSpace const& exec, A const& a, B const& b, bool looks_first,
                         Call const& call) {
  bool has_looked = is_host_space_v<ExecutionSpace> || looks_first;
  RowsFromZero<ExecutionSpace, A, B> rows{exec, a, b};
  if (has_looked) rows.count_anew();
  for (;;) {
    try {
      return call(rows.a(), rows.b());
    } catch (std::invalid_argument const& error) {
      if (rows.are_counted_anew()) throw std::invalid_argument{rows.explained(error.what())};
      if (has_looked || !rows.count_anew()) throw;
      has_looked = true;
    }
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
