// SPDX-License-Identifier: BSD-3-Clause
// Merge-path SpMV against a serial loop: all types, adversarial patterns, scalars, promises.

#include "support/ExpectedVector.hpp"
#include "support/Matchers.hpp"
#include "support/PathPatterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/Types.hpp"
#include <Araios_SpMv.hpp>
#include <spmv/Araios_SpMvTuning.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace araios_test {
namespace {

constexpr std::int64_t share = araios::impl::tuning::spmv_host_steps_per_share;

template <class Types>
class SpMv : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Value = typename Types::scalar;
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<Value, typename Types::offset_a, typename Types::ordinal, Views>;

  static Matrix device_matrix(HostMatrix<Value> const& a) {
    return to_device<typename Types::offset_a, typename Types::ordinal, Views>(a);
  }

  /// y = alpha·A·x + beta·y as the library computes it.
  std::vector<Value> spmv(Value alpha, HostMatrix<Value> const& a, std::vector<Value> const& x,
                          Value beta, std::vector<Value> const& y) const {
    auto const device_y = to_view<Value, Views>(y, "y");
    araios::spmv(exec, alpha, device_matrix(a), to_view<Value, Views>(x, "x"), beta, device_y,
                 workspace);
    exec.fence();
    return to_vector<Value>(device_y);
  }

  void expect_right(Value alpha, HostMatrix<Value> const& a, Value beta) const {
    auto const x = integers<Value>(a.pattern.num_cols, 5);
    auto const y = integers<Value>(a.pattern.num_rows, 6);
    EXPECT_TRUE(same_vector(spmv(alpha, a, x, beta, y), reference_spmv(alpha, a, x, beta, y)))
        << "alpha " << alpha << ", beta " << beta;
  }

  Space exec;
  araios::Workspace<Views> workspace;
};

TYPED_TEST_SUITE_P(SpMv);

TYPED_TEST_P(SpMv, AdversariesEqualTheSerialLoop) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& pattern : path_adversaries(share)) {
    this->expect_right(Scalar{1}, with_integers<Scalar>(pattern, 7), Scalar{0});
    this->expect_right(Scalar{2}, with_reals<Scalar>(pattern, 8), Scalar{3});
  }
}

TYPED_TEST_P(SpMv, EveryAlphaAndBeta) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_integers<Scalar>(power_law_pattern(600, 800, 800, 9), 10);
  for (int const alpha : {0, 1, -1, 3}) {
    for (int const beta : {0, 1, -1, 2}) {
      this->expect_right(Scalar(static_cast<real_of_t<Scalar>>(alpha)), a,
                         Scalar(static_cast<real_of_t<Scalar>>(beta)));
    }
  }
}

TYPED_TEST_P(SpMv, EmptyDimensions) {
  using Scalar = typename TypeParam::scalar;
  for (auto const& [rows, cols] : {std::pair{0, 0}, {0, 5}, {5, 0}, {1, 1}}) {
    this->expect_right(Scalar{2}, {empty_pattern(rows, cols), {}}, Scalar{3});
    this->expect_right(Scalar{2}, {empty_pattern(rows, cols), {}}, Scalar{0});
  }
}

TYPED_TEST_P(SpMv, RunsRepeatBitwise) {
  using Scalar = typename TypeParam::scalar;
  auto const a = with_reals<Scalar>(power_law_pattern(3000, 2000, 2000, 11), 12);
  std::vector<Scalar> const x = with_reals<Scalar>(full_pattern(1, 2000), 13).values;
  std::vector<Scalar> const y(3000, Scalar{0});
  auto const first = this->spmv(Scalar{1}, a, x, Scalar{0}, y);
  for (int run = 0; run < 3; ++run) {
    auto const again = this->spmv(Scalar{1}, a, x, Scalar{0}, y);
    EXPECT_EQ(std::memcmp(first.data(), again.data(), first.size() * sizeof(Scalar)), 0);
  }
}

REGISTER_TYPED_TEST_SUITE_P(SpMv, AdversariesEqualTheSerialLoop, EveryAlphaAndBeta, EmptyDimensions,
                            RunsRepeatBitwise);
INSTANTIATE_TYPED_TEST_SUITE_P(Double, SpMv, DoubleMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, SpMv, ComplexDoubleMatrixTypes, TypeNames);
#ifndef ARAIOS_TEST_REDUCED_TYPES
INSTANTIATE_TYPED_TEST_SUITE_P(Float, SpMv, FloatMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, SpMv, ComplexFloatMatrixTypes, TypeNames);
#endif

