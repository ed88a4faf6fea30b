// SPDX-License-Identifier: BSD-3-Clause
// Sums of two matrices, in one call and by plans, against the oracle: always bit by bit.

#include "support/BitwiseEqual.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceSum.hpp"
#include "support/RowCases.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/Types.hpp"
#include <Araios_SpAdd.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

/// Patterns of one shape: sorted, unsorted, with repeats, full, empty.
std::vector<HostPattern> forms_of_pattern(std::int64_t rows, std::int64_t cols,
                                          std::uint64_t seed) {
  auto const sorted = uniform_pattern(rows, cols, std::min<std::int64_t>(cols / 2, 7), seed);
  auto reversed = sorted;
  reversed.label = "backwards " + sorted.label;
  for (std::int64_t row = 0; row < rows; ++row) {
    std::reverse(reversed.columns.begin() + sorted.row_begin(row),
                 reversed.columns.begin() + sorted.row_end(row));
  }
  return {sorted,
          reversed,
          with_duplicates_shuffled(sorted, seed + 1),
          full_pattern(rows, cols),
          empty_pattern(rows, cols),
          uniform_pattern(rows, cols, 3, seed + 2)};
}

template <class Types>
class SpAdd : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Views = typename Space::device_type;
  using Value = typename Types::scalar;
  using Ordinal = typename Types::ordinal;
  using OffsetA = typename Types::offset_a;
  using OffsetB = typename Types::offset_b;
  using OffsetC = typename Types::offset_c;
  using Host = HostMatrix<Value>;

  static auto device_a(Host const& a) { return to_device<OffsetA, Ordinal, Views>(a); }
  static auto device_b(Host const& b) { return to_device<OffsetB, Ordinal, Views>(b); }

  Host sum(Value alpha, Host const& a, Value beta, Host const& b) const {
    auto const c = araios::spadd<OffsetC>(exec, alpha, device_a(a), beta, device_b(b));
    static_assert(std::is_same_v<typename decltype(c.graph)::offset_type, OffsetC>);
    return to_host(c);
  }
  /// One call, and both phases into a C of either kind.
  void expect_sum(Value alpha, Host const& a, Value beta, Host const& b) const {
    auto const expected = reference_sum(alpha, a, beta, b);
    EXPECT_TRUE(are_bitwise_equal(sum(alpha, a, beta, b), expected)) << expected.pattern.label;
    auto const on_device = std::pair{device_a(a), device_b(b)};
    auto const plan =
        araios::spadd_symbolic<OffsetC>(exec, on_device.first.graph, on_device.second.graph);
    EXPECT_EQ(plan.nnz(), expected.pattern.num_entries());
    auto const shared = plan.template allocate<Value>(exec, "C");
    auto const own = plan.template allocate_writable<Value>(exec, "C");
    araios::spadd_numeric(exec, plan, alpha, on_device.first, beta, on_device.second, shared);
    araios::spadd_numeric(exec, plan, alpha, on_device.first, beta, on_device.second, own);
    exec.fence();
    EXPECT_TRUE(are_bitwise_equal(to_host(shared), expected)) << expected.pattern.label;
    EXPECT_TRUE(are_bitwise_equal(to_host(own), expected)) << expected.pattern.label;
  }
  Space exec;
};

TYPED_TEST_SUITE_P(SpAdd);

TYPED_TEST_P(SpAdd, OperandsOfEveryForm) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& [rows, cols] : {std::pair{40, 30}, {1, 9}, {7, 1}, {700, 50}}) {
    auto const forms = forms_of_pattern(rows, cols, 3);
    for (auto const& of_a : forms) {
      for (auto const& of_b : forms) {
        this->expect_sum(Scalar(2), with_reals<Scalar>(of_a, 1), Scalar(-3),
                         with_reals<Scalar>(of_b, 2));
      }
    }
  }
}

TYPED_TEST_P(SpAdd, EveryRowLengthBesideEveryOther) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& pattern : row_cases()) {
    auto const a = with_reals<Scalar>(pattern, 1);
    auto other =
        with_reals<Scalar>(uniform_pattern(pattern.num_rows, pattern.num_cols,
                                           std::min<std::int64_t>(pattern.num_cols / 2, 5), 8),
                           2);
    if (pattern.num_cols == 0) other = a;
    this->expect_sum(Scalar(0.375), a, Scalar(-1), other);
    this->expect_sum(Scalar(1), other, Scalar(0.6875), a);
    this->expect_sum(Scalar(1), a, Scalar(1), a);
  }
}

