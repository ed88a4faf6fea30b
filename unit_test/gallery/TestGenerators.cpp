// SPDX-License-Identifier: BSD-3-Clause
// Model matrices: shapes, counts and values by formula, names and their errors.

#include "support/Entries.hpp"
#include <Araios_Generators.hpp>

#include <Kokkos_Core.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using araios::generate;
using araios_test::entries_of;
using araios_test::Entry;
using araios_test::is_sorted_and_valid;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

using Complex = Kokkos::complex<double>;

auto make(std::string const& name, std::uint64_t seed = 1) {
  auto const matrix = generate<double, int, int>(name, seed);
  EXPECT_TRUE(is_sorted_and_valid(matrix)) << name;
  return matrix;
}

/// Number of products of A·A.
template <class Matrix>
std::int64_t work_of(Matrix const& a) {
  auto const& offsets = a.graph.row_offsets;
  std::int64_t work = 0;
  for (std::size_t i = 0; i < a.graph.columns.extent(0); ++i) {
    auto const row = static_cast<std::size_t>(a.graph.columns(i));
    work += static_cast<std::int64_t>(offsets(row + 1) - offsets(row));
  }
  return work;
}

std::int64_t cube(std::int64_t n) { return n * n * n; }

TEST(StencilMatrices, CountsFollowFormulas) {
  for (std::int64_t const n : {1, 2, 3, 7, 10}) {
    auto const name = [n](std::string const& kind) {
      return "gen:" + kind + ":" + std::to_string(n);
    };
    auto const entries = [](auto const& a) {
      return static_cast<std::int64_t>(a.values.extent(0));
    };
    EXPECT_EQ(entries(make(name("lap2d5"))), 5 * n * n - 4 * n);
    EXPECT_EQ(entries(make(name("lap2d9"))), (3 * n - 2) * (3 * n - 2));
    EXPECT_EQ(entries(make(name("lap3d7"))), 7 * cube(n) - 6 * n * n);
    EXPECT_EQ(entries(make(name("lap3d27"))), cube(3 * n - 2));
    EXPECT_EQ(entries(make(name("brick3d"))), 9 * cube(3 * n - 2));
    EXPECT_EQ(entries(make(name("elasticity3d"))), 9 * cube(3 * n - 2));
    if (n < 2) continue;
    // Along one axis, two points have two neighbours (themselves included) and n - 2 have three.
    EXPECT_EQ(work_of(make(name("lap2d9"))), (9 * n - 10) * (9 * n - 10));
    EXPECT_EQ(work_of(make(name("lap3d27"))), cube(9 * n - 10));
    EXPECT_EQ(work_of(make(name("brick3d"))), 27 * cube(9 * n - 10));
    // 25 inside, 16 on the edges, 9 in the corners.
    EXPECT_EQ(work_of(make(name("lap2d5"))), 25 * (n - 2) * (n - 2) + 16 * 4 * (n - 2) + 9 * 4);
    // 49 inside, 36 on the faces, 25 on the edges, 16 in the corners.
    EXPECT_EQ(work_of(make(name("lap3d7"))),
              49 * cube(n - 2) + 36 * 6 * (n - 2) * (n - 2) + 25 * 12 * (n - 2) + 16 * 8);
  }
}

TEST(StencilMatrices, SizesAreMultipliedUpTo64Bits) {
  using araios::impl::stencil_matrices::product;
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(product(most, 1, "n"), most);
  EXPECT_EQ(product(1, most, "n"), most);
  EXPECT_EQ(product(most / 7, 7, "n"), most);  // 2^63 - 1 is a multiple of 7
  EXPECT_THROW(product(most / 7 + 1, 7, "n"), std::overflow_error);
}

TEST(StencilMatrices, WorkOfTheBenchmarkIsKnown) {
  EXPECT_EQ(work_of(make("gen:lap3d7:100")), 48222400);
}

TEST(StencilMatrices, FivePointLaplacian) {
  EXPECT_THAT(entries_of(make("gen:lap2d5:2")),
              ElementsAre(Entry{0, 0, 4}, Entry{0, 1, -1}, Entry{0, 2, -1},  //
                          Entry{1, 0, -1}, Entry{1, 1, 4}, Entry{1, 3, -1},  //
                          Entry{2, 0, -1}, Entry{2, 2, 4}, Entry{2, 3, -1},  //
                          Entry{3, 1, -1}, Entry{3, 2, -1}, Entry{3, 3, 4}));
}

TEST(StencilMatrices, DiagonalsAreTheNumberOfNeighbours) {
  for (auto const& [name, diagonal] : std::vector<std::pair<std::string, double>>{
           {"lap2d5", 4}, {"lap2d9", 8}, {"lap3d7", 6}, {"lap3d27", 26}}) {
    for (auto const& [row, column, value] : entries_of(make("gen:" + name + ":4"))) {
      EXPECT_EQ(value, row == column ? diagonal : -1.0) << name;
    }
  }
}

