// SPDX-License-Identifier: BSD-3-Clause
// oneMKL's product of sparse matrices.
#include "PeerMkl.hpp"

#include "ExitCode.hpp"

#include <mkl_service.h>
#include <mkl_spblas.h>

#include <algorithm>
#include <utility>

namespace araios::perf {
namespace {

void expect_success(sparse_status_t status, std::string const& step) {
  if (status == SPARSE_STATUS_SUCCESS) return;
  auto const code =
      status == SPARSE_STATUS_ALLOC_FAILED ? ExitCode::out_of_memory : ExitCode::internal_error;
  throw Failure{code, "oneMKL: " + step + " returned status " + std::to_string(status)};
}

/// Owns a handle of oneMKL's.
class Matrix {
 public:
  Matrix() = default;
  Matrix(Matrix const&) = delete;
  Matrix& operator=(Matrix const&) = delete;
  ~Matrix() { reset(); }

  void reset() {
    if (handle_ != nullptr) mkl_sparse_destroy(handle_);
    handle_ = nullptr;
  }
  sparse_matrix_t get() const { return handle_; }
  sparse_matrix_t* address() { return &handle_; }

 private:
  sparse_matrix_t handle_ = nullptr;
};

/// A handle that refers to the arrays. Its creation does not write to them.
void refer_to(CrsArrays const& arrays, Matrix& matrix) {
  int* const row_offsets = const_cast<int*>(arrays.row_offsets);
  expect_success(
      mkl_sparse_d_create_csr(matrix.address(), SPARSE_INDEX_BASE_ZERO, arrays.num_rows,
                              arrays.num_cols, row_offsets, row_offsets + 1,
                              const_cast<int*>(arrays.columns), const_cast<double*>(arrays.values)),
      "mkl_sparse_d_create_csr");
}

/// The arrays of a matrix as oneMKL exports them; row r is [begin[r], end[r]).
struct ExportedArrays {
  int num_rows = 0;
  int const* begin = nullptr;
  int const* end = nullptr;
  int const* columns = nullptr;
  double const* values = nullptr;
};

ExportedArrays export_arrays(Matrix const& matrix) {
  sparse_index_base_t base = SPARSE_INDEX_BASE_ZERO;
  int num_rows = 0, num_cols = 0;
  int *begin = nullptr, *end = nullptr, *columns = nullptr;
  double* values = nullptr;
  expect_success(mkl_sparse_d_export_csr(matrix.get(), &base, &num_rows, &num_cols, &begin, &end,
                                         &columns, &values),
                 "mkl_sparse_d_export_csr");
  return {num_rows, begin, end, columns, values};
}

class MklProduct final : public PeerProduct {
 public:
  MklProduct(PeerOperands operands, int num_threads, bool sorted)
      : operands_{std::move(operands)}, num_threads_{num_threads}, sorted_{sorted} {}

  std::string library() const override { return "mkl"; }
  std::string algorithm() const override { return sorted_ ? "sorted" : "unsorted"; }
  bool sorts_rows() const override { return sorted_; }
  bool can_reuse() const override { return true; }

  void prepare() override {
    mkl_set_dynamic(0);
    mkl_set_num_threads(num_threads_);
    if (a_.get() != nullptr) return;
    refer_to(operands_.a, a_);
    if (!operands_.b_is_a) refer_to(operands_.b, b_);
  }

  void multiply() override {
    run(SPARSE_STAGE_FULL_MULT);
    if (sorted_) expect_success(mkl_sparse_order(c_.get()), "mkl_sparse_order");
  }

  /// It fills the columns that C has, in the order that they have.
  void multiply_again() override { run(SPARSE_STAGE_FINALIZE_MULT); }

  std::int64_t num_entries() const override {
    ExportedArrays const c = export_arrays(c_);
    std::int64_t size = 0;
    for (int row = 0; row < c.num_rows; ++row) size += c.end[row] - c.begin[row];
    return size;
  }

  void copy_result(std::int64_t* row_offsets, int* columns, double* values) const override {
    ExportedArrays const c = export_arrays(c_);
    row_offsets[0] = 0;
    for (int row = 0; row < c.num_rows; ++row) {
      std::copy(c.columns + c.begin[row], c.columns + c.end[row], columns + row_offsets[row]);
      std::copy(c.values + c.begin[row], c.values + c.end[row], values + row_offsets[row]);
      row_offsets[row + 1] = row_offsets[row] + c.end[row] - c.begin[row];
    }
  }

  void release() override { c_.reset(); }

 private:
  void run(sparse_request_t stage) {
    matrix_descr description{};
    description.type = SPARSE_MATRIX_TYPE_GENERAL;
    expect_success(mkl_sparse_sp2m(SPARSE_OPERATION_NON_TRANSPOSE, description, a_.get(),
                                   SPARSE_OPERATION_NON_TRANSPOSE, description,
                                   operands_.b_is_a ? a_.get() : b_.get(), stage, c_.address()),
                   "mkl_sparse_sp2m");
  }

  PeerOperands operands_;
  int num_threads_;
  bool sorted_;
  Matrix a_, b_, c_;
};

}  // namespace

void add_mkl(PeerOperands const& operands, int num_threads, PeerProducts& products) {
  for (bool const sorted : {true, false}) {
    products.push_back(std::make_unique<MklProduct>(operands, num_threads, sorted));
  }
}

std::string mkl_version() {
  MKLVersion version;
  mkl_get_version(&version);
  return std::to_string(version.MajorVersion) + "." + std::to_string(version.UpdateVersion);
}

}  // namespace araios::perf
