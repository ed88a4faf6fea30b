// SPDX-License-Identifier: BSD-3-Clause
// Views and decorators of the C++ Sparse BLAS: operands over arrays of the caller.
#pragma once

#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA {

namespace impl::sparse_blas_detail {

/// Elements from a pointer; none where that is null.
template <class T, std::integral Size>
std::span<T> elements_at(T* first, Size size) {
  if (first == nullptr) return {};
  return {first, checked_cast<std::size_t>(size, "the number of elements of an array")};
}

template <class T>
inline constexpr bool is_sparse_view_v = false;
template <class T>
inline constexpr bool is_scaled_v = false;
template <class T>
inline constexpr bool is_conjugated_v = false;

/// Whether values can be conjugated to others.
template <class T>
inline constexpr bool is_complex_value_v = false;
template <class Real>
inline constexpr bool is_complex_value_v<std::complex<Real>> = true;
template <class Real>
inline constexpr bool is_complex_value_v<Kokkos::complex<Real>> = true;

/// The type of the values of an operand, decorated or not, without const.
template <class X>
struct ValueOf {
  using type = std::remove_cv_t<typename X::value_type>;
};
template <class X>
requires requires { typename X::scalar_type; }
struct ValueOf<X> {
  using type = std::remove_cv_t<typename X::scalar_type>;
};
template <class X>
using value_of_t = typename ValueOf<std::remove_cvref_t<X>>::type;

/// A factor in the type of the values that it scales.
template <class Value, class Alpha>
Value factor_from(Alpha const& alpha) {
  if constexpr (is_complex_value_v<Value> && std::is_arithmetic_v<Alpha>) {
    return Value(static_cast<typename Value::value_type>(alpha));
  } else {
    return static_cast<Value>(alpha);
  }
}

/// The elements of a range, const where they are.
template <class Range>
using element_of_t = std::remove_reference_t<std::ranges::range_reference_t<Range>>;

/// A dense operand of another library than Kokkos: an array of one dimension.
template <class X>
concept ArrayRange = std::ranges::contiguous_range<X> && !Kokkos::is_view_v<std::remove_cvref_t<X>>;

/// An operand as a decorator keeps it: arrays by reference, all others as copies of views.
template <class X>
auto view_of(X&& x) {
  if constexpr (ArrayRange<X>) {
    constexpr bool outlives_the_call = std::ranges::borrowed_range<X>;
    static_assert(outlives_the_call, "an array is a temporary of the call: keep it in a variable");
    return std::span{std::ranges::data(x), std::ranges::size(x)};
  } else {
    return std::remove_cvref_t<X>(x);
  }
}
template <class X>
using view_of_t = decltype(view_of(std::declval<X>()));

}  // namespace impl::sparse_blas_detail

/// The names and the calls of the C++ Sparse BLAS, carried out by Araios. An execution space of
/// Kokkos, or an instance of one, is the policy.
namespace sparse_blas {

// NOLINTBEGIN(readability-identifier-naming): names are those of the C++ Sparse BLAS.

using index_t = std::int32_t;  ///< numbers rows and columns, unless a view says otherwise
using offset_t = index_t;      ///< counts entries, likewise

/// Rows and columns of a matrix.
template <std::integral I = index_t>
class index {
 public:
  using index_type = I;  ///< of both

  /// 0×0.
  index() = default;
  /// Any integers. Throws: std::overflow_error if one does not fit.
  template <std::integral Rows, std::integral Columns>
  index(Rows rows, Columns columns)
      : first{impl::checked_cast<std::remove_const_t<I>>(rows, "the number of rows")},
        second{impl::checked_cast<std::remove_const_t<I>>(columns, "the number of columns")} {}

  /// Rows for 0, columns for 1.
  constexpr I operator[](std::size_t dimension) const { return dimension == 0 ? first : second; }
  /// Compares both.
  bool operator==(index const&) const = default;

  std::remove_const_t<I> first = 0;   ///< rows
  std::remove_const_t<I> second = 0;  ///< columns
};

/// What csr_view and csc_view have in common: three arrays of the caller, which must outlive the
/// view. Each of T, I and O may be const, where a matrix is only read.
///
/// Shapes: offsets rows + 1, or columns + 1 in a csc_view; values and indices an element for each
///         entry.
template <class T, std::integral I, std::integral O, bool by_columns>
class compressed_view {
 public:
  using scalar_type = T;                             ///< of the values
  using scalar_reference = T&;                       ///< refers to a value
  using index_type = I;                              ///< numbers rows and columns
  using offset_type = O;                             ///< counts entries
  using shape_type = index<std::remove_const_t<I>>;  ///< rows and columns
  static constexpr bool is_by_columns = by_columns;  ///< whether offsets are those of columns

