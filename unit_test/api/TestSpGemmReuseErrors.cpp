// SPDX-License-Identifier: BSD-3-Clause
// Plans: what the numeric phase refuses, and that C and the plan stay whole then.

#include "support/SpGemmReuseFixture.hpp"
#include <Araios_SpGemm.hpp>
#include <pattern/Araios_ShortRowSorter.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace araios_test {
namespace {

using araios::SpGemmOptions;

template <class Space>
class SpGemmReuseErrors : public SpGemmReuseFixture<Space> {};

TYPED_TEST_SUITE(SpGemmReuseErrors, Spaces, TypeNames);

TYPED_TEST(SpGemmReuseErrors, OtherRowOffsetsOfCAreRefused) {
  using Device = typename TypeParam::device_type;
  typename TestFixture::Product const product{this->host_a, this->host_b};
  auto const c = this->marked(product);
  auto wrong = c;
  auto offsets = to_vector<std::int64_t>(product.plan.row_offsets());
  ++offsets[1];
  wrong.graph.row_offsets = to_view<Int32, Device>(offsets, "other offsets");
  this->expect_refused(
      product, c,
      [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, wrong); },
      {"C.row_offsets", "plan"});
}

TYPED_TEST(SpGemmReuseErrors, ValuesTooShortSayBothLengths) {
  using Device = typename TypeParam::device_type;
  typename TestFixture::Product const product{this->host_a, this->host_b};
  auto const c = this->marked(product);
  auto const size_a = static_cast<std::size_t>(product.plan.stats().nnz_a);
  auto const size_b = static_cast<std::size_t>(product.plan.stats().nnz_b);
  auto const size_c = static_cast<std::size_t>(product.plan.nnz());
  auto short_a = product.a;
  short_a.values = Kokkos::View<double*, Device>("short", size_a - 1);
  this->expect_refused(
      product, c,
      [&] { araios::spgemm_numeric(product.exec, product.plan, short_a, product.b, c); },
      {"A.values", std::to_string(size_a - 1), std::to_string(size_a)});
  auto short_b = product.b;
  short_b.values = Kokkos::View<double*, Device>("short", size_b - 1);
  this->expect_refused(
      product, c,
      [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, short_b, c); },
      {"B.values", std::to_string(size_b - 1), std::to_string(size_b)});
  auto short_c = c;
  short_c.values = Kokkos::View<double*, Device>("short", size_c - 1);
  this->expect_refused(
      product, c,
      [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, short_c); },
      {"C.values", std::to_string(size_c - 1), std::to_string(size_c)});
  short_c = c;
  short_c.graph.columns = Kokkos::View<Int32*, Device>("short", size_c - 1);
  this->expect_refused(
      product, c,
      [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, short_c); },
      {"C.columns", std::to_string(size_c - 1), std::to_string(size_c)});
}

TYPED_TEST(SpGemmReuseErrors, NullValuesAreRefused) {
  using Device = typename TypeParam::device_type;
  typename TestFixture::Product const product{this->host_a, this->host_b};
  auto const c = this->marked(product);
  auto null_a = product.a;
  null_a.values =
      Kokkos::View<double*, Device>(static_cast<double*>(nullptr), product.a.values.extent(0));
  this->expect_refused(
      product, c, [&] { araios::spgemm_numeric(product.exec, product.plan, null_a, product.b, c); },
      {"A.values", "memory"});
  auto null_c = c;
  null_c.values = Kokkos::View<double*, Device>(static_cast<double*>(nullptr), c.values.extent(0));
  this->expect_refused(
      product, c,
      [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, null_c); },
      {"C.values", "memory"});
}

