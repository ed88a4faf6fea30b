// SPDX-License-Identifier: BSD-3-Clause
// The kernels of devices, run by teams of host threads, so that every machine tests them.

#include "support/ExpectedVector.hpp"
#include "support/HostTeam.hpp"
#include "support/PathPatterns.hpp"
#include "support/RandomMatrices.hpp"
#include <platform/Araios_FlaggedValue.hpp>
#include <spmv/Araios_SpMvLongRows.hpp>
#include <spmv/Araios_SpMvOperands.hpp>
#include <spmv/Araios_SpMvTile.hpp>
#include <spmv/Araios_SpMvTiles.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios_test {
namespace {

using Device = Kokkos::DefaultHostExecutionSpace::device_type;

/// Whether a call has left nothing behind in the memory of a tile.
template <class Scalar>
bool is_clean(araios::impl::LongRows<Scalar, Device> const& rows, std::size_t tile) {
  return rows.teams_started(tile) == 0 && !rows.first_parts(tile).is_there() &&
         !rows.later_parts(tile).is_there();
}

/// Products by tiles whose memory is kept between calls.
template <class Scalar>
struct ByTiles {
  using Memory = araios::impl::TileMemory<int, Scalar, Device>;

  Memory tiles{};
  TeamOrder order = TeamOrder::ascending;
  std::int64_t meetings = 0;  ///< at barriers, in the last product

  void allocate(int num_tiles) {
    auto const count = static_cast<std::size_t>(num_tiles);
    tiles = {{Kokkos::View<araios::impl::FlaggedValue<Scalar>*, Device>("first_parts", count),
              Kokkos::View<araios::impl::FlaggedValue<Scalar>*, Device>("later_parts", count),
              Kokkos::View<int*, Device>("teams_started", count)},
             Kokkos::View<araios::impl::GuessedRows<int>*, Device>("guesses", count)};
  }

  /// y = alpha·A·x + beta·y. Allocates tiles if there are too few, and `spare_tiles` more.
  std::vector<Scalar> spmv(Scalar alpha, HostMatrix<Scalar> const& a, std::vector<Scalar> const& x,
                           Scalar beta, std::vector<Scalar> const& y, int spare_tiles = 0) {
    auto matrix = to_device<std::int64_t, int, Device>(a);
    if (matrix.graph.columns.extent(0) == 0) {
      Kokkos::resize(matrix.graph.columns, 1);
      Kokkos::resize(matrix.values, 1);
    }
    auto const x_view = to_view<Scalar, Device>(x, "x");
    auto const y_view = to_view<Scalar, Device>(y, "y");
    using Operands =
        araios::impl::SpMvOperands<decltype(matrix), decltype(x_view), decltype(y_view)>;
    Operands const operands{alpha, matrix, x_view, beta, y_view};
    int const num_tiles = araios::impl::num_tiles(operands.path_length()) + spare_tiles;
    if (tiles.num_tiles() < num_tiles) allocate(num_tiles);
    using WalkTiles = araios::impl::WalkTiles<Operands, Memory>;
    meetings = run_on_host(WalkTiles{operands, tiles}, tiles.num_tiles(),
                           araios::impl::threads_per_tile, WalkTiles::scratch_bytes, order);
    return to_vector<Scalar>(y_view);
  }

  /// Whether alpha·A·x + beta·y equals the result of the serial loop, for vectors of integers.
  testing::AssertionResult is_right(HostPattern const& pattern, int spare_tiles = 0) {
    auto const a = with_integers<Scalar>(pattern, 1);
    auto const x = integers<Scalar>(pattern.num_cols, 2);
    auto const y = integers<Scalar>(pattern.num_rows, 3);
    Scalar const alpha{2};
    Scalar const beta{3};
    return same_vector(spmv(alpha, a, x, beta, y, spare_tiles),
                       reference_spmv(alpha, a, x, beta, y));
  }
};

constexpr std::int64_t tile = araios::impl::steps_per_tile;
constexpr std::int64_t behind = araios::impl::tuning::spmv_device_steps_behind_tile;
constexpr std::int64_t very_long_row = araios::impl::tuning::spmv_device_very_long_row;

template <class Scalar>
class SpMvTiles : public testing::Test {};

using Scalars = testing::Types<float, Kokkos::complex<double>>;
TYPED_TEST_SUITE(SpMvTiles, Scalars);

// The last team to start completes a row of many tiles, whichever team that is.
TYPED_TEST(SpMvTiles, AdversariesEqualTheSerialLoop) {
  for (auto const& pattern : path_adversaries(tile)) {
    ByTiles<TypeParam> products;
    EXPECT_TRUE(products.is_right(pattern));
    products.order = TeamOrder::descending;
    EXPECT_TRUE(products.is_right(pattern)) << "the last team first";
  }
}

TYPED_TEST(SpMvTiles, ValuesDoNotDependOnWhoIsLast) {
  auto const pattern = pattern_of_sizes({5, 7 * tile, 2 * tile, 3}, 90, "rows of several tiles");
  auto const a = with_reals<TypeParam>(pattern, 1);
  auto const x = with_reals<TypeParam>(full_pattern(1, pattern.num_cols), 2).values;
  auto const y = integers<TypeParam>(pattern.num_rows, 3);
  ByTiles<TypeParam> products;
  auto const first = products.spmv(TypeParam{1}, a, x, TypeParam{0}, y);
  products.order = TeamOrder::descending;
  EXPECT_EQ(products.spmv(TypeParam{1}, a, x, TypeParam{0}, y), first);
}

// A team completes a row that ends a little behind its tile, and all teams a longer one.
TYPED_TEST(SpMvTiles, RowsThatEndBehindTheirTile) {
  for (std::int64_t const begin : {std::int64_t{0}, std::int64_t{1}, tile - 2, tile - 1}) {
    for (std::int64_t const steps : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}, behind - 1,
                                     behind, behind + 1, tile - 1, tile, tile + 1, 2 * tile}) {
      std::int64_t const size = tile - begin + steps - 1;
      if (size < 0) continue;
      std::vector<std::int64_t> sizes(static_cast<std::size_t>(begin), 0);
      sizes.insert(sizes.end(), {size, 2, 0, 5});
      EXPECT_TRUE(
          ByTiles<TypeParam>{}.is_right(pattern_of_sizes(sizes, 70, "a row behind its tile")))
          << "begins at step " << begin << ", ends " << steps << " steps behind";
    }
  }
}

