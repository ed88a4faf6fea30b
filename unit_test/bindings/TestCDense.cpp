// SPDX-License-Identifier: BSD-3-Clause
// Products with vectors and dense matrices by the C interface: every operation, order and base
// against the definition, and what is refused.

#include "support/CArrays.hpp"
#include "support/CCalls.hpp"
#include "support/HostMatrix.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"

#include <Kokkos_Core.hpp>

#include <araios.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace araios_test {
namespace {

constexpr std::int64_t large = std::numeric_limits<std::int64_t>::max();

/// A dense matrix of small integers in either order, with 55 in what lies between its rows or
/// columns.
template <class Scalar>
struct CDense {
  std::int64_t num_rows;
  std::int64_t num_cols;
  std::int64_t leading_dimension;
  std::int32_t order;
  std::vector<Scalar> values;

  CDense(std::int64_t rows, std::int64_t cols, std::int32_t ordered, std::int64_t padding = 0)
      : num_rows{rows},
        num_cols{cols},
        leading_dimension{(ordered == ARAIOS_ROW_MAJOR ? cols : rows) + padding},
        order{ordered},
        values(static_cast<std::size_t>(leading_dimension *
                                        (ordered == ARAIOS_ROW_MAJOR ? rows : cols)),
               Scalar(55)) {
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < cols; ++j) {
        at(i, j) = Scalar(static_cast<real_of_t<Scalar>>((i * 3 + j * 5) % 7 - 3));
      }
    }
  }

  Scalar& at(std::int64_t i, std::int64_t j) {
    return values[static_cast<std::size_t>(order == ARAIOS_ROW_MAJOR ? i * leading_dimension + j
                                                                     : j * leading_dimension + i)];
  }

  araios_dense dense() {
    araios_dense m{};
    m.num_rows = num_rows;
    m.num_cols = num_cols;
    m.leading_dimension = leading_dimension;
    m.values = values.data();
    m.scalar = c_scalar<Scalar>();
    m.order = order;
    return m;
  }
};

/// The elements of op(A), where repeated entries add up.
template <class Scalar>
CDense<Scalar> operated(HostMatrix<Scalar> const& a, bool transposes, bool conjugates) {
  auto const rows = a.pattern.num_rows;
  auto const cols = a.pattern.num_cols;
  CDense<Scalar> dense{transposes ? cols : rows, transposes ? rows : cols, ARAIOS_ROW_MAJOR};
  dense.values.assign(dense.values.size(), Scalar{});
  for (std::int64_t row = 0; row < rows; ++row) {
    for (auto entry = a.pattern.row_begin(row); entry < a.pattern.row_end(row); ++entry) {
      auto value = a.value(entry);
      if constexpr (is_complex_v<Scalar>) {
        if (conjugates) value = Scalar(value.real(), -value.imag());
      }
      auto const column = a.pattern.column(entry);
      dense.at(transposes ? column : row, transposes ? row : column) += value;
    }
  }
  return dense;
}

/// C = alpha·A·B + beta·C by the definition; a factor of zero leaves what it multiplies unread.
template <class Scalar>
CDense<Scalar> defined(Scalar alpha, CDense<Scalar> a, CDense<Scalar> b, Scalar beta,
                       CDense<Scalar> c) {
  for (std::int64_t i = 0; i < c.num_rows; ++i) {
    for (std::int64_t j = 0; j < c.num_cols; ++j) {
      Scalar sum{};
      for (std::int64_t k = 0; k < b.num_rows; ++k) sum += a.at(i, k) * b.at(k, j);
      Scalar const kept = beta == Scalar{} ? Scalar{} : beta * c.at(i, j);
      c.at(i, j) = (alpha == Scalar{} ? Scalar{} : alpha * sum) + kept;
    }
  }
  return c;
}

