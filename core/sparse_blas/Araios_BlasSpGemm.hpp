// SPDX-License-Identifier: BSD-3-Clause
// C = alpha·A·B + beta·D as calls of the C++ Sparse BLAS: compute, then fill any number of times.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SparseBlasInfo.hpp>
#include <matrix/Araios_ViewsOverlap.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_DropAtFinalize.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sparse_blas/Araios_BlasErrors.hpp>
#include <sparse_blas/Araios_BlasOperand.hpp>
#include <sparse_blas/Araios_Conjugate.hpp>
#include <sparse_blas/Araios_OrderedRows.hpp>
#include <sparse_blas/Araios_SparseUnion.hpp>

#include <Kokkos_Core.hpp>

#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// Stands for D where there is none.
struct NoAddend {};

/// What an info keeps of a product. C is kept by the lines that its view stores.
template <class Scalar, class Offset, class Ordinal, class Device>
struct BlasProductState {
  using plan_type = SpGemmPlan<Offset, Ordinal, Device>;

  /// Memory that Kokkos' finalization frees.
  struct Memory {
    Kokkos::View<Scalar*, Device> conjugated_left;
    Kokkos::View<Scalar*, Device> conjugated_right;
    CrsMatrix<Scalar, Offset, Ordinal, Device> product;  ///< A·B, where D is added to it
    UnionRows<Offset, Device> sum;
    std::any rows_of_d;  ///< OrderedRows
  };

  plan_type plan;
  bool is_by_columns;
  bool has_addend;
  DropAtFinalize<Memory> memory;

  BlasProductState(plan_type const& made, bool by_columns, bool with_addend)
      : plan{made}, is_by_columns{by_columns}, has_addend{with_addend} {}

  Kokkos::View<Offset const*, Device> row_offsets() const {
    return has_addend ? memory.contents.sum.row_offsets : plan.row_offsets();
  }
  std::int64_t nnz() const { return has_addend ? memory.contents.sum.nnz : plan.nnz(); }
};

/// One call for a sparse C. A, B and D are Undecorated views, C is a view. Where C is by columns,
/// its transpose is the product of the transposes: then B is the left factor of what is stored.
template <class ExecutionSpace, class A, class B, class C, class D>
class BlasSpGemm {
 public:
  using device_type = typename ExecutionSpace::device_type;
  using scalar_type = scalar_for_t<typename C::scalar_type>;
  using offset_type = typename C::offset_type;
  using ordinal_type = typename C::index_type;
  using state_type = BlasProductState<scalar_type, offset_type, ordinal_type, device_type>;

  /// `call` names it in messages.
  BlasSpGemm(ExecutionSpace const& exec, char const* call, A const& a, B const& b, C const& c,
             D const& d)
      : exec_{exec}, call_{call}, a_{a}, b_{b}, c_{c}, d_{d} {}

  /// Checks the operands.
  void inspect() const {
    run([&] { check_operands(); });
  }

  /// Plans the product, and writes the offsets of C.
  void compute(sparse_blas::operation_info_t& info) const {
    run([&] {
      check_operands();
      auto const state = make_state(info.options());
      if constexpr (has_addend) plan_sum(*state);
      write_offsets(*state);
      exec_.fence("araios::sparse_blas::multiply_compute");
      auto const shape = c_.shape();
      info.keep(state, {shape[0], shape[1]}, state->nnz());
    });
  }

  /// Writes all of C. `first` names the call that must come before.
  void fill(sparse_blas::operation_info_t const& info, char const* first) const {
    run([&] {
      check_operands();
      state_type& state = state_of(info, first);
      expect_entries(c_, state.nnz(), "c");
      if constexpr (has_addend) {
        add(state);
      } else {
        auto const result = result_for(state);
        form_product(state, result);
        scale_values(exec_, a_.factor * b_.factor, result.values, state.nnz());
      }
      write_offsets(state);
      exec_.fence("araios::sparse_blas::multiply_fill");
    });
  }

 private:
  static constexpr bool has_addend = !std::is_same_v<D, NoAddend>;
  static constexpr bool is_by_columns = C::is_by_columns;
  static constexpr bool a_is_turned = A::view_type::is_by_columns != is_by_columns;
  static constexpr bool b_is_turned = B::view_type::is_by_columns != is_by_columns;
  using Result = CrsMatrix<scalar_type, offset_type, ordinal_type, device_type>;

  auto const& left() const {
    if constexpr (is_by_columns) {
      return b_;
    } else {
      return a_;
    }
  }
  auto const& right() const {
    if constexpr (is_by_columns) {
      return a_;
    } else {
      return b_;
    }
  }

  template <class Call>
  void run(Call const& call) const {
    run_named<ExecutionSpace>(call_, call);
  }
  /// What errors of the product mean, which name the factors as they are stored and multiplied.
  static std::string note() {
    return (is_by_columns ? " (A is b and B is a, since c is a csc_view)" : "") +
           note_of_columns(A::view_type::is_by_columns || B::view_type::is_by_columns);
  }

