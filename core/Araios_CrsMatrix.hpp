// SPDX-License-Identifier: BSD-3-Clause
// Compressed-row matrices and graphs as plain aggregates of Kokkos views.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

/// Sparse matrix products on Kokkos: all names of the library. Those within araios::impl may change
/// in any version.
namespace araios::inline ARAIOS_ISA {

namespace impl {
/// Does not compile where parameters of a matrix stand in another order. A function, as
/// require_indices is.
template <class Offset, class Ordinal>
constexpr bool require_order() {
  static_assert(std::is_integral_v<Offset> && !std::is_const_v<Offset>,
                "Offset is not an integer; the order is Scalar, Offset, Ordinal, Device");
  static_assert(std::is_integral_v<Ordinal>,
                "Ordinal is not an integer; the order is Scalar, Offset, Ordinal, Device");
  return true;
}

/// Whether an array becomes another one as it is: its elements stay or become read-only, and the
/// device keeps its Kokkos::Device, of which `Kokkos::OpenMP` is another name.
template <class T, class Device, class Other, class OtherDevice>
constexpr bool array_converts() {
  constexpr bool is_same_device =
      std::is_same_v<typename OtherDevice::device_type, typename Device::device_type>;
  return is_same_device && (std::is_same_v<Other, T> || std::is_same_v<Other, T const>);
}
}  // namespace impl

/// The pattern of a sparse matrix in compressed-row form.
///
/// Constness follows Kokkos views: `Ordinal const` gives a pattern whose columns are read-only, and
/// a graph of `Ordinal` converts to it. Row offsets are always read-only. `Device` may be a
/// Kokkos::Device or a space of Kokkos; graphs that name one device in two ways convert.
///
/// Shapes: num_rows × num_cols; row_offsets has num_rows + 1 elements and may be empty when
///         num_rows is 0; columns has at least row_offsets(num_rows) elements.
/// Pre:    row_offsets is nondecreasing; columns are in [0, num_cols). Columns of a row may come in
///         any order and may repeat: repeated entries add up. Offsets start at 0, or at a later
///         entry where an operand is rows of a larger matrix in the arrays of all its entries.
///         Indices that count from 1 look like such rows where these arrays have room to spare.
template <class Offset, class Ordinal, class Device>
struct CrsGraph {
  using offset_type = Offset;                                     ///< counts entries
  using ordinal_type = std::remove_const_t<Ordinal>;              ///< numbers rows and columns
  using device_type = typename Device::device_type;               ///< Kokkos::Device of the views
  using execution_space = typename device_type::execution_space;  ///< of the device
  using memory_space = typename device_type::memory_space;        ///< where the views lie

  static_assert(impl::require_order<Offset, ordinal_type>());

  ordinal_type num_rows = 0;  ///< rows
  ordinal_type num_cols = 0;  ///< columns
  /// Row i has the entries from row_offsets(i) up to row_offsets(i + 1).
  Kokkos::View<Offset const*, device_type> row_offsets;
  /// The column of each entry.
  Kokkos::View<Ordinal*, device_type> columns;

  /// The same pattern, with read-only columns or another name of the device.
  template <class OtherOrdinal, class OtherDevice>
  requires(impl::array_converts<Ordinal, Device, OtherOrdinal, OtherDevice>())
  operator CrsGraph<Offset, OtherOrdinal, OtherDevice>() const {
    return {num_rows, num_cols, row_offsets, columns};
  }
};

/// A sparse matrix in compressed-row form: a graph and one value for each of its entries.
///
/// Kokkos Kernels has another order of parameters. `CrsMatrix A{CrsGraph{...}, values}` and
/// matrix_of take them from views.
///
/// Shapes: values has at least as many elements as the graph has entries. `Scalar const` and
///         `Ordinal const` give a read-only matrix, as an operand may be.
/// Pre:    all views have a stride of one. Kokkos ends the program where a LayoutStride view that
///         has another is given to a matrix whose types are named.
template <class Scalar, class Offset, class Ordinal, class Device>
struct CrsMatrix {
  using scalar_type = std::remove_const_t<Scalar>;               ///< of the values
  using graph_type = CrsGraph<Offset, Ordinal, Device>;          ///< of the pattern
  using offset_type = Offset;                                    ///< counts entries
  using ordinal_type = typename graph_type::ordinal_type;        ///< numbers rows and columns
  using device_type = typename graph_type::device_type;          ///< Kokkos::Device of the views
  using execution_space = typename graph_type::execution_space;  ///< of the device
  using memory_space = typename graph_type::memory_space;        ///< where the views lie

