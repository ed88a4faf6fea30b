// SPDX-License-Identifier: BSD-3-Clause
// Products by semirings, with masks and without, against the oracle: always bit by bit.

#include "support/BitwiseEqual.hpp"
#include "support/HostMatrix.hpp"
#include "support/Patterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/SemiringOracle.hpp"
#include "support/Types.hpp"
#include <Araios_SemiringSpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

/// f(mask) for the mask of a kind.
template <class Graph, class F>
auto with_mask(Kept kept, Graph const& graph, F const& f) {
  if (kept == Kept::inside) return f(araios::inside(graph));
  return f(kept == Kept::outside ? araios::outside(graph) : araios::prescribed(graph));
}

/// Small integers of any scalar, also unsigned ones, zero among them.
template <class Scalar>
HostMatrix<Scalar> with_small_values(HostPattern pattern, std::uint64_t seed) {
  Random random{seed};
  HostMatrix<Scalar> a{std::move(pattern), {}};
  for (std::int64_t i = 0; i < a.pattern.num_entries(); ++i) {
    a.values.push_back(Scalar(static_cast<real_of_t<Scalar>>(random.below(4))));
  }
  return a;
}

template <class Types>
class SemiringProducts : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Views = typename Space::device_type;
  using Ordinal = typename Types::ordinal;
  using OffsetA = typename Types::offset_a;
  using OffsetB = typename Types::offset_b;
  using OffsetC = typename Types::offset_c;

  template <class Scalar>
  static auto device_a(HostMatrix<Scalar> const& a) {
    return to_device<OffsetA, Ordinal, Views>(a);
  }
  template <class Scalar>
  static auto device_b(HostMatrix<Scalar> const& b) {
    return to_device<OffsetB, Ordinal, Views>(b);
  }
  static auto device_mask(HostPattern const& mask) {
    return to_device<OffsetA, Ordinal, Views>(mask);
  }

  /// By a plan, into a C of either kind.
  template <class Plan, class Semiring, class A, class B, class Scalar>
  void expect_numeric(Plan const& plan, Semiring const& semiring, A const& a, B const& b,
                      HostMatrix<Scalar> const& expected) const {
    EXPECT_EQ(plan.nnz(), expected.pattern.num_entries());
    auto const shared = plan.template allocate<Scalar>(exec, "C");
    auto const own = plan.template allocate_writable<Scalar>(exec, "C");
    araios::semiring_spgemm_numeric(exec, semiring, plan, a, b, shared);
    araios::semiring_spgemm_numeric(exec, semiring, plan, a, b, own);
    exec.fence();
    EXPECT_TRUE(are_bitwise_equal(to_host(shared), expected)) << expected.pattern.label;
    EXPECT_TRUE(are_bitwise_equal(to_host(own), expected)) << expected.pattern.label;
  }

  /// Without a mask and with one of each kind.
  template <class Semiring, class Oracle, class HostA, class HostB>
  void expect_products(Semiring const& semiring, Oracle const& oracle, HostA const& host_a,
                       HostB const& host_b, HostPattern const& host_mask) const {
    SCOPED_TRACE(host_a.pattern.label + " times " + host_b.pattern.label + ", mask " +
                 host_mask.label);
    auto const a = device_a(host_a);
    auto const b = device_b(host_b);
    auto const mask = device_mask(host_mask);
    auto const expected = [&](Kept kept) {
      return semiring_product_by_hand(oracle, host_a, host_b, host_mask, kept);
    };
    expect_numeric(araios::semiring_spgemm_symbolic<OffsetC>(exec, a, b), semiring, a, b,
                   expected(Kept::all));
    for (Kept const kept : {Kept::inside, Kept::outside, Kept::prescribed}) {
      SCOPED_TRACE(static_cast<int>(kept));
      auto const plan = with_mask(kept, mask, [&](auto const& given) {
        return araios::semiring_spgemm_symbolic<OffsetC>(exec, a.graph, b.graph, given, {true});
      });
      static_assert(std::is_same_v<typename decltype(plan)::offset_type, OffsetC>);
      expect_numeric(plan, semiring, a, b, expected(kept));
    }
  }

  Space exec;
};