template <class Combination>
class CDenseProducts : public testing::Test {
 protected:
  /// Products by A, its transpose, its conjugate and both, counted from 0 and from 1.
  template <class Check>
  void for_each_operation(Check const& check) {
    auto const host = with_integers<typename Combination::Scalar>(
        with_duplicates_shuffled(uniform_pattern(40, 30, 4, 6), 7), 8);
    for (int const base : {0, 1}) {
      for (int const bits : {0, 1, 2, 3}) {
        SCOPED_TRACE("base " + std::to_string(base) + ", operation " + std::to_string(bits));
        typename Combination::Arrays arrays{host, base};
        auto const kept = arrays;
        COptions options{"transpose_a", bits & 1};
        options.set("conjugate_a", bits >> 1);
        check(arrays.matrix(), operated(host, (bits & 1) != 0, bits >> 1 != 0), options.get());
        EXPECT_TRUE(arrays == kept);
      }
    }
  }
};
TYPED_TEST_SUITE(CDenseProducts, CCombinations);

TYPED_TEST(CDenseProducts, VectorsEqualTheDefinition) {
  using Scalar = typename TypeParam::Scalar;
  this->for_each_operation([](araios_matrix const& a, CDense<Scalar> const& op_a,
                              araios_options const* options) {
    CDense<Scalar> x{op_a.num_cols, 1, ARAIOS_COLUMN_MAJOR};
    CDense<Scalar> y{op_a.num_rows, 1, ARAIOS_COLUMN_MAJOR};
    Scalar const alpha(2);
    Scalar const beta(3);
    auto const expected = defined(alpha, op_a, x, beta, y);
    int const status = araios_spmv_op(&alpha, &a, x.values.data(), &beta, y.values.data(), options);
    ASSERT_EQ(status, ARAIOS_OK) << message(status);
    EXPECT_EQ(y.values, expected.values);
  });
}

TYPED_TEST(CDenseProducts, MatricesInEveryOrderEqualTheDefinition) {
  using Scalar = typename TypeParam::Scalar;
  this->for_each_operation(
      [](araios_matrix const& a, CDense<Scalar> const& op_a, araios_options const* options) {
        for (std::int32_t const order_b : {ARAIOS_ROW_MAJOR, ARAIOS_COLUMN_MAJOR}) {
          for (std::int32_t const order_c : {ARAIOS_ROW_MAJOR, ARAIOS_COLUMN_MAJOR}) {
            for (std::int64_t const padding : {0, 3}) {
              CDense<Scalar> b{op_a.num_cols, 6, order_b, padding};
              CDense<Scalar> c{op_a.num_rows, 6, order_c, padding};
              Scalar const alpha(2);
              Scalar const beta(3);
              auto const kept_b = b.values;
              auto const expected = defined(alpha, op_a, b, beta, c);
              auto const dense_b = b.dense();
              auto const dense_c = c.dense();
              int const status = araios_spmm(&alpha, &a, &dense_b, &beta, &dense_c, options);
              ASSERT_EQ(status, ARAIOS_OK) << message(status);
              EXPECT_EQ(c.values, expected.values) << "orders " << order_b << ", " << order_c;
              EXPECT_EQ(b.values, kept_b);
            }
          }
        }
      });
}

/// A (3×4), B (4×2) by rows and C (3×2) by columns, all right.
class CDenseErrors : public testing::Test {
 protected:
  using Change = std::function<void(araios_dense&)>;

  /// The call of changed matrices is refused, and C stays as it was.
  void expect_refused(Change const& change_b, Change const& change_c,
                      std::vector<std::string> const& parts) {
    auto const b = changed(arrays_b.dense(), change_b);
    auto const c = changed(arrays_c.dense(), change_c);
    auto const kept = arrays_c.values;
    EXPECT_TRUE(
        refused(araios_spmm(&one, &a, &b, &one, &c, nullptr), ARAIOS_INVALID_ARGUMENT, parts));
    EXPECT_EQ(arrays_c.values, kept);
  }
  static araios_dense changed(araios_dense matrix, Change const& change) {
    change(matrix);
    return matrix;
  }
  static void stay(araios_dense&) {}