template <class Space>
class SpMvCalls : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;
  using Vector = Kokkos::View<double*, Views>;

  /// 3×4.
  static Matrix matrix() { return matrix({0, 2, 2, 5}, {0, 3, 1, 2, 3}); }
  static Matrix matrix(std::vector<Int32> const& row_offsets, std::vector<Int32> const& columns) {
    return {{3, 4, to_view<Int32, Views>(row_offsets, "row_offsets"),
             to_view<Int32, Views>(columns, "columns")},
            to_view<double, Views>(std::vector<double>(columns.size(), 2.0), "values")};
  }
  static Vector vector(std::size_t size, double value = 1.0) {
    return to_view<double, Views>(std::vector<double>(size, value), "vector");
  }

  /// Expects a message with all parts, and a y that is as before.
  static void expect_refused(Matrix const& a, Vector const& x, Vector const& y,
                             std::vector<std::string> const& parts) {
    auto const before = to_vector<double>(y);
    EXPECT_TRUE(
        throws<std::invalid_argument>([&] { araios::spmv(Space{}, 1.0, a, x, 0.0, y); }, parts));
    EXPECT_EQ(to_vector<double>(y), before);
  }
};

TYPED_TEST_SUITE(SpMvCalls, Spaces, TypeNames);

TYPED_TEST(SpMvCalls, GoodOperandsAreTaken) {
  auto const y = this->vector(3);
  araios::spmv(TypeParam{}, 1.0, this->matrix(), this->vector(4), 0.0, y);
  TypeParam{}.fence();
  EXPECT_EQ(to_vector<double>(y), (std::vector<double>{4, 0, 6}));
}

TYPED_TEST(SpMvCalls, WhereBetaIsZeroNothingOfYRemains) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  for (double const alpha : {0.0, 1.0}) {
    auto const y = this->vector(3, nan);
    araios::spmv(TypeParam{}, alpha, this->matrix(), this->vector(4), 0.0, y);
    TypeParam{}.fence();
    EXPECT_EQ(to_vector<double>(y), (std::vector<double>{4 * alpha, 0, 6 * alpha}));
  }
}

TYPED_TEST(SpMvCalls, WhereAlphaIsZeroXIsNotRead) {
  auto const y = this->vector(3, 5.0);
  auto const x = this->vector(4, std::numeric_limits<double>::quiet_NaN());
  araios::spmv(TypeParam{}, 0.0, this->matrix(), x, 2.0, y);
  TypeParam{}.fence();
  EXPECT_EQ(to_vector<double>(y), (std::vector<double>{10, 10, 10}));
}

TYPED_TEST(SpMvCalls, NanAndInfinityPropagateToTheirRowsAlone) {
  double const infinity = std::numeric_limits<double>::infinity();
  auto const x =
      to_view<double, typename TypeParam::device_type>(std::vector<double>{infinity, 1, 1, 1}, "x");
  auto const y = this->vector(3);
  araios::spmv(TypeParam{}, 1.0, this->matrix(), x, 0.0, y);
  TypeParam{}.fence();
  EXPECT_EQ(to_vector<double>(y), (std::vector<double>{infinity, 0, 6}));
}

// Rows of every length up to 20, every other one with no number in x.
TYPED_TEST(SpMvCalls, WhatLiesBehindARowDoesNotShowInIt) {
  using Device = typename TypeParam::device_type;
  HostPattern pattern{0, 2, {0}, {}, "rows of two columns by turns"};
  for (std::int64_t size = 0; size <= 20; ++size) {
    for (; pattern.num_rows < 13 * (size + 1); ++pattern.num_rows) {
      pattern.columns.insert(pattern.columns.end(), static_cast<std::size_t>(size),
                             pattern.num_rows % 2);
      pattern.row_offsets.push_back(pattern.num_entries());
    }
  }
  auto const a = to_device<Int32, Int32, Device>(with_constant(pattern, 1.0));
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const y = this->vector(static_cast<std::size_t>(pattern.num_rows));
  araios::spmv(TypeParam{}, 1.0, a, to_view<double, Device>(std::vector<double>{1, nan}, "x"), 0.0,
               y);
  TypeParam{}.fence();
  auto const sums = to_vector<double>(y);
  for (std::size_t row = 0; row < sums.size(); row += 2) {
    EXPECT_EQ(sums[row], static_cast<double>(row / 13)) << "row " << row;
  }
}

