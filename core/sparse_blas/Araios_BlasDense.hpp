// SPDX-License-Identifier: BSD-3-Clause
// Products with dense operands as calls of the C++ Sparse BLAS.
#pragma once

#include <Araios_SpMm.hpp>
#include <Araios_SpMmOptions.hpp>
#include <Araios_SpMv.hpp>
#include <Araios_SpMvOptions.hpp>
#include <Araios_SparseBlasInfo.hpp>
#include <Araios_TransposePlan.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_CheckedOperand.hpp>
#include <platform/Araios_DropAtFinalize.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sparse_blas/Araios_BlasErrors.hpp>
#include <sparse_blas/Araios_BlasMatrix.hpp>
#include <sparse_blas/Araios_BlasOperand.hpp>
#include <sparse_blas/Araios_Conjugate.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// A std::mdspan, or one of another library, told by its members.
template <class X>
concept MultiDimensionalSpan = !Kokkos::is_view_v<X> && requires(X const& x) {
  typename X::mapping_type;
  typename X::layout_type;
  x.data_handle();
  X::rank();
};

/// Dimensions of a dense operand; 0 for every other.
template <class View>
constexpr int dense_rank() {
  if constexpr (Kokkos::is_view_v<View> || MultiDimensionalSpan<View>) {
    return static_cast<int>(View::rank());
  } else {
    return sparse_blas_detail::ArrayRange<View> ? 1 : 0;
  }
}

/// A matrix of an mdspan as a view. Does not compile where its elements are not in order.
template <class Device, class Span>
auto view_of_span(Span const& span) {
  using Mapping = typename Span::mapping_type;
  constexpr bool is_in_order = Mapping::is_always_exhaustive();
  static_assert(is_in_order, "an mdspan has another layout than layout_right or layout_left");
  using Scalar = scalar_for_t<typename Span::element_type>;
  using Element =
      std::conditional_t<std::is_const_v<typename Span::element_type>, Scalar const, Scalar>;
  // Without elements, a layout still says in which direction they are neighbours.
  constexpr bool is_by_rows = Mapping{}.stride(1) == 1;
  using Layout = std::conditional_t<is_by_rows, Kokkos::LayoutRight, Kokkos::LayoutLeft>;
  return Kokkos::View<Element**, Layout, Device>(reinterpret_cast<Element*>(span.data_handle()),
                                                 static_cast<std::size_t>(span.extent(0)),
                                                 static_cast<std::size_t>(span.extent(1)));
}

/// A dense operand as a view.
template <class Device, class View>
auto dense_view(View const& dense) {
  if constexpr (Kokkos::is_view_v<View>) {
    return dense;
  } else if constexpr (MultiDimensionalSpan<View>) {
    return view_of_span<Device>(dense);
  } else {
    return array_view<Device>(dense);
  }
}

/// What an info keeps of products with dense operands.
template <class Scalar, class Offset, class Ordinal, class Device>
struct BlasDenseState {
  /// Memory that Kokkos' finalization frees.
  struct Memory {
    std::optional<TransposePlan<Offset, Ordinal, Device>> rows;  ///< of a matrix by columns
    Kokkos::View<Scalar*, Device> values;                        ///< in their order, or conjugated
  };

  Workspace<Device> workspace;
  DropAtFinalize<Memory> memory;
};

/// One call for dense B and C: vectors, or matrices. A and B are Undecorated, with views of Kokkos
/// in place of dense operands of other kinds.
template <class ExecutionSpace, class A, class B, class C>
class BlasDense {
 public:
  using device_type = typename ExecutionSpace::device_type;
  using scalar_type = typename A::scalar_type;
  using offset_type = std::remove_const_t<typename A::view_type::offset_type>;
  using ordinal_type = std::remove_const_t<typename A::view_type::index_type>;
  using state_type = BlasDenseState<scalar_type, offset_type, ordinal_type, device_type>;

  /// `call` names it in messages.
  BlasDense(ExecutionSpace const& exec, char const* call, A const& a, B const& b, C const& c)
      : exec_{exec}, call_{call}, a_{a}, b_{b}, c_{c} {}

  /// Keeps the rows of a matrix by columns, and memory.
  void inspect(sparse_blas::operation_info_t& info) const {
    run([&] {
      check_operands();
      auto const state = std::make_shared<state_type>();
      ListedForFinalize::drop_at_finalize();
      if constexpr (is_by_columns) {
        state->memory.contents.rows = plan_turned(exec_, a_.view, "a", {.check_reuse = true});
      }
      exec_.fence("araios::sparse_blas::multiply_inspect");
      info.keep(state);
    });
  }

  /// Multiplies without an info: a matrix by columns as the transpose of what it stores, whose
  /// pattern is checked.
  void multiply_once() const {
    run([&] {
      check_operands();
      auto const a = as_stored<ExecutionSpace>(a_);
      if constexpr (is_by_columns) {
        with_note(note_of_columns(true), [&] { checked_operand(exec_, graph_of(a), "a"); });
      }
      if constexpr (is_by_columns || A::is_conjugated) {
        multiply_by(a, {},
                    SpMvOptions{.transpose_a = is_by_columns,
                                .conjugate_a = A::is_conjugated,
                                .deterministic = true});
      } else {
        multiply_by(a, {});
      }
      exec_.fence("araios::sparse_blas::multiply");
    });
  }

