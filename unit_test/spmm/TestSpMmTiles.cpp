// SPDX-License-Identifier: BSD-3-Clause
// The kernel that devices multiply sparse by dense matrices with, walked on the host.

#include "support/DenseColumns.hpp"
#include "support/HostTeam.hpp"
#include "support/PathPatterns.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_GroupedCoo.hpp>
#include <spmm/Araios_SpMmTiles.hpp>
#include <spmm/Araios_SpMmTuning.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace araios_test {
namespace {

using Space = Kokkos::DefaultHostExecutionSpace;
using Device = Space::device_type;

/// What the kernel asks of a member of a Kokkos team that needs neither barriers nor scratch.
struct LoneMember {
  int league;
  int team;
  int league_rank() const { return league; }
  int team_rank() const { return team; }
};

/// Runs every thread of a launch with `width` columns a thread, one after the other.
template <int width, class Operands>
void walk_on_host(Operands const& operands, araios::SpMmOptions const& options, int concurrency,
                  araios::impl::LongGroups<Device> const& long_groups) {
  using Kernel = araios::impl::MultiplyTiles<Operands, width>;
  auto const shape =
      araios::impl::tile_shape<Kernel>(operands.a, (operands.num_columns + width - 1) / width,
                                       concurrency, long_groups.are_left(), options);
  Kernel const kernel{{operands}, shape, long_groups};
  auto const num_teams = shape.num_teams_of_groups * shape.num_teams_of_columns;
  for (int league = 0; league < num_teams; ++league) {
    for (int team = 0; team < shape.team_size; ++team) kernel(LoneMember{league, team});
  }
}

template <class Scalar>
class SpMmTiles : public testing::Test {
 protected:
  /// alpha·A·B + beta·C by tiles, compared with the oracle.
  template <int width, class LayoutC, class Groups>
  static void expect_right(HostMatrix<Scalar> const& host, Groups const& groups, std::int64_t cols,
                           Scalar beta, araios::SpMmOptions const& options, int concurrency) {
    auto const b = integer_columns<Scalar>(host.pattern.num_cols, cols, 5);
    auto const c = integer_columns<Scalar>(host.pattern.num_rows, cols, 105);
    auto const b_view = to_dense_view<Kokkos::LayoutRight, Device>(b, "B");
    auto const c_view = to_dense_view<LayoutC, Device>(c, "C");
    araios::impl::SpMmOperands<Groups, decltype(c_view)> const operands{
        Scalar{2}, beta, groups, b_view.data(), cols, c_view, cols};
    walk_on_host<width>(operands, options, concurrency,
                        {araios::impl::most_entries_of_short(groups, cols), {}, {}, {}});
    EXPECT_TRUE(is_product(to_columns(c_view), Scalar{2}, host, b, beta, c))
        << cols << " columns, width " << width;
  }