  void check_operands() const {
    expect_arrays(a_.view, "a");
    expect_arrays(b_.view, "b");
    auto const a = a_.view.shape();
    auto const b = b_.view.shape();
    auto const c = c_.shape();
    ARAIOS_EXPECTS(a[1] == b[0], "a is " + shape_text(a) + " and b is " + shape_text(b) +
                                     ", expected as many columns of a as rows of b");
    expect_shape(c, "c");
    expect_offsets(c_, "c");
    expect_apart(a_.view, "a");
    expect_apart(b_.view, "b");
    if constexpr (has_addend) {
      expect_arrays(d_.view, "d");
      expect_shape(d_.view.shape(), "d");
      expect_apart(d_.view, "d");
    }
  }
  template <class Shape>
  void expect_shape(Shape const& found, char const* name) const {
    auto const rows = a_.view.shape()[0];
    auto const cols = b_.view.shape()[1];
    ARAIOS_EXPECTS(found[0] == rows && found[1] == cols,
                   std::string{name} + " is " + shape_text(found) + ", expected " +
                       std::to_string(rows) + "×" + std::to_string(cols) +
                       ", the shape of a times b");
  }
  /// Throws: std::invalid_argument if an array of C shares memory with one of an operand.
  template <class View>
  void expect_apart(View const& operand, char const* name) const {
    auto const shares = [&](auto const& written) {
      auto const array = array_view<device_type>(written);
      return views_overlap(array, array_view<device_type>(operand.values())) ||
             views_overlap(array, array_view<device_type>(offsets_of(operand))) ||
             views_overlap(array, array_view<device_type>(indices_of(operand)));
    };
    ARAIOS_EXPECTS(
        !shares(c_.values()) && !shares(offsets_of(c_)) && !shares(indices_of(c_)),
        std::string{"c shares memory with "} + name + ": the product cannot be formed in place");
  }

  auto make_state(SpGemmOptions options) const {
    ListedForFinalize::drop_at_finalize();
    options.transpose_a = is_by_columns ? b_is_turned : a_is_turned;
    options.transpose_b = is_by_columns ? a_is_turned : b_is_turned;
    options.result_sorted = options.result_sorted || has_addend;
    auto const plan = with_note(note(), [&] {
      return spgemm_symbolic<offset_type>(exec_, stored_graph<device_type>(left().view),
                                          stored_graph<device_type>(right().view), options);
    });
    return std::make_shared<state_type>(plan, is_by_columns, has_addend);
  }

  /// What the info holds, if it is of this product. Throws: std::invalid_argument otherwise.
  state_type& state_of(sparse_blas::operation_info_t const& info, char const* first) const {
    ARAIOS_EXPECTS(!info.is_empty(),
                   std::string{"the info holds no product: call "} + first + " with it first");
    state_type* const state = info.template find<state_type>();
    ARAIOS_EXPECTS(state != nullptr,
                   std::string{"the info holds no product whose result has the types of c, in the "
                               "memory of this policy: call "} +
                       first + " with these operands");
    auto const expect = [&](bool is_as_planned, std::string const& found) {
      ARAIOS_EXPECTS(is_as_planned, found + ", unlike in " + first);
    };
    auto const& options = state->plan.options();
    expect(has_addend == state->has_addend, has_addend ? "d is given" : "d is not given");
    expect(is_by_columns == state->is_by_columns, kind<C>("c"));
    expect(a_is_turned == (is_by_columns ? options.transpose_b : options.transpose_a),
           kind<typename A::view_type>("a"));
    expect(b_is_turned == (is_by_columns ? options.transpose_a : options.transpose_b),
           kind<typename B::view_type>("b"));
    return *state;
  }
  template <class View>
  static std::string kind(char const* name) {
    return std::string{name} + (View::is_by_columns ? " is a csc_view" : " is a csr_view");
  }

  /// An operand of the numeric phase, with conjugated values in `copy` if it asks for them.
  template <class Operand>
  auto factor(Operand const& operand, Kokkos::View<scalar_type*, device_type>& copy) const {
    auto const graph = stored_graph<device_type>(operand.view);
    auto values = stored_values<device_type>(operand.view);
    if constexpr (Operand::is_conjugated) {
      if (copy.extent(0) != values.extent(0)) {
        copy = allocate_view<scalar_type, device_type>(
            Kokkos::view_alloc(exec_, Kokkos::WithoutInitializing,
                               "araios::sparse_blas.conjugated_values"),
            values.extent(0));
      }
      conjugate_into(exec_, values, copy);
      values = copy;
    }
    using Graph = std::remove_const_t<decltype(graph)>;
    return CrsMatrix<scalar_type const, typename Graph::offset_type, ordinal_type const,
                     device_type>{graph, values};
  }

