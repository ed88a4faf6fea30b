// SPDX-License-Identifier: BSD-3-Clause
// Products in one phase by all threads: bitwise those of two phases, or left to these.

#include "support/Matchers.hpp"
#include "support/OnePhase.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include <Araios_SpGemm.hpp>
#include <host_simd/Araios_HostSimdTuning.hpp>
#include <one_phase/Araios_OnePhaseRules.hpp>
#include <one_phase/Araios_OnePhaseSpGemm.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test::one_phase {
namespace {

template <class A, class B>
bool takes_one_phase(A const& a, B const& b, SpGemmOptions const& options = {}) {
  return one_phase_product<Int32>(Space{}, a, b, options, {}).has_value();
}

/// Most rows are short, others have up to 150 entries and two have many.
std::int64_t size_of_mixed_row(std::int64_t row) {
  if (row == 1000) return 3000;
  if (row == 4001) return 5000;
  return row % 32 == 0 ? row / 32 % 150 : row % 24;
}

TEST(OnePhase, RowsOfAllSizesMeet) {
  auto const a =
      with_reals<double>(rows_of_sizes(6000, 9000, "rows of all sizes", size_of_mixed_row), 1);
  for (std::int64_t const cols : {1, 7, 40, 500, 100'000}) {
    auto const b = rows_of_sizes(9000, cols, std::to_string(cols) + " columns",
                                 [](std::int64_t) { return 1; });
    expect_one_phase(a, with_reals<double>(b, 2));
  }
}

TEST(OnePhase, RowsOfBAreEmptyOrLongerThanVectors) {
  auto const a = rows_of_sizes(20'000, 900, "one or two entries",
                               [](std::int64_t row) { return row % 16 == 0 ? 2 : 1; });
  for (std::int64_t const longest : {1, 3, 4, 5, 8, 9, 16, 17, 33}) {
    // Narrow rows may be formed by IndexedSpa.
    for (std::int64_t const cols : {1000, 100'000}) {
      auto const b = rows_of_sizes(900, cols, "rows of up to " + std::to_string(longest),
                                   [&](std::int64_t row) { return row % (longest + 1); });
      expect_one_phase(with_reals<double>(a, 1), with_reals<double>(b, 2));
    }
  }
}

TEST(OnePhase, RandomSquaresAndProducts) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    auto const mean = static_cast<std::int64_t>(1 + seed % 4);
    auto const square = with_reals<double>(uniform_pattern(12'000, 12'000, mean, seed), seed);
    auto const skewed = with_reals<double>(power_law_pattern(12'000, 3000, 60, seed), seed);
    expect_one_phase(square, square);
    expect_one_phase(square, skewed);
    auto const a = on_device(square);
    expect_one_phase(a, a);
  }
}

TEST(OnePhase, EmptyRowsAndProductsWithoutAny) {
  auto const none = with_constant<double>(empty_pattern(40'000, 20'000), 1);
  auto const some = with_constant<double>(uniform_pattern(20'000, 30'000, 2, 1), 1);
  expect_one_phase(none, some);
  auto const diagonal = with_constant<double>(diagonal_pattern(20'000), 1);
  expect_one_phase(diagonal, some);
  expect_one_phase(diagonal, with_constant<double>(empty_pattern(20'000, 5), 1));
}

TEST(OnePhase, ZerosKeepTheirSignsAndInfinitiesStay) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> const values{0.0, -0.0, 1.0, -1.0, infinity, -0.0, 1e-320, -infinity, 1e300};
  auto with_special = [&](HostPattern pattern) {
    HostMatrix<double> a{std::move(pattern), {}};
    for (std::size_t i = 0; i < a.pattern.columns.size(); ++i) {
      a.values.push_back(values[i * i % values.size()]);
    }
    return a;
  };
  expect_one_phase(with_special(uniform_pattern(9000, 3000, 3, 1)),
                   with_special(uniform_pattern(3000, 50, 3, 2)));
}

TEST(OnePhase, OffsetsOfAllOperandsMayDiffer) {
  auto const host_a = with_reals<double>(uniform_pattern(9000, 3000, 3, 1), 1);
  auto const host_b = with_reals<double>(uniform_pattern(3000, 5000, 3, 2), 2);
  expect_one_phase<std::int64_t>(on_device<std::int64_t>(host_a), on_device<Int32>(host_b));
  expect_one_phase<std::size_t>(on_device<Int32>(host_a), on_device<std::size_t>(host_b));
}

TEST(OnePhase, OneAndTwoPhasesShareAWorkspace) {
  araios::Workspace<Device> const workspace;
  auto const a = on_device(
      with_reals<double>(rows_of_sizes(6000, 6000, "rows of all sizes", size_of_mixed_row), 1));
  auto const b = on_device(with_reals<double>(uniform_pattern(6000, 9000, 1, 1), 1));
  auto const expected = product_of_both_phases<Int32>(a, b);
  for (int repetition = 0; repetition < 3; ++repetition) {
    expect_one_phase(a, b, workspace);
    expect_same_bytes(araios::spgemm(Space{}, a, b, recording(), workspace), expected);
    expect_same_bytes(araios::spgemm(Space{}, a, b, {}, workspace), expected);
  }
}

// Around the widths at which columns are searched differently, with short and long rows.
TEST(OnePhase, NarrowRowsGoByColumns) {
  for (std::int64_t const rows : {300, 1536, 1537, 7000}) {
    for (std::int64_t const length : {6, 9, 20}) {
      auto const label = std::to_string(rows) + " rows of " + std::to_string(length);
      auto const a = with_reals<double>(uneven_band(rows, length, label), 1);
      EXPECT_EQ(loop_of(on_device(a), on_device(a)),
                length < 20 ? loop_of_short_rows(RowLoop::dense_rows) : RowLoop::dense_rows)
          << label;
      expect_one_phase(a, a);
      auto const unordered = with_reals<double>(with_duplicates_shuffled(a.pattern, 1), 2);
      expect_one_phase(a, unordered);
      expect_one_phase(unordered, a);
    }
  }
}

TEST(OnePhase, LongRowsGoByColumns) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    auto const a = with_reals<double>(uniform_pattern(3000, 4000, 8, seed), seed);
    auto const b = with_reals<double>(uniform_pattern(4000, 2500, 30, seed), seed);
    EXPECT_EQ(loop_of(on_device(a), on_device(b)), RowLoop::dense_rows);
    expect_one_phase(a, b);
  }
}

template <class Scalar>
void expect_one_phase_of_band() {
  auto const host = with_reals<Scalar>(uneven_band(2000, 9, "band"), 1);
  auto const a = to_device<Int32, Int32, Device>(host);
  auto const c = one_phase_product<Int32>(Space{}, a, a, {}, {});
  ASSERT_TRUE(c.has_value());
  expect_same_bytes(*c, product_of_both_phases<Int32>(a, a));
}

TEST(OnePhase, RowsOfOtherScalarsGoByColumns) {
  expect_one_phase_of_band<float>();
  expect_one_phase_of_band<Kokkos::complex<double>>();
}

TEST(OnePhase, LoopsOfOnePhaseShareAWorkspace) {
  araios::Workspace<Device> const workspace;
  auto const dense_rows = on_device(with_reals<double>(uneven_band(6000, 9, "band"), 1));
  auto const row_blocks = on_device(with_reals<double>(uniform_pattern(7000, 7000, 2, 1), 1));
  for (int repetition = 0; repetition < 3; ++repetition) {
    expect_one_phase(dense_rows, dense_rows, workspace);
    expect_one_phase(row_blocks, row_blocks, workspace);
  }
}

TEST(OnePhase, SmallOnesAndShiftedOnesAreLeft) {
  auto const few = on_device(with_reals<double>(uneven_band(60, 9, "few"), 1));
  EXPECT_FALSE(takes_one_phase(few, few));
  auto const stencil = on_device(with_reals<double>(square_band(40'000, 5), 1));
  EXPECT_FALSE(takes_one_phase(stencil, stencil));
}

TEST(OnePhase, OtherProductsAreLeftToBothPhases) {
  auto const short_rows = on_device(with_reals<double>(uniform_pattern(9000, 9000, 3, 1), 1));
  EXPECT_TRUE(takes_one_phase(short_rows, short_rows));
  auto const nine = rows_of_sizes(30'000, 30'000, "nine", [](std::int64_t) { return 9; });
  auto const scattered = on_device(with_reals<double>(nine, 1));
  EXPECT_FALSE(takes_one_phase(scattered, scattered));
  for (std::int64_t const more : {0, 1}) {
    auto wide = uniform_pattern(9000, 9000, 3, 1);
    wide.num_cols = araios::impl::tuning::one_phase_max_columns + more;
    EXPECT_EQ(takes_one_phase(short_rows, on_device(with_reals<double>(wide, 1))), more == 0);
  }
}

TEST(OnePhase, ManyProductsOfRowsThatCompressAreFasterByBothPhases) {
  std::int64_t const large = araios::impl::tuning::dense_rows_large_work;
  auto const compressible = on_device(with_reals<double>(square_band(4000, 32), 1));
  auto const facts = sampled_facts(compressible, compressible);
  EXPECT_TRUE(araios::impl::prefers_two_phases(facts, large + 1, false));
  EXPECT_FALSE(araios::impl::prefers_two_phases(facts, large, false));
  auto const square = uniform_pattern(4000, 4000, 3, 1);
  auto const scattered = on_device(with_reals<double>(square, 1));
  EXPECT_FALSE(
      araios::impl::prefers_two_phases(sampled_facts(scattered, scattered), large + 1, false));
}

TEST(OnePhase, LargeOnesGoToCPastCaches) {
  auto const a = on_device(with_reals<double>(uniform_pattern(25'000, 4000, 8, 1), 1));
  auto const b = on_device(with_reals<double>(uniform_pattern(4000, 2500, 30, 2), 2));
  EXPECT_EQ(loop_of(a, b), RowLoop::dense_rows);
  auto const c = one_phase_product<Int32>(Space{}, a, b, {}, {});
  ASSERT_TRUE(c.has_value());
  EXPECT_GE(c->values.size() * (sizeof(double) + sizeof(Int32)),
            araios::impl::tuning::streaming_min_bytes);
  expect_same_bytes(*c, product_of_both_phases<Int32>(a, b));
}

TEST(OnePhase, LargeOnesOfBothPhasesGoToCPastCaches) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "each thread stores rows of its own, as small products do; takes minutes here";
#endif
  for (HostPattern const& pattern :
       {square_band(140'000, 12), uniform_pattern(350'000, 350'000, 3, 1)}) {
    auto const a = on_device(with_integers<double>(pattern, 1));
    SpGemmOptions options;
    options.method = araios::MethodKind::kkdense;
    auto const other = product_of_both_phases<Int32>(a, a, options);
    auto const expected = expected_exactly(to_host(other));
    EXPECT_GE(other.values.size() * (sizeof(double) + sizeof(Int32)),
              araios::impl::tuning::streaming_min_bytes);
    options = recording();
    for (bool const replays : {false, true}) {
      options.replay = replays;
      EXPECT_TRUE(same_matrix(to_host(product_of_both_phases<Int32>(a, a, options)), expected));
    }
  }
}

TEST(OnePhase, OneRowOfManyProductsIsNotLeftToOneThread) {
  auto const a = uniform_pattern(20'000, 20'000, 2, 1);
  auto const uneven = on_device(with_reals<double>(with_dense_row(a, 77), 1));
  EXPECT_FALSE(takes_one_phase(uneven, uneven));
  auto const of_one_entry = on_device(with_reals<double>(square_band(20'000, 0), 1));
  EXPECT_FALSE(takes_one_phase(of_one_entry, uneven));
}

TEST(OnePhase, OptionsThatAreNotTheDefaultOnesAreLeftToBothPhases) {
  auto const a = on_device(with_reals<double>(uniform_pattern(9000, 9000, 3, 1), 1));
  std::vector<SpGemmOptions> others(6);
  others[0].method = araios::MethodKind::kkmem;
  others[1].max_workspace_bytes = std::size_t{1} << 30;
  others[2].transpose_a = true;
  others[3].record_pattern = false;
  others[4].replay = true;
  others[5].input_sorted = true;
  for (auto const& options : others) EXPECT_FALSE(takes_one_phase(a, a, options));
  SpGemmOptions deterministic;
  deterministic.deterministic = true;
  EXPECT_TRUE(takes_one_phase(a, a, deterministic));
}

TEST(OnePhase, WhatIsWrongIsSaidAsByBothPhases) {
  auto const host = with_reals<double>(uniform_pattern(9000, 9000, 3, 1), 1);
  auto const good = on_device(host);
  auto const expect_refused = [&](HostMatrix<double> const& bad, std::string const& part) {
    auto const matrix = on_device(bad);
    EXPECT_FALSE(takes_one_phase(matrix, good));
    EXPECT_FALSE(takes_one_phase(good, matrix));
    EXPECT_FALSE(takes_one_phase(matrix, matrix));
    EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::spgemm(Space{}, matrix, matrix); },
                                              {"A." + part}));
    EXPECT_TRUE(throws<std::invalid_argument>([&] { araios::spgemm(Space{}, good, matrix); },
                                              {"B." + part}));
  };
  for (std::int64_t const entry : {std::int64_t{0}, host.pattern.num_entries() - 1}) {
    for (std::int64_t const column : {-1, 9000}) {
      auto bad = host;
      bad.pattern.columns[static_cast<std::size_t>(entry)] = column;
      expect_refused(bad, "columns[" + std::to_string(entry) + "]");
    }
  }
  for (std::size_t const row : {1, 4500, 9000}) {
    for (std::int64_t const offset : {-5, 1'000'000}) {
      auto bad = host;
      bad.pattern.row_offsets[row] = offset;
      expect_refused(bad, "row_offsets[" + std::to_string(row));
    }
  }
  auto few_values = host;
  few_values.values.pop_back();
  expect_refused(few_values, "values has");
}

TEST(OnePhase, CountsBeyondTheOffsetsOfCAreRefused) {
  auto const a = on_device(with_reals<double>(uniform_pattern(9000, 9000, 3, 1), 1));
  EXPECT_TRUE(throws<std::overflow_error>([&] { araios::spgemm<std::int16_t>(Space{}, a, a); },
                                          {"entries of C", "32767", "wider"}));
}

}  // namespace
}  // namespace araios_test::one_phase