TYPED_TEST_P(SpAdd, EveryNumberOfEntriesAroundABlock) {
  using Scalar = typename TypeParam::scalar;
  for (std::int64_t size = 0; size <= 70; ++size) {
    HostPattern const all = full_pattern(1, size);
    HostPattern even{1, size, {0}, {}, "every second column"};
    for (std::int64_t column = 0; column < size; column += 2) even.columns.push_back(column);
    even.row_offsets.push_back(even.num_entries());
    for (auto const& other : {all, even, empty_pattern(1, size)}) {
      this->expect_sum(Scalar(1.5), with_reals<Scalar>(all, 1), Scalar(2),
                       with_reals<Scalar>(other, 2));
      this->expect_sum(Scalar(1.5), with_reals<Scalar>(other, 1), Scalar(2),
                       with_reals<Scalar>(even, 2));
    }
  }
}

TYPED_TEST_P(SpAdd, SumsCommute) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_reals<Scalar>(power_law_pattern(300, 200, 150, 1), 1);
  auto const b =
      with_reals<Scalar>(with_duplicates_shuffled(uniform_pattern(300, 200, 9, 2), 3), 2);
  EXPECT_TRUE(are_bitwise_equal(this->sum(Scalar(0.375), a, Scalar(-0.6875), b),
                                this->sum(Scalar(-0.6875), b, Scalar(0.375), a)));
}

TYPED_TEST_P(SpAdd, AMatrixLessItselfHasExplicitZeros) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_reals<Scalar>(with_duplicates_shuffled(uniform_pattern(90, 50, 6, 2), 3), 2);
  auto const found = this->sum(Scalar(1), a, Scalar(-1), a);
  EXPECT_EQ(found.pattern.columns, merged_by_hand(a).pattern.columns);
  EXPECT_TRUE(found.values == std::vector<Scalar>(found.values.size()));
}

TYPED_TEST_P(SpAdd, ACoefficientOfZeroReadsNoValuesAndLeavesThePattern) {
  using Scalar = typename TypeParam::scalar;
  Scalar const nan(std::nan(""));
  for (auto const& pattern : forms_of_pattern(40, 30, 4)) {
    auto const poisoned = with_constant<Scalar>(pattern, nan);
    auto const b = with_reals<Scalar>(uniform_pattern(40, 30, 5, 9), 2);
    this->expect_sum(Scalar(0), poisoned, Scalar(2), b);
    this->expect_sum(Scalar(2), b, Scalar(0), poisoned);
    this->expect_sum(Scalar(0), poisoned, Scalar(0), poisoned);
  }
}

TYPED_TEST_P(SpAdd, NanInfinityAndSignsOfZeroStayInTheirEntries) {
  using Scalar = typename TypeParam::scalar;
  using Real = real_of_t<Scalar>;
  Scalar const infinity(std::numeric_limits<Real>::infinity());
  HostMatrix<Scalar> const a{pattern_of(6, {{0, 1, 2, 3}}, "special values"),
                             {infinity, Scalar(-0.0), Scalar(0), Scalar(std::nan(""))}};
  HostMatrix<Scalar> const b{pattern_of(6, {{0, 4, 5}}, "more of them"),
                             {Scalar(1), Scalar(-0.0), -infinity}};
  for (Real const alpha : {Real(1), Real(-2)}) {
    for (Real const beta : {Real(1), Real(-1), std::numeric_limits<Real>::infinity()}) {
      auto const expected = reference_sum(Scalar(alpha), a, Scalar(beta), b);
      auto const found = this->sum(Scalar(alpha), a, Scalar(beta), b);
      ASSERT_EQ(found.pattern.columns, expected.pattern.columns);
      for (std::size_t i = 0; i < expected.values.size(); ++i) {
        auto const x = widened(found.values[i]);
        auto const y = widened(expected.values[i]);
        EXPECT_EQ(std::isnan(x.real), std::isnan(y.real)) << i;
        EXPECT_EQ(std::isnan(x.imaginary), std::isnan(y.imaginary)) << i;
        if (std::isnan(y.real)) continue;
        EXPECT_EQ(x.real, y.real) << i;
        EXPECT_EQ(std::signbit(x.real), std::signbit(y.real)) << i;
      }
    }
  }
}