TYPED_TEST(SpGemmReuseErrors, APlanForOtherSizesIsRefused) {
  typename TestFixture::Product const product{this->host_a, this->host_b};
  auto const c = this->marked(product);
  auto const taller = this->device(with_integers<double>(uniform_pattern(41, 30, 5, 1), 1));
  auto const wider = this->device(with_integers<double>(uniform_pattern(30, 51, 5, 2), 1));
  this->expect_refused(
      product, c, [&] { araios::spgemm_numeric(product.exec, product.plan, taller, product.b, c); },
      {"A is 41×30", "plan", "40×30"});
  this->expect_refused(
      product, c, [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, wider, c); },
      {"B is 30×51", "plan", "30×50"});
  auto const fuller = this->device(with_integers<double>(full_pattern(40, 30), 1));
  this->expect_refused(
      product, c, [&] { araios::spgemm_numeric(product.exec, product.plan, fuller, product.b, c); },
      {"1200 entries", "plan", std::to_string(product.plan.stats().nnz_a)});
  auto smaller = c;
  smaller.graph.num_cols = 49;
  this->expect_refused(
      product, c,
      [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, smaller); },
      {"C is 40×49", "40×50"});
}

// A and B look alike to the plan, but the one must not vouch for the other.
TYPED_TEST(SpGemmReuseErrors, OtherEntriesOfOneOfTwoLikeOperandsAreFound) {
  auto const host = with_integers<double>(uniform_pattern(20, 20, 3, 1), 1);
  typename TestFixture::Product const product{host, transpose_of(host)};
  auto const full = this->device(with_integers<double>(full_pattern(20, 20), 1));
  auto const multiply = [&](auto const& a, auto const& b) {
    auto const c = this->marked(product);
    araios::spgemm_numeric(product.exec, product.plan, a, b, c);
  };
  EXPECT_TRUE(throws<std::invalid_argument>([&] { multiply(product.a, full); },
                                            {"B is 20×20 with 400 entries", "make a new plan"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { multiply(full, product.b); },
                                            {"A is 20×20 with 400 entries", "make a new plan"}));
}

TYPED_TEST(SpGemmReuseErrors, AnotherPatternIsFoundBeforeCIsWrittenWhenAskedFor) {
  SpGemmOptions options;
  options.check_reuse = true;
  typename TestFixture::Product const product{this->host_a, this->host_b, options};
  auto const c = this->marked(product);
  // The same size and row sizes, one column moved.
  auto other_a = this->host_a;
  other_a.pattern.columns[3] = (other_a.pattern.columns[3] + 1) % 30;
  this->expect_refused(product, c,
                       [&] {
                         araios::spgemm_numeric(product.exec, product.plan, this->device(other_a),
                                                product.b, c);
                       },
                       {"pattern of A", "plan"});
  auto other_b = this->host_b;
  other_b.pattern.columns.back() = (other_b.pattern.columns.back() + 1) % 50;
  this->expect_refused(product, c,
                       [&] {
                         araios::spgemm_numeric(product.exec, product.plan, product.a,
                                                this->device(other_b), c);
                       },
                       {"pattern of B", "plan"});
  // Equal columns in other rows.
  auto shifted = this->host_a;
  std::size_t row = 1;
  while (shifted.pattern.row_offsets[row] == shifted.pattern.row_offsets[row - 1]) ++row;
  --shifted.pattern.row_offsets[row];
  this->expect_refused(product, c,
                       [&] {
                         araios::spgemm_numeric(product.exec, product.plan, this->device(shifted),
                                                product.b, c);
                       },
                       {"pattern of A", "plan"});
}

TYPED_TEST(SpGemmReuseErrors, RowsOfAnotherSizeThanPlannedAreReported) {
  // Equal entry counts, other rows of C: larger ones in one direction, smaller in the other.
  auto const wide = with_constant(HostPattern{2, 4, {0, 2, 4}, {0, 1, 2, 3}, "wide"}, 1.0);
  auto const narrow = with_constant(HostPattern{2, 4, {0, 2, 4}, {0, 0, 2, 2}, "narrow"}, 1.0);
  auto const eye = with_constant(diagonal_pattern(4), 1.0);
  SpGemmOptions options;
  options.record_pattern = false;
  for (bool const grows : {true, false}) {
    typename TestFixture::Product const product{grows ? narrow : wide, eye, options};
    auto const c = product.plan.template allocate<double>("C");
    auto const other = this->device(grows ? wide : narrow);
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_numeric(product.exec, product.plan, other, product.b, c); },
        {"other entries than planned"}));
    EXPECT_TRUE(same_matrix(product.numeric(), reference_product(grows ? narrow : wide, eye)))
        << "the pool is clean after a refused row";
  }
}

