// SPDX-License-Identifier: BSD-3-Clause
// Bit compression of B: blocks and bits against brute force.

#include "support/RandomMatrices.hpp"
#include "support/Types.hpp"
#include <matrix/Araios_Compression.hpp>
#include <matrix/Araios_GraphChecks.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace araios_test {
namespace {

constexpr std::int64_t width = 32;

/// A compressed matrix on the host: for each row its column sets in order.
struct ColumnSet {
  std::int64_t block;
  std::uint32_t bits;
  bool operator==(ColumnSet const&) const = default;
};
using ColumnSets = std::vector<std::vector<ColumnSet>>;

/// Compresses by the library: sizes from the scan, then blocks and bits.
template <class Types>
ColumnSets compressed(HostPattern const& pattern) {
  using Space = typename Types::space;
  using Ordinal = typename Types::ordinal;
  using Offset = typename Types::offset_b;
  using Device = typename Space::device_type;
  Space const exec;
  auto const b = graph_of(to_device<Offset, Ordinal, Device>(pattern));
  Kokkos::View<Ordinal*, Device> const sizes("sizes", static_cast<std::size_t>(pattern.num_rows));
  EXPECT_TRUE(araios::impl::scan_rows(exec, b, sizes).valid());
  std::vector<std::int64_t> row_offsets{0};
  for (auto const size : to_vector<std::int64_t>(sizes)) {
    row_offsets.push_back(row_offsets.back() + size);
  }
  auto const total = static_cast<std::size_t>(row_offsets.back());
  auto const offsets = to_view<Offset, Device>(row_offsets, "row offsets");
  Kokkos::View<Ordinal*, Device> const blocks("blocks", total);
  Kokkos::View<std::uint32_t*, Device> const bits("bits", total);
  auto const graph = araios::impl::compress(exec, b, offsets, blocks, bits);
  exec.fence();
  EXPECT_EQ(graph.graph.num_rows, pattern.num_rows);
  EXPECT_EQ(graph.graph.num_cols, (pattern.num_cols + width - 1) / width);
  auto const host_blocks = to_vector<std::int64_t>(blocks);
  auto const host_bits = to_vector<std::uint32_t>(bits);
  ColumnSets rows;
  for (std::size_t row = 0; row + 1 < row_offsets.size(); ++row) {
    rows.emplace_back();
    for (auto i = row_offsets[row]; i < row_offsets[row + 1]; ++i) {
      auto const entry = static_cast<std::size_t>(i);
      rows.back().push_back({host_blocks[entry], host_bits[entry]});
    }
  }
  return rows;
}

/// The union of a row's column sets, block by block.
std::map<std::int64_t, std::uint32_t> united(std::vector<ColumnSet> const& sets) {
  std::map<std::int64_t, std::uint32_t> blocks;
  for (auto const& [block, bits] : sets) blocks[block] |= bits;
  return blocks;
}
std::map<std::int64_t, std::uint32_t> expected_row(HostPattern const& pattern, std::int64_t row) {
  std::map<std::int64_t, std::uint32_t> blocks;
  for (auto entry = pattern.row_begin(row); entry < pattern.row_end(row); ++entry) {
    auto const column = pattern.column(entry);
    blocks[column / width] |= std::uint32_t{1} << (column % width);
  }
  return blocks;
}

template <class Types>
class Compression : public testing::Test {
 protected:
  static void expect_same_columns(HostPattern const& pattern, bool sorted) {
    SCOPED_TRACE(pattern.label);
    auto const rows = compressed<Types>(pattern);
    ASSERT_EQ(static_cast<std::int64_t>(rows.size()), pattern.num_rows);
    for (std::int64_t row = 0; row < pattern.num_rows; ++row) {
      auto const& sets = rows[static_cast<std::size_t>(row)];
      auto const expected = expected_row(pattern, row);
      EXPECT_EQ(united(sets), expected) << "row " << row;
      if (!sorted) continue;
      ASSERT_EQ(sets.size(), expected.size()) << "row " << row << " of sorted columns is minimal";
      for (std::size_t i = 1; i < sets.size(); ++i) EXPECT_LT(sets[i - 1].block, sets[i].block);
    }
  }
};

using CompressionTypes =
    testing::Types<ProductTypes<space_at<0>, Int32, Int32, Int32, Int32, double>,
                   ProductTypes<space_at<1>, Int64, Int64, Size, Int64, double>>;
TYPED_TEST_SUITE(Compression, CompressionTypes, TypeNames);

TYPED_TEST(Compression, SortedRowsBecomeAscendingDistinctBlocks) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    this->expect_same_columns(uniform_pattern(40, 300, 30, seed), true);
    this->expect_same_columns(power_law_pattern(40, 900, 800, seed), true);
  }
}

TYPED_TEST(Compression, UnsortedRowsKeepTheirColumns) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    this->expect_same_columns(with_duplicates_shuffled(uniform_pattern(40, 300, 30, seed), seed),
                              false);
  }
}

TYPED_TEST(Compression, BordersOfBlocks) {
  HostPattern const borders{
      5, 97, {0, 2, 4, 7, 7, 8}, {31, 32, 0, 63, 30, 31, 95, 96}, "borders of blocks"};
  auto const rows = compressed<TypeParam>(borders);
  EXPECT_EQ(rows, (ColumnSets{{{0, 1U << 31}, {1, 1}},
                              {{0, 1}, {1, 1U << 31}},
                              {{0, 3U << 30}, {2, 1U << 31}},
                              {},
                              {{3, 1}}}));
}

TYPED_TEST(Compression, FullRowsTakeOneSetForThirtyTwoColumns) {
  for (std::int64_t const n : {1, 31, 32, 33, 64, 100}) {
    auto const rows = compressed<TypeParam>(full_pattern(3, n));
    for (auto const& sets : rows) {
      ASSERT_EQ(static_cast<std::int64_t>(sets.size()), (n + width - 1) / width);
      for (auto const& [block, bits] : sets) {
        auto const columns = std::min(width, n - block * width);
        EXPECT_EQ(bits, columns == width ? 0xFFFFFFFFU : (1U << columns) - 1);
      }
    }
  }
}

TYPED_TEST(Compression, EmptyMatrices) {
  EXPECT_EQ(compressed<TypeParam>(empty_pattern(3, 50)), (ColumnSets{{}, {}, {}}));
  EXPECT_TRUE(compressed<TypeParam>(empty_pattern(0, 50)).empty());
}

TEST(NumBlocks, RoundsUpWithoutOverflow) {
  static_assert(araios::impl::num_blocks(0) == 0);
  static_assert(araios::impl::num_blocks(1) == 1);
  static_assert(araios::impl::num_blocks(32) == 1);
  static_assert(araios::impl::num_blocks(33) == 2);
  static_assert(araios::impl::num_blocks(std::numeric_limits<std::int32_t>::max()) == 67108864);
  static_assert(araios::impl::num_blocks(std::numeric_limits<std::int64_t>::max()) ==
                std::int64_t{288230376151711744});
}

}  // namespace
}  // namespace araios_test
