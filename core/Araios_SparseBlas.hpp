// SPDX-License-Identifier: BSD-3-Clause
// The products of the C++ Sparse BLAS as programs for it write them, carried out by Araios.
#pragma once

#include <Araios_SparseBlasInfo.hpp>
#include <Araios_SparseBlasViews.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sparse_blas/Araios_BlasDense.hpp>
#include <sparse_blas/Araios_BlasOperand.hpp>
#include <sparse_blas/Araios_BlasSpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA {

namespace impl::sparse_blas_detail {

using sparse_blas::operation_info_t;

/// What carries a call out.
template <class X>
concept Policy = bool{Kokkos::is_execution_space_v<X>};

/// An argument that is neither a policy nor an info: what it must be instead, an assertion says.
template <class X>
concept Operand =
    !Policy<std::remove_cvref_t<X>> && !std::same_as<std::remove_cvref_t<X>, operation_info_t>;

/// Carries out calls that name no policy: it reaches the arrays of the standard library.
using DefaultPolicy = Kokkos::DefaultHostExecutionSpace;

inline NoAddend without_decorators() { return {}; }
template <class D>
auto without_decorators(D const& d) {
  return undecorated(d);
}

/// Who carries a call out, and its name in messages.
template <class Exec>
struct NamedCall {
  Exec const& exec;
  char const* name;
};

/// action(product) for C = A·B, or with D as C = A·B + D.
template <class Exec, class Action, class A, class B, class C, class... D>
void with_sparse(NamedCall<Exec> const& call, Action const& action, A const& a, B const& b,
                 C const& c, D const&... d) {
  if constexpr (require_plain_result<C>()) {
    auto const plain_a = undecorated(a);
    auto const plain_b = undecorated(b);
    auto const plain_d = without_decorators(d...);
    using PlainA = std::remove_const_t<decltype(plain_a)>;
    using PlainB = std::remove_const_t<decltype(plain_b)>;
    using PlainD = std::remove_const_t<decltype(plain_d)>;
    constexpr bool fits = [] {
      using ViewA = typename PlainA::view_type;
      if constexpr (sizeof...(D) == 0) {
        return require_sparse_product<ViewA, typename PlainB::view_type, C>();
      } else {
        return require_sparse_product<ViewA, typename PlainB::view_type, C>() &&
               require_sparse_product<ViewA, typename PlainD::view_type, C>();
      }
    }();
    if constexpr (fits) {
      if constexpr (require_writable_view<C>()) {
        action(BlasSpGemm<Exec, PlainA, PlainB, C, PlainD>{call.exec, call.name, plain_a, plain_b,
                                                           c, plain_d});
      }
    }
  }
}

/// action(product) for dense B and C.
template <class Exec, class Action, class A, class B, class C>
void with_dense(NamedCall<Exec> const& call, Action const& action, A const& a, B const& b, C&& c) {
  if constexpr (require_plain_result<C>()) {
    auto const plain_a = undecorated(a);
    auto const plain_b = undecorated(b);
    auto const plain_c = view_of(std::forward<C>(c));
    using PlainA = std::remove_const_t<decltype(plain_a)>;
    using PlainB = std::remove_const_t<decltype(plain_b)>;
    using PlainC = std::remove_const_t<decltype(plain_c)>;
    using Device = typename Exec::device_type;
    if constexpr (require_dense_product<typename PlainA::view_type, typename PlainB::view_type,
                                        PlainC>()) {
      auto const view_b = dense_view<Device>(plain_b.view);
      auto const view_c = dense_view<Device>(plain_c);
      using ViewB = std::remove_const_t<decltype(view_b)>;
      using ViewC = std::remove_const_t<decltype(view_c)>;
      using DenseB = Undecorated<ViewB, PlainB::is_conjugated>;
      DenseB const dense_b{view_b, plain_b.factor};
      action(
          BlasDense<Exec, PlainA, DenseB, ViewC>{call.exec, call.name, plain_a, dense_b, view_c});
    }
  }
}

/// Checks what a product is to be formed of, and keeps in the info what it needs again.
template <class Exec, class A, class B, class C>
void inspect(Exec const& exec, operation_info_t& info, A const& a, B const& b, C&& c) {
  NamedCall<Exec> const call{exec, "multiply_inspect"};
  if constexpr (is_sparse_view_v<std::remove_cvref_t<C>>) {
    auto const action = [](auto const& product) { product.inspect(); };
    with_sparse(call, action, a, b, c);
  } else {
    auto const action = [&](auto const& product) { product.inspect(info); };
    with_dense(call, action, a, b, std::forward<C>(c));
  }
}

template <class Exec, class A, class B, class C>
void multiply(Exec const& exec, operation_info_t& info, A const& a, B const& b, C&& c) {
  constexpr bool is_dense = !is_sparse_view_v<std::remove_cvref_t<C>>;
  static_assert(is_dense, "c is sparse: call multiply_compute and multiply_fill");
  if constexpr (is_dense) {
    auto const action = [&](auto const& product) { product.multiply(info); };
    with_dense(NamedCall<Exec>{exec, "multiply"}, action, a, b, std::forward<C>(c));
  }
}

template <class Exec, class A, class B, class C>
void multiply_once(Exec const& exec, A const& a, B const& b, C&& c) {
  constexpr bool is_dense = !is_sparse_view_v<std::remove_cvref_t<C>>;
  static_assert(is_dense, "c is sparse: call multiply_compute and multiply_fill");
  if constexpr (is_dense) {
    auto const action = [](auto const& product) { product.multiply_once(); };
    with_dense(NamedCall<Exec>{exec, "multiply"}, action, a, b, std::forward<C>(c));
  }
}

template <class Exec, class... Operands>
void compute(NamedCall<Exec> const& call, operation_info_t& info, Operands const&... operands) {
  auto const action = [&](auto const& product) { product.compute(info); };
  with_sparse(call, action, operands...);
}

/// `first` names the call that comes before.
template <class Exec, class... Operands>
void fill(NamedCall<Exec> const& call, char const* first, operation_info_t const& info,
          Operands const&... operands) {
  auto const action = [&](auto const& product) { product.fill(info, first); };
  with_sparse(call, action, operands...);
}

/// Operands that may follow the first three: D alone.
template <class... D>
concept AtMostOne = (sizeof...(D) <= 1);

}  // namespace impl::sparse_blas_detail