TYPED_TEST(SpGemmReuseErrors, EntriesBesideARecordedPatternAreReported) {
  if (!araios::impl::is_host_space_v<TypeParam>) GTEST_SKIP() << "patterns are recorded on hosts";
  // Rows of more products than have places of their own.
  constexpr int length = araios::impl::short_row_capacity + 1;
  auto const with_columns = [](std::string const& name, int stride) {
    HostPattern pattern{2, 2 * length, {0, length, 2 * length}, {}, name};
    for (int row = 0; row < 2; ++row) {
      for (int i = 0; i < length; ++i) {
        pattern.columns.push_back(row * length + i / stride * stride);
      }
    }
    return pattern;
  };
  auto const planned_pattern = with_columns("planned", 1);
  auto other_pattern = planned_pattern;
  other_pattern.columns[length] = 1;
  auto const planned = with_constant(planned_pattern, 1.0);
  auto const other = with_constant(other_pattern, 1.0);
  auto const fewer = with_constant(with_columns("fewer", 2), 1.0);
  auto const eye = with_constant(diagonal_pattern(2 * length), 1.0);
  SpGemmOptions options;
  options.record_pattern = true;
  typename TestFixture::Product const product{planned, eye, options};
  ASSERT_TRUE(product.plan.numeric_selection().records_pattern);
  auto const c = product.plan.template allocate<double>("C");
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        araios::spgemm_numeric(product.exec, product.plan, this->device(other), product.b, c);
      },
      {"other entries than planned"}));
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(planned, eye)))
      << "nothing is left of a refused row";
  araios::spgemm_numeric(product.exec, product.plan, this->device(fewer), product.b, c);
  std::vector<double> expected;
  for (int row = 0; row < 2; ++row) {
    for (int i = 0; i < length; ++i) expected.push_back(i + 1 == length ? 1 : i % 2 == 0 ? 2 : 0);
  }
  EXPECT_EQ(to_host(c).values, expected) << "missing entries are zeros";
}

TYPED_TEST(SpGemmReuseErrors, OtherNumbersOfProductsThanRecordedPlacesAreReported) {
  if (!araios::impl::is_host_space_v<TypeParam>) GTEST_SKIP() << "patterns are recorded on hosts";
  auto const b = with_constant(HostPattern{3, 4, {0, 1, 3, 4}, {0, 1, 2, 3}, "b"}, 1.0);
  auto const planned = with_constant(HostPattern{2, 3, {0, 2, 4}, {0, 1, 1, 2}, "planned"}, 1.0);
  auto const fewer = with_constant(HostPattern{2, 3, {0, 2, 4}, {0, 2, 1, 2}, "fewer"}, 1.0);
  auto const more = with_constant(HostPattern{2, 3, {0, 2, 4}, {0, 1, 1, 1}, "more"}, 1.0);
  SpGemmOptions options;
  options.record_pattern = true;
  typename TestFixture::Product const product{planned, b, options};
  auto const c = product.plan.template allocate<double>("C");
  auto const expect_refused = [&](auto const& other) {
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] {
          araios::spgemm_numeric(product.exec, product.plan, this->device(other), product.b, c);
        },
        {"other entries than planned"}));
    EXPECT_TRUE(same_matrix(product.numeric(), reference_product(planned, b)));
  };
  expect_refused(fewer);
  expect_refused(more);
}

