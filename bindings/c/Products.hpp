// SPDX-License-Identifier: BSD-3-Clause
// The products of one combination of types, behind virtual calls.
#pragma once

#include "Types.hpp"
#include "araios.h"
#include <Araios_SpGemmOptions.hpp>

#include <cstdint>
#include <memory>
#include <vector>

/// A plan whose types are hidden. Its calls throw.
struct araios_plan {
  struct Size {
    std::int64_t num_rows;
    std::int64_t num_cols;
    std::int64_t num_entries;
  };

  araios_plan() = default;
  araios_plan(araios_plan const&) = delete;
  araios_plan& operator=(araios_plan const&) = delete;
  virtual ~araios_plan() = default;

  virtual araios_c::Types types() const = 0;
  virtual Size size() const = 0;
  virtual araios_matrix allocate() const = 0;
  virtual void numeric(araios_matrix const& a, araios_matrix const& b,
                       araios_matrix const& c) const = 0;
};

namespace araios_c {

/// The vectors and factors of y = alpha·A·x + beta·y.
struct Vectors {
  void const* alpha;
  void const* x;
  void const* beta;
  void* y;
};

/// The calls for matrices of the same three types, which are as types() says. They throw.
class Products {
 public:
  Products() = default;
  Products(Products const&) = delete;
  Products& operator=(Products const&) = delete;
  virtual ~Products() = default;

  virtual Types types() const = 0;
  virtual araios_matrix multiply(araios_matrix const& a, araios_matrix const& b,
                                 araios::SpGemmOptions const& options) const = 0;
  virtual std::unique_ptr<araios_plan> plan(araios_matrix const& a, araios_matrix const& b,
                                            araios::SpGemmOptions const& options) const = 0;
  virtual void spmv(araios_matrix const& a, Vectors const& vectors) const = 0;
};

/// All that the library was built with; in a generated file.
std::vector<Products const*> const& all_products();

}  // namespace araios_c