namespace sparse_blas {

/// c = a·b for a sparse a and dense b and c.
///
/// Shapes: a m×n; b n and c m, or b n×k and c m×k. Vectors are contiguous ranges, or views of one
///         dimension; matrices are views of two dimensions in row-major or column-major order, or
///         mdspans of layout_right or layout_left.
/// Pre:    the policy reaches all arrays. Without one, that is the default execution space of
///         hosts. c is not decorated; a and b may be scaled and conjugated, and a transposed.
/// Throws: std::invalid_argument that names the operand; otherwise as spmv and spmm. c is untouched
///         then. On devices the pattern of a csr_view is not checked.
/// Cost:   as spmv and spmm. A csc_view is transposed in each call: multiply_inspect keeps its
/// rows.
///         Complex values that are conjugated are copied.
/// Fences: the policy, at the end.
template <class ExecutionSpace, class A, class B, class C>
requires impl::sparse_blas_detail::Policy<ExecutionSpace>
void multiply(ExecutionSpace const& policy, A const& a, B const& b, C&& c) {
  impl::sparse_blas_detail::multiply_once(policy, a, b, std::forward<C>(c));
}
/// The same on the default execution space of hosts.
template <class A, class B, class C>
requires impl::sparse_blas_detail::Operand<A>
void multiply(A const& a, B const& b, C&& c) {
  sparse_blas::multiply(impl::sparse_blas_detail::DefaultPolicy{}, a, b, std::forward<C>(c));
}
/// The same with what multiply_inspect has found. An info that holds nothing is inspected first.
///
/// Pre:    the pattern of a is the one that was inspected; values may be others.
/// Throws: as without an info; std::invalid_argument if the info is of another operation, or a
///         csc_view of another pattern.
template <class ExecutionSpace, class A, class B, class C>
requires impl::sparse_blas_detail::Policy<ExecutionSpace>
void multiply(ExecutionSpace const& policy, operation_info_t& info, A const& a, B const& b, C&& c) {
  impl::sparse_blas_detail::multiply(policy, info, a, b, std::forward<C>(c));
}
/// The same on the default execution space of hosts.
template <class A, class B, class C>
void multiply(operation_info_t& info, A const& a, B const& b, C&& c) {
  sparse_blas::multiply(impl::sparse_blas_detail::DefaultPolicy{}, info, a, b, std::forward<C>(c));
}

/// Prepares c = a·b for calls of multiply: checks the operands, keeps the rows of a csc_view and
/// memory. For a sparse c it checks the operands alone.
///
/// Throws: as multiply. The info is untouched then.
/// Fences: the policy, at the end.
template <class ExecutionSpace, class A, class B, class C>
requires impl::sparse_blas_detail::Policy<ExecutionSpace>
void multiply_inspect(ExecutionSpace const& policy, operation_info_t& info, A const& a, B const& b,
                      C&& c) {
  impl::sparse_blas_detail::inspect(policy, info, a, b, std::forward<C>(c));
}
/// The same on the default execution space of hosts.
template <class A, class B, class C>
void multiply_inspect(operation_info_t& info, A const& a, B const& b, C&& c) {
  sparse_blas::multiply_inspect(impl::sparse_blas_detail::DefaultPolicy{}, info, a, b,
                                std::forward<C>(c));
}
/// The same in a new info.
template <class ExecutionSpace, class A, class B, class C>
requires impl::sparse_blas_detail::Policy<ExecutionSpace> operation_info_t
multiply_inspect(ExecutionSpace const& policy, A const& a, B const& b, C&& c) {
  operation_info_t info;
  sparse_blas::multiply_inspect(policy, info, a, b, std::forward<C>(c));
  return info;
}
/// The same in a new info, on the default execution space of hosts.
template <class A, class B, class C>
requires impl::sparse_blas_detail::Operand<A> operation_info_t multiply_inspect(A const& a,
                                                                                B const& b, C&& c) {
  operation_info_t info;
  sparse_blas::multiply_inspect(impl::sparse_blas_detail::DefaultPolicy{}, info, a, b,
                                std::forward<C>(c));
  return info;
}

/// First step of c = a·b, or of c = a·b + d where d follows: plans the product in the info, counts
/// the entries of c and writes its offsets. Then c.update takes arrays of info.result_nnz()
/// elements, and multiply_fill writes them.
///
/// Shapes: a m×k, b k×n, c and d m×n: each a csr_view or a csc_view of its own offsets O.
/// Pre:    the policy reaches all arrays; without one, that is the default execution space of
///         hosts. Whether pointers are of the host or of a device, the library cannot know. Entries
///         of a, b and d come in any order and may repeat. c is not decorated; a, b and d may be
///         scaled, conjugated and transposed.
/// Post:   with d the pattern of c is the union of both, also where factors are zero.
/// Throws: std::invalid_argument that names the operand (shapes, arrays that are null or too short,
///         a c that shares memory with an operand, broken patterns); otherwise as spgemm_symbolic.
///         c and the info are untouched then.
/// Cost:   that of spgemm_symbolic. With d also a numeric phase and that of spadd_symbolic, and of
///         transpose_symbolic for a d by columns where c is by rows, or the reverse; the info keeps
///         a copy of a·b.
/// Fences: the policy, at the end.
template <class ExecutionSpace, class A, class B, class C, class... D>
requires impl::sparse_blas_detail::Policy<ExecutionSpace> &&
    impl::sparse_blas_detail::AtMostOne<D...>
void multiply_compute(ExecutionSpace const& policy, operation_info_t& info, A const& a, B const& b,
                      C const& c, D const&... d) {
  namespace detail = impl::sparse_blas_detail;
  detail::compute(detail::NamedCall<ExecutionSpace>{policy, "multiply_compute"}, info, a, b, c,
                  d...);
}
/// The same on the default execution space of hosts.
template <class A, class B, class C, class... D>
requires impl::sparse_blas_detail::AtMostOne<D...>
void multiply_compute(operation_info_t& info, A const& a, B const& b, C const& c, D const&... d) {
  sparse_blas::multiply_compute(impl::sparse_blas_detail::DefaultPolicy{}, info, a, b, c, d...);
}
/// The same in a new info.
template <class ExecutionSpace, impl::sparse_blas_detail::Operand A, class B, class C, class... D>
requires impl::sparse_blas_detail::Policy<ExecutionSpace> &&
    impl::sparse_blas_detail::AtMostOne<D...>
        operation_info_t multiply_compute(ExecutionSpace const& policy, A const& a, B const& b,
                                          C const& c, D const&... d) {
  operation_info_t info;
  sparse_blas::multiply_compute(policy, info, a, b, c, d...);
  return info;
}
/// The same in a new info, on the default execution space of hosts.
template <class A, class B, class C, class... D>
requires impl::sparse_blas_detail::Operand<A> && impl::sparse_blas_detail::AtMostOne<D...>
    operation_info_t multiply_compute(A const& a, B const& b, C const& c, D const&... d) {
  operation_info_t info;
  sparse_blas::multiply_compute(impl::sparse_blas_detail::DefaultPolicy{}, info, a, b, c, d...);
  return info;
}

/// Second step of c = a·b, or of c = a·b + d: writes offsets, indices and values of c. It may run
/// again for new values and new factors while all patterns stay; then it is multiply_numeric.
///
/// Shapes: as multiply_compute; values and indices of c hold at least info.result_nnz() elements.
/// Post:   indices ascend in each line of c, unless options of the info ask for any order. With d a
///         term with factor zero counts as zero, whatever its values are.
/// Throws: std::invalid_argument without a multiply_compute before, for operands of other kinds or
///         patterns than there, and as multiply_compute; otherwise as spgemm_numeric. c is
///         untouched then.
/// Cost:   that of spgemm_numeric, and a pass over each pattern that is compared. With d also that
///         of spadd_numeric.
/// Fences: the policy, at the end.
template <class ExecutionSpace, class A, class B, class C, class... D>
requires impl::sparse_blas_detail::Policy<ExecutionSpace> &&
    impl::sparse_blas_detail::AtMostOne<D...>
void multiply_fill(ExecutionSpace const& policy, operation_info_t const& info, A const& a,
                   B const& b, C const& c, D const&... d) {
  namespace detail = impl::sparse_blas_detail;
  detail::fill(detail::NamedCall<ExecutionSpace>{policy, "multiply_fill"}, "multiply_compute", info,
               a, b, c, d...);
}
/// The same on the default execution space of hosts.
template <class A, class B, class C, class... D>
requires impl::sparse_blas_detail::AtMostOne<D...>
void multiply_fill(operation_info_t const& info, A const& a, B const& b, C const& c,
                   D const&... d) {
  sparse_blas::multiply_fill(impl::sparse_blas_detail::DefaultPolicy{}, info, a, b, c, d...);
}

/// multiply_compute for a product whose values will change: multiply_numeric follows.
template <class ExecutionSpace, class A, class B, class C, class... D>
requires impl::sparse_blas_detail::Policy<ExecutionSpace> &&
    impl::sparse_blas_detail::AtMostOne<D...>
void multiply_symbolic_compute(ExecutionSpace const& policy, operation_info_t& info, A const& a,
                               B const& b, C const& c, D const&... d) {
  namespace detail = impl::sparse_blas_detail;
  detail::compute(detail::NamedCall<ExecutionSpace>{policy, "multiply_symbolic_compute"}, info, a,
                  b, c, d...);
}
/// The same on the default execution space of hosts.
template <class A, class B, class C, class... D>
requires impl::sparse_blas_detail::AtMostOne<D...>
void multiply_symbolic_compute(operation_info_t& info, A const& a, B const& b, C const& c,
                               D const&... d) {
  sparse_blas::multiply_symbolic_compute(impl::sparse_blas_detail::DefaultPolicy{}, info, a, b, c,
                                         d...);
}

/// multiply_fill under the name that it has before multiply_numeric: the pattern of c, and values
/// of present operands. multiply_numeric writes both as well and does not need it.
template <class ExecutionSpace, class A, class B, class C, class... D>
requires impl::sparse_blas_detail::Policy<ExecutionSpace> &&
    impl::sparse_blas_detail::AtMostOne<D...>
void multiply_symbolic_fill(ExecutionSpace const& policy, operation_info_t const& info, A const& a,
                            B const& b, C const& c, D const&... d) {
  namespace detail = impl::sparse_blas_detail;
  detail::fill(detail::NamedCall<ExecutionSpace>{policy, "multiply_symbolic_fill"},
               "multiply_symbolic_compute", info, a, b, c, d...);
}
/// The same on the default execution space of hosts.
template <class A, class B, class C, class... D>
requires impl::sparse_blas_detail::AtMostOne<D...>
void multiply_symbolic_fill(operation_info_t const& info, A const& a, B const& b, C const& c,
                            D const&... d) {
  sparse_blas::multiply_symbolic_fill(impl::sparse_blas_detail::DefaultPolicy{}, info, a, b, c,
                                      d...);
}

/// multiply_fill for new values and factors, as often as they change. Arrays may be others; their
/// patterns stay.
template <class ExecutionSpace, class A, class B, class C, class... D>
requires impl::sparse_blas_detail::Policy<ExecutionSpace> &&
    impl::sparse_blas_detail::AtMostOne<D...>
void multiply_numeric(ExecutionSpace const& policy, operation_info_t const& info, A const& a,
                      B const& b, C const& c, D const&... d) {
  namespace detail = impl::sparse_blas_detail;
  detail::fill(detail::NamedCall<ExecutionSpace>{policy, "multiply_numeric"},
               "multiply_symbolic_compute", info, a, b, c, d...);
}
/// The same on the default execution space of hosts.
template <class A, class B, class C, class... D>
requires impl::sparse_blas_detail::AtMostOne<D...>
void multiply_numeric(operation_info_t const& info, A const& a, B const& b, C const& c,
                      D const&... d) {
  sparse_blas::multiply_numeric(impl::sparse_blas_detail::DefaultPolicy{}, info, a, b, c, d...);
}

}  // namespace sparse_blas
}  // namespace araios::inline ARAIOS_ISA
