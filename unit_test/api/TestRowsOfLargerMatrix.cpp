// SPDX-License-Identifier: BSD-3-Clause
// Rows of a larger matrix as operands, without a copy: their offsets begin at a later entry.

#include "support/CommonSpMm.hpp"
#include "support/DenseColumns.hpp"
#include "support/ExpectedVector.hpp"
#include "support/Methods.hpp"
#include "support/PathPatterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/TransposedProduct.hpp"
#include <Araios_GroupedCoo.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>
#include <platform/Araios_Lanes.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using araios::SpGemmOptions;

std::vector<RowRange> ranges_within(std::int64_t num_rows) {
  return {{1, num_rows}, {num_rows / 3, num_rows - 1}, {num_rows / 2, num_rows / 2 + 1}};
}

template <class Space>
class RowsOfLargerMatrix : public testing::Test {
 protected:
  using Types = DefaultTypes<Space>;
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;

  static Matrix device(HostMatrix<double> const& a) { return to_device<Int32, Int32, Views>(a); }

  /// Both phases and the whole call for op(A)·op(B) of rows of both.
  void expect_product(RowRange const& rows_of_a, RowRange const& rows_of_b,
                      SpGemmOptions const& options) const {
    Matrix const part_of_a = rows_of(a, rows_of_a);
    Matrix const part_of_b = rows_of(b, rows_of_b);
    auto const expected =
        reference_product(op(copy_of_rows(host_a, rows_of_a), options.transpose_a),
                          op(copy_of_rows(host_b, rows_of_b), options.transpose_b));
    RowOrder const order = options.result_sorted ? RowOrder::ascending : RowOrder::any;
    auto const plan = araios::spgemm_symbolic(exec, part_of_a, part_of_b, options);
    expect_counts(plan, expected);
    auto const c = plan.template allocate<double>("C");
    for (int repeat = 0; repeat < 2; ++repeat) {
      Kokkos::deep_copy(c.values, -7.5);
      araios::spgemm_numeric(exec, plan, part_of_a, part_of_b, c);
      EXPECT_TRUE(same_matrix(to_host(c), expected, order)) << "call " << repeat;
    }
    EXPECT_TRUE(
        same_matrix(to_host(araios::spgemm(exec, part_of_a, part_of_b, options)), expected, order));
  }

  Space exec;
  HostMatrix<double> const host_a = with_integers<double>(power_law_pattern(90, 50, 40, 1), 1);
  HostMatrix<double> const host_b = with_integers<double>(uniform_pattern(80, 45, 6, 2), 2);
  Matrix const a = device(host_a);
  Matrix const b = device(host_b);
  // 50 rows of B, as many as A has columns; a pair of ranges of equal length for transposes.
  RowRange const inner_rows{17, 67};
};
TYPED_TEST_SUITE(RowsOfLargerMatrix, Spaces, TypeNames);

TYPED_TEST(RowsOfLargerMatrix, SpMvEqualsThatOfACopyBitwise) {
  araios::Workspace<typename TestFixture::Views> workspace;
  for (auto const& pattern : path_adversaries(araios::impl::tuning::spmv_host_steps_per_share)) {
    if (pattern.num_rows < 4) continue;
    auto const host = with_reals<double>(pattern, 7);
    auto const whole = this->device(host);
    auto const x =
        to_view<double, typename TestFixture::Views>(integers<double>(pattern.num_cols, 5), "x");
    for (auto const& rows : ranges_within(pattern.num_rows)) {
      auto const copy = copy_of_rows(host, rows);
      auto const y = integers<double>(copy.pattern.num_rows, 6);
      auto const multiply = [&](auto const& matrix) {
        auto const result = to_view<double, typename TestFixture::Views>(y, "y");
        araios::spmv(this->exec, 2.0, matrix, x, 3.0, result, workspace);
        this->exec.fence();
        return to_vector<double>(result);
      };
      auto const found = multiply(rows_of(whole, rows));
      EXPECT_EQ(found, multiply(this->device(copy))) << copy.pattern.label;
      EXPECT_TRUE(same_vector(
          found, reference_spmv(2.0, copy, integers<double>(pattern.num_cols, 5), 3.0, y)));
    }
  }
}