using SemiringTypes =
    testing::Types<ProductTypes<space_at<0>, Int32, Int32, Int32, Int32, std::int64_t>
#ifndef ARAIOS_TEST_REDUCED_TYPES
                   ,
                   ProductTypes<space_at<1>, Int64, Size, Int64, Size, std::int64_t>,
                   ProductTypes<space_at<2>, Int32, Int64, Int32, Int64, std::int64_t>
#endif
                   >;
TYPED_TEST_SUITE(SemiringProducts, SemiringTypes, TypeNames);

SemiringOracle<std::int64_t> const plus_times{0, [](auto x, auto y) { return x + y; },
                                              [](auto x, auto y) { return x * y; }};
SemiringOracle<std::int64_t> const plus_pair{0, [](auto x, auto y) { return x + y; },
                                             [](auto, auto) { return 1; }};

/// Patterns of one shape: sorted, with repeats, full, empty, with a dense row.
std::vector<HostPattern> forms(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
  auto const sorted = uniform_pattern(rows, cols, std::min<std::int64_t>(cols / 2, 5), seed);
  return {sorted, with_duplicates_shuffled(sorted, seed + 1), full_pattern(rows, cols),
          empty_pattern(rows, cols), with_dense_row(sorted, rows / 2)};
}

TYPED_TEST(SemiringProducts, OperandsAndMasksOfEveryForm) {
  araios::PlusTimes<std::int64_t> const semiring;
  for (auto const& of_a : forms(25, 17, 1)) {
    for (auto const& of_b : forms(17, 30, 4)) {
      for (auto const& mask : forms(25, 30, 7)) {
        this->expect_products(semiring, plus_times, with_small_values<std::int64_t>(of_a, 1),
                              with_small_values<std::int64_t>(of_b, 2), mask);
      }
    }
  }
}

TYPED_TEST(SemiringProducts, ShapesWithoutRowsColumnsOrEntries) {
  araios::PlusTimes<std::int64_t> const semiring;
  for (auto const& [m, k, n] : {std::tuple{0, 0, 0}, {0, 3, 4}, {3, 0, 4}, {3, 4, 0}, {1, 1, 1}}) {
    for (auto const& mask : {empty_pattern(m, n), full_pattern(m, n)}) {
      this->expect_products(semiring, plus_times,
                            with_small_values<std::int64_t>(full_pattern(m, k), 1),
                            with_small_values<std::int64_t>(full_pattern(k, n), 2), mask);
    }
  }
}

TYPED_TEST(SemiringProducts, RowsThatManyOwnersShare) {
  auto const a = with_small_values<std::int64_t>(power_law_pattern(3000, 900, 400, 1), 1);
  auto const b = with_small_values<std::int64_t>(power_law_pattern(900, 1100, 800, 2), 2);
  this->expect_products(araios::PlusTimes<std::int64_t>{}, plus_times, a, b,
                        power_law_pattern(3000, 1100, 300, 3));
}

TYPED_TEST(SemiringProducts, RowsOfManyProductsAndOfManyRowsOfB) {
  auto const a = with_small_values<std::int64_t>(full_pattern(2, 150), 1);
  for (std::int64_t const entries_of_b : {1, 5, 100, 300}) {
    auto const b = with_small_values<std::int64_t>(uniform_pattern(150, 700, entries_of_b, 2), 2);
    this->expect_products(araios::PlusTimes<std::int64_t>{}, plus_times, a, b,
                          uniform_pattern(2, 700, 350, 3));
  }
}

