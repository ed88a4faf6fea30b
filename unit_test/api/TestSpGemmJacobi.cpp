// SPDX-License-Identifier: BSD-3-Clause
// C = (I − omega·D⁻¹·A)·B in one call and by plans, against dense matrices.

#include "support/CommonProduct.hpp"
#include "support/DenseOracle.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/Types.hpp"
#include <Araios_SpGemmJacobi.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

/// I − omega·D⁻¹·A, whose diagonal is stored.
template <class Scalar>
MarkedDense<Scalar> jacobi_step(Scalar omega, std::vector<Scalar> const& inverses,
                                MarkedDense<Scalar> m) {
  for (std::int64_t row = 0; row < m.rows; ++row) {
    Scalar const factor = omega * inverses[static_cast<std::size_t>(row)];
    for (std::int64_t col = 0; col < m.cols; ++col) {
      auto& element = m.at(row, col);
      element.value = (row == col ? Scalar{1} : Scalar{}) - factor * element.value;
      element.is_stored = element.is_stored || row == col;
    }
  }
  return m;
}

/// Powers of two, by which all is exact.
template <class Scalar>
std::vector<Scalar> powers_of_two(std::int64_t size) {
  std::vector<Scalar> values;
  for (std::int64_t i = 0; i < size; ++i) {
    values.push_back(Scalar(static_cast<real_of_t<Scalar>>(1 << (i % 3)) / 2));
  }
  return values;
}

/// The pattern with a diagonal entry in each row that lacks one, as the last of the row.
HostPattern with_diagonal(HostPattern const& a) {
  HostPattern result{a.num_rows, a.num_cols, {0}, {}, a.label + " with its diagonal"};
  for (std::int64_t row = 0; row < a.num_rows; ++row) {
    bool has_diagonal = false;
    for (auto entry = a.row_begin(row); entry < a.row_end(row); ++entry) {
      result.columns.push_back(a.column(entry));
      has_diagonal = has_diagonal || a.column(entry) == row;
    }
    if (!has_diagonal) result.columns.push_back(row);
    result.row_offsets.push_back(result.num_entries());
  }
  return result;
}

/// The matrix with `values` on the diagonal; repeated entries beside the first become zero.
template <class Scalar>
HostMatrix<Scalar> with_diagonal_values(HostMatrix<Scalar> a, std::vector<Scalar> const& values) {
  for (std::int64_t row = 0; row < a.pattern.num_rows; ++row) {
    bool is_first = true;
    for (auto entry = a.pattern.row_begin(row); entry < a.pattern.row_end(row); ++entry) {
      if (a.pattern.column(entry) != row) continue;
      a.values[static_cast<std::size_t>(entry)] =
          is_first ? values[static_cast<std::size_t>(row)] : Scalar{};
      is_first = false;
    }
  }
  return a;
}

/// Square patterns: sorted, unsorted, with repeats, with and without diagonal entries, empty rows.
std::vector<HostPattern> square_patterns() {
  return {uniform_pattern(40, 40, 5, 3),
          with_diagonal(uniform_pattern(40, 40, 5, 3)),
          with_duplicates_shuffled(uniform_pattern(30, 30, 6, 4), 5),
          with_duplicates_shuffled(with_diagonal(uniform_pattern(30, 30, 6, 4)), 6),
          full_pattern(12, 12),
          empty_pattern(9, 9),
          empty_pattern(0, 0),
          with_diagonal(empty_pattern(1, 1)),
          power_law_pattern(60, 60, 50, 7)};
}

template <class Types>
class SpGemmJacobi : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Views = typename Space::device_type;
  using Value = typename Types::scalar;
  using Host = HostMatrix<Value>;

  static auto device(Host const& a) {
    return to_device<typename Types::offset_a, typename Types::ordinal, Views>(a);
  }

  /// Multiplies in one call and by a plan, twice. `inverses` are those of the caller, or none.
  template <class... Inverses>
  void expect_product(Value omega, Host const& a, Host const& b, MarkedDense<Value> const& expected,
                      araios::SpGemmOptions const& options, Inverses const&... inverses) const {
    auto const on_device = device(a);
    auto const factor = device(b);
    auto const at_once =
        araios::spgemm_jacobi(exec, omega, inverses..., on_device, factor, options);
    exec.fence();
    EXPECT_TRUE(same_elements(to_host(at_once), expected)) << a.pattern.label;
    auto const plan = araios::spgemm_jacobi_symbolic(exec, on_device.graph, factor.graph, options);
    auto const c = plan.template allocate<Value>(exec, "C");
    for (int call = 0; call < 2; ++call) {
      Kokkos::deep_copy(c.values, Value{-7});
      araios::spgemm_jacobi_numeric(exec, plan, omega, inverses..., on_device, factor, c);
      exec.fence();
      EXPECT_TRUE(same_elements(to_host(c), expected)) << a.pattern.label << ", call " << call;
    }
  }

  Space exec;
};

