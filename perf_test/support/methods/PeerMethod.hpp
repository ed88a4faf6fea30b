// SPDX-License-Identifier: BSD-3-Clause
// Another library's product on plain arrays as a method of a contest.
#pragma once

#include "measure/Method.hpp"
#include "methods/PeerProduct.hpp"

#include <memory>
#include <string>

namespace araios::perf {

/// Times a product and takes its result. The phases inside its calls are unknown.
class PeerMethod final : public Method {
 public:
  /// C is num_rows × num_cols.
  PeerMethod(std::unique_ptr<PeerProduct> product, int num_rows, int num_cols);

  std::string library() const override { return product_->library(); }
  std::string algorithm() const override { return product_->algorithm(); }
  std::string contender() const override { return product_->contender(); }
  bool sorts_rows() const override { return product_->sorts_rows(); }
  bool can_reuse() const override { return product_->can_reuse(); }

  CallTimes multiply() override;
  double multiply_again() override;

  MethodReport report() const override;
  AnyHostResult result() const override;
  void release() override { product_->release(); }

 private:
  std::unique_ptr<PeerProduct> product_;
  int num_rows_;
  int num_cols_;
};

}  // namespace araios::perf