// An array over the columns would take gigabytes. Columns are multiples of a power of two.
TYPED_TEST(SemiringProducts, FarMoreColumnsThanEntries) {
  std::int64_t const columns = std::int64_t{1} << 30;
  auto const a = with_small_values<std::int64_t>(uniform_pattern(200, 90, 4, 1), 1);
  auto const b = with_small_values<std::int64_t>(
      colliding_pattern(90, 8, std::int64_t{1} << 20, columns, 2), 2);
  auto const mask = colliding_pattern(200, 100, std::int64_t{1} << 20, columns, 3);
  this->expect_products(araios::PlusTimes<std::int64_t>{}, plus_times, a, b, mask);
  auto const plan = araios::semiring_spgemm_symbolic(
      this->exec, this->device_a(a), this->device_b(b), araios::inside(this->device_mask(mask)));
  bool const is_host = std::is_same_v<typename TypeParam::space::memory_space, Kokkos::HostSpace>;
  EXPECT_EQ(plan.report().method,
            is_host ? araios::SemiringMethod::marked_hash : araios::SemiringMethod::searched_row);
}

TYPED_TEST(SemiringProducts, FewEntriesOfAMaskAreDotProducts) {
  auto const a = with_small_values<std::int64_t>(uniform_pattern(300, 200, 30, 1), 1);
  auto const b =
      with_small_values<std::int64_t>(with_dense_row(uniform_pattern(200, 400, 60, 2), 3), 2);
  auto const mask = uniform_pattern(300, 400, 2, 3);
  this->expect_products(araios::PlusTimes<std::int64_t>{}, plus_times, a, b, mask);
  this->expect_products(araios::PlusPair<std::int64_t>{}, plus_pair, a, b, mask);
  auto const report = [&](auto const& b_given) {
    araios::SemiringReport found;
    araios::semiring_spgemm(this->exec, araios::PlusTimes<std::int64_t>{}, this->device_a(a),
                            this->device_b(b_given), araios::inside(this->device_mask(mask)),
                            &found);
    return found;
  };
  EXPECT_EQ(report(b).method, araios::SemiringMethod::dots);
  EXPECT_GT(report(b).dot_steps, 0);
  // Dot products need rows that ascend.
  auto const shuffled = HostMatrix<std::int64_t>{with_duplicates_shuffled(b.pattern, 5), {}};
  EXPECT_NE(report(with_small_values<std::int64_t>(shuffled.pattern, 2)).method,
            araios::SemiringMethod::dots);
}

// Long rows of A make dot products pay; the short ones are searched in the columns of B.
TYPED_TEST(SemiringProducts, DotProductsOfShortRowsAndLongColumns) {
  std::int64_t const inner = 130;
  std::int64_t const columns = 400;
  std::vector<std::vector<std::int64_t>> rows;
  for (std::int64_t row = 0; row < 1000; ++row) {
    rows.push_back(columns_apart(row % 10, row % 2 == 0 ? 1 : inner - 10, 1));
  }
  auto const a = with_small_values<std::int64_t>(pattern_of(inner, rows, "short and long"), 1);
  auto const b = with_small_values<std::int64_t>(full_pattern(inner, columns), 2);
  auto const mask = uniform_pattern(1000, columns, 1, 3);
  araios::SemiringReport report;
  auto const c = to_host(araios::semiring_spgemm(
      this->exec, araios::PlusTimes<std::int64_t>{}, this->device_a(a), this->device_b(b),
      araios::prescribed(this->device_mask(mask)), &report));
  EXPECT_EQ(report.method, araios::SemiringMethod::dots);
  ASSERT_EQ(c.pattern.columns, mask.columns);
  for (std::int64_t row = 0; row < mask.num_rows; ++row) {
    for (auto entry = mask.row_begin(row); entry < mask.row_end(row); ++entry) {
      std::int64_t sum = 0;
      for (auto x = a.pattern.row_begin(row); x < a.pattern.row_end(row); ++x) {
        sum += a.value(x) * b.value(a.pattern.column(x) * columns + mask.column(entry));
      }
      ASSERT_EQ(c.value(entry), sum) << row;
    }
  }
}

