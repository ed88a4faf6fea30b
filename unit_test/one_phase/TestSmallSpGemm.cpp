// SPDX-License-Identifier: BSD-3-Clause
// Small products in one phase by the calling thread: the bits and the errors of two phases.

#include "support/BitwiseEqual.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/SingleStrategy.hpp"
#include <Araios_SpGemm.hpp>
#include <accumulators/Araios_AccumulatorsTuning.hpp>
#include <one_phase/Araios_ColumnMarks.hpp>
#include <one_phase/Araios_NarrowProduct.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <one_phase/Araios_SmallSpGemm.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using araios::SpGemmOptions;
using araios::Workspace;

template <class Space>
class SmallSpGemm : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;

  static Matrix device(HostMatrix<double> const& host) {
    return to_device<Int32, Int32, Views>(host);
  }
  static Matrix by_phases(Matrix const& a, Matrix const& b) {
    Space const exec;
    auto const plan = araios::spgemm_symbolic(exec, a, b);
    auto const c = plan.template allocate_writable<double>("C");
    araios::spgemm_numeric(exec, plan, a, b, c);
    return c;
  }
  static auto at_once(Matrix const& a, Matrix const& b, SpGemmOptions const& options = {},
                      Workspace<Views> const& workspace = {}) {
    return small_serial<Int32>(Space{}, a, b, options, workspace);
  }
  /// Expects one phase to be taken on host spaces, with the bits of two phases.
  static void expect_bits_of_phases(HostMatrix<double> const& host_a,
                                    HostMatrix<double> const& host_b,
                                    Workspace<Views> const& workspace = {}) {
    SCOPED_TRACE(host_a.pattern.label + " times " + host_b.pattern.label);
    Matrix const a = device(host_a);
    Matrix const b = device(host_b);
    auto const c = at_once(a, b, {}, workspace);
    ASSERT_EQ(c.has_value(), araios::impl::is_host_space_v<Space>);
    if (!c) return;
    EXPECT_TRUE(are_bitwise_equal(to_host(*c), to_host(by_phases(a, b))));
  }
  /// The message of the exception that a call throws; empty if it throws none.
  template <class Call>
  static std::string message_of(Call const& call) {
    try {
      call();
    } catch (std::exception const& exception) {
      return exception.what();
    }
    return "";
  }
  /// Expects spgemm to throw the message of two phases, which contains `part`.
  static void expect_refused_alike(Matrix const& a, Matrix const& b, std::string const& part) {
    std::string const expected = message_of([&] { by_phases(a, b); });
    EXPECT_NE(expected.find(part), std::string::npos) << expected;
    EXPECT_EQ(message_of([&] { araios::spgemm(Space{}, a, b); }), expected);
  }

  static HostMatrix<double> reals(HostPattern const& pattern, std::uint64_t seed) {
    return with_reals<double>(pattern, seed);
  }
};

TYPED_TEST_SUITE(SmallSpGemm, Spaces, TypeNames);

// Around the widths at which another loop takes over: numbers of registers, blocks of marks, groups
// of blocks, and the search for the columns of a row.
TYPED_TEST(SmallSpGemm, EveryWidthGivesTheBitsOfBothPhases) {
  constexpr auto unsurveyed = araios::impl::tuning::small_unsurveyed_columns;
  std::uint64_t seed = 1;
  for (std::int64_t const n :
       {std::int64_t{1},   std::int64_t{7},   std::int64_t{16},   std::int64_t{17},
        std::int64_t{33},  std::int64_t{48},  std::int64_t{63},   std::int64_t{64},
        std::int64_t{65},  std::int64_t{128}, std::int64_t{129},  std::int64_t{256},
        std::int64_t{257}, std::int64_t{500}, std::int64_t{512},  std::int64_t{513},
        unsurveyed,        unsurveyed + 1,    std::int64_t{4096}, std::int64_t{9000}}) {
    auto const mean = std::min<std::int64_t>(n / 2 + 1, 9);
    ++seed;
    auto const a = uniform_pattern(40, 90, 4, seed);
    this->expect_bits_of_phases(this->reals(a, seed),
                                this->reals(uniform_pattern(90, n, mean, seed), seed + 1));
    this->expect_bits_of_phases(
        this->reals(a, seed),
        this->reals(power_law_pattern(90, n, std::min<std::int64_t>(n, 200), seed), seed + 1));
    auto const unordered = with_duplicates_shuffled(uniform_pattern(90, n, mean, seed), seed);
    this->expect_bits_of_phases(this->reals(with_duplicates_shuffled(a, seed), seed),
                                this->reals(unordered, seed + 1));
  }
}

