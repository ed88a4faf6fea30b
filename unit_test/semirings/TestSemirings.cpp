// SPDX-License-Identifier: BSD-3-Clause
// Sums and products of the semirings at the ends of their ranges, and the rules of their methods.

#include <Araios_Semiring.hpp>
#include <Araios_SemiringReport.hpp>
#include <semirings/Araios_DotsOntoPattern.hpp>
#include <semirings/Araios_FoundProducts.hpp>
#include <semirings/Araios_MarkedRow.hpp>
#include <semirings/Araios_SemiringRules.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using araios::MaxPlus;
using araios::MinPlus;
using araios::OrAnd;
using araios::PlusFirst;
using araios::PlusPair;
using araios::PlusSecond;
using araios::PlusTimes;

template <class T>
constexpr T most = std::numeric_limits<T>::max();
template <class T>
constexpr T least = std::numeric_limits<T>::lowest();

// What users may rely on, as far as types go.
static_assert(araios::SemiringOf<PlusTimes<Kokkos::complex<float>>, Kokkos::complex<float>,
                                 Kokkos::complex<float>>);
static_assert(araios::SemiringOf<PlusPair<std::int64_t>, std::uint8_t, double>);
static_assert(!araios::SemiringOf<PlusTimes<double>, std::string, double>);
static_assert(!araios::Semiring<int>);

