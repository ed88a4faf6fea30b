// SPDX-License-Identifier: BSD-3-Clause
// Rows as sums and sorts walk them, by one lane and by the lanes of a device; blocks of origins.

#include "support/HostMatrix.hpp"
#include "support/LanesInTurn.hpp"
#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/RowCases.hpp"
#include <matrix/Araios_MergedRows.hpp>
#include <matrix/Araios_OriginBlocks.hpp>
#include <matrix/Araios_RowCounts.hpp>
#include <matrix/Araios_SortedEntries.hpp>
#include <matrix/Araios_UnionOfRows.hpp>
#include <platform/Araios_HostKernels.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <tuple>
#include <vector>

namespace araios_test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using Views = Host::device_type;
using Columns = std::vector<std::int32_t>;
using Member = araios::impl::HostThread<Host>;
using OneLane = araios::impl::ThreadLanes<Member>;

Member const self;
OneLane const one_lane{self};

/// Place, column and origin of an entry of a union.
using Put = std::tuple<std::int64_t, std::int32_t, unsigned>;

std::vector<Put> expected_union(Columns const& a, Columns const& b) {
  std::set<std::int32_t> all(a.begin(), a.end());
  all.insert(b.begin(), b.end());
  std::vector<Put> puts;
  for (auto const column : all) {
    bool const is_in_a = std::find(a.begin(), a.end(), column) != a.end();
    bool const is_in_b = std::find(b.begin(), b.end(), column) != b.end();
    puts.emplace_back(static_cast<std::int64_t>(puts.size()), column,
                      (is_in_a ? 1U : 0U) + (is_in_b ? 2U : 0U));
  }
  return puts;
}

template <class Lanes>
void expect_union(Lanes const& lanes, Columns const& a, Columns const& b) {
  araios::impl::UnionOfRows<std::int32_t> const rows{
      {a.data(), static_cast<std::int64_t>(a.size())},
      {b.data(), static_cast<std::int64_t>(b.size())}};
  auto const expected = expected_union(a, b);
  EXPECT_EQ(rows.count(lanes), static_cast<std::int64_t>(expected.size()));
  std::vector<Put> puts;
  rows.for_each(lanes, [&](std::int64_t place, std::int32_t column, unsigned origin) {
    puts.emplace_back(place, column, origin);
  });
  std::sort(puts.begin(), puts.end());
  EXPECT_EQ(puts, expected);
}

TEST(UnionOfRows, EachColumnOnceWithItsOrigin) {
  std::vector<Columns> rows{{}, {0}, {5}, {0, 5}, {0, 1, 2, 3, 4, 5}, {1, 3, 7}, {6, 7, 8}};
  Random random{1};
  for (int i = 0; i < 20; ++i) {
    Columns row;
    for (std::int32_t column = 0; column < 40; ++column) {
      if (random.below(1 + i % 4) == 0) row.push_back(column);
    }
    rows.push_back(row);
  }
  for (auto const& a : rows) {
    for (auto const& b : rows) {
      expect_union(one_lane, a, b);
      expect_union(LanesInTurn{}, a, b);
    }
  }
}

TEST(SortedEntries, OneLaneAndSeveralKeepTheOrderOfRepeatedColumns) {
  for (auto const& pattern : row_cases()) {
    if (pattern.num_entries() > 10000) continue;
    auto const graph = to_device<std::int32_t, std::int32_t, Views>(pattern);
    Kokkos::View<std::int64_t*, Views> const entries("entries", graph.columns.extent(0));
    araios::impl::SortEntriesOfRow<araios::CrsGraph<std::int32_t, std::int32_t, Views>,
                                   Kokkos::View<std::int64_t*, Views>> const sort{graph, entries};
    for (bool const is_single : {true, false}) {
      for (std::int64_t row = 0; row < pattern.num_rows; ++row) {
        if (is_single) {
          sort(one_lane, row);
        } else {
          sort(LanesInTurn{}, row);
        }
        std::vector<std::int64_t> expected;
        for (auto i = pattern.row_begin(row); i < pattern.row_end(row); ++i) expected.push_back(i);
        std::stable_sort(expected.begin(), expected.end(), [&](auto left, auto right) {
          return pattern.column(left) < pattern.column(right);
        });
        EXPECT_TRUE(
            std::equal(expected.begin(), expected.end(), entries.data() + pattern.row_begin(row)))
            << pattern.label << ", row " << row;
      }
    }
  }
}