// Bitmaps of all rows of B would cost more than the products, so column bits are set one by one.
TYPED_TEST(SmallSpGemm, FewProductsOfManyRowsOfBGiveTheBitsOfBothPhases) {
  for (std::int64_t const n : {64, 65, 128, 129, 256, 257, 511, 512, 513}) {
    auto const seed = static_cast<std::uint64_t>(n);
    for (std::int64_t const products_of_row : {2, 15, 17, 40}) {
      auto const a = uniform_pattern(60, 1500, products_of_row, seed);
      auto const b = uniform_pattern(1500, n, 1, seed + 1);
      this->expect_bits_of_phases(this->reals(a, seed), this->reals(b, seed + 2));
      this->expect_bits_of_phases(this->reals(with_duplicates_shuffled(a, seed), seed),
                                  this->reals(with_duplicates_shuffled(b, seed + 1), seed + 2));
    }
  }
}

TYPED_TEST(SmallSpGemm, DenseRowsEmptyRowsAndNoEntriesGiveTheBitsOfBothPhases) {
  for (std::int64_t const n : {std::int64_t{40}, std::int64_t{200}, std::int64_t{1800}}) {
    auto const sparse = uniform_pattern(50, n, 2, 3);
    auto const even_rows =
        with_rows_kept(sparse, "even rows", [](std::int64_t row) { return row % 2 == 0; });
    auto const a = this->reals(uniform_pattern(30, 50, 3, 4), 4);
    this->expect_bits_of_phases(a, this->reals(with_dense_row(even_rows, 7), 5));
    this->expect_bits_of_phases(a, this->reals(empty_pattern(50, n), 5));
    this->expect_bits_of_phases(this->reals(empty_pattern(30, 50), 5), this->reals(sparse, 5));
  }
}

TYPED_TEST(SmallSpGemm, ZerosOfEitherSignTinyNumbersAndInfinityGiveTheBitsOfBothPhases) {
  constexpr double tiny = 1e-300;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> const chosen{0.0, -0.0, tiny, -tiny, 1.5, -1.5, infinity, -infinity};
  auto const with_chosen = [&](HostPattern const& pattern, std::uint64_t seed) {
    auto matrix = with_reals<double>(pattern, seed);
    Random random{seed};
    for (auto& value : matrix.values) {
      value =
          chosen[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(chosen.size())))];
    }
    return matrix;
  };
  for (std::int64_t const n : {20, 60, 100, 300, 3000}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      this->expect_bits_of_phases(with_chosen(uniform_pattern(60, 60, 4, seed), seed),
                                  with_chosen(uniform_pattern(60, n, 4, seed + 9), seed + 9));
    }
  }
}

TYPED_TEST(SmallSpGemm, AMatrixMayBeBothOperands) {
  for (std::int64_t const n : {std::int64_t{50}, std::int64_t{400}, std::int64_t{2000}}) {
    auto const host = this->reals(uniform_pattern(n, n, 3, 8), 8);
    auto const a = this->device(host);
    auto const c = araios::spgemm(TypeParam{}, a, a);
    EXPECT_TRUE(are_bitwise_equal(to_host(c), to_host(this->by_phases(a, a))));
    EXPECT_TRUE(same_matrix(to_host(c), reference_product(host, host)));
  }
}

TYPED_TEST(SmallSpGemm, AWorkspaceServesAllWidthsInTurn) {
  Workspace<typename TypeParam::device_type> const workspace;
  std::size_t bytes = 0;
  for (int round = 0; round < 3; ++round) {
    for (std::int64_t const n : {std::int64_t{2000}, std::int64_t{30}, std::int64_t{300},
                                 std::int64_t{5000}, std::int64_t{64}}) {
      auto const a = this->reals(uniform_pattern(40, 60, 4, 2), 2);
      auto const b = this->reals(uniform_pattern(60, n, 5, 3), 3);
      this->expect_bits_of_phases(a, b, workspace);
      // Memory that two phases leave in the same workspace must not matter.
      araios::spgemm_symbolic(TypeParam{}, this->device(a), this->device(b), {}, workspace);
    }
    if (round == 1) bytes = workspace.bytes();
  }
  EXPECT_EQ(workspace.bytes(), bytes);
}

