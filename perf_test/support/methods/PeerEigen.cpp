// SPDX-License-Identifier: BSD-3-Clause
// Eigen's product of sparse matrices.
#include "methods/PeerEigen.hpp"

#include <Eigen/SparseCore>

#include <algorithm>
#include <optional>
#include <utility>

namespace araios::perf {
namespace {

using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor, int>;

Eigen::Map<Matrix const> map_of(CrsArrays const& arrays) {
  return {arrays.num_rows,    arrays.num_cols, arrays.num_entries,
          arrays.row_offsets, arrays.columns,  arrays.values};
}

class EigenProduct final : public PeerProduct {
 public:
  explicit EigenProduct(PeerOperands operands)
      : operands_{std::move(operands)}, a_{map_of(operands_.a)}, b_{map_of(operands_.b)} {}

  std::string library() const override { return "eigen"; }
  std::string algorithm() const override { return "sorted"; }

  void multiply() override { c_.emplace(a_ * b_); }

  std::int64_t num_entries() const override { return c_->nonZeros(); }
  void copy_result(std::int64_t* row_offsets, int* columns, double* values) const override {
    std::copy_n(c_->outerIndexPtr(), c_->outerSize() + 1, row_offsets);
    std::copy_n(c_->innerIndexPtr(), num_entries(), columns);
    std::copy_n(c_->valuePtr(), num_entries(), values);
  }

  void release() override { c_.reset(); }

 private:
  PeerOperands operands_;
  Eigen::Map<Matrix const> a_, b_;
  std::optional<Matrix> c_;
};

}  // namespace

void add_eigen(PeerOperands const& operands, PeerProducts& products) {
  products.push_back(std::make_unique<EigenProduct>(operands));
}

std::string eigen_version() {
  return std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
         std::to_string(EIGEN_MINOR_VERSION);
}

}  // namespace araios::perf
