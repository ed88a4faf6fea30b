// SPDX-License-Identifier: BSD-3-Clause
// Products that replay on every execution space, devices or not: blocks and entries at their
// bounds, other values, other patterns, and caps.

#include "support/Entries.hpp"
#include "support/Matchers.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/ReplayedProduct.hpp"
#include "support/Types.hpp"
#include <Araios_ReplayState.hpp>
#include <Araios_SpGemm.hpp>
#include <replay/Araios_PackedProducts.hpp>
#include <replay/Araios_ReplayBegins.hpp>
#include <replay/Araios_ReplayOrder.hpp>
#include <replay/Araios_ReplayTuning.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace araios_test {
namespace {

using araios::ReplayState;
namespace tuning = araios::impl::tuning;

/// Counts products that do not come behind those before them in their entry.
template <class Entries>
struct CountOutOfOrder {
  Entries entries;

  KOKKOS_FUNCTION void operator()(std::int64_t entry, std::int64_t& count) const {
    auto const products = entries.products(entry);
    for (std::int64_t i = 1; i < entries.size(entry); ++i) {
      if (products.read(i - 1) >= products.read(i)) ++count;
    }
  }
};

template <class Space>
class ReplayTest : public testing::Test {
 protected:
  template <class OffsetC>
  using ProductOf = ReplayedProduct<ProductTypes<Space, Int32, Int32, Int32, OffsetC, double>>;
  using Product = ProductOf<Int32>;

  /// Replays with the values that were planned and with others, twice.
  template <class OffsetC = Int32>
  static ProductOf<OffsetC> expect_replay(HostPattern const& a, HostPattern const& b) {
    ProductOf<OffsetC> product{with_integers<double>(a, 1), with_integers<double>(b, 2)};
    EXPECT_EQ(product.plan().numeric_selection.replay, ReplayState::replays);
    for (std::uint64_t const seed : {1, 7, 7}) {
      auto const left = with_integers<double>(a, seed);
      auto const right = with_integers<double>(b, seed + 1);
      auto const expected = reference_product(left, right);
      SCOPED_TRACE(expected.pattern.label);
      EXPECT_TRUE(same_matrix(product.replay(left, right), expected));
      EXPECT_FALSE(product.mismatch);
    }
    expect_order(product.plan());
    return product;
  }

