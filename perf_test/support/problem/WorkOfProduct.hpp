// SPDX-License-Identifier: BSD-3-Clause
// The number of multiply-adds of a sparse product.
#pragma once

#include "base/HostMatrix.hpp"

#include <cstdint>

namespace araios::perf {

/// Multiply-adds of A·B, f_m.
std::int64_t work_of_product(HostGraph const& a, HostGraph const& b);

}  // namespace araios::perf
