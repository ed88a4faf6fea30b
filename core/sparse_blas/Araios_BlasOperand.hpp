// SPDX-License-Identifier: BSD-3-Clause
// Operands of the C++ Sparse BLAS without their decorators, checked, and as Araios takes them.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SparseBlasViews.hpp>
#include <matrix/Araios_GatherElements.hpp>
#include <platform/Araios_ElementTypes.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// The scalar that stands for T: Kokkos::complex has the bytes of std::complex.
template <class T>
struct ScalarFor {
  using type = T;
};
template <class Real>
struct ScalarFor<std::complex<Real>> {
  using type = Kokkos::complex<Real>;
};
template <class T>
using scalar_for_t = typename ScalarFor<std::remove_cv_t<T>>::type;

/// An operand without its decorators, and what they ask.
template <class View, bool conjugated>
struct Undecorated {
  using view_type = View;
  using scalar_type = scalar_for_t<sparse_blas_detail::value_of_t<View>>;
  static constexpr bool is_conjugated = conjugated;

  View view;
  scalar_type factor;
};

/// Takes the decorators off an operand.
template <class X>
auto undecorated(X&& x) {
  using Given = std::remove_cvref_t<X>;
  if constexpr (sparse_blas_detail::is_scaled_v<Given>) {
    auto inner = impl::undecorated(x.base());
    inner.factor *= static_cast<typename decltype(inner)::scalar_type>(x.alpha());
    return inner;
  } else if constexpr (sparse_blas_detail::is_conjugated_v<Given>) {
    auto inner = impl::undecorated(x.base());
    using Inner = decltype(inner);
    return Undecorated<typename Inner::view_type, !Inner::is_conjugated>{
        inner.view, ConjugateElement{}(inner.factor)};
  } else {
    auto view = sparse_blas_detail::view_of(std::forward<X>(x));
    using Scalar = scalar_for_t<sparse_blas_detail::value_of_t<decltype(view)>>;
    return Undecorated<decltype(view), false>{view, Scalar{1}};
  }
}

/// Whether a result has no decorators. Does not compile otherwise.
template <class C>
constexpr bool require_plain_result() {
  using Given = std::remove_cvref_t<C>;
  constexpr bool is_scaled = sparse_blas_detail::is_scaled_v<Given>;
  constexpr bool is_conjugated = sparse_blas_detail::is_conjugated_v<Given>;
  static_assert(!is_scaled, "c is scaled, and is to be written: scale a, b or d");
  static_assert(!is_conjugated, "c is conjugated, and is to be written: conjugate a and b");
  return !is_scaled && !is_conjugated;
}

/// Whether the types of a sparse view are supported. Does not compile otherwise.
template <class View>
constexpr bool require_view_types() {
  using Index = std::remove_const_t<typename View::index_type>;
  using Offset = std::remove_const_t<typename View::offset_type>;
  constexpr bool is_scalar = ScalarType<scalar_for_t<typename View::scalar_type>>;
  constexpr bool is_index = OrdinalType<Index>;
  constexpr bool is_offset = OffsetType<Offset>;
  static_assert(is_scalar, "T of a view is not float, double or a complex number of either");
  static_assert(is_index, "I of a view is not int32_t or int64_t");
  static_assert(is_offset, "O of a view is not int32_t, int64_t or size_t");
  return is_scalar && is_index && is_offset;
}

/// Whether a matrix can be written. Does not compile otherwise.
template <class View>
constexpr bool require_writable_view() {
  constexpr bool is_writable = !std::is_const_v<typename View::scalar_type> &&
                               !std::is_const_v<typename View::index_type> &&
                               !std::is_const_v<typename View::offset_type>;
  static_assert(is_writable, "T, I or O of c is const, and c is to be written");
  return is_writable;
}

template <class View>
auto offsets_of(View const& view) {
  if constexpr (View::is_by_columns) {
    return view.colptr();
  } else {
    return view.rowptr();
  }
}
template <class View>
auto indices_of(View const& view) {
  if constexpr (View::is_by_columns) {
    return view.rowind();
  } else {
    return view.colind();
  }
}
template <class View>
std::string offsets_name(char const* name) {
  return std::string{name} + (View::is_by_columns ? ".colptr" : ".rowptr");
}
template <class View>
std::string indices_name(char const* name) {
  return std::string{name} + (View::is_by_columns ? ".rowind" : ".colind");
}

