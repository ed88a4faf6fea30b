// SPDX-License-Identifier: BSD-3-Clause
// C = alpha·A·B + beta·D as calls of the C++ Sparse BLAS: compute, then fill any number of times.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpAdd.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpGemmAdd.hpp>
#include <Araios_SpGemmAddPlan.hpp>
#include <Araios_SparseBlasInfo.hpp>
#include <Araios_TransposePlan.hpp>
#include <matrix/Araios_ViewsOverlap.hpp>
#include <platform/Araios_DropAtFinalize.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <sparse_blas/Araios_BlasErrors.hpp>
#include <sparse_blas/Araios_BlasMatrix.hpp>
#include <sparse_blas/Araios_BlasOperand.hpp>
#include <sparse_blas/Araios_Conjugate.hpp>

#include <Kokkos_Core.hpp>

#include <any>
#include <cstdint>
#include <memory>
#include <optional>
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
    Kokkos::View<Scalar*, Device> values_of_d;  ///< in the order of C, or conjugated
  };

  plan_type plan;
  bool is_by_columns;
  std::optional<SpGemmAddPlan<Scalar, Offset, Ordinal, Device>> sum;  ///< of A·B and D
  std::any turned_d;  ///< TransposePlan of a D that stores other lines than C
  DropAtFinalize<Memory> memory;

  BlasProductState(plan_type const& made, bool by_columns)
      : plan{made}, is_by_columns{by_columns} {}

  Kokkos::View<Offset const*, Device> row_offsets() const {
    return sum ? sum->row_offsets() : plan.row_offsets();
  }
  std::int64_t nnz() const { return sum ? sum->nnz() : plan.nnz(); }
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
  static constexpr bool d_is_turned = [] {
    if constexpr (has_addend) return D::view_type::is_by_columns != is_by_columns;
    return false;
  }();
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
    return std::make_shared<state_type>(plan, is_by_columns);
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
    expect(has_addend == state->sum.has_value(), has_addend ? "d is given" : "d is not given");
    expect(is_by_columns == state->is_by_columns, kind<C>("c"));
    expect(a_is_turned == (is_by_columns ? options.transpose_b : options.transpose_a),
           kind<typename A::view_type>("a"));
    expect(b_is_turned == (is_by_columns ? options.transpose_a : options.transpose_b),
           kind<typename B::view_type>("b"));
    if constexpr (has_addend) {
      expect(d_is_turned == state->turned_d.has_value(), kind<typename D::view_type>("d"));
    }
    return *state;
  }
  template <class View>
  static std::string kind(char const* name) {
    return std::string{name} + (View::is_by_columns ? " is a csc_view" : " is a csr_view");
  }

  void form_product(state_type& state, Result const& result) const {
    auto& memory = state.memory.contents;
    with_note(note(), [&] {
      spgemm_numeric(exec_, state.plan, stored_matrix(exec_, left(), memory.conjugated_left),
                     stored_matrix(exec_, right(), memory.conjugated_right), result);
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

  /// The pattern of D by the lines of C.
  auto graph_of_addend(state_type& state) const {
    if constexpr (d_is_turned) {
      auto const plan =
          plan_turned(exec_, d_.view, "d", {.check_reuse = state.plan.options().check_reuse});
      state.turned_d = plan;
      return graph_of_plan(plan);
    } else {
      return stored_graph<device_type>(d_.view);
    }
  }
  /// D by the lines of C.
  auto addend(state_type& state) const {
    auto& values = state.memory.contents.values_of_d;
    if constexpr (d_is_turned) {
      using View = typename D::view_type;
      using Offset = std::remove_const_t<typename View::offset_type>;
      using Plan = TransposePlan<Offset, ordinal_type, device_type>;
      auto const* const plan = std::any_cast<Plan>(&state.turned_d);
      ARAIOS_EXPECTS(plan != nullptr,
                     offsets_name<View>("d") + " has another type than in multiply_compute");
      return turned_matrix(exec_, *plan, d_, "d", values);
    } else {
      return stored_matrix(exec_, d_, values);
    }
  }

  /// Forms the product, whose columns the sum needs, and plans the sum.
  void plan_sum(state_type& state) const {
    auto const d = graph_of_addend(state);
    // A turned D has been compared before.
    bool const checks_d = !d_is_turned && state.plan.options().check_reuse;
    state.sum.emplace(with_note(note_of_columns(D::view_type::is_by_columns), [&] {
      return plan_sum_of_product<scalar_type>(
          exec_, state.plan, {"a·b"}, d, {"d", checks_d},
          [&](auto const& result) { form_product(state, result); });
    }));
  }

  void add(state_type& state) const {
    auto const& product = state.sum->result_of_product();
    auto const d = addend(state);
    form_product(state, product);
    spadd_numeric(exec_, state.sum->sum(), a_.factor * b_.factor, product, d_.factor, d,
                  result_for(state));
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
