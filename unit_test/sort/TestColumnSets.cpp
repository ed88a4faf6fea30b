// SPDX-License-Identifier: BSD-3-Clause
// Column sets on hosts: ranks by counting, bitmaps, and columns written out.

#include "support/AccumulatorMemory.hpp"
#include "support/RandomMatrices.hpp"
#include "support/Types.hpp"
#include <accumulators/Araios_ColumnBitmap.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <matrix/Araios_ExamineColumns.hpp>
#include <pattern/Araios_PatternTuning.hpp>
#include <pattern/Araios_ShortRowSorter.hpp>
#include <sort/Araios_ColumnSets.hpp>
#include <sort/Araios_RankByCounting.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using Sets = std::map<std::int64_t, std::uint32_t>;

template <class Ordinal>
class ColumnSets : public testing::Test {};
using Ordinals = testing::Types<Int32, Int64>;
TYPED_TEST_SUITE(ColumnSets, Ordinals);

/// Sets with one, few and all bits.
std::uint32_t random_set(Random& random) {
  auto const bit = [&] { return std::uint32_t{1} << random.below(32); };
  switch (random.below(4)) {
    case 0:
      return bit();
    case 1:
      return bit() | bit() | bit();
    case 2:
      return ~std::uint32_t{0};
    default:
      return static_cast<std::uint32_t>(random.below(std::int64_t{1} << 32)) | 1;
  }
}

TYPED_TEST(ColumnSets, RanksAreTheNumbersOfSmallerKeys) {
  constexpr int capacity = 128;
  Random random{11};
  for (int size = 0; size <= capacity; ++size) {
    std::vector<TypeParam> keys(capacity, -1);
    for (int i = 0; i < size; ++i) keys[i] = static_cast<TypeParam>(random.below(size + 5));
    if (size > 0) keys[0] = std::numeric_limits<TypeParam>::max() - 1;
    auto const given = keys;
    std::vector<TypeParam> ranks(capacity);
    araios::impl::rank_by_counting<capacity>(keys.data(), size, ranks.data());
    for (int i = 0; i < size; ++i) {
      auto const smaller = std::count_if(given.begin(), given.begin() + size,
                                         [&](TypeParam key) { return key < given[i]; });
      ASSERT_EQ(ranks[i], smaller) << "key " << i << " of " << size;
    }
  }
}

/// Expects the columns in order, their places behind them, and nothing behind these.
template <class Ordinal, class Record>
void expect_recorded(std::vector<Ordinal> const& columns, Record const& record) {
  auto const size = static_cast<std::int64_t>(columns.size());
  std::set<Ordinal> const in_order(columns.begin(), columns.end());
  std::vector<Ordinal> expected(in_order.begin(), in_order.end());
  std::vector<Ordinal> recorded(
      columns.size() + araios::impl::elements_of_places<Ordinal>(size) + 16, -1);
  auto const distinct = record(recorded.data());
  ASSERT_EQ(distinct, static_cast<std::int64_t>(in_order.size()));
  auto const* const places = araios::impl::places_of<Ordinal>({0, 0, 1}, recorded.data(), distinct);
  for (std::int64_t i = 0; i < size; ++i) {
    ASSERT_LT(places[i], distinct) << "product " << i << " of " << size;
    ASSERT_EQ(recorded[places[i]], columns[i]) << "product " << i << " of " << size;
  }
  auto const end = distinct + araios::impl::elements_of_places<Ordinal>(size);
  for (auto i = end; i < static_cast<std::int64_t>(recorded.size()); ++i) {
    ASSERT_EQ(recorded[i], -1) << size << " columns, written behind them";
  }
  recorded.resize(distinct);
  EXPECT_EQ(recorded, expected);
}

template <class Ordinal>
std::vector<Ordinal> random_columns(Random& random, int size, std::int64_t distinct,
                                    Ordinal num_columns) {
  std::vector<Ordinal> columns(size);
  for (auto& column : columns) column = static_cast<Ordinal>(random.below(distinct));
  if (size > 2) columns[2] = num_columns - 1;
  return columns;
}

TYPED_TEST(ColumnSets, CountingRecordsColumnsInOrderWithTheirPlaces) {
  Random random{13};
  constexpr int capacity = araios::impl::tuning::short_row_max_products;
  for (int size = 0; size <= capacity; ++size) {
    for (int const distinct : {1, 5, 40, 1'000'000}) {
      auto const columns = random_columns<TypeParam>(random, size, distinct, 1'000'001);
      expect_recorded(columns, [&](TypeParam* recorded) {
        std::vector<TypeParam> padded = columns;
        padded.resize(capacity);
        return araios::impl::record_by_counting(size, padded.data(), recorded);
      });
    }
  }
}

