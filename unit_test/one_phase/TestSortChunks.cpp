// SPDX-License-Identifier: BSD-3-Clause
// Rows of all lengths, sorted as they move to C.

#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_SortChunks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace araios_test {
namespace {

template <class Offset>
class SortChunks : public testing::Test {};
using Offsets = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(SortChunks, Offsets);

/// Unsorted rows in chunks with gaps between them, and the expected sorted rows.
template <class Offset>
struct WaitingRows {
  std::vector<araios::impl::RowChunk> chunks;
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  std::vector<Offset> row_ends;
  std::vector<std::map<std::int32_t, double>> expected;
  std::int64_t num_entries = 0;

  /// Adds a chunk of rows of up to `longest` columns, each with the largest valid column.
  void add_chunk(std::int64_t num_rows, std::int64_t longest, std::mt19937& random) {
    araios::impl::RowChunk chunk{};
    chunk.begin_row = static_cast<std::int64_t>(row_ends.size());
    chunk.end_row = chunk.begin_row + num_rows;
    columns.resize(columns.size() + 3, -1);
    values.resize(columns.size(), -1);
    chunk.place = static_cast<std::int64_t>(columns.size());
    chunk.begin = num_entries;
    for (std::int64_t row = 0; row < num_rows; ++row) add_row(row % (longest + 1), random);
    for (auto row = chunk.begin_row; row < chunk.end_row; ++row) {
      row_ends[static_cast<std::size_t>(row)] -= static_cast<Offset>(chunk.begin);
    }
    chunk.size = num_entries - chunk.begin;
    chunks.push_back(chunk);
  }

 private:
  void add_row(std::int64_t size, std::mt19937& random) {
    constexpr auto most = static_cast<std::int32_t>(araios::impl::tuning::one_phase_max_columns);
    std::set<std::int32_t> distinct;
    if (size > 0) distinct.insert(most - 1);
    std::uniform_int_distribution<std::int32_t> any{0, most - 1};
    while (static_cast<std::int64_t>(distinct.size()) < size) distinct.insert(any(random));
    std::vector<std::int32_t> row{distinct.begin(), distinct.end()};
    std::shuffle(row.begin(), row.end(), random);
    expected.emplace_back();
    for (std::int32_t const column : row) {
      auto const value = static_cast<double>(num_entries++) + 0.5;
      columns.push_back(column);
      values.push_back(value);
      expected.back()[column] = value;
    }
    row_ends.push_back(static_cast<Offset>(num_entries));
  }
};

TYPED_TEST(SortChunks, RowsOfAllLengths) {
  using Sort = araios::impl::SortChunk<std::int32_t, double, TypeParam>;
  for (std::int64_t const longest :
       {0, 1, 7, 8, 9, 16, 17, 32, 33, 48, 49, 64, 65, 96, 97, 128, 129, 300}) {
    std::mt19937 random{static_cast<std::mt19937::result_type>(longest)};
    WaitingRows<TypeParam> rows;
    rows.add_chunk(longest + 6, longest, random);
    rows.add_chunk(0, longest, random);
    rows.add_chunk(37, longest, random);
    auto const size = static_cast<std::size_t>(rows.num_entries);
    std::vector<std::int32_t> columns_of_c(size, -2);
    std::vector<double> values_of_c(size, -2);
    Sort const sort{{rows.chunks.data(), rows.columns.data(), rows.values.data(),
                     columns_of_c.data(), values_of_c.data(), rows.row_ends.data()}};
    for (std::int64_t chunk = 0; chunk < 3; ++chunk) sort(chunk);
    std::size_t entry = 0;
    for (std::size_t row = 0; row < rows.expected.size(); ++row) {
      for (auto const& [column, value] : rows.expected[row]) {
        ASSERT_EQ(columns_of_c[entry], column) << "up to " << longest << ", row " << row;
        ASSERT_EQ(values_of_c[entry], value) << "up to " << longest << ", row " << row;
        ++entry;
      }
      ASSERT_EQ(static_cast<std::size_t>(rows.row_ends[row]), entry);
    }
    EXPECT_EQ(entry, size);
  }
}

}  // namespace
}  // namespace araios_test