TEST(Semirings, SumsAndProductsOfIntegersWrap) {
  PlusTimes<std::int32_t> const of_words;
  EXPECT_EQ(of_words.add(most<std::int32_t>, 1), least<std::int32_t>);
  EXPECT_EQ(of_words.multiply(least<std::int32_t>, -1), least<std::int32_t>);
  EXPECT_EQ(of_words.multiply(1 << 20, 1 << 20), 0);
  PlusTimes<std::int64_t> const of_longs;
  EXPECT_EQ(of_longs.add(least<std::int64_t>, -1), most<std::int64_t>);
  EXPECT_EQ(of_longs.multiply(3'000'000'000, 5), 15'000'000'000);
  PlusTimes<std::uint8_t> const of_bytes;
  EXPECT_EQ(of_bytes.add(200, 100), 44);
  EXPECT_EQ(of_bytes.multiply(16, 17), 16);
  PlusTimes<std::uint16_t> const of_halves;
  EXPECT_EQ(of_halves.multiply(65535, 65535), 1);
  PlusPair<std::uint8_t> const pairs;
  EXPECT_EQ(pairs.add(255, pairs.multiply(3.5, 'x')), 0);
}

TEST(Semirings, LeastSumsOfIntegersSaturateAndInfinityStays) {
  MinPlus<std::int32_t> const paths;
  std::int32_t const none = paths.identity();
  EXPECT_EQ(none, most<std::int32_t>);
  EXPECT_EQ(paths.add(none, 7), 7);
  EXPECT_EQ(paths.add(-3, 7), -3);
  EXPECT_EQ(paths.multiply(none, -5), none);
  EXPECT_EQ(paths.multiply(-5, none), none);
  EXPECT_EQ(paths.multiply(most<std::int32_t> - 1, 100), most<std::int32_t>);
  EXPECT_EQ(paths.multiply(least<std::int32_t>, -1), least<std::int32_t>);
  EXPECT_EQ(paths.multiply(4, -9), -5);
}

TEST(Semirings, LargestSumsOfIntegersSaturateAndInfinityStays) {
  MaxPlus<std::int64_t> const paths;
  std::int64_t const none = paths.identity();
  EXPECT_EQ(none, least<std::int64_t>);
  EXPECT_EQ(paths.add(none, -7), -7);
  EXPECT_EQ(paths.add(3, 7), 7);
  EXPECT_EQ(paths.multiply(none, 5), none);
  EXPECT_EQ(paths.multiply(most<std::int64_t>, 2), most<std::int64_t>);
  EXPECT_EQ(paths.multiply(least<std::int64_t> + 1, -100), least<std::int64_t>);
}

TEST(Semirings, NotANumberStaysInEverySum) {
  double const nan = std::nan("");
  for (double const other : {-1.0, 0.0, HUGE_VAL, -HUGE_VAL}) {
    for (auto const& [x, y] : {std::pair{nan, other}, {other, nan}}) {
      EXPECT_TRUE(std::isnan(MinPlus<double>{}.add(x, y)));
      EXPECT_TRUE(std::isnan(MaxPlus<double>{}.add(x, y)));
      EXPECT_TRUE(std::isnan(MinPlus<double>{}.multiply(x, y)));
      EXPECT_TRUE(std::isnan(PlusTimes<double>{}.add(x, y)));
      EXPECT_TRUE(std::isnan(PlusTimes<double>{}.multiply(x, y)));
    }
  }
  EXPECT_EQ(MinPlus<double>{}.identity(), HUGE_VAL);
  EXPECT_EQ(MaxPlus<float>{}.identity(), -HUGE_VALF);
  EXPECT_TRUE(std::isnan(MinPlus<double>{}.multiply(HUGE_VAL, -HUGE_VAL)));
}

TEST(Semirings, AllButZeroIsTrue) {
  OrAnd<> const bytes;
  EXPECT_EQ(bytes.add(2, 4), 1);
  EXPECT_EQ(bytes.multiply(2, 4), 1);
  EXPECT_EQ(bytes.multiply(2, 0), 0);
  EXPECT_EQ(bytes.add(0, 0), bytes.identity());
  OrAnd<double> const numbers;
  EXPECT_EQ(numbers.multiply(std::nan(""), 0.5), 1.0);
  EXPECT_EQ(numbers.add(-0.0, 0.0), 0.0);
  EXPECT_TRUE(OrAnd<bool>{}.multiply(true, true));
}

TEST(Semirings, FirstAndSecondReadOneFactor) {
  EXPECT_EQ(PlusFirst<int>{}.multiply(5, "any"), 5);
  EXPECT_EQ(PlusSecond<double>{}.multiply("any", 2.5), 2.5);
}

TEST(SemiringRules, ArraysOverColumnsOnlyWhereTheyAreAffordable) {
  araios::ProblemStats stats;
  stats.nnz_a = 1000;
  stats.nnz_b = 1000;
  stats.n = 100'000;
  EXPECT_EQ(araios::impl::walking_method(true, stats), araios::SemiringMethod::marked_array);
  EXPECT_EQ(araios::impl::walking_method(false, stats), araios::SemiringMethod::searched_row);
  EXPECT_GE(araios::impl::most_walking_owners(araios::SemiringMethod::marked_array, stats), 2);
  stats.n = 2'000'000'000;
  EXPECT_EQ(araios::impl::walking_method(true, stats), araios::SemiringMethod::marked_hash);
  stats.nnz_b = 400'000'000;
  EXPECT_EQ(araios::impl::walking_method(true, stats), araios::SemiringMethod::marked_array);
  EXPECT_EQ(araios::impl::most_walking_owners(araios::SemiringMethod::marked_array, stats), 1);
}

TEST(SemiringRules, DotsWhereAWalkHasManyTimesTheirSteps) {
  using namespace araios::impl;
  for (bool const is_host : {true, false}) {
    std::int64_t const ratio =
        is_host ? tuning::walk_steps_per_dot_step : tuning::device_walk_steps_per_dot_step;
    std::int64_t const needed = 10 * ratio + 3 * tuning::walk_steps_per_transposed_entry;
    EXPECT_TRUE(do_dots_pay(is_host, 10, 3, needed));
    EXPECT_FALSE(do_dots_pay(is_host, 10, 3, needed - 1));
  }
  araios::ProblemStats stats;
  stats.k = stats.n = 100;
  stats.nnz_a = stats.nnz_b = 1000;
  EXPECT_TRUE(may_dots_pay(true, stats, 50, 1'000'000));
  EXPECT_FALSE(may_dots_pay(true, stats, 50, 1000));
  // Memory follows entries: neither the transpose nor the marks may have that many columns.
  for (auto const dimension : {&araios::ProblemStats::k, &araios::ProblemStats::n}) {
    auto wide = stats;
    wide.*dimension = 2'000'000'000;
    EXPECT_FALSE(may_dots_pay(true, wide, 50, 1'000'000));
  }
}

TEST(SemiringRules, StepsFollowTheShorterRowWhereTheOtherIsSearched) {
  using namespace araios::impl;
  std::int64_t const many = 1'000'000;
  EXPECT_EQ(steps_of_dot(false, 5, 7), 12);
  EXPECT_EQ(steps_of_dot(false, 2, many), 2 * tuning::searched_operand_min_ratio);
  EXPECT_EQ(steps_of_dot(false, many, 2), 2 * tuning::searched_operand_min_ratio);
  EXPECT_EQ(steps_of_dot(true, 5, 7), 7);
  EXPECT_EQ(steps_of_dot(true, many, 2), 2);
  EXPECT_EQ(steps_of_dot(true, 2, many), 2 * tuning::searched_row_min_ratio);
  EXPECT_EQ(steps_of_dot(true, 0, many), 0);
  EXPECT_EQ(steps_along_b(many, 3, false), many);
  EXPECT_EQ(steps_along_b(many, 3, true), 3 * tuning::searched_row_min_ratio);
}

template <class Marks>
void expect_places(std::vector<std::int32_t> const& columns, std::int32_t num_cols) {
  auto const size = static_cast<std::int64_t>(columns.size());
  std::vector<std::byte> memory(Marks::bytes({num_cols, 100}));
  Marks marks{memory.data()};
  araios::impl::RowColumns<std::int32_t> const row{columns.data(), size};
  marks.mark(row);
  for (std::int32_t column = 0; column < num_cols; ++column) {
    auto const found = std::find(columns.begin(), columns.end(), column);
    EXPECT_EQ(marks.find(column), found == columns.end() ? 0 : found - columns.begin() + 1);
  }
  marks.clear(row);
  EXPECT_EQ(memory, std::vector<std::byte>(memory.size()));
}

TEST(MarkedRow, FindsItsColumnsAndLeavesItsMemoryClean) {
  std::vector<std::int32_t> colliding;
  for (std::int32_t i = 0; i < 100; ++i) colliding.push_back(1024 * i);
  for (auto const& columns : {std::vector<std::int32_t>{0}, {3, 4, 5, 200, 99'999}, colliding}) {
    expect_places<araios::impl::MarkedArray<std::int32_t>>(columns, 110'000);
    expect_places<araios::impl::MarkedHash<std::int32_t>>(columns, 110'000);
  }
}

/// Every number of columns that a block may have, marked ones at different places of a vector.
template <class Marks, class Ordinal>
void expect_found(Ordinal stride) {
  Ordinal const num_cols = 700;
  std::vector<Ordinal> marked;
  for (Ordinal column = 3; column < num_cols; column += stride) marked.push_back(column);
  std::vector<std::byte> memory(Marks::bytes({num_cols, num_cols}));
  Marks marks{memory.data()};
  marks.mark({marked.data(), static_cast<std::int64_t>(marked.size())});
  std::vector<Ordinal> columns;
  for (Ordinal i = 0; i < araios::impl::FoundColumns<Ordinal>::most; ++i) {
    columns.push_back(i * 5 % num_cols);
    auto const size = static_cast<int>(columns.size());
    araios::impl::FoundColumns<Ordinal> found;
    // Appended to what was found before.
    int next = size % 5;
    for (int k = 0; k < next; ++k) found.places[k] = 1000 + k;
    found.count = next;
    find_columns(marks, columns.data(), size, found);
    for (int k = 0; k < size % 5; ++k) EXPECT_EQ(found.places[k], 1000 + k);
    for (int k = 0; k < size; ++k) {
      Ordinal const place = marks.find(columns[static_cast<std::size_t>(k)]);
      if (place == 0) continue;
      ASSERT_LT(next, found.count);
      EXPECT_EQ(found.indices[next], k);
      EXPECT_EQ(found.places[next], place);
      ++next;
    }
    EXPECT_EQ(next, found.count) << size;
  }
}

TEST(MarkedRow, FindsTheColumnsOfABlockInTheirOrder) {
  for (int const stride : {1, 2, 7, 100}) {
    expect_found<araios::impl::MarkedArray<std::int32_t>, std::int32_t>(stride);
    expect_found<araios::impl::MarkedHash<std::int32_t>, std::int32_t>(stride);
    expect_found<araios::impl::MarkedArray<std::int64_t>, std::int64_t>(stride);
  }
}

TEST(FoundProducts, KeepTheFactorsOfEachUntilThereIsNoRoom) {
  for (int const per_block : {0, 1, 3, 16, 17, 100}) {
    araios::impl::FoundProducts<std::int32_t> found;
    std::vector<std::pair<std::int64_t, std::int64_t>> expected;
    int blocks = 0;
    for (; found.has_room(per_block); ++blocks) {
      int const before = found.columns.count;
      for (int k = 0; k < per_block; ++k) {
        found.columns.indices[before + k] = 2 * k;
        expected.emplace_back(10 * blocks, 1'000 * blocks + 2 * k);
      }
      found.columns.count = before + per_block;
      found.close_block(before, 10 * blocks, 1'000 * blocks);
    }
    EXPECT_GE(blocks, 2);
    ASSERT_EQ(static_cast<std::size_t>(found.columns.count), expected.size()) << per_block;
    for (std::size_t product = 0; product < expected.size(); ++product) {
      auto const i = static_cast<int>(product);
      EXPECT_EQ((std::pair{found.a_entry(i), found.b_entry(i)}), expected[product]) << per_block;
    }
    found.clear();
    EXPECT_EQ(found.columns.count, 0);
    EXPECT_TRUE(found.has_room(found.most));
  }
}

TEST(CommonColumns, OfRowsOfSimilarAndVeryDifferentLengths) {
  using Row = std::vector<std::int32_t>;
  for (std::int32_t const stride : {1, 3, 50}) {
    for (std::int32_t const size : {0, 1, 5, 300}) {
      Row x;
      Row y;
      for (std::int32_t i = 0; i < size; ++i) x.push_back(7 + i * stride);
      for (std::int32_t i = 0; i < 900; ++i) y.push_back(2 * i);
      Row expected;
      std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(expected));
      auto const common = [](Row const& first, Row const& second, std::size_t most) {
        Row found;
        araios::impl::for_each_common<std::int32_t>(
            {first.data(), static_cast<std::int64_t>(first.size())},
            {second.data(), static_cast<std::int64_t>(second.size())},
            [&](std::int64_t i, std::int64_t j) {
              EXPECT_EQ(first[static_cast<std::size_t>(i)], second[static_cast<std::size_t>(j)]);
              found.push_back(first[static_cast<std::size_t>(i)]);
              return found.size() == most;
            });
        return found;
      };
      EXPECT_EQ(common(x, y, 1000), expected) << stride << " " << size;
      EXPECT_EQ(common(y, x, 1000), expected) << stride << " " << size;
      EXPECT_EQ(common(x, y, 1).size(), std::min<std::size_t>(expected.size(), 1));
    }
  }
}

TEST(SemiringReport, IsALineOfText) {
  EXPECT_EQ(to_string(araios::SemiringReport{araios::SemiringMethod::dots, 12, 3}),
            "dots walk_steps=12 dot_steps=3");
}

}  // namespace
}  // namespace araios_test
