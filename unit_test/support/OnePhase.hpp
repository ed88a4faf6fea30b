// SPDX-License-Identifier: BSD-3-Clause
// Products in one phase and in two phases, and operands for them.
#pragma once

#include "BitwiseEqual.hpp"
#include "HostMatrix.hpp"
#include "Product.hpp"
#include "RandomMatrices.hpp"
#include "RowLoop.hpp"
#include "SingleStrategy.hpp"
#include <Araios_SpGemm.hpp>
#include <one_phase/Araios_OnePhaseSpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace araios_test::one_phase {

template <class X, class Y>
void expect_same_bytes(X const& x, Y const& y) {
  EXPECT_TRUE(are_bitwise_equal(to_host(x), to_host(y)));
}

/// Options of two phases that sum as one phase does: with a recorded pattern. Other accumulators
/// may round the products.
inline SpGemmOptions recording() {
  SpGemmOptions options;
  options.record_pattern = true;
  return options;
}

template <class OffsetC, class A, class B>
auto product_of_both_phases(A const& a, B const& b, SpGemmOptions const& options = recording()) {
  Space const exec;
  auto const plan = araios::spgemm_symbolic<OffsetC>(exec, a, b, options);
  auto const c = plan.template allocate<typename A::scalar_type>("C");
  araios::spgemm_numeric(exec, plan, a, b, c);
  return c;
}

/// Expects one phase to be taken, and its C to be bitwise that of two phases.
template <class OffsetC = Int32, class A, class B>
void expect_one_phase(A const& a, B const& b, araios::Workspace<Device> const& workspace = {}) {
  auto const c = one_phase_product<OffsetC>(Space{}, a, b, {}, workspace);
  ASSERT_TRUE(c.has_value());
  expect_same_bytes(*c, product_of_both_phases<OffsetC>(a, b));
}
inline void expect_one_phase(HostMatrix<double> const& a, HostMatrix<double> const& b) {
  SCOPED_TRACE(a.pattern.label + " times " + b.pattern.label);
  expect_one_phase(on_device(a), on_device(b));
}

/// Rows of size(row) random columns in any order, with repeats. Rows narrower than all columns lie
/// about the diagonal.
template <class Size>
HostPattern rows_of_sizes(std::int64_t rows, std::int64_t cols, std::int64_t width,
                          std::string const& label, Size const& size) {
  HostPattern a{rows, cols, {0}, {}, label};
  Random random{static_cast<std::uint64_t>(rows + width)};
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t const first = std::clamp<std::int64_t>(row - width / 2, 0, cols - width);
    for (std::int64_t i = 0; i < size(row); ++i) a.columns.push_back(first + random.below(width));
    a.row_offsets.push_back(a.num_entries());
  }
  return a;
}
template <class Size>
HostPattern rows_of_sizes(std::int64_t rows, std::int64_t cols, std::string const& label,
                          Size const& size) {
  return rows_of_sizes(rows, cols, cols, label, size);
}

/// Rows of up to `length` neighbouring columns about the diagonal, with sizes that differ from row
/// to row.
inline HostPattern uneven_band(std::int64_t rows, std::int64_t length, std::string const& label) {
  HostPattern a{rows, rows, {0}, {}, label};
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t const begin = std::clamp<std::int64_t>(row - length / 2, 0, rows - length);
    for (std::int64_t i = row % 3; i < length; ++i) a.columns.push_back(begin + i);
    a.row_offsets.push_back(a.num_entries());
  }
  return a;
}

/// A band: every row is the row before shifted by one, except at both ends.
inline HostPattern square_band(std::int64_t rows, std::int64_t half_width) {
  HostPattern a{rows, rows, {0}, {}, "band"};
  for (std::int64_t row = 0; row < rows; ++row) {
    std::int64_t const end = std::min(row + half_width + 1, rows);
    for (std::int64_t column = std::max<std::int64_t>(row - half_width, 0); column < end;
         ++column) {
      a.columns.push_back(column);
    }
    a.row_offsets.push_back(a.num_entries());
  }
  return a;
}

}  // namespace araios_test::one_phase