TYPED_TEST(SmallSpGemm, ResultsOutliveLaterCallsWithTheirWorkspace) {
  Workspace<typename TypeParam::device_type> const workspace;
  auto const a = this->device(this->reals(uniform_pattern(40, 60, 4, 2), 2));
  auto const b = this->device(this->reals(uniform_pattern(60, 90, 4, 3), 3));
  auto const c = araios::spgemm(TypeParam{}, a, b, {}, workspace);
  auto const kept = to_host(c);
  auto const other = this->device(this->reals(uniform_pattern(60, 90, 6, 4), 4));
  araios::spgemm(TypeParam{}, a, other, {}, workspace);
  EXPECT_TRUE(are_bitwise_equal(to_host(c), kept));
}

TYPED_TEST(SmallSpGemm, RowsAreSortedWhetherAskedOrNot) {
  auto const a = this->device(this->reals(uniform_pattern(40, 40, 4, 2), 2));
  SpGemmOptions options;
  options.result_sorted = false;
  auto const c = this->at_once(a, a, options);
  ASSERT_EQ(c.has_value(), araios::impl::is_host_space_v<TypeParam>);
  if (!c) return;
  EXPECT_TRUE(are_bitwise_equal(to_host(*c), to_host(this->by_phases(a, a))));
}

TYPED_TEST(SmallSpGemm, OptionsThatAskForMoreGoByBothPhases) {
  auto const a = this->device(this->reals(uniform_pattern(40, 40, 4, 2), 2));
  auto const expect_left = [&](auto const& set) {
    SpGemmOptions options;
    set(options);
    EXPECT_FALSE(this->at_once(a, a, options).has_value());
  };
  expect_left([](auto& options) { options.method = araios::MethodKind::kkmem; });
  expect_left([](auto& options) { options.compress = false; });
  expect_left([](auto& options) { options.record_pattern = false; });
  expect_left([](auto& options) { options.replay = true; });
  expect_left([](auto& options) { options.schedule = araios::ScheduleKind::dynamic_chunks; });
  expect_left([](auto& options) { options.hash_scale = 0; });
  expect_left([](auto& options) { options.check_reuse = true; });
  expect_left([](auto& options) { options.max_workspace_bytes = 1 << 20; });
  expect_left([](auto& options) { options.transpose_a = true; });
  expect_left([](auto& options) { options.transpose_b = true; });
  expect_left([](auto& options) { options.input_sorted = true; });
  SpGemmOptions options;
  options.deterministic = true;
  EXPECT_EQ(this->at_once(a, a, options).has_value(), araios::impl::is_host_space_v<TypeParam>);
}

TYPED_TEST(SmallSpGemm, LargeProductsGoByBothPhases) {
  using namespace araios::impl::tuning;
  auto const goes = [&](HostPattern const& a, HostPattern const& b) {
    return this
        ->at_once(this->device(with_integers<double>(a, 1)),
                  this->device(with_integers<double>(b, 2)))
        .has_value();
  };
  constexpr bool is_host = araios::impl::is_host_space_v<TypeParam>;
  bool const is_alone = TypeParam{}.concurrency() == 1;
  constexpr std::int64_t side = 20;
  static_assert(side * side * side <= small_max_products);
  EXPECT_EQ(goes(full_pattern(side, side), full_pattern(side, side)), is_host);
  // Rows of few columns are computed in registers, if there is code for them.
  constexpr bool by_registers = araios::impl::NarrowProduct<double, Int32>::max_columns >= 3 * side;
  EXPECT_EQ(goes(full_pattern(side, side), full_pattern(side, 3 * side)),
            is_host && (is_alone || by_registers));
  constexpr std::int64_t most_rows = small_max_products_by_registers / (side * 3 * side);
  static_assert(most_rows * side * 3 * side > small_max_products_of_long_rows_alone);
  EXPECT_EQ(goes(full_pattern(most_rows, side), full_pattern(side, 3 * side)),
            is_host && by_registers);
  EXPECT_FALSE(goes(full_pattern(most_rows + 1, side), full_pattern(side, 3 * side)));
  EXPECT_FALSE(goes(full_pattern(side, side), full_pattern(side, 6 * side)));
  // Many rows of few products.
  std::int64_t const most = is_alone ? small_max_products_alone : small_max_products;
  EXPECT_EQ(goes(full_pattern(most / 4, 2), full_pattern(2, 2)), is_host);
  EXPECT_FALSE(goes(full_pattern(most / 4 + 1, 2), full_pattern(2, 2)));
  constexpr std::int64_t most_single = small_max_products_alone;
  EXPECT_EQ(goes(full_pattern(most_single / 2, 1), full_pattern(1, 2)), is_host);
  EXPECT_FALSE(goes(full_pattern(most_single / 2 + 1, 1), full_pattern(1, 2)));
  EXPECT_FALSE(goes(empty_pattern(small_max_order + 1, 3), full_pattern(3, 3)));
  EXPECT_FALSE(goes(full_pattern(3, 3), empty_pattern(3, small_max_order + 1)));
  EXPECT_FALSE(goes(empty_pattern(3, 300), full_pattern(300, small_max_entries / 300 + 1)));
}

