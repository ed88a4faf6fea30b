// SPDX-License-Identifier: BSD-3-Clause
// The operands of products as concepts, and which fit together.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <platform/Araios_ElementTypes.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

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

/// What values are: float, double or Kokkos::complex of either.
template <class T>
concept KnownScalar = impl::ScalarType<T>;

/// What numbers rows and columns: int32_t or int64_t.
template <class T>
concept KnownOrdinal = impl::OrdinalType<T>;

/// What counts entries: int32_t, int64_t or size_t.
template <class T>
concept KnownOffset = impl::OffsetType<T>;

/// An execution space that reaches the memory of a matrix.
template <class ExecutionSpace, class A>
concept ReachesMemory = Kokkos::is_execution_space<ExecutionSpace>::value &&
    bool{Kokkos::SpaceAccessibility<ExecutionSpace, typename A::memory_space>::accessible};

/// Operands on one device.
template <class A, class B>
concept SameDevice = std::same_as<typename A::device_type, typename B::device_type>;

/// Operands that number rows and columns alike.
template <class A, class B>
concept SameOrdinal = std::same_as<typename A::ordinal_type, typename B::ordinal_type>;

/// Matrices of one scalar, `const` or not.
template <class A, class B>
concept SameScalar = std::same_as<typename A::scalar_type, typename B::scalar_type>;

/// Operands that an execution space can multiply: it reaches their memory, they share one device
/// and number their columns alike.
template <class ExecutionSpace, class A, class B>
concept Multipliable = SparsePattern<A> && SparsePattern<B> && SameDevice<A, B> &&
    SameOrdinal<A, B> && ReachesMemory<ExecutionSpace, A>;

/// A result that a product of A and B can be written into: it lies beside them and has their
/// scalar.
template <class C, class A>
concept ResultBeside =
    SparseMatrix<C> && SparseMatrix<A> && SameDevice<C, A> && SameOrdinal<C, A> && SameScalar<C, A>;

/// A result whose values can be written. A plan allocates C with read-only columns.
template <class C>
concept WritableResult =
    SparseMatrix<C> && !std::is_const_v<typename decltype(C::values)::value_type>;

/// A result that counts entries as a plan does.
template <class C, class Plan>
concept ResultOfPlan =
    SparseMatrix<C> && std::same_as<typename C::offset_type, typename Plan::offset_type>;

/// A vector that lies beside a matrix and has its scalar: a Kokkos view of one dimension.
template <class V, class A>
concept VectorBeside = Kokkos::is_view_v<V> && SparseMatrix<A> && bool{V::rank() == 1} &&
                       std::same_as<typename V::memory_space, typename A::memory_space>&&
                           std::same_as<typename V::non_const_value_type, typename A::scalar_type>;

}  // namespace araios::inline ARAIOS_ISA