  /// The view of arrays at pointers. Those of a result whose size is not known yet are null.
  ///
  /// Throws: std::invalid_argument if a size is negative; std::overflow_error if the entries do not
  ///         fit O.
  template <std::integral Count>
  compressed_view(T* values, O* offsets, I* indices, shape_type shape, Count nnz) {
    take_sizes(shape, nnz);
    auto const lines = static_cast<std::int64_t>(by_columns ? shape[1] : shape[0]);
    take_arrays(impl::sparse_blas_detail::elements_at(values, nnz),
                impl::sparse_blas_detail::elements_at(offsets, lines + 1),
                impl::sparse_blas_detail::elements_at(indices, nnz));
  }
  /// The view of contiguous ranges. Throws: likewise.
  template <std::ranges::contiguous_range Values, std::ranges::contiguous_range Offsets,
            std::ranges::contiguous_range Indices, std::integral Count>
  compressed_view(Values&& values, Offsets&& offsets, Indices&& indices, shape_type shape,
                  Count nnz) {
    take_sizes(shape, nnz);
    take_arrays({std::ranges::data(values), std::ranges::size(values)},
                {std::ranges::data(offsets), std::ranges::size(offsets)},
                {std::ranges::data(indices), std::ranges::size(indices)});
  }

  /// Takes other arrays, as for a result once its size is known: size() is that of `indices` then.
  ///
  /// Throws: std::overflow_error if that does not fit O.
  void update(std::span<T> values, std::span<O> offsets, std::span<I> indices) {
    update(values, offsets, indices, shape_, indices.size());
  }
  /// Takes other arrays and another size. Throws: as the constructors.
  template <std::integral Count>
  void update(std::span<T> values, std::span<O> offsets, std::span<I> indices, shape_type shape,
              Count nnz) {
    take_sizes(shape, nnz);
    take_arrays(values, offsets, indices);
  }

  /// The value of each entry.
  std::span<T> values() const { return values_; }
  /// Rows and columns.
  shape_type shape() const { return shape_; }
  /// Entries, as the caller says.
  std::remove_const_t<O> size() const { return nnz_; }

 protected:
  /// The arrays that csr_view and csc_view name.
  std::span<O> offsets() const { return offsets_; }
  /// Likewise.
  std::span<I> indices() const { return indices_; }

 private:
  template <std::integral Count>
  void take_sizes(shape_type shape, Count nnz) {
    ARAIOS_EXPECTS(shape[0] >= 0 && shape[1] >= 0,
                   "the shape of a view is " + std::to_string(shape[0]) + "×" +
                       std::to_string(shape[1]) + ": a matrix has no negative dimension");
    ARAIOS_EXPECTS(!std::cmp_less(nnz, 0), "the number of entries of a view is " +
                                               std::to_string(nnz) + ", expected at least 0");
    nnz_ = impl::checked_cast<std::remove_const_t<O>>(nnz, "the number of entries of a view");
    shape_ = shape;
  }
  void take_arrays(std::span<T> values, std::span<O> offsets, std::span<I> indices) {
    values_ = values;
    offsets_ = offsets;
    indices_ = indices;
  }

  std::span<T> values_;
  std::span<O> offsets_;
  std::span<I> indices_;
  shape_type shape_;
  std::remove_const_t<O> nnz_ = 0;
};

/// A matrix by rows over arrays of the caller: `csr_view(values, rowptr, colind, {m, n}, nnz)`.
/// Constructors are those of compressed_view.
template <class T, std::integral I = index_t, std::integral O = I>
class csr_view : public compressed_view<T, I, O, false> {
 public:
  using compressed_view<T, I, O, false>::compressed_view;

  /// Row i has the entries from rowptr()[i] up to rowptr()[i + 1].
  std::span<O> rowptr() const { return this->offsets(); }
  /// The column of each entry.
  std::span<I> colind() const { return this->indices(); }
};

/// A matrix by columns over arrays of the caller: `csc_view(values, colptr, rowind, {m, n}, nnz)`.
/// Constructors are those of compressed_view.
template <class T, std::integral I = index_t, std::integral O = I>
class csc_view : public compressed_view<T, I, O, true> {
 public:
  using compressed_view<T, I, O, true>::compressed_view;

  /// Column j has the entries from colptr()[j] up to colptr()[j + 1].
  std::span<O> colptr() const { return this->offsets(); }
  /// The row of each entry.
  std::span<I> rowind() const { return this->indices(); }
};

/// Types of the view from its arrays, const where they are.
template <class T, class O, class I, class Count>
csr_view(T*, O*, I*, index<std::remove_const_t<I>>, Count) -> csr_view<T, I, O>;
/// Likewise of ranges.
template <class Values, class Offsets, class Indices, class Count>
csr_view(Values&&, Offsets&&, Indices&&, index<std::ranges::range_value_t<Indices>>, Count)
    -> csr_view<impl::sparse_blas_detail::element_of_t<Values>,
                impl::sparse_blas_detail::element_of_t<Indices>,
                impl::sparse_blas_detail::element_of_t<Offsets>>;
/// Types of the view from its arrays, const where they are.
template <class T, class O, class I, class Count>
csc_view(T*, O*, I*, index<std::remove_const_t<I>>, Count) -> csc_view<T, I, O>;
/// Likewise of ranges.
template <class Values, class Offsets, class Indices, class Count>
csc_view(Values&&, Offsets&&, Indices&&, index<std::ranges::range_value_t<Indices>>, Count)
    -> csc_view<impl::sparse_blas_detail::element_of_t<Values>,
                impl::sparse_blas_detail::element_of_t<Indices>,
                impl::sparse_blas_detail::element_of_t<Offsets>>;

/// An operand times a number: what `scaled` returns.
template <class View>
class scaled_view {
 public:
  using scalar_type = impl::sparse_blas_detail::value_of_t<View>;  ///< of the factor