TYPED_TEST(RowsOfLargerMatrix, SpMmInBothOrders) {
  using Space = TypeParam;
  for (std::int64_t const num_columns : {1, 7}) {
    auto const dense_b = integer_columns<double>(50, num_columns, 3);
    auto const row_major =
        to_dense_view<Kokkos::LayoutRight, typename TestFixture::Views>(dense_b, "B");
    auto const column_major =
        to_dense_view<Kokkos::LayoutLeft, typename TestFixture::Views>(dense_b, "B");
    for (auto const& rows : ranges_within(90)) {
      auto const copy = copy_of_rows(this->host_a, rows);
      auto const old = integer_columns<double>(copy.pattern.num_rows, num_columns, 4);
      auto const multiply = [&](auto const& view_of_b) {
        auto const result =
            to_dense_view<Kokkos::LayoutRight, typename TestFixture::Views>(old, "C");
        araios::spmm(Space{}, 2.0, rows_of(this->a, rows), view_of_b, 3.0, result);
        Space{}.fence();
        return to_columns(result);
      };
      EXPECT_TRUE(is_product(multiply(row_major), 2.0, copy, dense_b, 3.0, old));
      EXPECT_TRUE(is_product(multiply(column_major), 2.0, copy, dense_b, 3.0, old));
    }
  }
}

TYPED_TEST(RowsOfLargerMatrix, GroupsOfRowsAreThoseOfACopy) {
  for (auto const& rows : ranges_within(90)) {
    auto const groups = araios::to_grouped_coo(this->exec, rows_of(this->a, rows));
    araios::expect_valid(this->exec, groups, "groups");
    auto const found = to_host(araios::to_crs(this->exec, groups));
    auto const expected = with_sorted_rows(copy_of_rows(this->host_a, rows));
    EXPECT_EQ(found.pattern.row_offsets, expected.pattern.row_offsets);
    EXPECT_EQ(found.pattern.columns, expected.pattern.columns);
    EXPECT_EQ(found.values, expected.values);
  }
}

TYPED_TEST(RowsOfLargerMatrix, EveryMethod) {
  for (auto const& method : all_methods()) {
    if (!is_valid<TypeParam>(method)) continue;
    SCOPED_TRACE(method.name());
    this->expect_product({30, 71}, this->inner_rows, method.options());
  }
}

TYPED_TEST(RowsOfLargerMatrix, EveryOption) {
  auto const expect = [&](char const* what, SpGemmOptions const& options) {
    SCOPED_TRACE(what);
    for (auto const& rows : ranges_within(90))
      this->expect_product(rows, this->inner_rows, options);
  };
  SpGemmOptions options;
  expect("as they are by default", options);
  options.check_reuse = true;
  expect("check_reuse", options);
  options.replay = true;
  expect("replay", options);
  options.replay = false;
  expect("no replay", options);
  if (araios::impl::is_host_space_v<TypeParam>) {
    options.record_pattern = true;
    expect("record_pattern", options);
    options.record_pattern = false;
  }
  options.result_sorted = false;
  expect("any order", options);
  options.deterministic = true;
  expect("deterministic", options);
}

TYPED_TEST(RowsOfLargerMatrix, TransposedOperands) {
  for_each_transposition([&](SpGemmOptions const& options) {
    // op(A) has 50 columns or 45 of them are taken, whatever op(B) has as rows.
    if (options.transpose_a && options.transpose_b) {
      this->expect_product({30, 75}, this->inner_rows, options);
    } else if (options.transpose_a) {
      this->expect_product({30, 71}, {3, 44}, options);
    } else {
      auto const c = araios::spgemm(this->exec, rows_of(this->a, {30, 71}),
                                    rows_of(this->a, {8, 60}), options);
      EXPECT_TRUE(same_matrix(
          to_host(c), reference_product(copy_of_rows(this->host_a, {30, 71}),
                                        transpose_of(copy_of_rows(this->host_a, {8, 60})))));
    }
  });
}

TYPED_TEST(RowsOfLargerMatrix, ManyRowsOfManyEntries) {
  auto const host = with_integers<double>(power_law_pattern(6000, 4000, 900, 3), 4);
  auto const whole = this->device(host);
  RowRange const rows{1500, 5500};
  auto const part = rows_of(whole, rows);
  auto const copy = copy_of_rows(host, rows);
  auto const expected = reference_product(copy, copy);
  EXPECT_TRUE(same_matrix(to_host(araios::spgemm(this->exec, part, part)), expected));
  SpGemmOptions options;
  options.result_sorted = false;
  EXPECT_TRUE(same_matrix(to_host(araios::spgemm(this->exec, part, part, options)), expected,
                          RowOrder::any));
}

