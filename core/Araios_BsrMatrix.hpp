// SPDX-License-Identifier: BSD-3-Clause
// Matrices of dense blocks of one shape (BSR) as plain aggregates of Kokkos views.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA {

/// A sparse matrix of dense blocks of one shape: a graph, whose rows, columns and entries are those
/// of blocks, and the elements of each block.
///
/// Shapes: num_rows·block_rows × num_cols·block_cols with the counts of the graph; values has at
///         least as many elements as all blocks. They lie block by block in the order of the
///         entries, each block row by row. `Scalar const` and `Ordinal const` give a read-only
///         matrix, as an operand may be.
/// Pre:    block_rows and block_cols are at least 1; the graph as CrsGraph asks, so that blocks may
///         come in any order and may repeat: repeated ones add up. All views have a stride of one.
template <class Scalar, class Offset, class Ordinal, class Device>
struct BsrMatrix {
  using scalar_type = std::remove_const_t<Scalar>;               ///< of the values
  using graph_type = CrsGraph<Offset, Ordinal, Device>;          ///< of the pattern of blocks
  using offset_type = Offset;                                    ///< counts blocks
  using ordinal_type = typename graph_type::ordinal_type;        ///< numbers rows of blocks
  using device_type = typename graph_type::device_type;          ///< Kokkos::Device of the views
  using execution_space = typename graph_type::execution_space;  ///< of the device
  using memory_space = typename graph_type::memory_space;        ///< where the views lie

  graph_type graph;                           ///< the pattern of blocks
  Kokkos::View<Scalar*, device_type> values;  ///< the elements of each block
  int block_rows = 1;                         ///< of each block
  int block_cols = 1;                         ///< of each block

  /// The same matrix, with read-only values or columns or another name of the device.
  template <class OtherScalar, class OtherOrdinal, class OtherDevice>
  requires(impl::array_converts<Scalar, Device, OtherScalar, OtherDevice>() &&
           impl::array_converts<Ordinal, Device, OtherOrdinal, OtherDevice>())
  operator BsrMatrix<OtherScalar, Offset, OtherOrdinal, OtherDevice>() const {
    return {graph, values, block_rows, block_cols};
  }
};

/// `BsrMatrix{graph, values, block_rows, block_cols}` has the types of its views.
template <class Offset, class Ordinal, class Device, class Values>
BsrMatrix(CrsGraph<Offset, Ordinal, Device>, Values, int, int)
    -> BsrMatrix<typename impl::ArrayOfMatrix<Values>::element_type, Offset, Ordinal, Device>;

namespace impl {
template <class T>
inline constexpr bool is_block_matrix_v = false;
template <class Scalar, class Offset, class Ordinal, class Device>
inline constexpr bool is_block_matrix_v<BsrMatrix<Scalar, Offset, Ordinal, Device>> = true;
}  // namespace impl

/// A BsrMatrix of any types.
template <class T>
concept BlockMatrix = impl::is_block_matrix_v<T>;

/// The read-only pattern of blocks.
template <class Scalar, class Offset, class Ordinal, class Device>
auto graph_of(BsrMatrix<Scalar, Offset, Ordinal, Device> const& a) {
  return graph_of(a.graph);
}

namespace impl {

/// A matrix with one value for each entry, of the types of a matrix of blocks.
template <class Scalar, class Offset, class Ordinal, class Device>
CrsMatrix<Scalar, Offset, Ordinal, Device> with_values_of_blocks(
    BsrMatrix<Scalar, Offset, Ordinal, Device> const& a) {
  return {a.graph, a.values};
}
template <class A>
using MatrixOfTypes = decltype(with_values_of_blocks(std::declval<A const&>()));

/// The same matrix, read-only, on its Kokkos::Device.
template <class Scalar, class Offset, class Ordinal, class Device>
BsrMatrix<std::remove_const_t<Scalar> const, Offset, std::remove_const_t<Ordinal> const,
          typename Device::device_type>
read_only(BsrMatrix<Scalar, Offset, Ordinal, Device> const& a) {
  return {graph_of(a), a.values, a.block_rows, a.block_cols};
}

/// Elements of a block.
template <class A>
std::size_t block_size(A const& a) {
  return static_cast<std::size_t>(a.block_rows) * static_cast<std::size_t>(a.block_cols);
}

}  // namespace impl

}  // namespace araios::inline ARAIOS_ISA
