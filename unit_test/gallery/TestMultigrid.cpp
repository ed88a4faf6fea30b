// SPDX-License-Identifier: BSD-3-Clause
// Grid problems with their transfer matrices P and R, linear elasticity, and the transpose.

#include "support/Entries.hpp"
#include "support/HostMatrix.hpp"
#include "support/ReferenceProduct.hpp"
#include <Araios_Generators.hpp>
#include <gallery/Araios_Aggregation.hpp>
#include <gallery/Araios_Elasticity.hpp>
#include <matrix/Araios_HostTranspose.hpp>

#include <Kokkos_Core.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using araios::generate;
using araios::impl::GridAggregates;
using araios_test::entries_of;
using araios_test::Entry;
using araios_test::is_sorted_and_valid;
using testing::ElementsAre;

/// A grid problem with its shape, told apart from the library's tables.
struct GridProblem {
  std::string name;
  int dimensions;
  int unknowns;
};

std::vector<GridProblem> const grid_problems{{"lap2d5", 2, 1},  {"lap2d9", 2, 1},
                                             {"lap3d7", 3, 1},  {"lap3d27", 3, 1},
                                             {"brick3d", 3, 3}, {"elasticity3d", 3, 3}};

auto make(std::string const& name) {
  auto const matrix = generate<double, int, int>(name);
  EXPECT_TRUE(is_sorted_and_valid(matrix)) << name;
  return matrix;
}

auto make(GridProblem const& problem, int n, std::string const& role = "") {
  return make("gen:" + problem.name + ":" + std::to_string(n) + role);
}

template <class Matrix>
std::map<std::pair<std::int64_t, std::int64_t>, double> places_of(Matrix const& matrix) {
  std::map<std::pair<std::int64_t, std::int64_t>, double> places;
  for (auto const& [row, column, value] : entries_of(matrix)) places[{row, column}] = value.real();
  return places;
}

int power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

TEST(GridAggregates, PartTheGridIntoBlocksOfThreeASide) {
  for (auto const& [name, dimensions, unknowns] : grid_problems) {
    for (int const n : {1, 2, 3, 4, 6, 8}) {
      GridAggregates const aggregates{dimensions, unknowns, n};
      int const columns = unknowns * power((n + 2) / 3, dimensions);
      ASSERT_EQ(aggregates.num_columns(), columns);
      std::vector<int> rows_of(static_cast<std::size_t>(columns), 0);
      for (int row = 0; row < unknowns * power(n, dimensions); ++row) {
        std::int64_t const column = aggregates.column_of(row);
        ASSERT_GE(column, 0);
        ASSERT_LT(column, columns);
        EXPECT_EQ(column % unknowns, row % unknowns);
        ++rows_of[static_cast<std::size_t>(column)];
      }
      int const full = power(3, dimensions);
      EXPECT_EQ(rows_of.front(), power(std::min(n, 3), dimensions));
      for (int const rows : rows_of) {
        EXPECT_GE(rows, 1);
        EXPECT_LE(rows, full);
        EXPECT_TRUE(n % 3 != 0 || rows == full);
      }
    }
  }
}

TEST(GridAggregates, JoinNeighbours) {
  GridAggregates const square{2, 1, 5};
  std::vector<std::int64_t> columns;
  for (int row = 0; row < 25; ++row) columns.push_back(square.column_of(row));
  EXPECT_THAT(columns, ElementsAre(0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1,  //
                                   2, 2, 2, 3, 3, 2, 2, 2, 3, 3));
  EXPECT_EQ((GridAggregates{3, 1, 4}.column_of(63)), 7);
  EXPECT_EQ((GridAggregates{3, 3, 4}.column_of(3 * 63 + 2)), 23);
}

// P = (I - 2/3·D⁻¹·A)·T, its pattern that of A·T, term by term.
TEST(Prolongator, IsOneJacobiStepFromThePiecewiseConstantOne) {
  for (GridProblem const& problem : grid_problems) {
    for (int const n : {1, 2, 4, 6}) {
      GridAggregates const aggregates{problem.dimensions, problem.unknowns, n};
      std::map<std::pair<std::int64_t, std::int64_t>, double> expected;
      auto const a = places_of(make(problem, n));
      for (auto const& [place, value] : a) {
        auto const& [row, column] = place;
        double const diagonal = a.at({row, row});
        expected[{row, aggregates.column_of(column)}] -= 2.0 / 3.0 * value / diagonal;
        if (row == column) expected[{row, aggregates.column_of(row)}] += 1;
      }
      auto const found = places_of(make(problem, n, ":P"));
      ASSERT_EQ(found.size(), expected.size()) << problem.name << n;
      for (auto const& [place, value] : found) {
        ASSERT_TRUE(expected.contains(place)) << problem.name << n;
        EXPECT_NEAR(value, expected.at(place), 1e-13) << problem.name << n;
      }
    }
  }
}

