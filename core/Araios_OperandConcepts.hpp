// SPDX-License-Identifier: BSD-3-Clause
// The operands of products as concepts, and which fit together.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>

namespace araios::inline ARAIOS_ISA {

namespace impl::concepts_detail {
template <class T>
inline constexpr bool is_graph_v = false;
template <class Offset, class Ordinal, class Device>
inline constexpr bool is_graph_v<CrsGraph<Offset, Ordinal, Device>> = true;
template <class T>
inline constexpr bool is_matrix_v = false;
template <class Scalar, class Offset, class Ordinal, class Device>
inline constexpr bool is_matrix_v<CrsMatrix<Scalar, Offset, Ordinal, Device>> = true;
}  // namespace impl::concepts_detail

/// A CrsMatrix of any types.
template <class T>
concept SparseMatrix = impl::concepts_detail::is_matrix_v<T>;

/// A matrix, or its pattern alone.
template <class T>
concept SparsePattern = SparseMatrix<T> || impl::concepts_detail::is_graph_v<T>;

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

}  // namespace araios::inline ARAIOS_ISA