TYPED_TEST(SpMvTiles, LongRowsAtEitherEndOfATileAndWithin) {
  constexpr std::int64_t long_row = tile / 3;
  for (std::int64_t const first : {std::int64_t{1}, long_row}) {
    for (std::int64_t const inner : {std::int64_t{1}, long_row}) {
      for (std::int64_t const last : {std::int64_t{1}, long_row, 2 * tile}) {
        std::vector<std::int64_t> sizes(14, 1);
        sizes.front() = first;
        sizes[6] = inner;
        sizes.back() = last;
        EXPECT_TRUE(ByTiles<TypeParam>{}.is_right(pattern_of_sizes(sizes, 2 * tile, "one tile")))
            << first << ' ' << inner << ' ' << last;
        sizes.insert(sizes.end(), 40, 1);
        EXPECT_TRUE(ByTiles<TypeParam>{}.is_right(pattern_of_sizes(sizes, 2 * tile, "two tiles")))
            << first << ' ' << inner << ' ' << last;
      }
    }
  }
}

TYPED_TEST(SpMvTiles, RowsOfAnyNumberOfTiles) {
  constexpr std::int64_t threads = araios::impl::threads_per_tile;
  std::vector<std::int64_t> const sizes{
      (threads + 1) * tile + 5, 3, (threads - 1) * tile, 2 * tile,
      threads * tile,           0, 150 * tile,           tile - 1};
  EXPECT_TRUE(ByTiles<TypeParam>{}.is_right(pattern_of_sizes(sizes, 90, "rows of many tiles")));
}

// One team takes several tiles that lie within such a row; what does not fill such a part goes by
// single tiles.
TYPED_TEST(SpMvTiles, VeryLongRowsByWideParts) {
#ifdef __SANITIZE_THREAD__
  // Races do not depend on where the row begins, and each product takes seconds here.
  std::vector<std::int64_t> const begins{1};
#else
  std::vector<std::int64_t> const begins{0, 1, tile - 1};
#endif
  for (std::int64_t const begin : begins) {
    for (std::int64_t const rest : {std::int64_t{-1}, std::int64_t{0}, tile, 2 * tile + 3}) {
      std::vector<std::int64_t> sizes(static_cast<std::size_t>(begin), 0);
      sizes.insert(sizes.end(), {very_long_row + rest, 2, 0, 5});
      auto const pattern = pattern_of_sizes(sizes, 90, "a very long row");
      ByTiles<TypeParam> products;
      products.order = rest < tile ? TeamOrder::ascending : TeamOrder::descending;
      EXPECT_TRUE(products.is_right(pattern)) << "begins at step " << begin << ", " << rest;
      for (std::size_t i = 0; i < products.tiles.guesses.extent(0); ++i) {
        ASSERT_TRUE(is_clean(products.tiles.long_rows, i)) << "something is left of tile " << i;
      }
    }
  }
}

/// Whether a row has a part that begins with a tile.
bool has_part(int tile_index, araios::impl::TilesOfRow const& tiles) {
  return tile_index == 0 || !is_in_wide_part(tile_index, tiles) ||
         begins_wide_part(tile_index, tiles);
}

/// A team that starts once for each part of a row which fills so many tiles. If it is the last to
/// start with the last part alone, it completes the row.
template <class Scalar>
struct CompleteLongRow {
  araios::impl::LongRows<Scalar, Device> long_rows;
  int num_tiles;
  Scalar* sum;

  static constexpr std::size_t scratch_bytes = 16 + araios::impl::threads_per_tile * sizeof(Scalar);