TEST(MergedRows, SeveralLanesWriteWhatOneWrites) {
  Host const exec;
  for (auto const& pattern : row_cases()) {
    auto const graph = graph_of(to_device<std::int32_t, std::int32_t, Views>(pattern));
    auto const merged = araios::impl::merge_rows(exec, graph, pattern.num_entries());
    auto const columns = to_vector<std::int64_t>(merged.graph.columns);
    auto const begins = to_vector<std::int64_t>(merged.entries.begins);
    Kokkos::deep_copy(merged.graph.columns, -1);
    using Rows = araios::impl::OrderedRows<decltype(graph), Kokkos::View<std::int64_t*, Views>>;
    Rows const rows{graph, merged.entries.order};
    Kokkos::View<std::int64_t*, Views> const sizes("sizes",
                                                   static_cast<std::size_t>(pattern.num_rows));
    araios::impl::CountDistinctColumns<Rows, decltype(sizes)> const count{rows, sizes};
    araios::impl::WriteDistinctColumns<Rows, decltype(merged)> const write{rows, merged};
    for (std::int64_t row = 0; row < pattern.num_rows; ++row) {
      count(LanesInTurn{}, row);
      write(LanesInTurn{}, row);
      auto const& offsets = merged.graph.row_offsets;
      EXPECT_EQ(sizes(static_cast<std::size_t>(row)), offsets(static_cast<std::size_t>(row) + 1) -
                                                          offsets(static_cast<std::size_t>(row)));
    }
    EXPECT_EQ(to_vector<std::int64_t>(merged.graph.columns), columns) << pattern.label;
    if (pattern.num_rows > 0) {
      EXPECT_EQ(to_vector<std::int64_t>(merged.entries.begins), begins) << pattern.label;
    }
  }
}

TEST(OriginBlocks, HoldABitForEachEntryAndCountThoseBefore) {
  using Block = araios::impl::OriginBlock<std::int32_t>;
  Random random{3};
  for (std::int64_t const nnz : {0, 1, 7, 8, 9, 31, 32, 33, 64, 100, 9000}) {
    std::vector<std::uint8_t> origins;
    for (std::int64_t i = 0; i < nnz; ++i) {
      origins.push_back(static_cast<std::uint8_t>(1 + random.below(3)));
    }
    auto const num_blocks =
        static_cast<std::size_t>(araios::impl::num_origin_blocks<std::int32_t>(nnz));
    Kokkos::View<Block*, Views> const blocks("blocks", num_blocks);
    araios::impl::pack_origins(Host{}, to_view<std::uint8_t, Views>(origins, "origins"), blocks);
    EXPECT_EQ(num_blocks, (origins.size() + 31) / 32);
    std::int32_t before_a = 0;
    std::int32_t before_b = 0;
    for (std::size_t i = 0; i < origins.size(); ++i) {
      Block const& block = blocks(i / 32);
      if (i % 32 == 0) {
        EXPECT_EQ(block.begin_a, before_a);
        EXPECT_EQ(block.begin_b, before_b);
      }
      std::uint32_t const a = (block.in_a >> (i % 32)) & 1;
      std::uint32_t const b = (block.in_b >> (i % 32)) & 1;
      EXPECT_EQ(a + 2 * b, origins[i]) << "entry " << i << " of " << nnz;
      before_a += static_cast<std::int32_t>(a);
      before_b += static_cast<std::int32_t>(b);
    }
    if (nnz % 32 != 0) {
      EXPECT_EQ((blocks(num_blocks - 1).in_a | blocks(num_blocks - 1).in_b) >> (nnz % 32), 0)
          << "no bit behind the last entry";
    }
  }
}

TEST(CountRows, CountsIn64BitsAndRefusesOffsetsThatAreTooNarrow) {
  std::vector<std::int64_t> const sizes{std::int64_t{1} << 30, 0, std::int64_t{1} << 30, 5};
  auto const view = to_view<std::int64_t, Views>(sizes, "sizes");
  EXPECT_TRUE(throws<std::overflow_error>(
      [&] { araios::impl::count_rows<std::int32_t>(Host{}, view, "the number of entries of C"); },
      {"the number of entries of C is 2147483653", "32-bit index"}));
  auto const counted = araios::impl::count_rows<std::int64_t>(Host{}, view, "entries");
  EXPECT_EQ(counted.nnz, 2147483653);
  EXPECT_EQ(to_vector<std::int64_t>(counted.row_offsets),
            (std::vector<std::int64_t>{0, 1 << 30, 1 << 30, std::int64_t{1} << 31, 2147483653}));
}

}  // namespace
}  // namespace araios_test