TYPED_TEST_SUITE_P(SpGemmJacobi);

TYPED_TEST_P(SpGemmJacobi, InversesOfTheCaller) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& pattern : square_patterns()) {
    auto const a = with_integers<Scalar>(pattern, 1);
    auto const b = with_integers<Scalar>(
        uniform_pattern(pattern.num_rows, 20, pattern.num_rows == 0 ? 0 : 4, 8), 2);
    auto const inverses = powers_of_two<Scalar>(pattern.num_rows);
    auto const expected = product_of(jacobi_step(Scalar(0.5), inverses, marked(a)), marked(b));
    this->expect_product(Scalar(0.5), a, b, expected, {},
                         to_view<Scalar, typename TypeParam::space::device_type>(inverses, "dinv"));
  }
}

TYPED_TEST_P(SpGemmJacobi, TheDiagonalOfA) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& pattern : square_patterns()) {
    auto const inverses = powers_of_two<Scalar>(pattern.num_rows);
    std::vector<Scalar> diagonal;
    for (auto const& inverse : inverses) diagonal.push_back(Scalar(1) / inverse);
    auto const a = with_diagonal_values(with_integers<Scalar>(with_diagonal(pattern), 1), diagonal);
    auto const b = with_integers<Scalar>(
        uniform_pattern(pattern.num_rows, 20, pattern.num_rows == 0 ? 0 : 4, 8), 2);
    auto const expected = product_of(jacobi_step(Scalar(-2), inverses, marked(a)), marked(b));
    this->expect_product(Scalar(-2), a, b, expected, {});
  }
}

REGISTER_TYPED_TEST_SUITE_P(SpGemmJacobi, InversesOfTheCaller, TheDiagonalOfA);
// Products of double and float are compiled once for all tests.
using JacobiTypes = testing::Types<MatrixTypes<space_at<0>, Int32, Int32, double>,
                                   MatrixTypes<space_at<0>, Int32, Int32, float>,
                                   MatrixTypes<space_at<0>, Int64, Size, Kokkos::complex<double>>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Spaces, SpGemmJacobi, JacobiTypes, TypeNames);

template <class Space>
class JacobiCalls : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;

  static Matrix matrix(std::int64_t rows, std::int64_t cols, std::vector<Int32> const& row_offsets,
                       std::vector<Int32> const& columns, std::vector<double> const& values) {
    return {{static_cast<Int32>(rows), static_cast<Int32>(cols),
             to_view<Int32, Views>(row_offsets, "row_offsets"),
             to_view<Int32, Views>(columns, "columns")},
            to_view<double, Views>(values, "values")};
  }
  /// (2 1; 1 d).
  static Matrix square(double d) { return matrix(2, 2, {0, 2, 4}, {0, 1, 0, 1}, {2, 1, 1, d}); }
  static Matrix identity() { return matrix(2, 2, {0, 1, 2}, {0, 1}, {1, 1}); }

  static void expect_refused(std::vector<std::string> const& parts, Matrix const& a,
                             araios::SpGemmOptions const& options = {}) {
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_jacobi(Space{}, 1.0, a, identity(), options); }, parts));
  }
};

TYPED_TEST_SUITE(JacobiCalls, Spaces, TypeNames);

TYPED_TEST(JacobiCalls, AZeroOrMissingDiagonalNamesItsRow) {
  this->expect_refused({"diagonal of A is zero in row 1", "no inverse"}, this->square(0));
  this->expect_refused({"row 1 of A has no entry on the diagonal"},
                       this->matrix(2, 2, {0, 2, 3}, {0, 1, 0}, {2, 1, 1}));
  auto const plan = araios::spgemm_jacobi_symbolic(TypeParam{}, this->square(1), this->identity());
  auto const c = plan.template allocate<double>("C");
  Kokkos::deep_copy(c.values, 5.0);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        araios::spgemm_jacobi_numeric(TypeParam{}, plan, 1.0, this->square(0), this->identity(), c);
      },
      {"zero in row 1"}));
  EXPECT_EQ(to_vector<double>(c.values), std::vector<double>(4, 5.0));
}