/// Rows that go through a ShortRowSorter, with what is expected of each.
template <class Ordinal>
class ShortRowSorterRun {
 public:
  explicit ShortRowSorterRun(Ordinal num_columns) : few_{num_columns} {}

  int capacity() const { return few_.capacity(); }

  /// Adds a row whose columns come in three parts, the second one empty.
  void add(std::vector<Ordinal> const& columns) {
    auto const size = static_cast<std::int64_t>(columns.size());
    auto const first = size / 3;
    Ordinal* end = few_.next_row();
    end = few_.append(columns.data(), first, end);
    end = few_.append(columns.data() + first, 0, end);
    end = few_.append(columns.data() + first, size - first, end);
    ASSERT_EQ(end - few_.next_row(), size);
    rows_.push_back(columns);
    followers_.push_back(0);
    few_.add(static_cast<Ordinal>(rows_.size() - 1), static_cast<int>(size), finish());
  }

  void follow() {
    if (few_.follow_last_row(finish())) {
      ASSERT_EQ(finished_.count(rows_.size() - 1), 0U);
      ++followers_.back();
    } else {
      EXPECT_EQ(finished_.count(rows_.size() - 1), 1U);
    }
  }
  void forget_last_row() {
    few_.forget_last_row();
    EXPECT_FALSE(few_.follow_last_row(finish()));
  }

  void finish_all() {
    few_.finish_all(finish());
    EXPECT_EQ(finished_.size(), rows_.size());
  }

 private:
  auto finish() {
    return [this](Ordinal row, int size, int num_followers, auto const& write) {
      auto const index = static_cast<std::size_t>(row);
      ASSERT_TRUE(finished_.insert(index).second) << "row " << row << " is finished twice";
      ASSERT_EQ(size, static_cast<int>(rows_[index].size()));
      EXPECT_EQ(num_followers, followers_[index]);
      expect_recorded(rows_[index], write);
    };
  }

  araios::impl::ShortRowSorter<Ordinal> few_;
  std::vector<std::vector<Ordinal>> rows_;
  std::vector<int> followers_;
  std::set<std::size_t> finished_;
};

TYPED_TEST(ColumnSets, RowsOfFewProductsAreRecordedInOrderWithTheirPlacesAndNoMore) {
  Random random{13};
  constexpr TypeParam few_bits = (1 << 25) - 1;
  for (TypeParam const num_columns : {few_bits, 4 * few_bits, 16 * few_bits}) {
    auto const run = std::make_unique<ShortRowSorterRun<TypeParam>>(num_columns);
    ASSERT_GE(run->capacity(), araios::impl::tuning::short_row_max_products);
    for (int const distinct : {1, 5, 40, 1'000'000}) {
      for (int size = 0; size <= run->capacity(); ++size) {
        run->add(random_columns(random, size, distinct, num_columns));
      }
      for (int row = 0; row < 300; ++row) {
        auto const size = static_cast<int>(random.below(run->capacity() + 1));
        run->add(random_columns(random, size, distinct, num_columns));
      }
    }
    run->finish_all();
  }
}

TYPED_TEST(ColumnSets, RowsThatFollowAreHandedOutWithTheRowTheyFollow) {
  Random random{17};
  constexpr TypeParam num_columns = 1000;
  for (int rows = 1; rows < 40; ++rows) {
    auto const run = std::make_unique<ShortRowSorterRun<TypeParam>>(num_columns);
    for (int row = 0; row < rows; ++row) {
      auto const size = static_cast<int>(random.below(run->capacity() + 1));
      run->add(random_columns(random, size, 50, num_columns));
      auto const most = std::int64_t{2} * araios::impl::tuning::vector_row_max_followers;
      for (std::int64_t i = random.below(4) == 0 ? random.below(most) : 0; i > 0; --i) {
        run->follow();
      }
      if (random.below(4) == 0) run->forget_last_row();
    }
    run->finish_all();
  }
}

template <class Ordinal, class Examine>
void expect_findings(std::vector<Ordinal> const& columns, Ordinal num_cols,
                     Examine const& examine) {
  auto const found = examine(columns.data(), static_cast<std::int64_t>(columns.size()), num_cols);
  EXPECT_EQ(found.in_range, std::all_of(columns.begin(), columns.end(), [&](Ordinal column) {
              return 0 <= column && column < num_cols;
            }));
  if (!found.in_range) return;
  EXPECT_EQ(found.ascend, std::adjacent_find(columns.begin(), columns.end(),
                                             std::greater_equal<>{}) == columns.end());
  std::int64_t sets = columns.empty() ? 0 : 1;
  for (std::size_t i = 1; i < columns.size(); ++i) {
    sets += columns[i] / 32 != columns[i - 1] / 32 ? 1 : 0;
  }
  EXPECT_EQ(found.column_sets, sets);
}

