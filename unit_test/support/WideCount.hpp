// SPDX-License-Identifier: BSD-3-Clause
// A product with more entries than 32 bits count.
#pragma once

#include "HostMatrix.hpp"
#include "RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace araios_test {

/// n² is the least square above 2^31.
inline constexpr std::int64_t wide_count_order = 46341;

/// n rows of one entry times one row of n entries: n² entries of C from 2·n of A and B.
template <class Types>
void expect_wide_count() {
  using Space = typename Types::space;
  using Ordinal = typename Types::ordinal;
  using Device = typename Space::device_type;
  constexpr std::int64_t n = wide_count_order;
  auto const column = to_device<typename Types::offset_a, Ordinal, Device>(full_pattern(n, 1));
  auto const row = to_device<typename Types::offset_b, Ordinal, Device>(full_pattern(1, n));
  auto const plan = araios::spgemm_symbolic<typename Types::offset_c>(Space{}, column, row);
  EXPECT_EQ(plan.nnz(), n * n);
  EXPECT_EQ(plan.stats().work, n * n);
  EXPECT_EQ(plan.stats().max_row_size, n);
  EXPECT_EQ(to_vector<std::int64_t>(plan.row_offsets()).back(), n * n);
}

}  // namespace araios_test