TYPED_TEST_P(SpAdd, CoefficientsWithAllTheirParts) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_integers<Scalar>(uniform_pattern(40, 30, 6, 1), 1);
  auto const b = with_integers<Scalar>(uniform_pattern(40, 30, 6, 2), 2);
  if constexpr (is_complex_v<Scalar>) {
    this->expect_sum(Scalar(2, -1), a, Scalar(0, 3), b);
  } else {
    this->expect_sum(Scalar(2), a, Scalar(3), b);
  }
}

TYPED_TEST_P(SpAdd, RowsOfALargerMatrix) {
  using Scalar = typename TypeParam::scalar;
  RowRange const of_a{30, 71};
  RowRange const of_b{0, 41};
  for (bool const check_reuse : {false, true}) {
    for (auto const& pattern : forms_of_pattern(90, 50, 7)) {
      auto const a = with_reals<Scalar>(pattern, 1);
      auto const b = with_reals<Scalar>(uniform_pattern(90, 50, 5, 2), 2);
      auto const expected =
          reference_sum(Scalar(2), copy_of_rows(a, of_a), Scalar(3), copy_of_rows(b, of_b));
      auto const part_of_a = rows_of(this->device_a(a), of_a);
      auto const part_of_b = rows_of(this->device_b(b), of_b);
      auto const plan = araios::spadd_symbolic(this->exec, part_of_a, part_of_b, {check_reuse});
      auto const c = plan.template allocate<Scalar>(this->exec, "C");
      araios::spadd_numeric(this->exec, plan, Scalar(2), part_of_a, Scalar(3), part_of_b, c);
      this->exec.fence();
      EXPECT_TRUE(are_bitwise_equal(to_host(c), expected)) << pattern.label;
    }
  }
}

TYPED_TEST_P(SpAdd, APlanServesNewValuesAndCoefficients) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& pattern : forms_of_pattern(60, 40, 5)) {
    auto const other = uniform_pattern(60, 40, 6, 8);
    auto const plan =
        araios::spadd_symbolic(this->exec, this->device_a(with_reals<Scalar>(pattern, 1)).graph,
                               this->device_b(with_reals<Scalar>(other, 1)).graph, {true});
    auto const c = plan.template allocate<Scalar>(this->exec, "C");
    for (std::uint64_t const seed : {2, 3, 4}) {
      Scalar const alpha(static_cast<real_of_t<Scalar>>(seed) - 3);
      auto const a = with_reals<Scalar>(pattern, seed);
      auto const b = with_reals<Scalar>(other, seed + 10);
      araios::spadd_numeric(this->exec, plan, alpha, this->device_a(a), Scalar(0.5),
                            this->device_b(b), c);
      this->exec.fence();
      EXPECT_TRUE(are_bitwise_equal(to_host(c), reference_sum(alpha, a, Scalar(0.5), b)));
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(SpAdd, OperandsOfEveryForm, EveryRowLengthBesideEveryOther,
                            EveryNumberOfEntriesAroundABlock, SumsCommute,
                            AMatrixLessItselfHasExplicitZeros,
                            ACoefficientOfZeroReadsNoValuesAndLeavesThePattern,
                            NanInfinityAndSignsOfZeroStayInTheirEntries,
                            CoefficientsWithAllTheirParts, RowsOfALargerMatrix,
                            APlanServesNewValuesAndCoefficients);
INSTANTIATE_TYPED_TEST_SUITE_P(Double, SpAdd, DoubleTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, SpAdd, ComplexDoubleTypes, TypeNames);
#ifndef ARAIOS_TEST_REDUCED_TYPES
INSTANTIATE_TYPED_TEST_SUITE_P(Float, SpAdd, FloatTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, SpAdd, ComplexFloatTypes, TypeNames);
#endif

}  // namespace
}  // namespace araios_test