TYPED_TEST(ColumnSets, FindingsAreThoseOfTheColumnsOneByOne) {
  Random random{14};
  constexpr TypeParam num_cols = 3000;
  auto const expect_same = [](std::vector<TypeParam> const& columns) {
    SCOPED_TRACE(testing::PrintToString(columns));
    expect_findings(columns, num_cols, araios::impl::examine_columns<TypeParam>);
    expect_findings(columns, num_cols, araios::impl::examine_columns_on_host<TypeParam>);
  };
  for (int size = 0; size <= 70; ++size) {
    std::vector<TypeParam> columns(size);
    for (auto& column : columns) column = static_cast<TypeParam>(random.below(num_cols));
    expect_same(columns);
    std::sort(columns.begin(), columns.end());
    expect_same(columns);
    for (int i = 0; i < size; ++i) columns[i] = static_cast<TypeParam>(17 * i);
    expect_same(columns);
    for (int i = 0; i < size; ++i) {
      auto changed = columns;
      changed[i] = num_cols;
      expect_same(changed);
      changed[i] = -1;
      expect_same(changed);
      if (i == 0) continue;
      changed[i] = changed[i - 1];
      expect_same(changed);
    }
  }
}

TYPED_TEST(ColumnSets, WrittenColumnsAreTheBitsInOrderAndNoMore) {
  Random random{12};
  std::vector<std::uint32_t> sets{0, 1, 0x80000000U, 0x8000U, 0x10000U, 0xFFFFU, 0xFFFF0000U};
  for (int i = 0; i < 200; ++i) sets.push_back(random_set(random));
  for (std::uint32_t const set : sets) {
    constexpr TypeParam block = 7;
    std::vector<TypeParam> expected;
    for (int bit = 0; bit < 32; ++bit) {
      if ((set >> bit & 1U) != 0) expected.push_back(block * 32 + bit);
    }
    std::vector<TypeParam> columns(expected.size() + 1, -1);
    auto const count = araios::impl::write_columns(block, set, columns.data());
    ASSERT_EQ(count, static_cast<std::int64_t>(expected.size())) << set;
    EXPECT_EQ(columns.back(), -1) << "nothing is written behind the row";
    columns.pop_back();
    EXPECT_EQ(columns, expected) << set;
  }
}

TYPED_TEST(ColumnSets, FewSetsAreUnitedInOrder) {
  using Few = araios::impl::FewColumnSets<TypeParam>;
  Random random{13};
  for (int size = 0; size <= Few::capacity; ++size) {
    Few few;
    auto end = few.begin();
    Sets expected;
    for (int i = 0; i < size; ++i) {
      auto const block = random.below(2 * size);
      auto const set = random_set(random);
      end(static_cast<TypeParam>(block), set);
      expected[block] |= set;
    }
    std::vector<std::pair<const std::int64_t, std::uint32_t>> found;
    few.unite(end, [&](TypeParam block, std::uint32_t set) { found.emplace_back(block, set); });
    EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end())) << size;
  }
}

// Blocks next to each other and at the ends of every level of words.
TYPED_TEST(ColumnSets, ABitmapGivesBlocksInOrderAndIsCleanAfterwards) {
  using Bitmap = araios::impl::ColumnBitmap<TypeParam>;
  for (std::int64_t const num_blocks : {1, 63, 64, 65, 4096, 4097, 262144, 262145, 600000}) {
    std::vector<std::uint64_t> memory(Bitmap::bytes(num_blocks) / sizeof(std::uint64_t));
    Bitmap const bitmap{reinterpret_cast<std::byte*>(memory.data()), num_blocks};
    Random random{14};
    for (int row = 0; row < 20; ++row) {
      SCOPED_TRACE(std::to_string(num_blocks) + " blocks, row " + std::to_string(row));
      Sets expected;
      auto inserter = bitmap.begin();
      auto const insert = [&](std::int64_t block) {
        auto const set = random_set(random);
        inserter(static_cast<TypeParam>(block), set);
        expected[block] |= set;
      };
      insert(0);
      insert(num_blocks - 1);
      for (int i = 0; i < 10 * row; ++i) insert(random.below(num_blocks));
      std::vector<std::pair<const std::int64_t, std::uint32_t>> found;
      bitmap.drain(inserter,
                   [&](TypeParam block, std::uint32_t set) { found.emplace_back(block, set); });
      EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end()));
      EXPECT_TRUE(std::all_of(memory.begin(), memory.end(), [](auto word) { return word == 0; }));
    }
  }
}

}  // namespace
}  // namespace araios_test
