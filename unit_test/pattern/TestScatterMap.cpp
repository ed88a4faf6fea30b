// SPDX-License-Identifier: BSD-3-Clause
// Host plans with a scatter map: shared places, widths of places, mismatched patterns, and caps.

#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/Types.hpp"
#include <Araios_SpGemm.hpp>
#include <selection/Araios_SelectionTuning.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <vector>

namespace araios_test {
namespace {

using araios::ReplayState;

template <class Space>
class ScatterMapTest : public testing::Test {
 protected:
  using Device = typename Space::device_type;
  using Planned = PlannedProduct<DefaultTypes<Space>>;

  void SetUp() override {
    if constexpr (!araios::impl::is_host_space_v<Space>) {
      GTEST_SKIP() << "devices remember the products of each entry of C";
    }
  }

  /// Ranges of few rows, so that all threads get some, but enough for bundles.
  static araios::SpGemmOptions options() {
    araios::SpGemmOptions wanted;
    wanted.replay = true;
    wanted.rows_per_team = 7;
    return wanted;
  }

  /// Expects a replay to be right with the planned values and with others.
  static Planned expect_replay(HostPattern const& a, HostPattern const& b,
                               araios::SpGemmOptions const& wanted = options()) {
    Planned const product{with_integers<double>(a, 1), with_integers<double>(b, 2), wanted};
    EXPECT_EQ(product.plan.numeric_selection().replay, ReplayState::replays);
    auto const c = product.plan.template allocate<double>("C");
    for (std::uint64_t const seed : {1, 7}) {
      auto const left = with_integers<double>(a, seed);
      auto const right = with_integers<double>(b, seed + 1);
      araios::spgemm_numeric(product.exec, product.plan, on_device(left), on_device(right), c);
      EXPECT_TRUE(same_matrix(to_host(c), reference_product(left, right)));
    }
    return product;
  }

  static ReplayState state(Planned const& product) {
    return product.plan.numeric_selection().replay;
  }
  static auto on_device(HostMatrix<double> const& a) { return to_device<Int32, Int32, Device>(a); }
};
TYPED_TEST_SUITE(ScatterMapTest, Spaces, TypeNames);

/// Repeats every row `times` times in succession.
HostPattern with_rows_repeated(HostPattern const& a, int times) {
  std::vector<std::int64_t> order;
  for (std::int64_t row = 0; row < a.num_rows; ++row) {
    order.insert(order.end(), static_cast<std::size_t>(times), row);
  }
  return with_rows(with_integers<double>(a, 1), order).pattern;
}

TYPED_TEST(ScatterMapTest, AnyShapeAndSchedule) {
  for (auto const schedule :
       {araios::ScheduleKind::dynamic_chunks, araios::ScheduleKind::static_chunks}) {
    auto options = this->options();
    options.schedule = schedule;
    for (auto const& [a, b] : operands_of_many_shapes()) this->expect_replay(a, b, options);
  }
}

TYPED_TEST(ScatterMapTest, ColumnsInAnyOrderAndMoreThanOnce) {
  auto const shuffled = with_duplicates_shuffled(power_law_pattern(300, 300, 150, 1), 2);
  this->expect_replay(shuffled, shuffled);
}

TYPED_TEST(ScatterMapTest, RepeatedRowsShareThem) {
  auto const b = uniform_pattern(40, 500, 9, 3);
  for (int const times : {2, 3, 4, 5, 9}) {
    auto options = this->options();
    options.rows_per_team = 60 * times;
    auto const a = with_rows_repeated(uniform_pattern(60, 40, 6, 1), times);
    auto const product = this->expect_replay(a, b, options);
    auto const once = this->expect_replay(uniform_pattern(60, 40, 6, 1), b, options);
    EXPECT_EQ(product.plan.data().scatter_map.narrow.bytes(),
              once.plan.data().scatter_map.narrow.bytes())
        << times;
    this->expect_replay(a, b);
  }
}

TYPED_TEST(ScatterMapTest, RowsMovedByOneShareThem) {
  auto options = this->options();
  options.rows_per_team = 1000;
  auto const a = band(2000, 5);
  auto const product = this->expect_replay(a, band(a.num_cols, 4), options);
  EXPECT_LT(product.plan.data().scatter_map.narrow.bytes(),
            static_cast<std::size_t>(product.plan.stats().work));
  EXPECT_GT(product.plan.stats().shifted_rows, 1900);
}

TYPED_TEST(ScatterMapTest, RowsMovedByOneAreSummedAsAlone) {
  for (std::int64_t const width : {1, 3, 8, 20}) {
    auto const b = with_reals<double>(band(400 + width - 1, width), 2);
    auto const a = with_reals<double>(band(400, width), 1);
    auto options = this->options();
    options.rows_per_team = 1;
    auto const alone = typename TestFixture::Planned{a, b, options}.numeric();
    options.rows_per_team = 250;
    auto const together = typename TestFixture::Planned{a, b, options}.numeric();
    EXPECT_TRUE(same_matrix(together, expected_exactly(alone))) << width;
    EXPECT_TRUE(same_matrix(together, reference_product(a, b))) << width;
  }
}

TYPED_TEST(ScatterMapTest, RowsMovedByOneOfOtherLengthsAreReported) {
  auto const a = with_integers<double>(band(200, 5), 1);
  auto const b = with_integers<double>(band(204, 4), 1);
  auto options = this->options();
  options.rows_per_team = 1000;
  typename TestFixture::Planned const product{a, b, options};
  auto const c = product.plan.template allocate<double>("C");
  // An entry moves from one row of B into a neighbour.
  for (std::size_t row = 90; row < 98; ++row) {
    for (int const difference : {-1, 1}) {
      auto moved = b;
      moved.pattern.row_offsets[row] += difference;
      EXPECT_TRUE(throws<std::invalid_argument>(
          [&] {
            araios::spgemm_numeric(product.exec, product.plan, product.a, this->on_device(moved),
                                   c);
          },
          {"other entries than planned"}))
          << row << ' ' << difference;
    }
  }
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(a, b)));
}