TEST(StencilMatrices, AreSymmetric) {
  for (std::string const name :
       {"lap2d5", "lap2d9", "lap3d7", "lap3d27", "brick3d", "elasticity3d"}) {
    auto entries = entries_of(make("gen:" + name + ":4"));
    auto const less = [](Entry const& a, Entry const& b) {
      return std::pair{std::get<0>(a), std::get<1>(a)} < std::pair{std::get<0>(b), std::get<1>(b)};
    };
    auto transposed = entries;
    for (auto& [row, column, value] : transposed) std::swap(row, column);
    std::sort(transposed.begin(), transposed.end(), less);
    EXPECT_EQ(entries, transposed) << name;
  }
}

TEST(StencilMatrices, BrickRowsOfAPointShareColumnsAndSumToZeroInside) {
  auto const a = make("gen:brick3d:3");
  auto const& offsets = a.graph.row_offsets;
  for (std::size_t row = 0; row < 81; row += 3) {
    auto const columns_of = [&](std::size_t i) {
      return std::vector<int>(a.graph.columns.data() + offsets(i),
                              a.graph.columns.data() + offsets(i + 1));
    };
    EXPECT_EQ(columns_of(row), columns_of(row + 1));
    EXPECT_EQ(columns_of(row), columns_of(row + 2));
  }
  std::size_t const centre = 13 * 3;
  double sum = 0;
  for (auto i = static_cast<std::size_t>(offsets(centre));
       i < static_cast<std::size_t>(offsets(centre + 1)); ++i) {
    EXPECT_NE(a.values(i), 0);
    sum += a.values(i);
  }
  EXPECT_EQ(offsets(centre + 1) - offsets(centre), 81);
  EXPECT_EQ(sum, 0);
}

TEST(RandomMatrices, UniformRowsHaveTheirDegree) {
  for (auto const& [rows, degree] :
       std::vector<std::pair<int, int>>{{1, 0}, {1, 1}, {50, 3}, {50, 25}, {50, 26}, {50, 50}}) {
    auto const a = make("gen:er:" + std::to_string(rows) + ":" + std::to_string(degree));
    EXPECT_EQ(a.graph.num_rows, rows);
    EXPECT_EQ(a.graph.num_cols, rows);
    for (int row = 0; row < rows; ++row) {
      auto const i = static_cast<std::size_t>(row);
      EXPECT_EQ(a.graph.row_offsets(i + 1) - a.graph.row_offsets(i), degree);
    }
  }
  EXPECT_EQ(work_of(make("gen:er:4096:8")), 4096 * 8 * 8);
}

TEST(RandomMatrices, UniformColumnsAreUniform) {
  constexpr int rows = 20000;
  for (int const degree : {2, 7}) {  // drawn directly, and by what is left out
    std::vector<int> count(10, 0);
    araios::impl::SplitMix64 random{7};
    std::vector<int> drawn(10);
    std::vector<int> left_out;
    for (int row = 0; row < rows; ++row) {
      araios::impl::random_matrices::draw_columns(random, 10, static_cast<std::size_t>(degree),
                                                  drawn.data(), left_out);
      for (int i = 0; i < degree; ++i) {
        ++count[static_cast<std::size_t>(drawn[static_cast<std::size_t>(i)])];
      }
    }
    double const expected = rows * degree / 10.0;
    for (int const c : count) EXPECT_NEAR(c, expected, 5 * std::sqrt(expected)) << degree;
  }
}

TEST(RandomMatrices, RmatHasItsEdgesAndSkew) {
  auto const a = make("gen:rmat:12:16");
  EXPECT_EQ(a.graph.num_rows, 4096);
  EXPECT_LT(a.values.extent(0), 16u * 4096);
  EXPECT_GT(a.values.extent(0), 8u * 4096);
  // The first half of the rows takes 0.57 + 0.19 of the edges before repeated ones are merged, and
  // vertex 0 is the one of most edges.
  double const upper = a.graph.row_offsets(2048);
  EXPECT_NEAR(upper / static_cast<double>(a.values.extent(0)), 0.74, 0.04);
  EXPECT_GT(a.graph.row_offsets(1), 200);
  EXPECT_EQ(make("gen:rmat:0:3").values.extent(0), 1u);
  EXPECT_EQ(make("gen:rmat:5:0").values.extent(0), 0u);
}