TYPED_TEST(SemiringProducts, ShortRowsOfAMaskAreSearchedInLongRowsOfB) {
  auto const a = with_small_values<std::int64_t>(uniform_pattern(40, 9, 3, 1), 1);
  auto const b = with_small_values<std::int64_t>(full_pattern(9, 500), 2);
  this->expect_products(araios::PlusTimes<std::int64_t>{}, plus_times, a, b,
                        uniform_pattern(40, 500, 3, 3));
}

TYPED_TEST(SemiringProducts, ShortRowsOfBBesideShortRowsOfAMask) {
  auto const a = with_small_values<std::int64_t>(uniform_pattern(40, 60, 9, 1), 1);
  for (std::int64_t const entries_of_b : {0, 1, 2, 3}) {
    auto const b = with_small_values<std::int64_t>(uniform_pattern(60, 12, entries_of_b, 2), 2);
    for (std::int64_t const entries_of_mask : {1, 2}) {
      this->expect_products(araios::PlusTimes<std::int64_t>{}, plus_times, a, b,
                            uniform_pattern(40, 12, entries_of_mask, 3));
    }
  }
}

TYPED_TEST(SemiringProducts, InsideAndOutsideMakeTheWhole) {
  auto const a = this->device_a(with_small_values<std::int64_t>(uniform_pattern(90, 70, 6, 1), 1));
  auto const b = this->device_b(with_small_values<std::int64_t>(uniform_pattern(70, 80, 6, 2), 2));
  auto const mask = this->device_mask(with_duplicates_shuffled(uniform_pattern(90, 80, 20, 3), 4));
  araios::PlusTimes<std::int64_t> const semiring;
  auto const whole = to_host(araios::semiring_spgemm(this->exec, semiring, a, b));
  auto const in =
      to_host(araios::semiring_spgemm(this->exec, semiring, a, b, araios::inside(mask)));
  auto const out =
      to_host(araios::semiring_spgemm(this->exec, semiring, a, b, araios::outside(mask)));
  EXPECT_GT(in.pattern.num_entries(), 0);
  EXPECT_GT(out.pattern.num_entries(), 0);
  EXPECT_EQ(in.pattern.num_entries() + out.pattern.num_entries(), whole.pattern.num_entries());
  auto const all_sums = [](HostMatrix<std::int64_t> const& c) {
    std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> sums;
    for (std::int64_t row = 0; row < c.pattern.num_rows; ++row) {
      for (auto entry = c.pattern.row_begin(row); entry < c.pattern.row_end(row); ++entry) {
        sums[{row, c.pattern.column(entry)}] = c.value(entry);
      }
    }
    return sums;
  };
  auto united = all_sums(in);
  united.merge(all_sums(out));
  EXPECT_EQ(united, all_sums(whole));
}

TYPED_TEST(SemiringProducts, RowsOfALargerMatrix) {
  RowRange const of_a{20, 61};
  RowRange const of_b{5, 42};
  auto const a = with_small_values<std::int64_t>(uniform_pattern(80, 37, 5, 1), 1);
  auto const b = with_small_values<std::int64_t>(uniform_pattern(60, 50, 5, 2), 2);
  auto const mask = with_small_values<std::int64_t>(uniform_pattern(90, 50, 12, 3), 3);
  for (Kept const kept : {Kept::inside, Kept::outside, Kept::prescribed}) {
    auto const expected =
        semiring_product_by_hand(plus_times, copy_of_rows(a, of_a), copy_of_rows(b, of_b),
                                 copy_of_rows(mask, {30, 71}).pattern, kept);
    auto const part_of_a = rows_of(this->device_a(a), of_a);
    auto const part_of_b = rows_of(this->device_b(b), of_b);
    auto const plan =
        with_mask(kept, rows_of(this->device_a(mask), {30, 71}), [&](auto const& given) {
          return araios::semiring_spgemm_symbolic<typename TestFixture::OffsetC>(
              this->exec, part_of_a, part_of_b, given, {true});
        });
    this->expect_numeric(plan, araios::PlusTimes<std::int64_t>{}, part_of_a, part_of_b, expected);
  }
}