// Rows that end where shares do leave nothing: infinity times nothing would be no number.
TYPED_TEST(SpMvCalls, AnInfiniteAlphaMeetsNoEmptyParts) {
  using Device = typename TypeParam::device_type;
  double const infinity = std::numeric_limits<double>::infinity();
  auto const pattern =
      pattern_of_sizes(std::vector<std::int64_t>(9, share - 1), 50, "rows that end with shares");
  auto const a = to_device<Int32, Int32, Device>(with_constant(pattern, 1.0));
  auto const y = this->vector(9);
  araios::spmv(TypeParam{}, infinity, a, this->vector(50), 0.0, y);
  TypeParam{}.fence();
  EXPECT_EQ(to_vector<double>(y), std::vector<double>(9, infinity));
}

TYPED_TEST(SpMvCalls, StridedVectorsAndReadOnlyOperands) {
  using Device = typename TypeParam::device_type;
  Kokkos::View<double**, Kokkos::LayoutRight, Device> const xs("xs", 4, 3);
  Kokkos::View<double**, Kokkos::LayoutRight, Device> const ys("ys", 3, 2);
  Kokkos::deep_copy(Kokkos::subview(xs, Kokkos::ALL, 1), 1.0);
  auto const a = this->matrix();
  araios::CrsMatrix<double const, Int32, Int32 const, Device> const operand{a.graph, a.values};
  auto const y = Kokkos::subview(ys, Kokkos::ALL, 1);
  araios::spmv(TypeParam{}, 1.0, operand, Kokkos::subview(xs, Kokkos::ALL, 1), 0.0, y);
  TypeParam{}.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, ys);
  EXPECT_EQ((std::vector<double>{host(0, 1), host(1, 1), host(2, 1)}),
            (std::vector<double>{4, 0, 6}));
  EXPECT_EQ((std::vector<double>{host(0, 0), host(1, 0), host(2, 0)}),
            (std::vector<double>{0, 0, 0}));
}

TYPED_TEST(SpMvCalls, AStridedVectorGivesTheSameValuesInManyRows) {
  using Device = typename TypeParam::device_type;
  auto const a =
      to_device<Int32, Int32, Device>(with_integers<double>(uniform_pattern(100, 40, 6, 1), 2));
  auto const factors = with_integers<double>(full_pattern(1, 40), 3).values;
  auto const x = to_view<double, Device>(factors, "x");
  Kokkos::View<double**, Kokkos::LayoutRight, Device> const xs("xs", 40, 3);
  auto const strided = Kokkos::subview(xs, Kokkos::ALL, 1);
  Kokkos::deep_copy(strided, x);
  auto const expected = this->vector(100);
  auto const y = this->vector(100);
  araios::spmv(TypeParam{}, 1.0, a, x, 0.0, expected);
  araios::spmv(TypeParam{}, 1.0, a, strided, 0.0, y);
  TypeParam{}.fence();
  EXPECT_EQ(to_vector<double>(y), to_vector<double>(expected));
}

TYPED_TEST(SpMvCalls, AWorkspaceServesAgain) {
  using Device = typename TypeParam::device_type;
  araios::Workspace<Device> const workspace;
  auto const large =
      to_device<Int32, Int32, Device>(with_constant(uniform_pattern(20000, 50, 3, 1), 1.0));
  auto const y = this->vector(20000);
  araios::spmv(TypeParam{}, 1.0, large, this->vector(50), 0.0, y, workspace);
  TypeParam{}.fence();
  auto const bytes = workspace.bytes();
  auto const first = to_vector<double>(y);
  bool const is_single_thread =
      araios::impl::is_host_space_v<TypeParam> && TypeParam{}.concurrency() == 1;
  EXPECT_EQ(bytes > 0, !is_single_thread);
  araios::spmv(TypeParam{}, 1.0, this->matrix(), this->vector(4), 0.0, this->vector(3), workspace);
  Kokkos::deep_copy(y, -1.0);
  araios::spmv(TypeParam{}, 1.0, large, this->vector(50), 0.0, y, workspace);
  TypeParam{}.fence();
  EXPECT_EQ(workspace.bytes(), bytes);
  EXPECT_EQ(to_vector<double>(y), first);
}