  void operator()(HostMember const& member) const {
    auto* const memory =
        static_cast<std::byte*>(member.team_scratch(0).get_shmem_aligned(scratch_bytes, 16));
    auto* const is_complete = reinterpret_cast<bool*>(memory);
    araios::impl::TilesOfRow const tiles{0, 0, (num_tiles - 1) * tile};
    if (member.team_rank() == 0) *is_complete = start_all(tiles);
    member.team_barrier();
    if (!*is_complete) return;
    long_rows.complete(member, tiles, reinterpret_cast<Scalar*>(memory + 16),
                       [&](Scalar const& total) { *sum = total; });
  }

 private:
  bool start_all(araios::impl::TilesOfRow const& tiles) const {
    int starts = 0;
    int num_lasts = 0;
    int starts_until_last = 0;
    for (int i = 0; i < num_tiles; ++i) {
      if (!has_part(i, tiles)) continue;
      ++starts;
      if (!long_rows.is_last(long_rows.start(tiles), tiles)) continue;
      ++num_lasts;
      starts_until_last = starts;
    }
    return num_lasts == 1 && starts_until_last == starts;
  }
};

TYPED_TEST(SpMvTiles, PartsOfLongRowsAreAddedUpInAnyNumber) {
  constexpr int part = araios::impl::tuning::spmv_device_tiles_of_part;
  constexpr int round = araios::impl::threads_per_tile;
  constexpr int wide = static_cast<int>((very_long_row + tile - 1) / tile);
  for (int const later :
       {1, round - 1, round, round + 1, wide - 1, wide, wide + 1, wide + part - 1, wide + part,
        round * part, round * part + 1, 6 * round * part, 11 * round * part + part + 1}) {
    auto const count = static_cast<std::size_t>(later) + 1;
    araios::impl::LongRows<TypeParam, Device> const rows{
        Kokkos::View<araios::impl::FlaggedValue<TypeParam>*, Device>("first_parts", count),
        Kokkos::View<araios::impl::FlaggedValue<TypeParam>*, Device>("later_parts", count),
        Kokkos::View<int*, Device>("teams_started", count)};
    rows.first_parts(0).write(TypeParam{1});
    TypeParam expected{1};
    araios::impl::TilesOfRow const tiles{0, 0, later * tile};
    ASSERT_EQ(tiles.has_wide_parts, later >= wide);
    for (std::size_t i = 1; i < count; ++i) {
      if (!has_part(static_cast<int>(i), tiles)) continue;
      auto const sum_of_part = TypeParam(static_cast<float>(i % 7));
      rows.later_parts(i).write(sum_of_part);
      expected += sum_of_part;
    }
    TypeParam sum{};
    using Kernel = CompleteLongRow<TypeParam>;
    run_on_host(Kernel{rows, later + 1, &sum}, 1, araios::impl::threads_per_tile,
                Kernel::scratch_bytes);
    EXPECT_EQ(sum, expected) << later << " tiles behind the first";
    for (std::size_t i = 0; i < count; ++i) ASSERT_TRUE(is_clean(rows, i)) << "tile " << i;
  }
}

TYPED_TEST(SpMvTiles, TilesBeyondThePathFindNothingToDo) {
  EXPECT_TRUE(ByTiles<TypeParam>{}.is_right(uniform_pattern(300, 200, 5, 1), 3));
}

TYPED_TEST(SpMvTiles, WhatWasFoundServesAgain) {
  auto const pattern = power_law_pattern(900, 4000, 4000, 2);
  ByTiles<TypeParam> products;
  EXPECT_TRUE(products.is_right(pattern));
  auto const guesses = products.tiles.guesses;
  EXPECT_EQ(guesses(0).first, 0);
  EXPECT_EQ(guesses(guesses.extent(0) - 1).last, pattern.num_rows);
  auto const meetings_of_search = products.meetings;
  EXPECT_TRUE(products.is_right(pattern));
  EXPECT_LT(products.meetings, meetings_of_search) << "a team has searched again";
  for (std::size_t i = 0; i < guesses.extent(0); ++i) {
    EXPECT_TRUE(is_clean(products.tiles.long_rows, i)) << "something is left of tile " << i;
  }
}

TYPED_TEST(SpMvTiles, WrongGuessesDoNoHarm) {
  auto const pattern = power_law_pattern(900, 4000, 4000, 2);
  ByTiles<TypeParam> products;
  EXPECT_TRUE(products.is_right(pattern));
  std::vector<araios::impl::GuessedRows<int>> const wrong{
      {-1, 3},    {0, 0},     {900, 900}, {901, 2}, {-2147483647 - 1, 2147483647},
      {500, 100}, {100, 500}, {3, -7},    {0, 900}, {899, 900}};
  for (std::size_t shift = 0; shift < wrong.size(); ++shift) {
    for (std::size_t i = 0; i < products.tiles.guesses.extent(0); ++i) {
      products.tiles.guesses(i) = wrong[(i + shift) % wrong.size()];
    }
    EXPECT_TRUE(products.is_right(pattern)) << "wrong guesses from number " << shift;
  }
}

TYPED_TEST(SpMvTiles, AnotherMatrixMayFollow) {
  ByTiles<TypeParam> products;
  for (auto const& pattern : path_adversaries(tile)) EXPECT_TRUE(products.is_right(pattern));
}

}  // namespace
}  // namespace araios_test