TYPED_TEST(SemiringProducts, APlanServesNewValuesAndOtherSemirings) {
  auto const pattern_a = with_duplicates_shuffled(uniform_pattern(60, 40, 5, 1), 2);
  auto const pattern_b = uniform_pattern(40, 50, 5, 3);
  auto const mask = uniform_pattern(60, 50, 9, 4);
  auto const plan = araios::semiring_spgemm_symbolic<typename TestFixture::OffsetC>(
      this->exec, this->device_mask(pattern_a),
      this->device_b(with_small_values<std::int64_t>(pattern_b, 1)).graph,
      araios::prescribed(this->device_mask(mask)));
  for (std::uint64_t const seed : {1U, 2U, 3U}) {
    auto const a = with_small_values<std::int64_t>(pattern_a, seed);
    auto const b = with_small_values<std::int64_t>(pattern_b, seed + 5);
    auto const expect = [&](auto const& semiring, auto const& oracle) {
      this->expect_numeric(plan, semiring, this->device_a(a), this->device_b(b),
                           semiring_product_by_hand(oracle, a, b, mask, Kept::prescribed));
    };
    expect(araios::PlusTimes<std::int64_t>{}, plus_times);
    expect(araios::PlusPair<std::int64_t>{}, plus_pair);
  }
}

// The values of A·B count walks of two steps. Those from i to k and on to an i that is joined with
// k are triangles. L has the edges to smaller numbers.
template <class Test>
std::int64_t triangles(Test const& test, HostPattern const& lower) {
  auto const l = test.device_b(with_constant<std::uint8_t>(lower, 1));
  std::int64_t sums[2];
  int i = 0;
  for (Kept const kept : {Kept::inside, Kept::prescribed}) {
    auto const c = with_mask(kept, l, [&](auto const& mask) {
      return araios::semiring_spgemm(test.exec, araios::PlusPair<std::int64_t>{}, l, l, mask);
    });
    auto const counts = to_host(c).values;
    sums[i++] = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  }
  EXPECT_EQ(sums[0], sums[1]) << lower.label;
  return sums[1];
}

template <class Joined>
HostPattern lower_triangle(std::int64_t n, std::string const& label, Joined const& joined) {
  std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      if (joined(i, j)) rows[static_cast<std::size_t>(i)].push_back(j);
    }
  }
  return pattern_of(n, rows, label);
}

template <class Types>
class Triangles : public SemiringProducts<Types> {
 public:
  using SemiringProducts<Types>::device_b;
  using SemiringProducts<Types>::exec;
};
TYPED_TEST_SUITE(Triangles, SemiringTypes, TypeNames);

TYPED_TEST(Triangles, OfCompleteGraphsCyclesStarsAndBipartiteGraphs) {
  for (std::int64_t const n : {1, 2, 3, 4, 7, 50}) {
    EXPECT_EQ(triangles(*this, lower_triangle(n, "complete", [](auto, auto) { return true; })),
              n * (n - 1) * (n - 2) / 6);
    EXPECT_EQ(triangles(*this, lower_triangle(n, "star", [](auto, auto j) { return j == 0; })), 0);
    EXPECT_EQ(triangles(*this, lower_triangle(n, "bipartite",
                                              [](auto i, auto j) { return (i + j) % 2 == 1; })),
              0);
    auto const cycle = lower_triangle(
        n, "cycle", [n](auto i, auto j) { return i - j == 1 || (i == n - 1 && j == 0); });
    EXPECT_EQ(triangles(*this, cycle), n == 3 ? 1 : 0);
    auto const wheel = lower_triangle(
        n, "wheel", [n](auto i, auto j) { return j == 0 || i - j == 1 || (i == n - 1 && j == 1); });
    EXPECT_EQ(triangles(*this, wheel), n < 3 ? 0 : n == 3 ? 1 : n == 4 ? 4 : n - 1);
  }
}

/// Sums of the greatest factors: a semiring of a user, which holds data.
struct MaxOfShifted {
  using value_type = double;
  double shift;

