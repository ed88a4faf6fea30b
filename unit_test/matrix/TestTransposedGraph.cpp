// SPDX-License-Identifier: BSD-3-Clause
// Transposed patterns with their permutation, against a serial transpose of the tests.

#include "support/HostMatrix.hpp"
#include "support/RandomMatrices.hpp"
#include "support/Types.hpp"
#include <matrix/Araios_GatherElements.hpp>
#include <matrix/Araios_TransposedGraph.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_PlatformTuning.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>

namespace araios_test {
namespace {

/// The pattern with the number of each entry as its value.
HostMatrix<std::int64_t> numbered(HostPattern const& pattern) {
  HostMatrix<std::int64_t> a{pattern, {}};
  a.values.resize(pattern.columns.size());
  std::iota(a.values.begin(), a.values.end(), std::int64_t{0});
  return a;
}

template <class Space>
class Transpose : public testing::Test {
 protected:
  using Views = typename Space::device_type;

  template <class Offset, class Ordinal>
  static auto transposed(HostPattern const& pattern, std::int64_t parts = 1) {
    Space const exec;
    auto const a = to_device<Offset, Ordinal, Views>(pattern);
    Kokkos::View<Offset*, Views> const cursors("cursors",
                                               static_cast<std::size_t>(parts * pattern.num_cols));
    Kokkos::deep_copy(cursors, Offset{77});
    auto const t = araios::impl::transpose(exec, araios::impl::device_traits(exec), a,
                                           pattern.num_entries(), cursors);
    exec.fence();
    return t;
  }

  template <class Offset, class Ordinal>
  static void expect_transposed(HostPattern const& pattern) {
    SCOPED_TRACE(pattern.label);
    auto const expected = transpose_of(numbered(pattern));
    for (std::int64_t const parts : {1, 2, 3, 8}) {
      if (parts > 1 && !araios::impl::is_host_space_v<Space>) continue;
      SCOPED_TRACE(std::to_string(parts) + " parts");
      auto const t = transposed<Offset, Ordinal>(pattern, parts);
      EXPECT_EQ(t.graph.num_rows, expected.pattern.num_rows);
      EXPECT_EQ(t.graph.num_cols, expected.pattern.num_cols);
      EXPECT_EQ(to_vector<std::int64_t>(t.graph.row_offsets), expected.pattern.row_offsets);
      EXPECT_EQ(to_vector<std::int64_t>(t.graph.columns), expected.pattern.columns);
      EXPECT_EQ(to_vector<std::int64_t>(t.entries), expected.values);
    }
  }
};

TYPED_TEST_SUITE(Transpose, Spaces, TypeNames);

TYPED_TEST(Transpose, RowsAscendByTheOriginalRow) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    auto const rows = std::int64_t{1} << (seed % 9);
    auto const pattern = uniform_pattern(rows, 3 + 7 * static_cast<std::int64_t>(seed), 9, seed);
    this->template expect_transposed<Int32, Int32>(pattern);
    this->template expect_transposed<Size, Int64>(pattern);
  }
}

TYPED_TEST(Transpose, UnsortedRowsAndRepeatedColumnsKeepTheOrderOfEntries) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    auto const pattern = with_duplicates_shuffled(power_law_pattern(200, 31, 31, seed), seed);
    this->template expect_transposed<Int64, Int32>(pattern);
  }
}

TYPED_TEST(Transpose, LongColumnsAreOrdered) {
  this->template expect_transposed<Int32, Int32>(full_pattern(3000, 1));
  this->template expect_transposed<Int32, Int32>(full_pattern(1, 3000));
  this->template expect_transposed<Int32, Int32>(full_pattern(257, 63));
}

TYPED_TEST(Transpose, EmptyPatternsBecomeEmptyPatterns) {
  this->template expect_transposed<Int32, Int32>(empty_pattern(4, 7));
  this->template expect_transposed<Int32, Int32>(empty_pattern(0, 7));
  this->template expect_transposed<Int32, Int32>(empty_pattern(7, 0));
  this->template expect_transposed<Int32, Int32>(empty_pattern(0, 0));
}

TYPED_TEST(Transpose, ValuesFollowThePermutation) {
  using Device = typename TypeParam::device_type;
  auto const host = with_reals<double>(uniform_pattern(80, 60, 7, 3), 4);
  auto const t = this->template transposed<Int32, Int32>(host.pattern);
  auto const values = to_view<double, Device>(host.values, "values");
  Kokkos::View<double*, Device> const gathered("gathered", host.values.size());
  TypeParam const exec;
  araios::impl::gather_elements(exec, values, t.entries, gathered);
  exec.fence();
  EXPECT_EQ(to_vector<double>(gathered), transpose_of(host).values);
}

TEST(TransposeParts, AreAsManyAsThreadsWithinTheEntriesAndTheMemory) {
  constexpr auto ample = std::numeric_limits<std::size_t>::max();
  araios::impl::DeviceTraits device;
  device.concurrency = 8;
  EXPECT_EQ(araios::impl::transpose_parts(device, 100, 100000, ample), 8);
  EXPECT_EQ(araios::impl::transpose_parts(device, 100, 300, ample), 4)
      << "no more cursors than 100 + 300";
  EXPECT_EQ(araios::impl::transpose_parts(device, 100, 99, ample), 1);
  EXPECT_EQ(araios::impl::transpose_parts(device, 100, 100000, 599), 5);
  EXPECT_EQ(araios::impl::transpose_parts(device, 100, 100000, 0), 1) << "one is needed";
  EXPECT_EQ(araios::impl::transpose_parts(device, 0, 0, ample), 1);
  device.is_host = false;
  EXPECT_EQ(araios::impl::transpose_parts(device, 100, 100000, ample), 1);
}

TEST(SelectTranspose, LanesFollowTheMeanLengthOfARow) {
  araios::impl::DeviceTraits device;
  device.is_host = false;
  device.max_vector_length = 32;
  EXPECT_EQ(araios::impl::select_transpose(device, 0, 0).vector_length, 1);
  EXPECT_EQ(araios::impl::select_transpose(device, 100, 99).vector_length, 1);
  EXPECT_EQ(araios::impl::select_transpose(device, 100, 900).vector_length, 8);
  EXPECT_EQ(araios::impl::select_transpose(device, 1, 1 << 20).vector_length, 32);
  EXPECT_EQ(araios::impl::select_transpose(device, 100, 900).team_size,
            araios::impl::tuning::device_lanes_per_team / 8);
}

}  // namespace
}  // namespace araios_test