TYPED_TEST(RowsOfLargerMatrix, APatternThatIsBothOperandsIsTransposedOnce) {
  auto const host = with_integers<double>(uniform_pattern(60, 40, 5, 2), 2);
  auto const whole = this->device(host);
  auto const part = rows_of(whole, {13, 53});
  SpGemmOptions options;
  options.transpose_a = true;
  auto const single = araios::spgemm_symbolic(this->exec, part, part, options);
  options.transpose_b = true;
  auto const plan = araios::spgemm_symbolic(this->exec, part, part, options);
  EXPECT_EQ(plan.transposed_bytes(), single.transposed_bytes());
}

TYPED_TEST(RowsOfLargerMatrix, APlanServesNewValuesAndACopyOfTheRows) {
  auto const part_of_a = rows_of(this->a, {30, 71});
  auto const part_of_b = rows_of(this->b, this->inner_rows);
  auto const copy_of_b = copy_of_rows(this->host_b, this->inner_rows);
  auto const plan = araios::spgemm_symbolic(this->exec, part_of_a, part_of_b);
  auto const c = plan.template allocate<double>("C");
  auto const new_a = with_integers<double>(this->host_a.pattern, 77);
  araios::spgemm_numeric(this->exec, plan, rows_of(this->device(new_a), {30, 71}),
                         this->device(copy_of_b), c);
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(copy_of_rows(new_a, {30, 71}), copy_of_b)));
}

TYPED_TEST(RowsOfLargerMatrix, OtherRowsAreNotThoseOfThePlan) {
  SpGemmOptions options;
  options.check_reuse = true;
  auto const part_of_b = rows_of(this->b, this->inner_rows);
  auto const plan =
      araios::spgemm_symbolic(this->exec, rows_of(this->a, {30, 71}), part_of_b, options);
  auto const c = plan.template allocate_writable<double>("C");
  Kokkos::deep_copy(c.values, -7.5);
  for (std::int64_t const first : {29, 31, 0}) {
    EXPECT_THROW(araios::spgemm_numeric(this->exec, plan, rows_of(this->a, {first, first + 41}),
                                        part_of_b, c),
                 std::invalid_argument);
  }
  EXPECT_EQ(to_vector<double>(c.values), std::vector<double>(c.values.extent(0), -7.5));
}

TYPED_TEST(RowsOfLargerMatrix, TheEstimateIsThatOfACopy) {
  auto const copy_of_a = this->device(copy_of_rows(this->host_a, {30, 71}));
  auto const copy_of_b = this->device(copy_of_rows(this->host_b, this->inner_rows));
  EXPECT_EQ(araios::spgemm_estimate(this->exec, rows_of(this->a, {30, 71}),
                                    rows_of(this->b, this->inner_rows)),
            araios::spgemm_estimate(this->exec, copy_of_a, copy_of_b));
}

TYPED_TEST(RowsOfLargerMatrix, ErrorsSayHowEntriesAreCounted) {
  auto wrong = this->host_b;
  std::int64_t const entry = wrong.pattern.row_begin(20) + 1;
  wrong.pattern.columns[static_cast<std::size_t>(entry)] = 45;
  std::int64_t const first = wrong.pattern.row_begin(17);
  auto const part = rows_of(this->device(wrong), this->inner_rows);
  std::vector<std::string> const parts{
      "B.columns[" + std::to_string(entry - first) + "] is 45 (row 3, entry 1)",
      "count from that of B.row_offsets[0]", "rows of a larger matrix"};
  auto const part_of_a = rows_of(this->a, {30, 71});
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_symbolic(this->exec, part_of_a, part); }, parts));
  EXPECT_TRUE(
      throws<std::invalid_argument>([&] { araios::spgemm(this->exec, part_of_a, part); }, parts));
}

TYPED_TEST(RowsOfLargerMatrix, ArraysOfTheseRowsAloneAreTooShort) {
  auto part = rows_of(this->a, {30, 71});
  auto const& offsets = this->host_a.pattern.row_offsets;
  part.graph.columns = Kokkos::subview(part.graph.columns, std::pair{offsets[30], offsets[71]});
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm(this->exec, part, rows_of(this->b, this->inner_rows)); },
      {"A.row_offsets[0] is " + std::to_string(offsets[30]),
       "A.row_offsets[41] is " + std::to_string(offsets[71]), "A.columns has",
       "rows of a larger matrix need"}));
}

}  // namespace
}  // namespace araios_test