TEST(RandomMatrices, RmatQuadrantsHaveTheirProbabilities) {
  araios::impl::SplitMix64 random{3};
  std::vector<int> count(4, 0);
  for (int i = 0; i < 100000; ++i) ++count[araios::impl::random_matrices::draw_edge(random, 1)];
  EXPECT_NEAR(count[0], 57000, 1000);
  EXPECT_NEAR(count[1], 19000, 700);
  EXPECT_NEAR(count[2], 19000, 700);
  EXPECT_NEAR(count[3], 5000, 400);
}

TEST(RandomMatrices, WorkOfTheBenchmarkRmatIsNearItsExpectation) {
  EXPECT_NEAR(static_cast<double>(work_of(make("gen:rmat:16:16"))), 4.0e8, 0.1e8);
}

TEST(RandomMatrices, BandsAreFull) {
  EXPECT_EQ(make("gen:band:10:0").values.extent(0), 10u);
  EXPECT_EQ(make("gen:band:10:2").values.extent(0), 44u);
  EXPECT_EQ(make("gen:band:10:9").values.extent(0), 100u);
  EXPECT_EQ(make("gen:band:10:1000000000000").values.extent(0), 100u);
  for (auto const& [row, column, value] : entries_of(make("gen:band:10:2"))) {
    EXPECT_LE(std::abs(row - column), 2);
  }
}

TEST(RandomMatrices, ValuesAreNonzeroMultiplesOf256th) {
  std::set<double> distinct;
  for (auto const& [row, column, value] : entries_of(make("gen:er:1000:10"))) {
    EXPECT_NE(value.real(), 0);
    EXPECT_LE(std::abs(value.real()), 1);
    EXPECT_EQ(value.real() * 256, std::round(value.real() * 256));
    distinct.insert(value.real());
  }
  EXPECT_EQ(distinct.size(), 512u);
  for (auto const& [row, column, value] : entries_of(generate<Complex, int, int>("gen:er:20:5"))) {
    EXPECT_NE(value.imag(), 0);
    EXPECT_EQ(value.imag() * 256, std::round(value.imag() * 256));
  }
}

TEST(RandomMatrices, AreTheSameForEveryType) {
  for (std::string const name : {"gen:er:64:9", "gen:rmat:6:8", "gen:band:20:3", "gen:brick3d:3"}) {
    auto const expected = entries_of(make(name));
    EXPECT_EQ(entries_of(generate<float, std::int64_t, std::int64_t>(name)), expected) << name;
    auto complex = entries_of(generate<Complex, std::size_t, int>(name));
    for (auto& [row, column, value] : complex) value = value.real();
    EXPECT_EQ(complex, expected) << name;
  }
}

TEST(RandomMatrices, DependOnTheSeedAlone) {
  for (std::string const name : {"gen:er:64:9", "gen:rmat:6:8", "gen:band:20:3"}) {
    EXPECT_EQ(entries_of(make(name, 5)), entries_of(make(name, 5))) << name;
    EXPECT_NE(entries_of(make(name, 5)), entries_of(make(name, 6))) << name;
  }
}

// The numbers of other machines: a change of these changes every published result.
TEST(RandomMatrices, AreTheSameOnEveryMachine) {
  // The first number of Vigna's SplitMix64 from the state 0.
  EXPECT_EQ(araios::impl::mix_bits(0x9e3779b97f4a7c15u), 0xe220a8397b1dcdafu);
  araios::impl::SplitMix64 random{1};
  EXPECT_EQ(random(), 7982734928498899980u);
  EXPECT_THAT(
      entries_of(make("gen:er:3:2")),
      ElementsAre(Entry{0, 1, -194 / 256.0}, Entry{0, 2, 162 / 256.0}, Entry{1, 1, -53 / 256.0},
                  Entry{1, 2, 212 / 256.0}, Entry{2, 0, -254 / 256.0}, Entry{2, 2, 67 / 256.0}));
  EXPECT_THAT(
      entries_of(make("gen:rmat:2:1")),
      ElementsAre(Entry{0, 0, 238 / 256.0}, Entry{1, 0, -190 / 256.0}, Entry{2, 0, -254 / 256.0}));
}

TEST(GeneratorNames, KnowTheirSpelling) {
  std::vector<std::string> spellings;
  for (auto const& description : araios::generator_descriptions) {
    spellings.push_back(description.spelling());
    EXPECT_FALSE(description.meaning.empty());
  }
  EXPECT_THAT(
      spellings,
      ElementsAre("gen:lap2d5:N[:P|:R]", "gen:lap2d9:N[:P|:R]", "gen:lap3d7:N[:P|:R]",
                  "gen:lap3d27:N[:P|:R]", "gen:brick3d:N[:P|:R]", "gen:elasticity3d:N[:P|:R]",
                  "gen:er:ROWS:DEGREE", "gen:rmat:SCALE:EDGEFACTOR", "gen:band:ROWS:HALFWIDTH"));
}