  KOKKOS_FUNCTION double identity() const { return 0; }
  KOKKOS_FUNCTION double add(double x, double y) const { return x < y ? y : x; }
  KOKKOS_FUNCTION double multiply(std::uint8_t x, double y) const { return x + y + shift; }
};

template <class Space>
class EachSemiring : public SemiringProducts<ProductTypes<Space, Int32, Int32, Int32, Int32, int>> {
 protected:
  /// By `semiring` and the same by hand, on values of A and B of the given types.
  template <class ScalarOfA, class ScalarOfB, class Semiring>
  void expect(Semiring const& semiring,
              SemiringOracle<typename Semiring::value_type, ScalarOfA, ScalarOfB> const& oracle) {
    auto const a =
        with_small_values<ScalarOfA>(with_duplicates_shuffled(uniform_pattern(30, 20, 4, 1), 2), 1);
    auto const b = with_small_values<ScalarOfB>(uniform_pattern(20, 25, 4, 3), 2);
    this->expect_products(semiring, oracle, a, b, uniform_pattern(30, 25, 8, 5));
  }
  template <class T>
  void expect_plus() {
    auto const plus = [](T x, T y) { return static_cast<T>(x + y); };
    this->template expect<T, T>(araios::PlusTimes<T>{},
                                {T(0), plus, [](T x, T y) { return static_cast<T>(x * y); }});
  }
  template <class T>
  void expect_paths(T infinity) {
    this->template expect<T, T>(araios::MinPlus<T>{},
                                {infinity, [](T x, T y) { return std::min(x, y); },
                                 [](T x, T y) { return static_cast<T>(x + y); }});
  }
};
TYPED_TEST_SUITE(EachSemiring, Spaces, TypeNames);

TYPED_TEST(EachSemiring, PlusTimesOfEveryScalar) {
  this->template expect_plus<double>();
  this->template expect_plus<std::int32_t>();
  this->template expect_plus<Kokkos::complex<double>>();
#ifndef ARAIOS_TEST_REDUCED_TYPES
  this->template expect_plus<float>();
  this->template expect_plus<std::uint8_t>();
  this->template expect_plus<Kokkos::complex<float>>();
#endif
}

TYPED_TEST(EachSemiring, LeastAndLargestSums) {
  this->template expect_paths<std::int32_t>(std::numeric_limits<std::int32_t>::max());
#ifndef ARAIOS_TEST_REDUCED_TYPES
  this->template expect_paths<float>(std::numeric_limits<float>::infinity());
#endif
  this->template expect<double, double>(
      araios::MaxPlus<double>{},
      {-std::numeric_limits<double>::infinity(), [](double x, double y) { return std::max(x, y); },
       [](double x, double y) { return x + y; }});
}

TYPED_TEST(EachSemiring, BytesAsTruthValues) {
  this->template expect<std::uint8_t, std::uint8_t>(
      araios::OrAnd<>{},
      {0, [](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>(x + y > 0); },
       [](std::uint8_t x, std::uint8_t y) { return static_cast<std::uint8_t>(x * y > 0); }});
}

TYPED_TEST(EachSemiring, FactorsThatAreNotReadMayBeOfAnyType) {
  auto const plus = [](std::int32_t x, std::int32_t y) { return x + y; };
  this->template expect<std::int32_t, double>(araios::PlusFirst<std::int32_t>{},
                                              {0, plus, [](std::int32_t x, double) { return x; }});
  this->template expect<double, std::int32_t>(araios::PlusSecond<std::int32_t>{},
                                              {0, plus, [](double, std::int32_t y) { return y; }});
}

TYPED_TEST(EachSemiring, AFunctorOfAUserThatHoldsData) {
  this->template expect<std::uint8_t, double>(
      MaxOfShifted{0.5}, {0.0, [](double x, double y) { return std::max(x, y); },
                          [](std::uint8_t x, double y) { return x + y + 0.5; }});
}

}  // namespace
}  // namespace araios_test
