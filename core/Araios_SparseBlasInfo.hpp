// SPDX-License-Identifier: BSD-3-Clause
// What calls of the C++ Sparse BLAS keep between each other.
#pragma once

#include <Araios_SpGemmOptions.hpp>
#include <Araios_SparseBlasViews.hpp>
#include <platform/Araios_Expects.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <any>
#include <cstdint>
#include <memory>
#include <utility>

namespace araios::inline ARAIOS_ISA {
namespace sparse_blas {

// NOLINTBEGIN(readability-identifier-naming): names are those of the C++ Sparse BLAS.

/// What one operation keeps: the plan of a product of sparse matrices and its memory, or what
/// multiply_inspect has found. Copies share it. One call at a time uses it; it may outlive Kokkos.
class operation_info_t {
 public:
  /// Holds nothing yet.
  operation_info_t() = default;

  /// Entries of the result. Throws: std::invalid_argument before multiply_compute.
  std::int64_t result_nnz() const {
    expect_result();
    return result_nnz_;
  }
  /// Rows and columns of the result. Throws: likewise.
  index<std::int64_t> result_shape() const {
    expect_result();
    return result_shape_;
  }

  /// Not in the C++ Sparse BLAS: options of the next multiply_compute. The views say what is
  /// transposed. `check_reuse` is on unless these turn it off; `replay` serves many calls of
  /// multiply_numeric. Copies of values for conjugation and the sum with d do not count towards a
  /// cap, and rows of a c with d are sorted.
  void set_options(SpGemmOptions const& options) { options_ = options; }
  /// The options of the next multiply_compute.
  SpGemmOptions const& options() const { return options_; }

  /// @cond impl
  // What is kept, if it is of this type.
  template <class State>
  State* find() const {
    auto const* const kept = std::any_cast<std::shared_ptr<State>>(&state_);
    return kept == nullptr ? nullptr : kept->get();
  }
  bool is_empty() const { return !state_.has_value(); }

  // Of an operation without a sparse result.
  template <class State>
  void keep(std::shared_ptr<State> state) {
    state_ = std::move(state);
    has_result_ = false;
  }
  template <class State>
  void keep(std::shared_ptr<State> state, index<std::int64_t> shape, std::int64_t nnz) {
    state_ = std::move(state);
    result_shape_ = shape;
    result_nnz_ = nnz;
    has_result_ = true;
  }
  /// @endcond

 private:
  static SpGemmOptions with_checks() {
    SpGemmOptions options;
    options.check_reuse = true;
    return options;
  }
  void expect_result() const {
    ARAIOS_EXPECTS(has_result_, "the info holds no result: call multiply_compute with it first");
  }

  std::any state_;
  SpGemmOptions options_ = with_checks();
  index<std::int64_t> result_shape_;
  std::int64_t result_nnz_ = 0;
  bool has_result_ = false;
};

/// The name that back ends of devices have for it.
using spgemm_state_t = operation_info_t;
// NOLINTEND(readability-identifier-naming)

}  // namespace sparse_blas
}  // namespace araios::inline ARAIOS_ISA