TYPED_TEST(ScatterMapTest, EmptyRowsAmongOthers) {
  auto const a = with_rows_kept(uniform_pattern(90, 90, 5, 4), "two of three rows",
                                [](std::int64_t row) { return row % 3 != 0; });
  this->expect_replay(a, a);
  this->expect_replay(with_rows_repeated(a, 2), a);
}

TYPED_TEST(ScatterMapTest, PlacesAtTheBoundOfNarrowOnes) {
  for (std::int64_t const difference : {-1, 0, 1}) {
    std::int64_t const size = (std::int64_t{1} << 16) + difference;
    auto const product = this->expect_replay(full_pattern(2, 2), full_pattern(2, size));
    EXPECT_EQ(product.plan.numeric_selection().replays_wide, difference == 1);
    EXPECT_EQ(product.plan.data().scatter_map.is_wide(), difference == 1);
  }
}

TYPED_TEST(ScatterMapTest, SumsAreThoseOfARecordedPattern) {
  auto const a = with_reals<double>(power_law_pattern(400, 400, 300, 1), 1);
  auto const b = with_reals<double>(power_law_pattern(400, 5000, 2000, 2), 2);
  typename TestFixture::Planned const replaying{a, b, this->options()};
  araios::SpGemmOptions recorded;
  recorded.record_pattern = true;
  typename TestFixture::Planned const recording{a, b, recorded};
  auto const sums = replaying.numeric().values;
  auto const others = recording.numeric().values;
  ASSERT_EQ(sums.size(), others.size());
  EXPECT_EQ(std::memcmp(sums.data(), others.data(), sums.size() * sizeof(double)), 0);
}

TYPED_TEST(ScatterMapTest, RowsOfOtherLengthsAreReportedAndNotOverrun) {
  auto const a = with_integers<double>(uniform_pattern(50, 40, 6, 1), 1);
  auto const b = with_integers<double>(power_law_pattern(40, 300, 100, 2), 2);
  for (int const times : {1, 3}) {
    auto const left = with_integers<double>(with_rows_repeated(a.pattern, times), 1);
    typename TestFixture::Planned const product{left, b, this->options()};
    auto const c = product.plan.template allocate<double>("C");
    // All entries of B in its first row, then all in its last.
    for (bool const first : {true, false}) {
      auto moved = b;
      auto& offsets = moved.pattern.row_offsets;
      std::fill(offsets.begin() + 1, offsets.end() - 1, first ? offsets.back() : 0);
      EXPECT_TRUE(throws<std::invalid_argument>(
          [&] {
            araios::spgemm_numeric(product.exec, product.plan, product.a, this->on_device(moved),
                                   c);
          },
          {"other entries than planned"}));
    }
    EXPECT_TRUE(same_matrix(product.numeric(), reference_product(left, b)));
  }
}

TYPED_TEST(ScatterMapTest, ARowThatWasPlannedEmptyIsNotTakenForItsNeighbour) {
  // Groups of four rows of A; only the last of each group has products when it is planned.
  std::vector<std::vector<std::int64_t>> planned_rows;
  std::vector<std::vector<std::int64_t>> other_rows;
  for (std::int64_t pair = 0; pair < 20; ++pair) {
    for (auto const& rows : {std::vector<std::int64_t>{0}, {0}, {0}, {1}}) {
      planned_rows.push_back(rows);
      other_rows.push_back({0});
    }
  }
  auto const b = with_integers<double>(pattern_of(5, {{}, {0, 2, 4}}, "an empty row"), 1);
  auto const a = with_integers<double>(pattern_of(2, planned_rows, "planned"), 1);
  auto const other = with_integers<double>(pattern_of(2, other_rows, "empty rows alone"), 1);
  typename TestFixture::Planned const product{a, b, this->options()};
  auto const c = product.plan.template allocate<double>("C");
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        araios::spgemm_numeric(product.exec, product.plan, this->on_device(other), product.b, c);
      },
      {"other entries than planned"}));
}