  void form_product(state_type& state, Result const& result) const {
    auto& memory = state.memory.contents;
    with_note(note(), [&] {
      spgemm_numeric(exec_, state.plan, factor(left(), memory.conjugated_left),
                     factor(right(), memory.conjugated_right), result);
    });
  }

  /// C over the arrays of its view.
  Result result_for(state_type const& state) const {
    return {{state.plan.num_rows(), state.plan.num_cols(), state.row_offsets(),
             array_view<device_type>(indices_of(c_))},
            array_view<device_type>(c_.values())};
  }

  void write_offsets(state_type const& state) const {
    auto const offsets = array_view<device_type>(offsets_of(c_));
    if (offsets.extent(0) > 0) Kokkos::deep_copy(exec_, offsets, state.row_offsets());
  }

  /// The rows of D in the order that the sum needs.
  auto rows_of_addend() const {
    using Offset = std::remove_const_t<typename D::view_type::offset_type>;
    constexpr bool is_turned = D::view_type::is_by_columns != is_by_columns;
    return with_note(note_of_columns(D::view_type::is_by_columns), [&] {
      return OrderedRows<Offset, ordinal_type, device_type>{
          exec_, stored_graph<device_type>(d_.view), is_turned, "d"};
    });
  }

  /// Forms the product, whose columns the union needs, and counts the union.
  void plan_sum(state_type& state) const {
    auto& memory = state.memory.contents;
    auto const rows = rows_of_addend();
    memory.rows_of_d = rows;
    memory.product =
        state.plan.template allocate_writable<scalar_type>(exec_, "araios::sparse_blas.product");
    form_product(state, memory.product);
    auto const product = graph_of(memory.product);
    auto const addend = rows.graph(stored_graph<device_type>(d_.view));
    memory.sum = count_union<offset_type>(
        exec_,
        PatternPair<std::remove_const_t<decltype(product)>, std::remove_const_t<decltype(addend)>>{
            product, addend});
  }

  void add(state_type& state) const {
    auto& memory = state.memory.contents;
    using AddendRows = decltype(rows_of_addend());
    auto const* const rows = std::any_cast<AddendRows>(&memory.rows_of_d);
    ARAIOS_EXPECTS(rows != nullptr, offsets_name<typename D::view_type>("d") +
                                        " has another type than in multiply_compute");
    auto const stored = stored_graph<device_type>(d_.view);
    rows->expect_same(exec_, stored, "d");
    form_product(state, memory.product);
    using Addend = CrsMatrix<scalar_type const, typename AddendRows::graph_type::offset_type,
                             ordinal_type const, device_type>;
    auto const entries = rows->entries();
    using Sum = AddRow<Result, Addend, std::remove_const_t<decltype(entries)>, Result>;
    add_rows(exec_, Sum{a_.factor * b_.factor, memory.product, d_.factor,
                        Addend{rows->graph(stored), stored_values<device_type>(d_.view)}, entries,
                        D::is_conjugated, result_for(state)});
  }

  ExecutionSpace const& exec_;
  char const* call_;
  A const& a_;
  B const& b_;
  C const& c_;
  D const& d_;
};

/// Whether the types of a product fit together. Does not compile otherwise.
template <class A, class B, class C>
constexpr bool require_sparse_product() {
  constexpr bool is_a_sparse = sparse_blas_detail::is_sparse_view_v<A>;
  constexpr bool is_b_sparse = sparse_blas_detail::is_sparse_view_v<B>;
  constexpr bool is_c_sparse = sparse_blas_detail::is_sparse_view_v<C>;
  static_assert(is_a_sparse, "a is not a csr_view or a csc_view, decorated or not");
  static_assert(is_b_sparse, "b or d is not a csr_view or a csc_view, decorated or not");
  static_assert(is_c_sparse, "c is not a csr_view or a csc_view");
  if constexpr (is_a_sparse && is_b_sparse && is_c_sparse) {
    using Value = sparse_blas_detail::value_of_t<C>;
    using Index = std::remove_const_t<typename C::index_type>;
    constexpr bool fits_scalar = std::is_same_v<sparse_blas_detail::value_of_t<A>, Value> &&
                                 std::is_same_v<sparse_blas_detail::value_of_t<B>, Value>;
    constexpr bool fits_index =
        std::is_same_v<std::remove_const_t<typename A::index_type>, Index> &&
        std::is_same_v<std::remove_const_t<typename B::index_type>, Index>;
    static_assert(fits_scalar, "an operand and c have different scalars T, expected the same");
    static_assert(fits_index, "an operand and c have different indices I, expected the same");
    return fits_scalar && fits_index && require_view_types<A>() && require_view_types<B>() &&
           require_view_types<C>();
  }
  return false;
}

}  // namespace araios::inline ARAIOS_ISA::impl