  void multiply(sparse_blas::operation_info_t& info) const {
    if (info.is_empty()) inspect(info);
    run([&] {
      check_operands();
      state_type* const state = info.template find<state_type>();
      ARAIOS_EXPECTS(state != nullptr,
                     "the info holds no product of a with a dense matrix or a vector, in the "
                     "memory of this policy: take another info");
      multiply_by(matrix(state->memory.contents), state->workspace);
      exec_.fence("araios::sparse_blas::multiply");
    });
  }

 private:
  static constexpr bool is_by_columns = A::view_type::is_by_columns;

  template <class Call>
  void run(Call const& call) const {
    run_named<ExecutionSpace>(call_, call);
  }

  template <class Dense>
  static std::string extents(Dense const& dense) {
    auto const rows = std::to_string(dense.extent(0));
    return Dense::rank() == 1 ? rows : rows + "×" + std::to_string(dense.extent(1));
  }

  void check_operands() const {
    expect_arrays(a_.view, "a");
    auto const shape = a_.view.shape();
    auto const found = [&](std::string const& name, auto const& dense) {
      return name + " is " + extents(dense) + " and a is " + shape_text(shape);
    };
    ARAIOS_EXPECTS(std::cmp_equal(b_.view.extent(0), shape[1]),
                   found("b", b_.view) + ", expected as many rows of b as columns of a");
    ARAIOS_EXPECTS(std::cmp_equal(c_.extent(0), shape[0]),
                   found("c", c_) + ", expected as many rows of c as of a");
    ARAIOS_EXPECTS(C::rank() == 1 || c_.extent(1) == b_.view.extent(1),
                   "c is " + extents(c_) + " and b is " + extents(b_.view) +
                       ", expected as many columns of c as of b");
  }

  /// A by rows, with the values that it asks for.
  auto matrix(typename state_type::Memory& memory) const {
    if constexpr (is_by_columns) {
      ARAIOS_EXPECTS(memory.rows.has_value(),
                     "the info was made for a csr_view, and a is a csc_view: take another info");
      return turned_matrix(exec_, *memory.rows, a_, "a", memory.values);
    } else {
      return stored_matrix(exec_, a_, memory.values);
    }
  }

  /// Options, if there are any, are SpMvOptions.
  template <class Matrix, class... Options>
  void multiply_by(Matrix const& a, Workspace<device_type> const& workspace,
                   Options const&... options) const {
    if constexpr (B::is_conjugated) {
      auto const b = conjugated_copy(exec_, b_.view);
      call(a, b, workspace, options...);
      exec_.fence("araios::sparse_blas: a conjugated copy is freed");
    } else {
      call(a, b_.view, workspace, options...);
    }
  }
  template <class Matrix, class Dense, class... Options>
  void call(Matrix const& a, Dense const& b, Workspace<device_type> const& workspace,
            Options const&... options) const {
    scalar_type const factor = a_.factor * b_.factor;
    if constexpr (C::rank() == 1) {
      spmv(exec_, factor, a, b, scalar_type{}, c_, options..., workspace);
    } else {
      spmm(exec_, factor, a, b, scalar_type{}, c_, dense_options(options...), workspace);
    }
  }
  static SpMmOptions dense_options(SpMvOptions const& options = {}) {
    return {.transpose_a = options.transpose_a,
            .conjugate_a = options.conjugate_a,
            .deterministic = options.deterministic};
  }

  ExecutionSpace const& exec_;
  char const* call_;
  A const& a_;
  B const& b_;
  C const& c_;
};

/// Whether a product with dense operands can be formed of these kinds. Does not compile otherwise.
template <class A, class B, class C>
constexpr bool require_dense_product() {
  constexpr bool is_a_sparse = sparse_blas_detail::is_sparse_view_v<A>;
  constexpr bool is_b_sparse = sparse_blas_detail::is_sparse_view_v<B>;
  constexpr int rank = dense_rank<B>();
  constexpr bool is_b_dense = rank == 1 || rank == 2;
  constexpr bool is_c_alike = dense_rank<C>() == rank;
  static_assert(is_a_sparse, "a is not a csr_view or a csc_view, decorated or not");
  static_assert(!is_b_sparse, "b is sparse: call multiply_compute and multiply_fill");
  static_assert(is_b_sparse || is_b_dense,
                "b is not a contiguous range, view or mdspan of one or two dimensions");
  static_assert(is_b_sparse || is_c_alike, "b and c have different numbers of dimensions");
  if constexpr (is_a_sparse && is_b_dense && is_c_alike) {
    using Scalar = scalar_for_t<sparse_blas_detail::value_of_t<A>>;
    constexpr bool fits = std::is_same_v<scalar_for_t<sparse_blas_detail::value_of_t<B>>, Scalar> &&
                          std::is_same_v<scalar_for_t<sparse_blas_detail::value_of_t<C>>, Scalar>;
    static_assert(fits, "a, b and c have different scalars, expected the same");
    return fits && require_view_types<A>();
  }
  return false;
}

}  // namespace araios::inline ARAIOS_ISA::impl