  CArrays<double> arrays{with_integers<double>(full_pattern(3, 4), 1), 0};
  CDense<double> arrays_b{4, 2, ARAIOS_ROW_MAJOR};
  CDense<double> arrays_c{3, 2, ARAIOS_COLUMN_MAJOR};
  araios_matrix a = arrays.matrix();
  double one = 1;
};

TEST_F(CDenseErrors, NullPointersAreNamed) {
  auto const b = arrays_b.dense();
  auto const c = arrays_c.dense();
  auto const invalid = [](int status, char const* part) {
    EXPECT_TRUE(refused(status, ARAIOS_INVALID_ARGUMENT, {part}));
  };
  invalid(araios_spmm(&one, nullptr, &b, &one, &c, nullptr), "A is null");
  invalid(araios_spmm(&one, &a, nullptr, &one, &c, nullptr), "B is null");
  invalid(araios_spmm(&one, &a, &b, &one, nullptr, nullptr), "C is null");
  invalid(araios_spmm(nullptr, &a, &b, &one, &c, nullptr), "alpha is null");
  invalid(araios_spmm(&one, &a, &b, nullptr, &c, nullptr), "beta is null");
  invalid(araios_spmv_op(&one, &a, nullptr, &one, arrays_c.values.data(), nullptr),
          "x is null, expected 4 elements");
  expect_refused([](auto& wrong) { wrong.values = nullptr; }, stay,
                 {"B.values is null, expected 8 elements"});
  expect_refused(stay, [](auto& wrong) { wrong.values = nullptr; },
                 {"C.values is null, expected 6 elements"});
}

TEST_F(CDenseErrors, NumbersOutOfRangeAreNamed) {
  expect_refused([](auto& wrong) { wrong.num_rows = -1; }, stay,
                 {"B.num_rows is -1, expected 0 to"});
  expect_refused(stay, [](auto& wrong) { wrong.num_cols = large; },
                 {"C.num_cols is " + std::to_string(large)});
  expect_refused(stay, [](auto& wrong) { wrong.order = 0; }, {"C.order is 0, expected 1 or 2"});
  expect_refused([](auto& wrong) { wrong.scalar = 9; }, stay, {"B.scalar is 9, expected 1 to 4"});
  expect_refused(stay, [](auto& wrong) { wrong.scalar = ARAIOS_FLOAT; },
                 {"C.scalar is float, expected as A double"});
  expect_refused([](auto& wrong) { wrong.leading_dimension = 1; }, stay,
                 {"B.leading_dimension is 1, expected at least 2, the columns of B"});
  expect_refused(stay, [](auto& wrong) { wrong.leading_dimension = 2; },
                 {"C.leading_dimension is 2, expected at least 3, the rows of C"});
  expect_refused([](auto& wrong) { wrong.leading_dimension = large; }, stay,
                 {"B.leading_dimension is " + std::to_string(large),
                  "expected at most " + std::to_string(large / 8 / 4)});
  expect_refused([](auto& wrong) { wrong.values = static_cast<char*>(wrong.values) + 4; }, stay,
                 {"B.values begins at an address that is no multiple of 8"});
}

TEST_F(CDenseErrors, ShapesThatDoNotFitAreNamed) {
  expect_refused([](auto& wrong) { wrong.num_rows = 3; }, stay,
                 {"rows of B is 3", "expected 4", "columns of A"});
  expect_refused(stay, [](auto& wrong) { wrong.num_rows = 2; },
                 {"rows of C is 2", "expected 3", "rows of A"});
  expect_refused(stay, [](auto& wrong) { wrong.num_cols = 1; },
                 {"columns of C is 1", "expected 2", "columns of B"});
  auto const b = arrays_b.dense();
  auto const c = arrays_c.dense();
  EXPECT_TRUE(refused(araios_spmm(&one, &a, &b, &one, &c, COptions{"transpose_a", 1}.get()),
                      ARAIOS_INVALID_ARGUMENT, {"rows of B is 4", "expected 3", "rows of A"}));
}