TEST(Prolongator, InterpolatesConstantsInside) {
  for (GridProblem const& problem : grid_problems) {
    auto const p = make(problem, 5, ":P");
    int const centre = problem.unknowns * (problem.dimensions == 3 ? 62 : 12);
    double sum = 0;
    for (auto const& [row, column, value] : entries_of(p)) {
      if (row == centre) sum += value.real();
    }
    EXPECT_NEAR(sum, 1, 1e-14) << problem.name;
  }
}

TEST(Prolongator, HasTheShapeOfItsGrid) {
  auto const p = make("gen:elasticity3d:4:P");
  EXPECT_EQ(p.graph.num_rows, 192);
  EXPECT_EQ(p.graph.num_cols, 24);
  auto const r = make("gen:elasticity3d:4:R");
  EXPECT_EQ(r.graph.num_rows, 24);
  EXPECT_EQ(r.graph.num_cols, 192);
}

// The counts of PyAMG's smoothed aggregation with the same aggregates.
TEST(Prolongator, HasTheCountsOfAnotherProgram) {
  auto const a = araios_test::to_host(make("gen:lap3d27:32"));
  auto const p = araios_test::to_host(make("gen:lap3d27:32:P"));
  auto const r = araios_test::to_host(make("gen:lap3d27:32:R"));
  EXPECT_EQ(p.pattern.num_cols, 1331);
  EXPECT_EQ(p.pattern.num_entries(), 140608);
  auto const ap = araios_test::reference_product(a, p);
  EXPECT_EQ(ap.work(), 3652264);
  EXPECT_EQ(ap.pattern.num_entries(), 373248);
  // Patterns alone count here.
  std::vector<double> const ones(ap.pattern.columns.size(), 1);
  araios_test::HostMatrix<double> const coarse{ap.pattern, ones};
  auto const rap = araios_test::reference_product(r, coarse);
  EXPECT_EQ(rap.work(), 1404928);
  EXPECT_EQ(rap.pattern.num_entries(), 29791);
}

TEST(Restrictor, IsTheTransposeOfTheProlongator) {
  for (GridProblem const& problem : grid_problems) {
    for (int const n : {1, 4, 5}) {
      auto swapped = entries_of(make(problem, n, ":P"));
      for (auto& [row, column, value] : swapped) std::swap(row, column);
      std::sort(swapped.begin(), swapped.end(), [](Entry const& left, Entry const& right) {
        return std::pair{std::get<0>(left), std::get<1>(left)} <
               std::pair{std::get<0>(right), std::get<1>(right)};
      });
      EXPECT_EQ(entries_of(make(problem, n, ":R")), swapped) << problem.name << n;
    }
  }
}

TEST(Prolongator, IsTheSameForEveryTypeUpToRounding) {
  auto const expected = entries_of(make("gen:brick3d:4:P"));
  auto const narrow = entries_of(generate<float, std::int64_t, std::int64_t>("gen:brick3d:4:P"));
  auto const complex =
      entries_of(generate<Kokkos::complex<double>, std::size_t, int>("gen:brick3d:4:P"));
  EXPECT_EQ(complex, expected);
  ASSERT_EQ(narrow.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    auto const& [row, column, value] = expected[i];
    EXPECT_EQ(narrow[i], (Entry{row, column, static_cast<float>(value.real())}));
  }
}

/// The block of the stiffness matrix that couples the centre of 3³ points to each of them.
class ElasticityAtTheCentre : public testing::Test {
 protected:
  using Vector = std::array<double, 3>;