TYPED_TEST(SpGemmReuseErrors, ReadOnlyColumnsOfAnotherOriginAreNotWritten) {
  auto const square = with_integers<double>(diagonal_pattern(12), 1);
  typename TestFixture::Product const product{square, square};
  typename TestFixture::Product const other{square, square};
  auto const c = other.plan.template allocate<double>("C");
  static_assert(std::is_const_v<typename decltype(c.graph.columns)::value_type>);
  araios::spgemm_numeric(other.exec, other.plan, other.a, other.b, c);
  other.exec.fence();
  Kokkos::deep_copy(product.a.values, 2.0);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, c); },
      {"columns of C are read-only", "this plan has not allocated it", "allocate_writable"}));
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(square, square)));
}

TYPED_TEST(SpGemmReuseErrors, ReadOnlyColumnsBesideThePlansOffsetsAreNotWrittenWhereItReplays) {
  auto const square = with_integers<double>(diagonal_pattern(12), 1);
  SpGemmOptions options;
  options.replay = true;
  typename TestFixture::Product const product{square, square, options};
  auto c = product.plan.template allocate<double>("C");
  c.graph.columns = product.a.graph.columns;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, c); },
      {"columns of C are read-only"}));
  EXPECT_EQ(to_host(product.a).pattern.columns, square.pattern.columns);
}

TYPED_TEST(SpGemmReuseErrors, ACopyOfThePlanWritesItsResults) {
  typename TestFixture::Product const product{this->host_a, this->host_b};
  auto const c = product.plan.template allocate<double>("C");
  auto const copy = product.plan;
  araios::spgemm_numeric(product.exec, copy, product.a, product.b, c);
  product.exec.fence();
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(this->host_a, this->host_b)));
}

TYPED_TEST(SpGemmReuseErrors, AReadOnlyResultWithoutRowsNeedsNoOffsets) {
  using Device = typename TypeParam::device_type;
  HostMatrix<double> const none = with_constant(HostPattern{0, 30, {0}, {}, "no rows"}, 1.0);
  typename TestFixture::Product const product{none, this->host_b};
  araios::CrsMatrix<double, Int32, Int32 const, Device> c;
  c.graph.num_cols = product.plan.num_cols();
  EXPECT_NO_THROW(araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, c));
}

TYPED_TEST(SpGemmReuseErrors, CThatSharesMemoryWithAnOperandIsRefused) {
  auto const square = with_integers<double>(diagonal_pattern(12), 1);
  typename TestFixture::Product const product{square, square};
  auto const c = this->marked(product);
  auto const expect_refused = [&](auto const& aliased, char const* operand) {
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, aliased); },
        {"C", "shares memory", operand}));
  };
  auto aliased = c;
  aliased.values = product.a.values;
  expect_refused(aliased, "with A");
  aliased = c;
  aliased.values = product.b.values;
  expect_refused(aliased, "with B");
  aliased = c;
  aliased.graph.columns = product.a.graph.columns;
  expect_refused(aliased, "with A");
  aliased = c;
  aliased.graph.columns = product.b.graph.columns;
  expect_refused(aliased, "with B");
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(square, square)));
}

TYPED_TEST(SpGemmReuseErrors, CThatOverlapsAnOperandPartlyIsRefused) {
  using Device = typename TypeParam::device_type;
  auto const square = with_integers<double>(diagonal_pattern(12), 1);
  typename TestFixture::Product product{square, square};
  Kokkos::View<double*, Device> const shared("shared", 23);
  product.a.values = Kokkos::subview(shared, Kokkos::make_pair(0, 12));
  auto c = this->marked(product);
  c.values = Kokkos::subview(shared, Kokkos::make_pair(11, 23));
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, c); },
      {"C", "shares memory", "with A"}));
  Kokkos::View<double*, Device> const apart("apart", 24);
  product.a.values = Kokkos::subview(apart, Kokkos::make_pair(0, 12));
  Kokkos::deep_copy(product.a.values, 2.0);
  c.values = Kokkos::subview(apart, Kokkos::make_pair(12, 24));
  araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, c);
  EXPECT_TRUE(
      same_matrix(to_host(c), reference_product(with_constant(diagonal_pattern(12), 2.0), square)));
}

}  // namespace
}  // namespace araios_test