TEST(GeneratorNames, ErrorsSayWhatWasExpected) {
  auto const bad = [](std::string const& name) { return [name] { make(name); }; };
  auto const says = [](auto const&... parts) {
    return ThrowsMessage<std::invalid_argument>(AllOf(HasSubstr(parts)...));
  };
  EXPECT_THAT(bad("gen:lap4d:3"),
              says("unknown generator 'gen:lap4d:3'", "expected one of gen:lap2d5:N",
                   "gen:er:ROWS:DEGREE", "gen:band:ROWS:HALFWIDTH"));
  EXPECT_THAT(bad("gen:"), says("unknown generator 'gen:'"));
  EXPECT_THAT(bad("lap3d7:3"), says("found 'lap3d7:3', expected a name with gen:"));
  EXPECT_THAT(bad("gen:lap3d7"), says("found 'gen:lap3d7', expected gen:lap3d7:N"));
  EXPECT_THAT(bad("gen:lap3d7:3:4"), says("expected gen:lap3d7:N[:P|:R]"));
  EXPECT_THAT(bad("gen:lap3d7:3:p"), says("found 'gen:lap3d7:3:p', expected gen:lap3d7:N[:P|:R]"));
  EXPECT_THAT(bad("gen:lap3d7:3:"), says("found 'gen:lap3d7:3:', expected gen:lap3d7:N[:P|:R]"));
  EXPECT_THAT(bad("gen:lap3d7:3:P:R"), says("expected gen:lap3d7:N[:P|:R]"));
  EXPECT_THAT(bad("gen:elasticity3d:P"), says("N is 'P', expected a whole number from 1"));
  EXPECT_THAT(bad("gen:er:5:2:P"), says("found 'gen:er:5:2:P', expected gen:er:ROWS:DEGREE"));
  EXPECT_THAT(bad("gen:er:3"), says("found 'gen:er:3', expected gen:er:ROWS:DEGREE"));
  EXPECT_THAT(bad("gen:lap3d7:0"), says("gen:lap3d7:0: N is '0', expected a whole number from 1"));
  EXPECT_THAT(bad("gen:lap3d7:-3"), says("N is '-3', expected a whole number from 1"));
  EXPECT_THAT(bad("gen:lap3d7:"), says("N is '', expected a whole number from 1"));
  EXPECT_THAT(bad("gen:lap3d7:3.5"), says("N is '3.5', expected a whole number"));
  EXPECT_THAT(bad("gen:lap3d7:ten"), says("N is 'ten', expected a whole number"));
  EXPECT_THAT(bad("gen:lap3d7:-99999999999999999999"), says("expected a whole number from 1"));
  EXPECT_THAT(bad("gen:er:5:-1"), says("DEGREE is '-1', expected a whole number from 0"));
  EXPECT_THAT(bad("gen:er:5:6"), says("gen:er:5:6: DEGREE is 6, expected at most ROWS, 5"));
  EXPECT_THAT(bad("gen:rmat:x:8"), says("SCALE is 'x', expected a whole number from 0"));
}

TEST(GeneratorNames, SizesBeyondTheIndexTypesOverflow) {
  auto const says = [](std::string const& message) {
    return ThrowsMessage<std::overflow_error>(HasSubstr(message));
  };
  auto const make_narrow = [](std::string const& name) { return [name] { make(name); }; };
  auto const make_wide = [](std::string const& name) {
    return [name] { (generate<double, std::int64_t, std::int64_t>(name)); };
  };
  EXPECT_THAT(
      make_narrow("gen:lap3d7:1300"),
      says("gen:lap3d7:1300: the number of rows is 2197000000, more than the largest 32-bit"));
  EXPECT_THAT(make_narrow("gen:lap3d27:450"),
              says("gen:lap3d27:450: the number of entries is 2449456192"));
  EXPECT_THAT(make_narrow("gen:er:100000000:100"), says("the number of entries is 10000000000"));
  EXPECT_THAT(make_narrow("gen:band:2000000000:10"), says("the number of entries is"));
  EXPECT_THAT(make_narrow("gen:rmat:31:1"), says("the number of rows is 2147483648"));
  for (std::string const name :
       {"gen:lap2d5:9223372036854775807", "gen:lap3d7:3000000", "gen:brick3d:1500000",
        "gen:er:9223372036854775807:2", "gen:band:9223372036854775807:9223372036854775807",
        "gen:rmat:32:1", "gen:rmat:20:9223372036854775807"}) {
    EXPECT_THROW(make_wide(name)(), std::overflow_error) << name;
  }
  EXPECT_THAT(make_wide("gen:lap2d5:99999999999999999999"),
              says("N is 99999999999999999999, more than the largest 64-bit index"));
}

}  // namespace