 private:
  /// Products of every entry are in the order of A's entries.
  template <class PlanData>
  static void expect_order(PlanData const& plan) {
    auto const expect = [&](auto const& lists) {
      using Entries =
          araios::impl::EntryProducts<std::decay_t<decltype(lists)>, typename Space::device_type>;
      std::int64_t out_of_order = 0;
      Kokkos::parallel_reduce("araios_test::count_out_of_order",
                              Kokkos::RangePolicy<Space>(0, plan.stats.nnz_c),
                              CountOutOfOrder<Entries>{Entries{lists}}, out_of_order);
      EXPECT_EQ(out_of_order, 0);
    };
    std::visit(expect, plan.replay.lists);
  }
};
TYPED_TEST_SUITE(ReplayTest, Spaces, TypeNames);

TYPED_TEST(ReplayTest, EntriesAtTheBoundsOfBlocks) {
  for (std::int64_t const size : {63, 64, 65, 127, 128, 129}) {
    this->expect_replay(full_pattern(1, 2), full_pattern(2, size));
    this->expect_replay(diagonal_pattern(size), diagonal_pattern(size));
  }
}

/// Adds a row of so many successive columns.
void add_full_row(HostPattern& a, std::int64_t first_column, std::int64_t length) {
  for (std::int64_t i = 0; i < length; ++i) a.columns.push_back(first_column + i);
  a.row_offsets.push_back(a.num_entries());
  ++a.num_rows;
}

/// Full rows of A above a diagonal, so many of each length, one length after the other: with a B of
/// one column each gives an entry of so many products, and the diagonal as many of a single one.
HostPattern full_rows_above_diagonal(std::vector<std::array<std::int64_t, 2>> const& rows,
                                     std::int64_t num_cols) {
  HostPattern a{0, num_cols, {0}, {}, "rows of several lengths above a diagonal"};
  for (auto const& [count, length] : rows) {
    for (std::int64_t i = 0; i < count; ++i) add_full_row(a, i, length);
  }
  for (std::int64_t i = 0; i < num_cols; ++i) add_full_row(a, i, 1);
  return a;
}

/// One entry of so many products for each column of a full B, and as many of a single one.
HostPattern full_row_above_diagonal(std::int64_t products) {
  return full_rows_above_diagonal({{1, products}}, products);
}

TYPED_TEST(ReplayTest, EntriesAtTheBoundOfHeavyOnes) {
  for (std::int64_t const difference : {-1, 0, 1}) {
    std::int64_t const products = tuning::replay_heavy_entry + difference;
    auto const product =
        this->expect_replay(full_row_above_diagonal(products), full_pattern(products, 3));
    auto const heavy_parts = std::visit([](auto const& lists) { return lists.num_heavy_parts; },
                                        product.plan().replay.lists);
    EXPECT_EQ(heavy_parts, difference == 1 ? 3 : 0);
  }
}

/// The lists of products of one word each, where some entry has more than few.
template <class PlanData>
auto narrow_lists(PlanData const& plan) {
  return std::get<typename decltype(plan.replay)::Narrow>(plan.replay.lists);
}

/// Entries of one to so many products, in blocks of every mixture.
TYPED_TEST(ReplayTest, EntriesAtTheBoundOfFewProducts) {
  constexpr std::int64_t few = araios::impl::PlanesOfCounts::most_products_of_entry;
  for (std::int64_t const most : {few - 1, few, few + 1}) {
    HostPattern a{0, 2 * most, {0}, {}, "rows of one to so many entries"};
    for (std::int64_t row = 0; row < 100; ++row) {
      add_full_row(a, row % most, 1 + row * row % most);
      add_full_row(a, row % most, row < most ? row + 1 : most);
    }
    auto const product = this->expect_replay(a, full_pattern(2 * most, 3));
    auto const& replay = product.plan().replay;
    using Few = typename std::decay_t<decltype(replay)>::Few;
    EXPECT_EQ(std::holds_alternative<Few>(replay.lists), most <= few);
  }
}

TYPED_TEST(ReplayTest, HeavyEntriesAtTheBoundsOfParts) {
  auto const expect_parts_of_entry = [&](std::int64_t products, std::int64_t parts) {
    auto const product =
        this->expect_replay(full_row_above_diagonal(products), full_pattern(products, 3));
    auto const lists = narrow_lists(product.plan());
    EXPECT_EQ(lists.num_heavy_parts, 3 * parts);
    EXPECT_EQ(lists.most_products_of_entry, products);
  };
  constexpr std::int64_t most = tuning::replay_heaviest_entry_of_thread;
  constexpr std::int64_t parts = most / tuning::replay_products_of_part;
  expect_parts_of_entry(most - 1, 1);
  expect_parts_of_entry(most, 1);
  expect_parts_of_entry(most + 1, parts + 1);
  for (std::int64_t const difference : {-1, 0, 1}) {
    std::int64_t const products = 3 * most + difference;
    expect_parts_of_entry(products, 3 * parts + (difference == 1 ? 1 : 0));
  }
}

TYPED_TEST(ReplayTest, EntriesOfOneAndOfManyPartsAtOnce) {
  constexpr std::int64_t cols = 3 * tuning::replay_heaviest_entry_of_thread;
  this->expect_replay(full_rows_above_diagonal({{2, tuning::replay_heaviest_entry_of_thread + 1},
                                                {3, tuning::replay_products_of_part + 1},
                                                {3, tuning::replay_products_of_part},
                                                {3, tuning::replay_heavy_entry + 1},
                                                {1, cols}},
                                               cols),
                      full_pattern(cols, 1));
}

TYPED_TEST(ReplayTest, EntriesThatAreLessHeavyAreHeavyWhereTheyAreFew) {
  constexpr std::int64_t cols = 20'000;
  auto const heavy = tuning::replay_heavy_entry + 1;
  auto const less = tuning::replay_less_heavy_entry + 1;
  auto const least = tuning::replay_least_heavy_entry + 1;
  auto const lists_of = [&](std::int64_t num_less, std::int64_t num_least) {
    auto const product = this->expect_replay(
        full_rows_above_diagonal({{1, heavy}, {num_less, less}, {num_least, least}}, cols),
        full_pattern(cols, 1));
    return narrow_lists(product.plan());
  };
  auto const few = lists_of(3, 4);
  EXPECT_EQ(few.most_products_of_lane, tuning::replay_least_heavy_entry);
  EXPECT_EQ(few.num_heavy_parts, 8);
  auto const many_of_the_least = lists_of(3, 400);
  EXPECT_EQ(many_of_the_least.most_products_of_lane, tuning::replay_less_heavy_entry);
  EXPECT_EQ(many_of_the_least.num_heavy_parts, 4);
  auto const many = lists_of(400, 400);
  EXPECT_EQ(many.most_products_of_lane, tuning::replay_heavy_entry);
  EXPECT_EQ(many.num_heavy_parts, 1);
}

/// Rows of A of every length around the bound from which several threads visit their products,
/// whatever it is, and some of more entries than a team marks at once.
TYPED_TEST(ReplayTest, RowsAtTheBoundOfHeavyOnes) {
  constexpr std::int64_t marks_of_team = 32 * tuning::replay_marks_words;
  std::vector<std::array<std::int64_t, 2>> rows{{1, marks_of_team / 2 - 1},
                                                {1, marks_of_team},
                                                {1, marks_of_team + 1},
                                                {1, 2 * marks_of_team + 100}};
  for (std::int64_t length = 1; length <= tuning::replay_max_row_steps + 1; ++length) {
    rows.push_back({1, length});
  }
  constexpr std::int64_t cols = 2 * marks_of_team + tuning::replay_max_row_steps;
  this->expect_replay(full_rows_above_diagonal(rows, cols), full_pattern(cols, 1));
}

/// Heavy entries that scratch just holds while they are put into order, and larger ones.
TYPED_TEST(ReplayTest, EntriesAtTheBoundOfScratch) {
  for (std::int64_t const difference : {-1, 0, 1}) {
    std::int64_t const products = tuning::replay_products_in_scratch + difference;
    this->expect_replay(full_row_above_diagonal(products), full_pattern(products, 20));
  }
}

/// A row of A with entries whose rows of B are empty, and products of few entries of C.
TYPED_TEST(ReplayTest, AHeavyRowOfFewProducts) {
  constexpr std::int64_t inner = 100 * tuning::replay_min_row_steps + 10;
  HostPattern b{inner, 70, {0}, {}, "mostly empty rows"};
  for (std::int64_t row = 0; row < inner; ++row) {
    if (row % 100 == 0) b.columns.push_back(row / 100 % 4);
    b.row_offsets.push_back(b.num_entries());
  }
  this->expect_replay(full_pattern(2, inner), b);
}

/// Rows about as long as those from which on threads share them, alone and beside longer ones.
TYPED_TEST(ReplayTest, RowsAtTheBoundsOfSharing) {
  for (std::int64_t const bound : {tuning::replay_min_row_steps, tuning::replay_unshared_row_steps,
                                   tuning::replay_max_row_steps}) {
    for (std::int64_t const length : {bound - 2, bound - 1, bound, bound + 1}) {
      HostPattern a = full_pattern(3, length);
      a.num_cols = 2 * tuning::replay_max_row_steps;
      auto const b = full_pattern(a.num_cols, 5);
      this->expect_replay(a, b);
      add_full_row(a, 0, a.num_cols);
      this->expect_replay(a, b);
    }
  }
}

/// Rows of A of which threads take shares: rows of B of none, few, as many as lanes and many more
/// entries meet in each, and on average so many that shares are large and small.
TYPED_TEST(ReplayTest, HeavyRowsThatMeetRowsOfBOfAllLengths) {
  constexpr std::int64_t inner = 30 * tuning::replay_max_entries_of_share + 7;
  constexpr std::int64_t cols = 1000;
  for (std::int64_t const lengthening : {0, 40, 700}) {
    HostPattern b{inner, cols, {0}, {}, "rows of all lengths"};
    for (std::int64_t row = 0; row < inner; ++row) {
      std::int64_t const odd = row % 97 == 5   ? 300
                               : row % 13 == 3 ? 33
                               : row % 7 == 2  ? 32
                                               : row % 4;
      std::int64_t const length = odd == 0 ? 0 : std::min(cols, odd + lengthening);
      std::int64_t const first = row % 5 == 0 ? 0 : row * row % (cols - length + 1);
      for (std::int64_t i = 0; i < length; ++i) b.columns.push_back(first + i);
      b.row_offsets.push_back(b.num_entries());
    }
    this->expect_replay(full_pattern(3, inner), b);
  }
}

TYPED_TEST(ReplayTest, BlocksOfMoreProductsThanSixteenBitsCount) {
  auto const product = this->expect_replay(full_pattern(2, 1100), full_pattern(1100, 60));
  EXPECT_TRUE(product.plan().replay.is_wide());
  auto const narrow = this->expect_replay(full_pattern(2, 1000), full_pattern(1000, 30));
  EXPECT_FALSE(narrow.plan().replay.is_wide());
}

TYPED_TEST(ReplayTest, ProductsThatDoNotFitThirtyTwoBits) {
  // 40 000 entries of A in a row and 80 000 of B need 16 and 17 bits.
  HostPattern a{1, 40'000, {0, 40'000}, {}, "a long row"};
  HostPattern b{40'000, 500, {0}, {}, "two entries a row"};
  for (std::int64_t row = 0; row < 40'000; ++row) {
    a.columns.push_back(row);
    for (std::int64_t const column : {row % 250, 250 + row % 250}) b.columns.push_back(column);
    b.row_offsets.push_back(b.num_entries());
  }
  EXPECT_TRUE(this->expect_replay(a, b).plan().replay.is_wide());
  EXPECT_TRUE(this->template expect_replay<Int64>(a, b).plan().replay.is_wide());
}

/// Where rows of A are so long that 32 bits do not hold their products, between short ones: blocks
/// of both widths, with odd numbers of products, and heavy entries in both.
TYPED_TEST(ReplayTest, BlocksOfBothWidths) {
  constexpr std::int64_t inner = 40'000;
  HostPattern a{0, inner, {0}, {}, "long rows between short ones"};
  for (std::int64_t group = 0; group < 3; ++group) {
    for (std::int64_t row = 0; row < 41; ++row) add_full_row(a, 100 * row, 2 * row + 1);
    add_full_row(a, group, inner - 2 * group);
  }
  HostPattern b{inner, 500, {0}, {}, "two or three entries a row"};
  for (std::int64_t row = 0; row < inner; ++row) {
    b.columns.push_back(row % 250);
    if (row % 7 == 0) b.columns.push_back(250);
    b.columns.push_back(251 + row % 249);
    b.row_offsets.push_back(b.num_entries());
  }
  auto const product = this->expect_replay(a, b);
  auto const& replay = product.plan().replay;
  ASSERT_TRUE(replay.is_wide());
  auto const& wide = std::get<typename std::decay_t<decltype(replay)>::Wide>(replay.lists);
  auto const blocks =
      Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, wide.blocks.elements);
  auto const num_blocks = araios::impl::num_replay_blocks(product.plan().stats.nnz_c);
  std::int64_t num_wide = 0;
  for (std::int64_t i = 0; i < num_blocks; ++i) num_wide += blocks(i).is_wide() ? 1 : 0;
  EXPECT_GT(num_wide, 3);
  EXPECT_LT(num_wide, num_blocks - 3);
}