/// "3×4".
template <class Shape>
std::string shape_text(Shape const& shape) {
  return std::to_string(shape[0]) + "×" + std::to_string(shape[1]);
}

/// Throws: std::invalid_argument if an array has fewer elements, or none where some are expected.
template <class T>
void expect_elements(std::span<T> array, std::int64_t count, std::string const& name) {
  ARAIOS_EXPECTS(array.data() != nullptr || count == 0,
                 name + " is null, expected " + std::to_string(count) + " elements");
  ARAIOS_EXPECTS(std::cmp_greater_equal(array.size(), count),
                 name + " has " + std::to_string(array.size()) + " elements, expected at least " +
                     std::to_string(count));
  // Kokkos::complex may be aligned to more bytes than std::complex.
  constexpr std::size_t alignment = alignof(scalar_for_t<T>);
  ARAIOS_EXPECTS(
      reinterpret_cast<std::uintptr_t>(array.data()) % alignment == 0,
      name + " is not aligned to " + std::to_string(alignment) + " bytes, as Kokkos::complex is");
}

/// Throws: std::invalid_argument unless a view has an offset for each row or column, and one more.
template <class View>
void expect_offsets(View const& view, char const* name) {
  auto const offsets = offsets_of(view);
  std::int64_t const lines = view.shape()[View::is_by_columns ? 1 : 0];
  if (lines == 0 && offsets.empty()) return;
  auto const expected =
      std::to_string(lines + 1) + " for a " + shape_text(view.shape()) + " matrix";
  ARAIOS_EXPECTS(offsets.data() != nullptr,
                 offsets_name<View>(name) + " is null, expected offsets: " + expected);
  ARAIOS_EXPECTS(std::cmp_equal(offsets.size(), lines + 1), offsets_name<View>(name) + " has " +
                                                                std::to_string(offsets.size()) +
                                                                " elements, expected " + expected);
}

/// Throws: std::invalid_argument unless the arrays of a view have room for `nnz` entries.
template <class View>
void expect_entries(View const& view, std::int64_t nnz, char const* name) {
  expect_elements(view.values(), nnz, std::string{name} + ".values");
  expect_elements(indices_of(view), nnz, indices_name<View>(name));
}

/// Throws: std::invalid_argument unless a view has all arrays of an operand.
template <class View>
void expect_arrays(View const& view, char const* name) {
  expect_offsets(view, name);
  auto const nnz = checked_cast<std::int64_t>(view.size(), std::string{name} + ".size()");
  expect_entries(view, nnz, name);
}

/// An array of the caller as a view: Araios' scalar in place of that of the array.
template <class Device, class T>
auto array_view(std::span<T> array) {
  using Scalar = scalar_for_t<T>;
  using Element = std::conditional_t<std::is_const_v<T>, Scalar const, Scalar>;
  return Kokkos::View<Element*, Device>(reinterpret_cast<Element*>(array.data()), array.size());
}

/// The pattern that the arrays hold as compressed rows: that of the matrix itself, or of its
/// transpose where the view is by columns.
template <class Device, class View>
auto stored_graph(View const& view) {
  using Offset = std::remove_const_t<typename View::offset_type>;
  using Ordinal = std::remove_const_t<typename View::index_type>;
  auto const shape = view.shape();
  auto const nnz = static_cast<std::size_t>(view.size());
  return CrsGraph<Offset, Ordinal const, Device>{
      shape[View::is_by_columns ? 1 : 0], shape[View::is_by_columns ? 0 : 1],
      array_view<Device>(offsets_of(view)), array_view<Device>(indices_of(view).first(nnz))};
}

/// The values of the entries of an operand.
template <class Device, class View>
auto stored_values(View const& view) {
  using Scalar = scalar_for_t<typename View::scalar_type>;
  return Kokkos::View<Scalar const*, Device>{
      array_view<Device>(view.values().first(static_cast<std::size_t>(view.size())))};
}

}  // namespace araios::inline ARAIOS_ISA::impl