  graph_type graph;                           ///< the pattern
  Kokkos::View<Scalar*, device_type> values;  ///< the value of each entry

  /// The same matrix, with read-only values or columns or another name of the device.
  template <class OtherScalar, class OtherOrdinal, class OtherDevice>
  requires(impl::array_converts<Scalar, Device, OtherScalar, OtherDevice>() &&
           impl::array_converts<Ordinal, Device, OtherOrdinal, OtherDevice>())
  operator CrsMatrix<OtherScalar, Offset, OtherOrdinal, OtherDevice>() const {
    return {graph, values};
  }
};

namespace impl {
/// Types of a view as an array of a matrix. Does not compile where it can be none.
template <class V>
struct ArrayOfMatrix {
  static constexpr bool is_vector = [] {
    if constexpr (Kokkos::is_view_v<V>) return V::rank() == 1;
    return false;
  }();
  static_assert(is_vector, "an array of the matrix is not a Kokkos view of one dimension");
  static_assert(!std::is_same_v<typename V::array_layout, Kokkos::LayoutStride>,
                "an array of the matrix has strides, expected LayoutRight or LayoutLeft");
  using element_type = typename V::value_type;
  using index_type = typename V::non_const_value_type;
  using device_type = typename V::device_type;
};

/// Rows, columns and arrays of a graph in braces, of which no types can be deduced.
struct BracedGraph {
  template <class Rows, class Cols, class RowOffsets, class Columns>
  BracedGraph(Rows const&, Cols const&, RowOffsets const&, Columns const&) {}
};
}  // namespace impl

/// `CrsGraph{num_rows, num_cols, row_offsets, columns}` has the types of its views. Columns are
/// read-only where theirs are.
template <class Rows, class Cols, class RowOffsets, class Columns>
CrsGraph(Rows, Cols, RowOffsets, Columns)
    -> CrsGraph<typename impl::ArrayOfMatrix<RowOffsets>::index_type,
                typename impl::ArrayOfMatrix<Columns>::element_type,
                typename impl::ArrayOfMatrix<Columns>::device_type>;

/// `CrsMatrix{graph, values}` likewise.
template <class Offset, class Ordinal, class Device, class Values>
CrsMatrix(CrsGraph<Offset, Ordinal, Device>, Values)
    -> CrsMatrix<typename impl::ArrayOfMatrix<Values>::element_type, Offset, Ordinal, Device>;

/// @cond impl
// Names the remedy where the graph of a deduced matrix stands in braces alone.
template <class Values, class Ordinal, class Device>
struct CrsMatrix<Values, impl::BracedGraph, Ordinal, Device> {
  static_assert(std::is_void_v<Values>,
                "no types follow from inner braces: write CrsMatrix A{CrsGraph{num_rows, num_cols, "
                "row_offsets, columns}, values}");
  CrsMatrix(impl::BracedGraph const&, Values const&) {}
};
template <class Values>
CrsMatrix(impl::BracedGraph, Values) -> CrsMatrix<Values, impl::BracedGraph, void, void>;
/// @endcond

namespace impl {
/// Number of entries of a row, in 64 bits.
template <class Graph>
KOKKOS_FUNCTION std::int64_t row_length(Graph const& graph, typename Graph::ordinal_type row) {
  return static_cast<std::int64_t>(graph.row_offsets(row + 1) - graph.row_offsets(row));
}
}  // namespace impl

/// The read-only pattern of a graph, on its Kokkos::Device: what names a device, and whether an
/// operand is constant or not, makes one kernel, not several.
template <class Offset, class Ordinal, class Device>
CrsGraph<Offset, std::remove_const_t<Ordinal> const, typename Device::device_type> graph_of(
    CrsGraph<Offset, Ordinal, Device> const& a) {
  return {a.num_rows, a.num_cols, a.row_offsets, a.columns};
}
/// The read-only pattern of a matrix.
template <class Scalar, class Offset, class Ordinal, class Device>
auto graph_of(CrsMatrix<Scalar, Offset, Ordinal, Device> const& a) {
  return graph_of(a.graph);
}

namespace impl {
/// The same matrix, read-only, on its Kokkos::Device.
template <class Scalar, class Offset, class Ordinal, class Device>
CrsMatrix<std::remove_const_t<Scalar> const, Offset, std::remove_const_t<Ordinal> const,
          typename Device::device_type>
read_only(CrsMatrix<Scalar, Offset, Ordinal, Device> const& a) {
  return {graph_of(a), a.values};
}
}  // namespace impl

}  // namespace araios::inline ARAIOS_ISA
