// SPDX-License-Identifier: BSD-3-Clause
// The choice of a one-phase loop or of two phases, and the branch predictor model.

#include "support/RandomMatrices.hpp"
#include "support/RowLoop.hpp"
#include <one_phase/Araios_BranchPredictorModel.hpp>
#include <one_phase/Araios_OnePhaseRules.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_RowSample.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

namespace araios_test::one_phase {
namespace {

using araios::impl::RowSample;
namespace tuning = araios::impl::tuning;

/// Rows of `length` neighbouring columns, each shifted by two from the row before. One row in
/// `steps` repeats the row before instead; none if `steps` is 0.
HostPattern partly_repeated_rows(std::int64_t rows, std::int64_t length, std::int64_t steps) {
  HostPattern a{rows, rows, {0}, {}, "partly repeated rows"};
  for (std::int64_t row = 0, begin = 0; row < rows; ++row) {
    bool const repeats = steps > 0 && row % steps == steps - 1;
    if (!repeats) begin = (begin + 2) % (rows - length);
    for (std::int64_t i = 0; i < length; ++i) a.columns.push_back(begin + i);
    a.row_offsets.push_back(a.num_entries());
  }
  return a;
}

TEST(OnePhaseRules, RowsThatAreRepeatedNowAndThenAreFasterByBothPhases) {
  auto const loop = [](std::int64_t rows, std::int64_t steps) {
    auto const a = on_device(with_reals<double>(partly_repeated_rows(rows, 40, steps), 1));
    return loop_of(a, a);
  };
  EXPECT_EQ(loop(1200, 0), RowLoop::dense_rows);
  EXPECT_EQ(loop(1200, 4), RowLoop::none);
  EXPECT_EQ(loop(300, 4), RowLoop::dense_rows) << "few products";
}

TEST(OnePhaseRules, RowsAreShortEnoughForBlocksUpToTheirBound) {
  constexpr std::int64_t most = tuning::one_phase_max_products_of_row;
  RowSample sample;
  sample.rows = 10;
  sample.work = 10 * most;
  EXPECT_TRUE(sample.prefer_row_blocks(most - 1));
  ++sample.work;
  EXPECT_FALSE(sample.prefer_row_blocks(most + 1));
  sample.shifted_rows = 5;
  EXPECT_TRUE(sample.prefer_row_blocks(most + 1)) << "shifted rows have a bound of their own";
  EXPECT_FALSE(sample.prefer_row_blocks(most));
}

TEST(OnePhaseRules, ShiftedRowsAreSortedOnlyWhereTheyAreShort) {
  constexpr std::int64_t most = tuning::one_phase_max_products_of_shared_rows;
  static_assert(most < tuning::indexed_spa_max_products_of_row);
  RowSample sample;
  sample.rows = 100;
  sample.shifted_rows = 100;
  sample.work = 100 * most;
  EXPECT_TRUE(sample.allows_spa_then_sort(100));
  ++sample.work;
  EXPECT_FALSE(sample.allows_spa_then_sort(100));
  sample.shifted_rows = 0;
  EXPECT_TRUE(sample.allows_spa_then_sort(100));
}

TEST(OnePhaseRules, EachLoopHasItsBoundOfProducts) {
  using araios::impl::most_products_of;
  EXPECT_EQ(most_products_of(RowLoop::dense_rows, 7), tuning::dense_rows_max_work);
  EXPECT_EQ(most_products_of(RowLoop::row_blocks, 7), 7 * tuning::one_phase_max_products_of_row);
  EXPECT_EQ(most_products_of(RowLoop::indexed_spa, 7), tuning::unsorted_max_work);
}

TEST(OnePhaseRules, ColumnsSpanTheBlocksThatTheyTouch) {
  constexpr int block = araios::impl::marks_of_block;
  auto const blocks = [](int first, int last) {
    return araios::impl::ColumnSpan<int>{first, last}.num_blocks();
  };
  EXPECT_EQ(blocks(1, 0), 0);
  EXPECT_EQ(blocks(0, 0), 1);
  EXPECT_EQ(blocks(0, block - 1), 1);
  EXPECT_EQ(blocks(block - 1, block), 2);
  EXPECT_EQ(blocks(3 * block, 5 * block), 3);
}

TEST(OnePhaseRules, RowsAreSampledUpToAShareOfTheEntriesOfA) {
  auto const sampled = [](std::int64_t rows, std::int64_t length) {
    auto const a = on_device(with_reals<double>(full_pattern(rows, length), 1));
    auto const b = on_device(with_reals<double>(full_pattern(length, 2), 2));
    return araios::impl::sample_rows(a.graph, b.graph, 128, false).rows;
  };
  constexpr std::int64_t most = araios::impl::tuning::one_phase_sampled_entries;
  constexpr std::int64_t share = araios::impl::tuning::one_phase_share_of_sampled_entries;
  EXPECT_GE(sampled(2000, 2), araios::impl::tuning::one_phase_samples - 1);
  EXPECT_EQ(sampled(8, most + 1), 1);
  EXPECT_EQ(sampled(500, 100), most / 100 + 1);
  EXPECT_EQ(sampled(320, most), 320 / share + 1);
}

TEST(OnePhaseRules, EveryFourthSampledRowIsLookedAtUpToTheSameShare) {
  auto const looked_at = [](std::int64_t rows, std::int64_t length) {
    auto const a = on_device(with_reals<double>(full_pattern(rows, length), 1));
    int count = 0;
    araios::impl::for_each_sampled_row(a.graph, 4, [&](auto row) {
      EXPECT_LT(row, rows);
      ++count;
    });
    return count;
  };
  EXPECT_EQ(looked_at(2000, 2), (araios::impl::tuning::one_phase_samples + 3) / 4);
  EXPECT_EQ(looked_at(8, araios::impl::tuning::one_phase_sampled_entries + 1), 1);
}

TEST(OnePhaseRules, ForecastsLearnCourses) {
  araios::impl::BranchPredictorModel forecast;
  auto const foretold = [&](auto const& is_taken) {
    int count = 0;
    for (int i = 0; i < 4000; ++i) {
      bool const is_predicted = forecast.predicts(is_taken(i));
      count += i >= 2000 && is_predicted ? 1 : 0;
    }
    return count;
  };
  EXPECT_EQ(foretold([](int i) { return i % 5 == 0 || i % 7 == 3; }), 2000);
  std::mt19937 random{1};
  int const of_random_ones = foretold([&](int) { return random() % 2 == 0; });
  EXPECT_GT(of_random_ones, 800);
  EXPECT_LT(of_random_ones, 1200);
}

TEST(OnePhaseRules, ColumnsAreNewOnceInARow) {
  araios::impl::MetColumns<Int32> met;
  for (int row = 0; row < 3; ++row) {
    met.begin_row();
    for (bool const is_new : {true, false}) {
      // As many columns as the table holds, far apart, so that some collide.
      for (std::int64_t i = 0; i < met.capacity; ++i) {
        EXPECT_EQ(met.is_new(static_cast<Int32>(i * 4'000'037 + row)), is_new);
      }
    }
  }
}

}  // namespace
}  // namespace araios_test::one_phase