  template <class Groups>
  static void expect_right(HostMatrix<Scalar> const& host, Groups const& groups,
                           araios::SpMmOptions const& options = {}, int concurrency = 1 << 18) {
    using Right = Kokkos::LayoutRight;
    using Left = Kokkos::LayoutLeft;
    expect_right<1, Right>(host, groups, 5, Scalar{3}, options, concurrency);
    expect_right<1, Left>(host, groups, 3, Scalar{0}, options, concurrency);
    expect_right<2, Right>(host, groups, 8, Scalar{0}, options, concurrency);
    expect_right<2, Left>(host, groups, 4, Scalar{3}, options, concurrency);
  }
};

#ifdef ARAIOS_TEST_REDUCED_TYPES
using Scalars = testing::Types<float, Kokkos::complex<double>>;
#else
using Scalars = testing::Types<float, double, Kokkos::complex<float>, Kokkos::complex<double>>;
#endif
TYPED_TEST_SUITE(SpMmTiles, Scalars);

TYPED_TEST(SpMmTiles, AdversariesEqualTheSerialLoop) {
  for (auto const& pattern : path_adversaries(20)) {
    auto const host = with_integers<TypeParam>(pattern, 3);
    auto const a = to_device<std::int64_t, int, Device>(host);
    this->expect_right(host, araios::impl::entry_groups(a));
    this->expect_right(host, araios::impl::entry_groups<4>(araios::to_grouped_coo(Space{}, a, 4)));
    this->expect_right(host,
                       araios::impl::entry_groups<16>(araios::to_grouped_coo(Space{}, a, 16)));
  }
}

TYPED_TEST(SpMmTiles, ShapesOfTeams) {
  auto const host = with_reals<TypeParam>(power_law_pattern(123, 90, 90, 4), 3);
  auto const a = araios::to_grouped_coo(Space{}, to_device<std::int64_t, int, Device>(host), 8);
  for (int const lanes : {1, 4, 32, 64}) {
    araios::SpMmOptions options;
    options.lanes = lanes;
    this->expect_right(host, araios::impl::entry_groups<8>(a), options);
    options.team_size = 2 * lanes;
    this->expect_right(host, araios::impl::entry_groups<8>(a), options);
  }
  this->expect_right(host, araios::impl::entry_groups<8>(a), {}, 1);
}

// More columns than the lanes of a team hold.
TYPED_TEST(SpMmTiles, SeveralTeamsSideBySide) {
  auto const host = with_reals<TypeParam>(power_law_pattern(123, 90, 90, 4), 3);
  auto const a = araios::to_grouped_coo(Space{}, to_device<std::int64_t, int, Device>(host));
  auto const groups = araios::impl::entry_groups<4>(a);
  using Right = Kokkos::LayoutRight;
  this->template expect_right<1, Right>(host, groups, 70, TypeParam{3}, {}, 1 << 18);
  this->template expect_right<2, Right>(host, groups, 72, TypeParam{0}, {}, 1 << 18);
}

/// Groups of more than `most_entries` entries are listed by one launch and multiplied by the next.
template <int width, class Operands>
void walk_with_long_groups_on_host(Operands const& operands, std::int64_t most_entries) {
  constexpr int num_teams = 3;
  constexpr int team_size = 16;
  constexpr int lanes = 2;
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace> const found("found");
  Kokkos::View<std::int64_t*, Device> const counters("counters", 2);
  auto const num_groups = static_cast<std::size_t>(operands.a.num_groups());
  Kokkos::View<std::int64_t*, Device> const list("list", num_groups);
  araios::impl::LongGroups<Device> const long_groups{most_entries, found, counters, list};
  walk_on_host<width>(operands, {}, 1 << 18, long_groups);
  EXPECT_EQ(found(), counters(0) > 0 ? 1 : 0);
  using Kernel = araios::impl::MultiplyLongGroups<Operands, width>;
  found() = 7;
  bool const had_long_groups = counters(0) > 0;
  run_on_host(Kernel{{operands}, long_groups, num_teams, team_size, lanes}, num_teams, team_size,
              Kernel::scratch_bytes(team_size));
  EXPECT_EQ(found(), had_long_groups ? 1 : 0);
  EXPECT_EQ(counters(0), 0);
  EXPECT_EQ(counters(1), 0);
}

TYPED_TEST(SpMmTiles, LongGroupsEqualTheSameInOneLaunchBitwise) {
  constexpr std::int64_t rows = 41;
  constexpr std::int64_t cols = 10;
  auto const host = with_reals<TypeParam>(power_law_pattern(rows, 700, 600, 4), 3);
  auto const rows_of_a = to_device<std::int64_t, int, Device>(host);
  auto const b = integer_columns<TypeParam>(700, cols, 5);
  auto const c = integer_columns<TypeParam>(rows, cols, 105);
  auto const b_view = to_dense_view<Kokkos::LayoutRight, Device>(b, "B");
  auto const expect_equal = [&](auto const& groups, std::int64_t most_entries) {
    auto const alone = to_dense_view<Kokkos::LayoutRight, Device>(c, "C");
    auto const shared = to_dense_view<Kokkos::LayoutRight, Device>(c, "C");
    using Operands =
        araios::impl::SpMmOperands<std::decay_t<decltype(groups)>, std::decay_t<decltype(alone)>>;
    Operands operands{TypeParam{2}, TypeParam{3}, groups, b_view.data(), cols, alone, cols};
    walk_on_host<2>(operands, {}, 1 << 18, {most_entries, {}, {}, {}});
    operands.c = shared;
    walk_with_long_groups_on_host<2>(operands, most_entries);
    EXPECT_TRUE(is_product(to_columns(shared), TypeParam{2}, host, b, TypeParam{3}, c));
    EXPECT_EQ(to_columns(shared).columns, to_columns(alone).columns) << most_entries;
  };
  for (std::int64_t const most_entries : {0, 5, 100, 600, 100'000}) {
    expect_equal(araios::impl::entry_groups(rows_of_a), most_entries);
    expect_equal(araios::impl::entry_groups<4>(araios::to_grouped_coo(Space{}, rows_of_a, 4)),
                 most_entries);
  }
}

TEST(SpMmTilesShape, LongGroupsHaveManyEntriesAndMoreThanOthers) {
  constexpr std::int64_t few = araios::impl::tuning::spmm_device_few_products;
  constexpr std::int64_t short_of_few =
      araios::impl::tuning::spmm_device_short_group_of_few_products;
  araios::impl::EntryGroups<araios::CrsMatrix<double, int, int, Device>, 1> a{100, 9,  {},
                                                                              {},  {}, {}};
  EXPECT_EQ(araios::impl::most_entries_of_short(a, 16), short_of_few);
  int const any_column = 0;
  a.columns = decltype(a.columns){&any_column, std::size_t{100'000}};
  EXPECT_EQ(araios::impl::most_entries_of_short(a, 16),
            1000 * araios::impl::tuning::spmm_device_long_group_factor);
  a.num_rows = 100'000;
  EXPECT_EQ(araios::impl::most_entries_of_short(a, few / 100'000), short_of_few);
  EXPECT_EQ(araios::impl::most_entries_of_short(a, few / 100'000 + 1),
            araios::impl::tuning::spmm_device_short_group);
  a.num_rows = 0;
  a.columns = {};
  EXPECT_EQ(araios::impl::most_entries_of_short(a, 16), short_of_few);
}

/// The shape for a square matrix of so many groups, on a device of 2^18 lanes.
template <class Matrix, int rows>
araios::impl::TileShape shape_of(std::int64_t groups, std::int64_t packs, std::int64_t entries,
                                 bool has_long_groups) {
  using Groups = araios::impl::EntryGroups<Matrix, rows>;
  using C = Kokkos::View<double**, Kokkos::LayoutRight, Device>;
  using Kernel = araios::impl::MultiplyTiles<araios::impl::SpMmOperands<Groups, C>, 2>;
  Groups a{groups * rows, groups * rows, {}, {}, {}, {}};
  int const any_column = 0;
  a.columns = decltype(a.columns){&any_column, static_cast<std::size_t>(entries)};
  return araios::impl::tile_shape<Kernel>(a, packs, 1 << 18, has_long_groups, {});
}

template <int rows>
araios::impl::TileShape shape_of_coo(std::int64_t groups, std::int64_t packs, std::int64_t entries,
                                     bool has_long_groups = false) {
  return shape_of<araios::GroupedCoo<double, int, int, Device>, rows>(groups, packs, entries,
                                                                      has_long_groups);
}
araios::impl::TileShape shape_of_crs(std::int64_t rows, std::int64_t packs, std::int64_t entries) {
  return shape_of<araios::CrsMatrix<double, int, int, Device>, 1>(rows, packs, entries, false);
}

TEST(SpMmTilesShape, LanesAreAsManyAsTheColumnsFill) {
  constexpr std::int64_t most = araios::impl::tuning::spmm_device_max_lanes;
  EXPECT_EQ(shape_of_crs(1 << 20, 1, 0).lanes, 1);
  EXPECT_EQ(shape_of_crs(1 << 20, 5, 0).lanes, 8);
  EXPECT_EQ(shape_of_crs(1 << 20, 4096, 0).lanes, most);
  EXPECT_EQ(shape_of_crs(1 << 20, most, 0).num_teams_of_columns, 1);
  EXPECT_EQ(shape_of_crs(1 << 20, most + 1, 0).num_teams_of_columns, 2);
}

// A team of 1024 threads has 32 groups with 32 lanes each.
TEST(SpMmTilesShape, TeamsAreLargeWhereTheyShareRowsOfBEvenly) {
  constexpr int largest = araios::impl::tuning::spmm_device_largest_team;
  constexpr int smallest = araios::impl::tuning::spmm_device_smallest_team;
  constexpr std::int64_t groups = 1 << 16;
  constexpr std::int64_t rows = 4 * groups;
  constexpr auto enough = static_cast<std::int64_t>(
      araios::impl::tuning::spmm_device_reads_of_large_team * groups * rows / 32);
  EXPECT_EQ(shape_of_coo<4>(groups, 32, enough).team_size, largest);
  EXPECT_EQ(shape_of_coo<4>(groups, 32, enough - 1).team_size, smallest);
  EXPECT_EQ(shape_of_coo<4>(groups, 32, enough, true).team_size, smallest);
  EXPECT_EQ(shape_of_coo<4>(1000, 8, enough).team_size, smallest) << "too few for a device";
}

// A team of 1024 threads has 64 rows with 16 lanes each.
TEST(SpMmTilesShape, TeamsThatReadRowsOfBOftenHaveFewerLanes) {
  constexpr int few = araios::impl::tuning::spmm_device_lanes_of_rows_read_often;
  constexpr std::int64_t rows = 4096;
  constexpr std::int64_t often =
      rows * rows / (araios::impl::tuning::spmm_device_largest_team / few);
  EXPECT_EQ(shape_of_crs(rows, 4096, often).lanes, few);
  EXPECT_EQ(shape_of_crs(rows, 4096, often - 1).lanes, araios::impl::tuning::spmm_device_max_lanes);
  EXPECT_EQ(shape_of_coo<4>(rows / 4, 4096, often).lanes,
            araios::impl::tuning::spmm_device_max_lanes);
}

TEST(SpMmTilesShape, PacksNeedAlignedRows) {
  alignas(16) double const elements[8] = {};
  EXPECT_TRUE(araios::impl::packs_are_aligned<2>(elements, 4, 6));
  EXPECT_FALSE(araios::impl::packs_are_aligned<2>(elements + 1, 4, 6));
  EXPECT_FALSE(araios::impl::packs_are_aligned<2>(elements, 3, 6));
  EXPECT_FALSE(araios::impl::packs_are_aligned<2>(elements, 4, 5));
}

}  // namespace
}  // namespace araios_test