// On devices each part is added up by one team for several tiles, and those of the longest row by
// groups.
TYPED_TEST(SpMvCalls, VeryLongRowsEqualTheSerialLoop) {
  using Device = typename TypeParam::device_type;
  auto const a = with_integers<double>(
      pattern_of_sizes({3, 0, 1'000'000, 2, 2'500'000, 1}, 1000, "very long rows"), 21);
  auto const x = integers<double>(1000, 22);
  auto const expected = reference_spmv(1.0, a, x, 0.0, std::vector<double>(6));
  auto const matrix = to_device<Int32, Int32, Device>(a);
  araios::Workspace<Device> const workspace;
  for (int call = 0; call < 2; ++call) {
    auto const y = this->vector(6, -1.0);
    araios::spmv(TypeParam{}, 1.0, matrix, to_view<double, Device>(x, "x"), 0.0, y, workspace);
    TypeParam{}.fence();
    EXPECT_TRUE(same_vector(to_vector<double>(y), expected)) << "call " << call;
  }
}

TYPED_TEST(SpMvCalls, EntriesBehindTheLastRowOffsetDoNotCount) {
  auto const y = this->vector(3);
  araios::spmv(TypeParam{}, 1.0, this->matrix({0, 2, 2, 3}, {0, 3, 1, 77, -5}), this->vector(4),
               0.0, y);
  TypeParam{}.fence();
  EXPECT_EQ(to_vector<double>(y), (std::vector<double>{4, 0, 2}));
}

// Columns there would be read far behind x.
TYPED_TEST(SpMvCalls, EntriesBehindTheLastRowOffsetAreNotReadOnHosts) {
  if constexpr (!araios::impl::is_host_space_v<TypeParam>) {
    GTEST_SKIP() << "devices do not know the last row offset before the launch";
  } else {
    for (Int32 const size : std::vector<Int32>{6, 7, 8, 9, 13}) {
      std::vector<Int32> columns(static_cast<std::size_t>(size), 3);
      columns.insert(columns.end(), 4, std::numeric_limits<Int32>::max());
      auto const y = this->vector(3);
      araios::spmv(TypeParam{}, 1.0, this->matrix({0, 0, 0, size}, columns), this->vector(4), 0.0,
                   y);
      EXPECT_EQ(to_vector<double>(y), (std::vector<double>{0, 0, 2.0 * size}));
    }
  }
}

TYPED_TEST(SpMvCalls, VectorsOfWrongLengthSayBothLengths) {
  auto const a = this->matrix();
  this->expect_refused(a, this->vector(3), this->vector(3), {"x has 3", "expected 4", "columns"});
  this->expect_refused(a, this->vector(5), this->vector(3), {"x has 5", "expected 4", "columns"});
  this->expect_refused(a, this->vector(4), this->vector(2), {"y has 2", "expected 3", "rows"});
  this->expect_refused(a, this->vector(4), this->vector(4), {"y has 4", "expected 3", "rows"});
}

TYPED_TEST(SpMvCalls, SharedMemoryIsRefused) {
  auto const a = this->matrix();
  auto const both = this->vector(7);
  auto const part = [&](std::size_t begin, std::size_t end) {
    return typename TestFixture::Vector(Kokkos::subview(both, Kokkos::make_pair(begin, end)));
  };
  this->expect_refused(a, part(0, 4), part(3, 6), {"y shares memory with x"});
  this->expect_refused(a, part(0, 4), part(0, 3), {"y shares memory with x"});
  this->expect_refused(a, this->vector(4),
                       typename TestFixture::Vector(Kokkos::subview(
                           a.values, Kokkos::make_pair(std::size_t{0}, std::size_t{3}))),
                       {"y shares memory with A"});
  araios::spmv(TypeParam{}, 1.0, a, part(0, 4), 0.0, part(4, 7));
  TypeParam{}.fence();
  EXPECT_EQ(to_vector<double>(part(4, 7)), (std::vector<double>{4, 0, 6}));
}

TYPED_TEST(SpMvCalls, ColumnsOfOneRowMajorMatrixShareNoMemory) {
  using Device = typename TypeParam::device_type;
  Kokkos::View<double**, Kokkos::LayoutRight, Device> const block("block", 4, 3);
  auto const column = [&](int j, int rows) {
    return Kokkos::subview(block, Kokkos::make_pair(0, rows), j);
  };
  Kokkos::deep_copy(column(2, 4), 1.0);
  araios::spmv(TypeParam{}, 1.0, this->matrix(), column(2, 4), 0.0, column(1, 3));
  TypeParam{}.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, block);
  EXPECT_EQ((std::vector<double>{host(0, 1), host(1, 1), host(2, 1)}),
            (std::vector<double>{4, 0, 6}));
  EXPECT_EQ(host(3, 1), 0.0);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spmv(TypeParam{}, 1.0, this->matrix(), column(1, 4), 0.0, column(1, 3)); },
      {"y shares memory with x"}));
}

