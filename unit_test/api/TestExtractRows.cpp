// SPDX-License-Identifier: BSD-3-Clause
// Listed rows of a matrix as a matrix of their own.

#include "support/BitwiseEqual.hpp"
#include "support/CallsOnMatrices.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/RowCases.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/Types.hpp"
#include <Araios_ExtractRows.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

/// Lists of rows: none, one, all, all backwards, at random with repeats.
std::vector<std::vector<std::int64_t>> lists_of_rows(std::int64_t num_rows) {
  std::vector<std::vector<std::int64_t>> lists(1);
  if (num_rows == 0) return lists;
  lists.push_back({num_rows - 1});
  std::vector<std::int64_t> all;
  for (std::int64_t row = 0; row < num_rows; ++row) all.push_back(row);
  lists.push_back(all);
  lists.emplace_back(all.rbegin(), all.rend());
  Random random{5};
  for (auto& row : all) row = random.below(num_rows);
  all.push_back(0);
  lists.push_back(all);
  return lists;
}

template <class Types>
class ExtractRows : public CallsOnMatrices<Types> {};

TYPED_TEST_SUITE_P(ExtractRows);

TYPED_TEST_P(ExtractRows, InAnyOrderWithRepeats) {
  using Fixture = TestFixture;
  for (auto const& pattern : row_cases()) {
    auto const host = with_reals<typename TypeParam::scalar>(pattern, 3);
    auto const a = this->device(host);
    for (auto const& list : lists_of_rows(pattern.num_rows)) {
      auto const expected = with_rows(host, list);
      auto const narrow = to_view<std::int32_t, typename Fixture::Views>(list, "rows");
      EXPECT_TRUE(are_bitwise_equal(to_host(araios::extract_rows(this->exec, a, narrow)), expected))
          << pattern.label;
      auto const wide = to_view<std::size_t, typename Fixture::Views>(list, "rows");
      auto const found = araios::extract_rows<std::int64_t>(this->exec, a, wide);
      static_assert(std::is_same_v<typename decltype(found)::offset_type, std::int64_t>);
      EXPECT_TRUE(are_bitwise_equal(to_host(found), expected)) << pattern.label;
    }
  }
}

TYPED_TEST_P(ExtractRows, OfRowsOfALargerMatrix) {
  using Fixture = TestFixture;
  RowRange const range{30, 71};
  auto const host = with_reals<typename TypeParam::scalar>(uniform_pattern(90, 50, 6, 2), 2);
  auto const part = rows_of(this->device(host), range);
  std::vector<std::int64_t> const list{40, 0, 40, 3};
  auto const rows = to_view<std::int64_t, typename Fixture::Views>(list, "rows");
  EXPECT_TRUE(are_bitwise_equal(to_host(araios::extract_rows(this->exec, part, rows)),
                                with_rows(copy_of_rows(host, range), list)));
}

REGISTER_TYPED_TEST_SUITE_P(ExtractRows, InAnyOrderWithRepeats, OfRowsOfALargerMatrix);
INSTANTIATE_TYPED_TEST_SUITE_P(Double, ExtractRows, DoubleMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, ExtractRows, ComplexDoubleMatrixTypes, TypeNames);
#ifndef ARAIOS_TEST_REDUCED_TYPES
INSTANTIATE_TYPED_TEST_SUITE_P(Float, ExtractRows, FloatMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, ExtractRows, ComplexFloatMatrixTypes, TypeNames);
#endif

template <class Space>
class ExtractRowsErrors : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;

  template <class Index>
  void expect_refused(Matrix const& a, std::vector<Index> const& list,
                      std::vector<std::string> const& parts) const {
    auto const rows = to_view<Index, Views>(list, "rows");
    EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::extract_rows(exec, a, rows); }, parts));
  }
  Space exec;
};

TYPED_TEST_SUITE(ExtractRowsErrors, Spaces, TypeNames);

TYPED_TEST(ExtractRowsErrors, TheFirstIndexThatIsNoRowIsNamed) {
  auto const a = to_device<Int32, Int32, typename TestFixture::Views>(
      with_integers<double>(uniform_pattern(10, 20, 3, 1), 1));
  this->expect_refused(a, std::vector<Int32>{9, 0, 10, 11}, {"rows[2] is 10", "[0, 10)"});
  this->expect_refused(a, std::vector<Int32>{9, -1}, {"rows[1] is -1", "[0, 10)"});
  this->expect_refused(a, std::vector<Int64>{Int64{1} << 32}, {"rows[0] is 4294967296", "[0, 10)"});
  this->expect_refused(a, std::vector<Size>{0, Size{1} << 63}, {"rows[1] is 9223372036854775808"});
  auto const none = to_device<Int32, Int32, typename TestFixture::Views>(
      with_integers<double>(empty_pattern(0, 3), 1));
  this->expect_refused(none, std::vector<Int32>{0}, {"rows[0] is 0", "[0, 0)"});
  auto bad = a;
  bad.graph.num_cols = 1;
  this->expect_refused(bad, std::vector<Int32>{0}, {"A.columns[", "[0, 1)"});
}

// A row of 1000 entries, so often that 32 bits do not count them.
TYPED_TEST(ExtractRowsErrors, MoreEntriesThanTheOffsetCounts) {
  constexpr std::size_t times = 2147484;
  auto const a = to_device<Int32, Int32, typename TestFixture::Views>(
      with_integers<double>(full_pattern(1, 1000), 1));
  Kokkos::View<Int32*, typename TestFixture::Views> const rows("rows", times);
  EXPECT_TRUE(throws<std::overflow_error>(
      [&] { araios::extract_rows(this->exec, a, rows); },
      {"the number of entries of the rows is 2147484000", "32-bit index"}));
}

}  // namespace
}  // namespace araios_test
