// SPDX-License-Identifier: BSD-3-Clause
// oneMKL's product of sparse matrices.
#include "methods/PeerMkl.hpp"

#include "methods/MklMatrix.hpp"

#include <algorithm>
#include <utility>

namespace araios::perf {
namespace {

/// The arrays of a matrix as oneMKL exports them; row r is [begin[r], end[r]).
struct ExportedArrays {
  int num_rows = 0;
  int const* begin = nullptr;
  int const* end = nullptr;
  int const* columns = nullptr;
  double const* values = nullptr;
};

ExportedArrays export_arrays(MklMatrix const& matrix) {
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
    use_mkl_threads(num_threads_);
    if (a_.get() != nullptr) return;
    a_.refer_to(operands_.a);
    if (!operands_.b_is_a) b_.refer_to(operands_.b);
  }

  void multiply() override {
    run(SPARSE_STAGE_FULL_MULT);
    if (sorted_) expect_success(mkl_sparse_order(c_.get()), "mkl_sparse_order");
  }

  /// Recomputes the values at the columns of C, in their present order.
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
    expect_success(mkl_sparse_sp2m(SPARSE_OPERATION_NON_TRANSPOSE, general_matrix(), a_.get(),
                                   SPARSE_OPERATION_NON_TRANSPOSE, general_matrix(),
                                   operands_.b_is_a ? a_.get() : b_.get(), stage, c_.address()),
                   "mkl_sparse_sp2m");
  }

  PeerOperands operands_;
  int num_threads_;
  bool sorted_;
  MklMatrix a_, b_, c_;
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
