// SPDX-License-Identifier: BSD-3-Clause
// The nouns of the package as concepts, and which operands fit together.
#pragma once

#include <Araios_Access.hpp>
#include <Araios_Accumulator.hpp>
#include <Araios_Combine.hpp>
#include <Araios_CrsMatrix.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace araios {

namespace concepts_detail {
template <class T>
inline constexpr bool is_graph_v = false;
template <class Offset, class Ordinal, class Device>
inline constexpr bool is_graph_v<CrsGraph<Offset, Ordinal, Device>> = true;
template <class T>
inline constexpr bool is_matrix_v = false;
template <class Scalar, class Offset, class Ordinal, class Device>
inline constexpr bool is_matrix_v<CrsMatrix<Scalar, Offset, Ordinal, Device>> = true;
}  // namespace concepts_detail

template <class T>
concept SparseMatrix = concepts_detail::is_matrix_v<T>;

/// A matrix, or its pattern alone.
template <class T>
concept SparsePattern = SparseMatrix<T> || concepts_detail::is_graph_v<T>;

/// Operands that an execution space can multiply: it reaches their memory, they share one device
/// and number their columns alike.
template <class ExecutionSpace, class A, class B>
concept Multipliable = Kokkos::is_execution_space<ExecutionSpace>::value && SparsePattern<A> &&
    SparsePattern<B> && std::same_as<typename A::device_type, typename B::device_type> &&
    std::same_as<typename A::ordinal_type, typename B::ordinal_type> &&
    bool{Kokkos::SpaceAccessibility<ExecutionSpace, typename A::memory_space>::accessible};

/// A result that a product of A and B can be written into: it lies beside them and has their
/// scalar.
template <class C, class A>
concept ResultBeside = SparseMatrix<C> && SparseMatrix<A> &&
    std::same_as<typename C::device_type, typename A::device_type> &&
    std::same_as<typename C::ordinal_type, typename A::ordinal_type> &&
    std::same_as<typename C::scalar_type, typename A::scalar_type>;

/// A vector that lies beside a matrix and has its scalar: a Kokkos view of one dimension.
template <class V, class A>
concept VectorBeside = Kokkos::is_view_v<V> && SparseMatrix<A> && bool{V::rank() == 1} &&
                       std::same_as<typename V::memory_space, typename A::memory_space>&&
                           std::same_as<typename V::non_const_value_type, typename A::scalar_type>;

/// Collects the products of one row: a view over a clean chunk, which clear makes clean again.
template <class T>
concept Accumulator = requires(T accumulator, T const& filled, AccumulatorShape shape,
                               std::byte* memory, typename T::key_type key,
                               typename T::value_type value, typename T::entry_type entry) {
  T{memory, shape};
  { T::allows_two_levels } -> std::convertible_to<bool>;
  { T::allows_access } -> std::convertible_to<bool>;
  { T::bytes(shape) } -> std::same_as<std::size_t>;
  { T::clean_bytes(shape) } -> std::same_as<std::size_t>;
  { accumulator.insert(key, value) } -> std::same_as<Insert>;
  { filled.size() } -> std::same_as<typename T::entry_type>;
  { filled.capacity() } -> std::same_as<typename T::entry_type>;
  { filled.key(entry) } -> std::same_as<typename T::key_type>;
  { filled.value(entry) } -> std::same_as<typename T::value_type>;
};

/// How the lanes that own a row together access its accumulator.
template <class Partitioning, class ExecutionSpace>
using access_of =
    std::conditional_t<Partitioning::template single_lane<ExecutionSpace>, Exclusive,
                       std::conditional_t<Partitioning::equal_keys_meet, Contended, Shared>>;

/// The accumulator of a family works with a partitioning on an execution space.
template <class Family, class Partitioning, class ExecutionSpace>
inline constexpr bool is_valid_pair_v =
    Family::template type<int, Mark, access_of<Partitioning, ExecutionSpace>>::allows_access;

/// Says what a product is worth, and what becomes of a finished row.
template <class T>
concept Phase = requires(T const& phase, typename T::ordinal_type row) {
  typename T::combine;
  phase.products;
  phase.reject(row);
};

}  // namespace araios
