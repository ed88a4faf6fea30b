// SPDX-License-Identifier: BSD-3-Clause
// The number of multiply-adds of a sparse product.
#include "problem/WorkOfProduct.hpp"

#include <cstddef>

namespace araios::perf {

std::int64_t work_of_product(HostGraph const& a, HostGraph const& b) {
  std::int64_t work = 0;
  auto const num_entries_of_a = static_cast<std::size_t>(num_entries(a));
  for (std::size_t entry = 0; entry < num_entries_of_a; ++entry) {
    auto const b_row = static_cast<std::size_t>(a.columns(entry));
    work += b.row_offsets(b_row + 1) - b.row_offsets(b_row);
  }
  return work;
}

}  // namespace araios::perf