  /// What the centre's rows make of a displacement, given as a function of the position.
  template <class Displacement>
  Vector apply(Displacement const& displacement) const {
    Vector force{};
    for (auto const& [place, value] : stiffness_) {
      auto const& [row, column] = place;
      if (row / 3 != 13) continue;
      auto const point = column / 3;
      Vector const position{static_cast<double>(point % 3), static_cast<double>(point / 3 % 3),
                            static_cast<double>(point / 9)};
      force[static_cast<std::size_t>(row % 3)] +=
          value * displacement(position)[static_cast<std::size_t>(column % 3)];
    }
    return force;
  }

  std::map<std::pair<std::int64_t, std::int64_t>, double> const stiffness_ =
      places_of(make("gen:elasticity3d:3"));
};

TEST_F(ElasticityAtTheCentre, FeelsNoForceFromTranslations) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_THAT(apply([axis](Vector const&) {
                  Vector shift{};
                  shift[axis] = 1;
                  return shift;
                }),
                ElementsAre(0, 0, 0));
  }
}

// Rotations and constant strains have a constant stress, which is in balance.
TEST_F(ElasticityAtTheCentre, FeelsNoForceFromLinearDisplacements) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (std::size_t along = 0; along < 3; ++along) {
      EXPECT_THAT(apply([&](Vector const& position) {
                    Vector shift{};
                    shift[axis] = position[along];
                    return shift;
                  }),
                  ElementsAre(0, 0, 0));
    }
  }
}

// ½·x² along x has the strain x, whose stress grows by λ + 2μ; ½·y² along x is shear, by μ.
TEST_F(ElasticityAtTheCentre, FeelsTheDivergenceOfTheStress) {
  EXPECT_THAT(apply([](Vector const& x) {
                return Vector{x[0] * x[0] / 2, 0, 0};
              }),
              ElementsAre(-3 * 72, 0, 0));
  EXPECT_THAT(apply([](Vector const& x) {
                return Vector{x[1] * x[1] / 2, 0, 0};
              }),
              ElementsAre(-72, 0, 0));
}

TEST_F(ElasticityAtTheCentre, HasTheIntegralsWorkedOutByHand) {
  constexpr std::int64_t centre = 39;
  // 8 cubes, each (λ + 2μ + μ + μ) · ⅓·⅓ on the diagonal.
  EXPECT_EQ(stiffness_.at({centre, centre}), 320);
  // The point one step along x and y: two cubes, each (λ + μ)·(-½·½)·⅓.
  EXPECT_EQ(stiffness_.at({centre, centre + 3 * 4 + 1}), -24);
  // Mirror symmetry leaves nothing between x and y for the next point along x.
  EXPECT_EQ(stiffness_.at({centre, centre + 3 + 1}), 0);
}

TEST(Elasticity, IsPositiveDefinite) {
  auto const a = make("gen:elasticity3d:3");
  auto const n = static_cast<std::size_t>(a.graph.num_rows);
  std::vector<std::vector<double>> factor(n, std::vector<double>(n, 0));
  for (auto const& [place, value] : places_of(a)) {
    factor[static_cast<std::size_t>(place.first)][static_cast<std::size_t>(place.second)] = value;
  }
  // Gaussian elimination without pivoting: all pivots of a positive definite matrix are positive.
  for (std::size_t k = 0; k < n; ++k) {
    ASSERT_GT(factor[k][k], 1) << k;
    for (std::size_t i = k + 1; i < n; ++i) {
      double const share = factor[i][k] / factor[k][k];
      for (std::size_t j = k; j < n; ++j) factor[i][j] -= share * factor[k][j];
    }
  }
}

TEST(Transpose, TakesAnyShape) {
  for (std::string const name : {"gen:er:40:3", "gen:lap2d5:5:P", "gen:rmat:5:0"}) {
    auto const a = make(name);
    auto swapped = places_of(a);
    std::map<std::pair<std::int64_t, std::int64_t>, double> expected;
    for (auto const& [place, value] : swapped) expected[{place.second, place.first}] = value;
    auto const t = araios::impl::transpose(a);
    EXPECT_EQ(t.graph.num_rows, a.graph.num_cols);
    EXPECT_EQ(t.graph.num_cols, a.graph.num_rows);
    EXPECT_TRUE(is_sorted_and_valid(t)) << name;
    EXPECT_EQ(places_of(t), expected) << name;
  }
  araios::HostCrsMatrix<double, int, int> nothing;
  nothing.graph.num_cols = 4;
  EXPECT_EQ(araios::impl::transpose(nothing).graph.num_rows, 4);
}

}  // namespace