TYPED_TEST(SpMvCalls, BadMatricesNameWhatIsWrong) {
  auto const x = this->vector(4);
  auto const y = this->vector(3);
  this->expect_refused(this->matrix({0, 2, 5}, {0, 3, 1, 2, 3}), x, y,
                       {"A.row_offsets has 3", "expected 4"});
  auto negative = this->matrix();
  negative.graph.num_rows = -3;
  this->expect_refused(negative, x, y, {"A is -3×4"});
  auto without_memory = this->matrix();
  without_memory.values =
      Kokkos::View<double*, typename TypeParam::device_type>(static_cast<double*>(nullptr), 5);
  this->expect_refused(without_memory, x, y, {"A.values has no memory"});
  if constexpr (araios::impl::is_host_space_v<TypeParam>) {
    this->expect_refused(
        this->matrix({1, 3, 3, 6}, {1, 4, 2, 3, 4}), x, y,
        {"A.row_offsets[0] is 1", "A.row_offsets[3] is 6", "A.columns has 5", "count from 1"});
    this->expect_refused(this->matrix({-1, 2, 2, 5}, {0, 3, 1, 2, 3}), x, y,
                         {"A.row_offsets[0] is -1", "expected 0"});
    this->expect_refused(this->matrix({0, 2, 2, 6}, {0, 3, 1, 2, 3}), x, y,
                         {"A.row_offsets[3] is 6", "A.columns has 5"});
    this->expect_refused(this->matrix({0, 2, 2, -1}, {0, 3, 1, 2, 3}), x, y,
                         {"A.row_offsets[3] is -1"});
    auto short_values = this->matrix();
    short_values.values = this->vector(4);
    this->expect_refused(short_values, x, y, {"A.row_offsets[3] is 5", "A.values has 4"});
  }
}

// The number of threads of a host does not show in the values: partitions of an instance stand for
// machines with fewer cores.
TYPED_TEST(SpMvCalls, ValuesDoNotDependOnTheNumberOfThreads) {
  using Device = typename TypeParam::device_type;
  if (TypeParam{}.concurrency() < 3) GTEST_SKIP() << "there are too few threads to share out";
  auto const x = to_view<double, Device>(with_reals<double>(full_pattern(1, 2000), 13).values, "x");
  auto const parts = Kokkos::Experimental::partition_space(TypeParam{}, 1, 1, 1);
  std::vector<HostPattern> const patterns{power_law_pattern(20 * share, 2000, 2000, 11),
                                          even_rows_pattern(2000)};
  for (auto const& pattern : patterns) {
    auto const a = to_device<Int32, Int32, Device>(with_reals<double>(pattern, 12));
    auto const whole = this->vector(static_cast<std::size_t>(pattern.num_rows));
    araios::spmv(TypeParam{}, 1.0, a, x, 0.0, whole);
    TypeParam{}.fence();
    for (TypeParam const& part : parts) {
      auto const y = this->vector(static_cast<std::size_t>(pattern.num_rows));
      araios::spmv(part, 1.0, a, x, 0.0, y);
      part.fence();
      EXPECT_EQ(to_vector<double>(y), to_vector<double>(whole))
          << pattern.label << ", " << part.concurrency() << " threads";
    }
  }
}

// The concept that callers may ask. What the compiler says is tested by .ci/refused_types.
using HostDevice = Kokkos::DefaultHostExecutionSpace::device_type;
template <class Scalar>
using HostVector = Kokkos::View<Scalar*, HostDevice>;
using HostCrs = araios::CrsMatrix<double, int, int, HostDevice>;
static_assert(araios::VectorBeside<HostVector<double>, HostCrs>);
static_assert(araios::VectorBeside<HostVector<double const>, HostCrs>);
static_assert(!araios::VectorBeside<HostVector<float>, HostCrs>, "A, x and y have one scalar");
static_assert(!araios::VectorBeside<Kokkos::View<double**, HostDevice>, HostCrs>,
              "vectors have one dimension");
static_assert(!araios::VectorBeside<HostVector<double>, HostCrs::graph_type>, "A has values");

}  // namespace
}  // namespace araios_test