TYPED_TEST(ScatterMapTest, ASymbolicPhaseOnTheSameWorkspaceLeavesThem) {
  auto const a = with_integers<double>(power_law_pattern(300, 300, 150, 1), 1);
  auto const b = with_integers<double>(power_law_pattern(300, 300, 200, 5), 1);
  typename TestFixture::Planned const product{a, a, this->options()};
  auto const others = this->on_device(b);
  auto const other = araios::spgemm_symbolic(product.exec, others, others, this->options(),
                                             product.plan.workspace());
  EXPECT_EQ(other.numeric_selection().replay, ReplayState::replays);
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(a, a)));
}

TYPED_TEST(ScatterMapTest, RowsAreSummedAloneWhereACapLeavesNoRoomForSeveral) {
  // One long row; all others are empty.
  auto const a = with_integers<double>(
      with_rows_kept(full_pattern(20000, 1), "one row", [](std::int64_t row) { return row == 9; }),
      1);
  auto const b = with_integers<double>(full_pattern(1, 60000), 2);
  auto options = this->options();
  options.record_pattern = true;
  typename TestFixture::Planned const ample{a, b, options};
  EXPECT_EQ(this->state(ample), ReplayState::replays);
  // Too little for the sums of a bundle of four rows.
  options.max_workspace_bytes = ample.plan.kept_bytes() + 60000 * 4 * sizeof(double);
  typename TestFixture::Planned const product{a, b, options};
  EXPECT_EQ(this->state(product), ReplayState::replays);
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(a, b)));
}

TYPED_TEST(ScatterMapTest, ACapDecidesWhetherTheyAreKept) {
  // Rows with almost as many columns as products, so recording needs nearly all of its bound.
  auto const a = with_integers<double>(uniform_pattern(2000, 2000, 16, 1), 1);
  auto options = this->options();
  options.record_pattern = true;
  typename TestFixture::Planned const ample{a, a, options};
  auto const need = araios::spgemm_estimate(ample.exec, ample.a, ample.a, options);
  EXPECT_LE(ample.plan.kept_bytes(), need.numeric_bytes);
  auto const state_under = [&](std::size_t cap) {
    options.max_workspace_bytes = cap;
    typename TestFixture::Planned const product{a, a, options};
    EXPECT_TRUE(same_matrix(product.numeric(), reference_product(a, a))) << cap;
    EXPECT_LE(product.plan.workspace().bytes(), cap);
    return product.plan.numeric_selection().replay;
  };
  auto recording = options;
  recording.replay.reset();
  auto const least =
      araios::spgemm_estimate(ample.exec, ample.a, ample.a, recording).min_workspace_bytes;
  EXPECT_EQ(state_under(least), ReplayState::needs_memory);
  EXPECT_NE(state_under(need.min_workspace_bytes), ReplayState::needs_recorded_pattern);
  EXPECT_EQ(state_under(std::max(need.symbolic_bytes, need.numeric_bytes)), ReplayState::replays);
  options.record_pattern.reset();
  EXPECT_EQ(state_under(need.numeric_bytes), ReplayState::needs_recorded_pattern);
}

TYPED_TEST(ScatterMapTest, OtherThreadsThanPlannedReplay) {
  auto const a = with_integers<double>(power_law_pattern(300, 300, 150, 1), 1);
  typename TestFixture::Planned const product{a, a, this->options()};
  auto const c = product.plan.template allocate<double>("C");
  for (auto const& instance : Kokkos::Experimental::partition_space(TypeParam{}, 1, 1)) {
    araios::Workspace<typename TypeParam::device_type> const workspace;
    araios::spgemm_numeric(instance, product.plan, product.a, product.b, c, workspace);
    instance.fence();
    EXPECT_TRUE(same_matrix(to_host(c), reference_product(a, a)));
  }
}

/// The calling thread forms small products, and the selection says so.
TYPED_TEST(ScatterMapTest, SmallProductsHaveASingleOwner) {
  auto const small = with_integers<double>(uniform_pattern(100, 100, 5, 1), 1);
  typename TestFixture::Planned const product{small, small};
  EXPECT_LE(product.plan.stats().work, araios::impl::tuning::host_small_product_steps);
  EXPECT_EQ(product.plan.numeric_selection().num_chunks, 1);
  EXPECT_TRUE(product.plan.numeric_selection().records_pattern);
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(small, small)));
}

}  // namespace
}  // namespace araios_test