TYPED_TEST(SmallSpGemm, ShapesWithoutRowsOrColumnsAreProducts) {
  using Sizes = std::array<int, 3>;
  for (auto const& [m, k, n] :
       {Sizes{0, 4, 5}, Sizes{4, 0, 5}, Sizes{4, 5, 0}, Sizes{0, 0, 0}, Sizes{1, 1, 1}}) {
    auto const a = this->device(with_integers<double>(empty_pattern(m, k), 1));
    auto const b = this->device(with_integers<double>(empty_pattern(k, n), 2));
    auto const c = araios::spgemm(TypeParam{}, a, b);
    EXPECT_EQ(c.graph.num_rows, m);
    EXPECT_EQ(c.graph.num_cols, n);
    EXPECT_EQ(c.graph.row_offsets.extent(0), static_cast<std::size_t>(m) + 1);
    EXPECT_EQ(c.values.extent(0), 0U);
  }
}

TYPED_TEST(SmallSpGemm, ErrorsAreThoseOfBothPhases) {
  using Device = typename TypeParam::device_type;
  using Operand = typename TestFixture::Matrix;
  auto const square = this->device(with_integers<double>(diagonal_pattern(4), 1));
  auto const three = this->device(with_integers<double>(diagonal_pattern(3), 1));
  auto const good = [&] {
    return this->device(
        HostMatrix<double>{{3, 4, {0, 2, 2, 5}, {0, 3, 1, 2, 3}, "good"}, {1, 2, 3, 4, 5}});
  };
  auto const offsets = [&](std::vector<Int32> const& row_offsets) {
    Operand bad = good();
    bad.graph.row_offsets = to_view<Int32, Device>(row_offsets, "row_offsets");
    return bad;
  };
  auto const columns = [&](std::vector<Int32> const& bad_columns) {
    Operand bad = good();
    bad.graph.columns = to_view<Int32, Device>(bad_columns, "columns");
    return bad;
  };
  auto const expect_refused = [&](Operand const& bad, std::string const& part) {
    this->expect_refused_alike(bad, square, "A" + part);
    this->expect_refused_alike(three, bad, "B" + part);
  };
  expect_refused(offsets({0, 2, 5}), ".row_offsets has 3");
  expect_refused(offsets({}), ".row_offsets has 0");
  expect_refused(offsets({1, 2, 2, 6}), ".row_offsets[0] is 1");
  expect_refused(offsets({0, 3, 1, 5}), ".row_offsets[2] is 1");
  expect_refused(offsets({0, 2, 4, -7}), ".row_offsets[3] is -7");
  expect_refused(offsets({0, 2, 2, 6}), ".row_offsets[3] is 6");
  expect_refused(columns({0, 3, 1, 4, 3}), ".columns[3] is 4");
  expect_refused(columns({0, -1, 1, 2, 3}), ".columns[1] is -1");
  Operand bad = good();
  bad.values = to_view<double, Device>(std::vector<double>{1, 2, 3, 4}, "values");
  expect_refused(bad, ".values has 4");
  bad = good();
  bad.values = Kokkos::View<double*, Device>(static_cast<double*>(nullptr), 5);
  expect_refused(bad, ".values has no memory");
  bad = good();
  bad.graph.columns = Kokkos::View<Int32*, Device>(static_cast<Int32*>(nullptr), 5);
  expect_refused(bad, ".columns has no memory");
  bad = good();
  bad.graph.num_rows = -3;
  expect_refused(bad, " is -3×4");
  this->expect_refused_alike(good(), three, "3×4");
  // With fewer columns, a B in the memory of A is another pattern.
  Operand narrow = square;
  narrow.graph.num_cols = 3;
  this->expect_refused_alike(square, narrow, "B.columns[3] is 3");
}