TYPED_TEST(ReplayTest, ARowOfMoreEntriesThanSixteenBitsTellApart) {
  HostPattern b{2, 300'000, {0}, {}, "two long rows"};
  for (std::int64_t const first : {0, 30}) {
    for (std::int64_t i = 0; i < 70'000; ++i) b.columns.push_back(3 * (first + i));
    b.row_offsets.push_back(b.num_entries());
  }
  this->expect_replay(full_pattern(2, 2), b);
}

TYPED_TEST(ReplayTest, RandomMatricesOfManyShapes) {
  for (auto const& [a, b] : operands_of_many_shapes()) this->expect_replay(a, b);
}

TYPED_TEST(ReplayTest, SumsRepeatBitwise) {
  auto const a = with_reals<double>(power_law_pattern(400, 400, 300, 1), 1);
  auto const b = with_reals<double>(power_law_pattern(400, 5000, 2000, 2), 2);
  typename TestFixture::Product product{a, b};
  auto const first = product.replay(a, b);
  auto const second = product.replay(a, b);
  ASSERT_EQ(first.values.size(), second.values.size());
  EXPECT_EQ(
      std::memcmp(first.values.data(), second.values.data(), first.values.size() * sizeof(double)),
      0);
}

TYPED_TEST(ReplayTest, RowsOfAnotherWorkThanPlannedAreReported) {
  auto const a = with_integers<double>(power_law_pattern(300, 200, 150, 1), 1);
  auto const planned = with_integers<double>(power_law_pattern(200, 4000, 1500, 2), 2);
  typename TestFixture::Product product{a, planned};
  product.replay(a, planned);
  EXPECT_FALSE(product.mismatch);
  auto rows_turned = planned;
  auto& offsets = rows_turned.pattern.row_offsets;
  for (std::size_t row = 1; row + 1 < offsets.size(); ++row) offsets[row] = offsets[row - 1] + 1;
  product.replay(a, rows_turned);
  EXPECT_TRUE(product.mismatch) << "as many entries in other rows";
  product.replay(a, with_integers<double>(uniform_pattern(200, 4000, 9, 3), 2));
  EXPECT_TRUE(product.mismatch) << "another number of entries";
}

TYPED_TEST(ReplayTest, ACapThatIsTooLowIsToldAndAnAmpleOneHeld) {
  auto const a = with_integers<double>(power_law_pattern(400, 400, 300, 1), 1);
  typename TestFixture::Product ample{a, a};
  std::size_t const bytes = ample.plan().replay.bytes();
  EXPECT_GT(bytes, 4 * static_cast<std::size_t>(ample.plan().stats.work));
  auto const& stats = ample.plan().stats;
  std::size_t const bound = araios::impl::replay_bytes_bound<Int32>(stats, stats.nnz_c);
  EXPECT_LE(bytes, bound);
  auto const state_under = [&](std::size_t cap) {
    araios::SpGemmOptions options;
    options.max_workspace_bytes = cap;
    return typename TestFixture::Product{a, a, options}.plan().numeric_selection;
  };
  constexpr std::size_t for_bins = 100'000;
  EXPECT_EQ(state_under(bytes).replay, ReplayState::needs_memory);
  EXPECT_TRUE(state_under(bytes).bins.has_value());
  EXPECT_EQ(state_under(bound + for_bins).replay, ReplayState::replays);
  EXPECT_NE(to_string(state_under(bytes)).find("no replay: max_workspace_bytes"),
            std::string::npos);
  EXPECT_EQ(to_string(ample.plan().numeric_selection).find("replay"), 0U);
}

/// Where products are put into order outside of scratch.
TYPED_TEST(ReplayTest, ACapLeavesRoomForSpareWordsOrIsTold) {
  constexpr std::int64_t products = tuning::replay_products_in_scratch + 1;
  auto const a = with_integers<double>(full_row_above_diagonal(products), 1);
  auto const b = with_integers<double>(full_pattern(products, 20), 2);
  typename TestFixture::Product ample{a, b};
  auto const& stats = ample.plan().stats;
  auto const state_under = [&](std::size_t cap) {
    araios::SpGemmOptions options;
    options.max_workspace_bytes = cap;
    return typename TestFixture::Product{a, b, options}.plan().numeric_selection.replay;
  };
  constexpr std::size_t for_bins = 200'000;
  EXPECT_EQ(state_under(araios::impl::replay_bytes_bound<Int32>(stats, stats.nnz_c) +
                        araios::impl::replay_building_bytes_bound(stats, stats.nnz_c) + for_bins),
            ReplayState::replays);
  EXPECT_EQ(state_under(ample.plan().replay.bytes()), ReplayState::needs_memory);
}

/// As many bits as products of either width have, one fewer and one more.
TEST(PackedProducts, WidthsAndPositions) {
  using araios::impl::ProductWidth;
  for (int const b_bits : {1, 16, 31}) {
    araios::impl::PackedProducts const packed{b_bits};
    auto const last_of_b = static_cast<std::uint32_t>((std::uint64_t{1} << b_bits) - 1);
    for (auto const& [bits, width] :
         {std::pair{32, ProductWidth::word}, std::pair{48, ProductWidth::wide}}) {
      if (bits - b_bits > 31) continue;
      auto const last = static_cast<std::uint32_t>((std::uint64_t{1} << (bits - b_bits)) - 1);
      EXPECT_EQ(packed.width_for(last), width);
      EXPECT_EQ(packed.width_for(last + 1),
                width == ProductWidth::word ? ProductWidth::wide : ProductWidth::too_wide);
      auto const product = packed.product(last, last_of_b);
      auto const word = static_cast<std::uint32_t>(product);
      EXPECT_EQ(packed.of_a(product), last);
      EXPECT_EQ(packed.of_a(word, static_cast<araios::impl::UpperBits>(product >> 32)), last);
      EXPECT_EQ(packed.of_b(word), last_of_b);
    }
  }
}

TYPED_TEST(ReplayTest, ProductsWithoutAnyAreTold) {
  auto const empty = with_integers<double>(HostPattern{3, 3, {0, 0, 0, 0}, {}, "empty"}, 1);
  typename TestFixture::Product const product{empty, empty};
  EXPECT_EQ(product.plan().numeric_selection.replay, ReplayState::has_no_products);
}

template <class Types>
class ReplayTypes : public testing::Test {};
// Slow builds record with the indices of the other tests of this file.
#ifdef ARAIOS_TEST_REDUCED_TYPES
using AllTypes =
    testing::Types<ProductTypes<space_at<0>, Int32, Int32, Int32, Int32, Kokkos::complex<double>>>;
#else
using AllTypes =
    testing::Types<ProductTypes<space_at<0>, Int64, Int32, Size, Int64, Kokkos::complex<double>>,
                   ProductTypes<space_at<0>, Int32, Size, Int64, Int32, float>>;
#endif
TYPED_TEST_SUITE(ReplayTypes, AllTypes, TypeNames);

TYPED_TEST(ReplayTypes, AnyScalarAndIndex) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_integers<Scalar>(power_law_pattern(300, 200, 150, 1), 1);
  auto const b = with_integers<Scalar>(power_law_pattern(200, 4000, 1500, 2), 2);
  ReplayedProduct<TypeParam> product{a, b};
  EXPECT_TRUE(same_matrix(product.replay(a, b), reference_product(a, b)));
  EXPECT_FALSE(product.mismatch);
}

}  // namespace
}  // namespace araios_test