  /// Keeps copies of both.
  scaled_view(scalar_type alpha, View base) : alpha_{alpha}, base_{std::move(base)} {}

  /// The factor.
  scalar_type alpha() const { return alpha_; }
  /// The operand without it.
  View const& base() const { return base_; }

 private:
  scalar_type alpha_;
  View base_;
};

/// An operand with conjugated values: what `conjugated` returns for complex ones.
template <class View>
class conjugated_view {
 public:
  using scalar_type = impl::sparse_blas_detail::value_of_t<View>;  ///< of the values

  /// Keeps a copy.
  explicit conjugated_view(View base) : base_{std::move(base)} {}

  /// The operand as it is.
  View const& base() const { return base_; }

 private:
  View base_;
};

}  // namespace sparse_blas

namespace impl::sparse_blas_detail {
template <class T, class I, class O>
inline constexpr bool is_sparse_view_v<sparse_blas::csr_view<T, I, O>> = true;
template <class T, class I, class O>
inline constexpr bool is_sparse_view_v<sparse_blas::csc_view<T, I, O>> = true;
template <class View>
inline constexpr bool is_scaled_v<sparse_blas::scaled_view<View>> = true;
template <class View>
inline constexpr bool is_conjugated_v<sparse_blas::conjugated_view<View>> = true;
}  // namespace impl::sparse_blas_detail

namespace sparse_blas {

/// alpha·x for any operand: a matrix, a vector or a dense matrix. Nothing is computed here.
///
/// Pre: alpha converts to the scalar of x: a real one takes no complex factor. An array outlives
///      what is returned.
template <class Alpha, class X>
auto scaled(Alpha const& alpha, X&& x) {
  using View = impl::sparse_blas_detail::view_of_t<X>;
  using Value = impl::sparse_blas_detail::value_of_t<View>;
  constexpr bool is_factor = std::is_constructible_v<Value, Alpha const&>;
  static_assert(is_factor, "scaled: alpha is complex or no number, and the operand is real");
  return scaled_view<View>{impl::sparse_blas_detail::factor_from<Value>(alpha),
                           impl::sparse_blas_detail::view_of(std::forward<X>(x))};
}

/// x with conjugated values, for any operand. Real ones stay as they are.
///
/// Pre:  an array outlives what is returned.
/// Cost: none here; a product takes a copy of complex values.
template <class X>
auto conjugated(X&& x) {
  auto view = impl::sparse_blas_detail::view_of(std::forward<X>(x));
  using View = decltype(view);
  if constexpr (impl::sparse_blas_detail::is_complex_value_v<
                    impl::sparse_blas_detail::value_of_t<View>>) {
    return conjugated_view<View>{std::move(view)};
  } else {
    return view;
  }
}

/// The transpose of a matrix over the same arrays: a csr_view becomes a csc_view, and the reverse.
/// Values are not conjugated. Decorators of the matrix stay.
template <class M>
auto transposed(M const& m) {
  using impl::sparse_blas_detail::is_conjugated_v;
  using impl::sparse_blas_detail::is_scaled_v;
  constexpr bool is_sparse = impl::sparse_blas_detail::is_sparse_view_v<M>;
  static_assert(is_sparse || is_scaled_v<M> || is_conjugated_v<M>,
                "transposed takes a csr_view or a csc_view, decorated or not");
  if constexpr (is_scaled_v<M>) {
    return scaled(m.alpha(), sparse_blas::transposed(m.base()));
  } else if constexpr (is_conjugated_v<M>) {
    return conjugated(sparse_blas::transposed(m.base()));
  } else if constexpr (is_sparse) {
    using T = typename M::scalar_type;
    using I = typename M::index_type;
    using O = typename M::offset_type;
    typename M::shape_type const shape{m.shape()[1], m.shape()[0]};
    if constexpr (M::is_by_columns) {
      return csr_view<T, I, O>(m.values(), m.colptr(), m.rowind(), shape, m.size());
    } else {
      return csc_view<T, I, O>(m.values(), m.rowptr(), m.colind(), shape, m.size());
    }
  }
}
// NOLINTEND(readability-identifier-naming)

}  // namespace sparse_blas
}  // namespace araios::inline ARAIOS_ISA