TYPED_TEST(SmallSpGemm, EntriesBehindTheLastRowOffsetDoNotCount) {
  auto const a = this->device(
      HostMatrix<double>{{3, 4, {0, 2, 2, 3}, {0, 3, 1, 77, -5}, "spare"}, {1, 2, 3, 4, 5}});
  auto const b = this->device(with_integers<double>(diagonal_pattern(4), 1));
  EXPECT_EQ(this->at_once(a, b).has_value(), araios::impl::is_host_space_v<TypeParam>);
  EXPECT_EQ(araios::spgemm(TypeParam{}, a, b).values.extent(0), 3U);
}

template <class Ordinal>
class ColumnMarks : public testing::Test {
 protected:
  static constexpr std::int64_t num_columns = 9000;

  ColumnMarks() : memory_(araios::impl::ColumnMarks::bytes(num_columns)) {}

  araios::impl::ColumnMarks marks() { return {memory_.data(), num_columns}; }
  bool is_clean() const {
    return std::all_of(memory_.begin(), memory_.end(),
                       [](std::byte byte) { return byte == std::byte{0}; });
  }

  static std::vector<Ordinal> random_columns(Random& random) {
    std::vector<Ordinal> columns;
    auto const begin = random.below(num_columns);
    auto const width = 1 + random.below(num_columns - begin);
    for (std::int64_t size = 1 + random.below(200); size > 0; --size) {
      columns.push_back(static_cast<Ordinal>(begin + random.below(width)));
    }
    return columns;
  }

 private:
  std::vector<std::byte> memory_;
};
using MarkedOrdinals = testing::Types<Int32, Int64>;
TYPED_TEST_SUITE(ColumnMarks, MarkedOrdinals);

TYPED_TEST(ColumnMarks, AreTakenInAscendingOrderAndLeaveNothing) {
  Random random{5};
  for (int repetition = 0; repetition < 300; ++repetition) {
    auto columns = this->random_columns(random);
    auto const marks = this->marks();
    bool const row_blocks = repetition % 2 == 0;
    for (auto const column : columns) {
      marks.marks()[column] = araios::impl::column_mark;
      if (row_blocks) marks.marks_of_blocks()[marks.block_of(column)] = araios::impl::column_mark;
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    std::vector<TypeParam> found(columns.size() + araios::impl::marks_of_block);
    auto const first = columns.front();
    auto const last = columns.back();
    auto* const end = row_blocks ? marks.take_marked_blocks(first, last, found.data())
                                 : marks.take_between(first, last, found.data());
    found.resize(static_cast<std::size_t>(end - found.data()));
    EXPECT_EQ(found, columns);
    EXPECT_TRUE(this->is_clean());
  }
}

TEST(MarksOfABlock, AreFoundByWordsAsOneByOne) {
  Random random{5};
  for (int round = 0; round < 300; ++round) {
    std::array<std::uint8_t, araios::impl::marks_of_block> marks{};
    std::uint64_t expected = 0;
    for (int i = 0; i < araios::impl::marks_of_block; ++i) {
      if (random.below(3) > 0) continue;
      marks[static_cast<std::size_t>(i)] = araios::impl::column_mark;
      expected |= std::uint64_t{1} << i;
    }
    EXPECT_EQ(araios::impl::eight_marks(marks.data()), expected & 0xFF);
    EXPECT_EQ(araios::impl::take_marks(marks.data()), expected);
    EXPECT_FALSE(araios::impl::has_marks(marks.data()));
  }
}

TYPED_TEST(ColumnMarks, FullBlocksAreTakenWhole) {
  auto const marks = this->marks();
  std::fill_n(marks.marks(), this->num_columns, araios::impl::column_mark);
  std::vector<TypeParam> found(static_cast<std::size_t>(this->num_columns) +
                               araios::impl::marks_of_block);
  auto* const end = marks.template take_between<TypeParam>(0, this->num_columns - 1, found.data());
  ASSERT_EQ(end - found.data(), this->num_columns);
  for (std::int64_t i = 0; i < this->num_columns; ++i) {
    EXPECT_EQ(found[static_cast<std::size_t>(i)], static_cast<TypeParam>(i));
  }
  EXPECT_TRUE(this->is_clean());
}

}  // namespace
}  // namespace araios_test