// With base 1 the library sees copies of the indices.
TEST_F(CDenseErrors, ResultsShareNoMemoryWithOperands) {
  expect_refused(stay, [&](auto& wrong) { wrong.values = arrays_b.values.data(); },
                 {"C shares memory with B", "in place"});
  for (int const base : {0, 1}) {
    CArrays<double> counted{with_integers<double>(full_pattern(4, 4), 1), base};
    auto const kept = counted;
    a = counted.matrix();
    for (auto* const array : {a.columns, a.values}) {
      expect_refused(stay,
                     [&](auto& wrong) {
                       wrong.values = array;
                       wrong.num_rows = wrong.leading_dimension = 4;
                     },
                     {"C shares memory with A", "in place"});
      EXPECT_TRUE(refused(araios_spmv(&one, &a, arrays_b.values.data(), &one, array),
                          ARAIOS_INVALID_ARGUMENT, {"y shares memory with A", "in place"}));
    }
    EXPECT_TRUE(counted == kept);
  }
}

TEST_F(CDenseErrors, OptionsOfOtherCallsAreRefused) {
  auto const b = arrays_b.dense();
  auto const c = arrays_c.dense();
  for (char const* const name : {"transpose_b", "conjugate_b", "replay", "input_sorted",
                                 "check_reuse", "max_workspace_bytes"}) {
    COptions options{name, 1};
    EXPECT_TRUE(refused(araios_spmm(&one, &a, &b, &one, &c, options.get()), ARAIOS_INVALID_ARGUMENT,
                        {std::string{"option "} + name + " is set", "araios_spmm does not take"}));
  }
  COptions options{"result_sorted", 0};
  EXPECT_TRUE(refused(
      araios_spmv_op(&one, &a, arrays_b.values.data(), &one, arrays_c.values.data(), options.get()),
      ARAIOS_INVALID_ARGUMENT, {"option result_sorted is set", "araios_spmv_op does not take"}));
  options.set("result_sorted", 1);
  options.set("replay", 0);
  options.set("deterministic", 1);
  EXPECT_EQ(araios_spmm(&one, &a, &b, &one, &c, options.get()), ARAIOS_OK) << araios_last_error();
}

TEST_F(CDenseErrors, FactorsOfZeroLeaveValuesUnread) {
  double const not_a_number = std::numeric_limits<double>::quiet_NaN();
  double const zero = 0;
  auto const b = arrays_b.dense();
  auto const c = arrays_c.dense();
  auto const expected =
      defined(1.0, operated(HostMatrix<double>{full_pattern(3, 4), arrays.values}, false, false),
              arrays_b, 0.0, arrays_c);
  arrays_c.values.assign(arrays_c.values.size(), not_a_number);
  ASSERT_EQ(araios_spmm(&one, &a, &b, &zero, &c, nullptr), ARAIOS_OK) << araios_last_error();
  EXPECT_EQ(arrays_c.values, expected.values);
  arrays_b.values.assign(arrays_b.values.size(), not_a_number);
  ASSERT_EQ(araios_spmm(&zero, &a, &b, &one, &c, nullptr), ARAIOS_OK) << araios_last_error();
  EXPECT_EQ(arrays_c.values, expected.values);
}

TEST_F(CDenseErrors, EmptyMatricesNeedNoMemory) {
  auto const no_columns = [](araios_dense& m) {
    m.num_cols = 0;
    m.values = nullptr;
  };
  auto const b = changed(arrays_b.dense(), no_columns);
  auto const c = changed(arrays_c.dense(), no_columns);
  EXPECT_EQ(araios_spmm(&one, &a, &b, &one, &c, nullptr), ARAIOS_OK) << araios_last_error();
}

}  // namespace
}  // namespace araios_test