TYPED_TEST(JacobiCalls, OperandsThatDoNotFitAreNamed) {
  using Device = typename TypeParam::device_type;
  this->expect_refused({"A is 2×3", "as many columns as rows"},
                       this->matrix(2, 3, {0, 0, 0}, {}, {}));
  araios::SpGemmOptions transposes;
  transposes.transpose_a = true;
  this->expect_refused({"options.transpose_a is set"}, this->square(1), transposes);
  this->expect_refused({"A.columns[3] is 9"},
                       this->matrix(2, 2, {0, 2, 4}, {0, 1, 0, 9}, {2, 1, 1, 1}));
  auto const rows =
      rows_of(this->matrix(3, 2, {0, 1, 3, 5}, {0, 0, 1, 0, 1}, {1, 1, 1, 1}), {1, 3});
  this->expect_refused({"A.values has 4 elements", "at least 5"}, rows);
  Kokkos::View<double*, Device> const short_inverses("dinv", 1);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        araios::spgemm_jacobi(TypeParam{}, 1.0, short_inverses, this->square(1), this->identity());
      },
      {"dinv has 1", "expected 2"}));
}

TYPED_TEST(JacobiCalls, OtherPatternsAndSharedMemoryAreRefused) {
  TypeParam const exec;
  araios::SpGemmOptions options;
  options.check_reuse = true;
  auto const lower = this->matrix(2, 2, {0, 1, 3}, {0, 0, 1}, {2, 1, 1});
  auto const upper = this->matrix(2, 2, {0, 2, 3}, {0, 1, 1}, {2, 1, 1});
  auto const without = this->matrix(2, 2, {0, 1, 2}, {1, 0}, {1, 1});
  auto const other = this->matrix(2, 2, {0, 2, 2}, {0, 1}, {1, 1});
  Kokkos::View<double*, typename TypeParam::device_type> const inverses("dinv", 2);
  for (auto const& [planned, other_pattern] : {std::pair{lower, upper}, {without, other}}) {
    auto const& given = other_pattern;  // lambdas of clang capture no structured bindings
    auto const plan = araios::spgemm_jacobi_symbolic(exec, planned, this->identity(), options);
    auto const c = plan.template allocate<double>("C");
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] {
          araios::spgemm_jacobi_numeric(exec, plan, 1.0, inverses, given, this->identity(), c);
        },
        {"pattern of A", "make a new plan"}));
  }
  auto const a = this->square(1);
  auto const plan = araios::spgemm_jacobi_symbolic(exec, a, this->identity());
  auto c = plan.template allocate_writable<double>("C");
  c.values = a.values;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_jacobi_numeric(exec, plan, 1.0, a, this->identity(), c); },
      {"C shares memory with A"}));
}

TYPED_TEST(JacobiCalls, RowsOfALargerMatrixAndATransposedB) {
  using Device = typename TypeParam::device_type;
  auto const whole = with_integers<double>(uniform_pattern(30, 20, 5, 3), 4);
  auto const b = with_integers<double>(uniform_pattern(17, 20, 4, 5), 6);
  auto const inverses = powers_of_two<double>(20);
  araios::SpGemmOptions options;
  options.transpose_b = true;
  auto const a = copy_of_rows(whole, {10, 30});
  auto const expected = product_of(jacobi_step(0.5, inverses, marked(a)), transpose_of(marked(b)));
  auto const rows = rows_of(to_device<Int32, Int32, Device>(whole), {10, 30});
  auto const factor = to_device<Int32, Int32, Device>(b);
  auto const dinv = to_view<double, Device>(inverses, "dinv");
  EXPECT_TRUE(same_elements(
      to_host(araios::spgemm_jacobi(TypeParam{}, 0.5, dinv, rows, factor, options)), expected));
  auto const plan = araios::spgemm_jacobi_symbolic(TypeParam{}, rows, factor, options);
  auto const c = plan.template allocate<double>("C");
  araios::spgemm_jacobi_numeric(TypeParam{}, plan, 0.5, dinv, rows, factor, c);
  TypeParam{}.fence();
  EXPECT_TRUE(same_elements(to_host(c), expected));
}

// An infinite inverse follows the rules of IEEE: the caller has asked for it.
TYPED_TEST(JacobiCalls, InversesOfTheCallerAreNotLookedAt) {
  double const infinity = std::numeric_limits<double>::infinity();
  auto const dinv =
      to_view<double, typename TypeParam::device_type>(std::vector<double>{infinity, 1}, "dinv");
  auto const c = araios::spgemm_jacobi(TypeParam{}, 1.0, dinv, this->square(0), this->identity());
  TypeParam{}.fence();
  EXPECT_EQ(to_vector<double>(c.values), (std::vector<double>{-infinity, -infinity, -1, 1}));
}

}  // namespace
}  // namespace araios_test
