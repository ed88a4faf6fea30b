// SPDX-License-Identifier: BSD-3-Clause
// Products with op(A)·x and op(A)·X against the transpose as the test forms it, and their kernels.

#include "support/DenseColumns.hpp"
#include "support/ExpectedVector.hpp"
#include "support/Matchers.hpp"
#include "support/PathPatterns.hpp"
#include "support/Patterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/Types.hpp"
#include <Araios_GroupedCoo.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>
#include <transposed/Araios_TransposedProduct.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

/// op(A), entry by entry.
template <class Scalar, class Options>
HostMatrix<Scalar> op_of(HostMatrix<Scalar> const& a, Options const& options) {
  auto const result = options.transpose_a ? transpose_of(a) : a;
  return options.conjugate_a ? conjugate_of(result) : result;
}

/// Calls f with every op, the transposed ones also deterministic.
template <class Options, class F>
void for_each_op(F const& f) {
  for (int const bits : {1, 2, 3, 5, 7}) {
    Options options;
    options.transpose_a = (bits & 1) != 0;
    options.conjugate_a = (bits & 2) != 0;
    options.deterministic = (bits & 4) != 0;
    SCOPED_TRACE("transpose_a " + std::to_string(options.transpose_a) + ", conjugate_a " +
                 std::to_string(options.conjugate_a) + ", deterministic " +
                 std::to_string(options.deterministic));
    f(options);
  }
}

/// As many entries as several threads need to have parts: bands, rows over all columns, and more
/// columns than entries, so that parts are joined.
std::vector<HostPattern> patterns_of_several_parts() {
  return {band(4000, 5),
          uniform_pattern(900, 100, 20, 3),
          uniform_pattern(3000, 60'000, 8, 4),
          power_law_pattern(2000, 3000, 3000, 5),
          pattern_of_sizes({0, 9000, 0, 0, 9000, 3}, 700, "two rows"),
          with_duplicates_shuffled(uniform_pattern(900, 500, 12, 9), 3)};
}

template <class Types>
class OpProducts : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Value = typename Types::scalar;
  using Views = typename Space::device_type;
  using Dense = DenseColumns<Value>;

  static auto device_matrix(HostMatrix<Value> const& a) {
    return to_device<typename Types::offset_a, typename Types::ordinal, Views>(a);
  }

  void expect_vector(HostMatrix<Value> const& a, Value alpha, Value beta,
                     araios::SpMvOptions const& options) const {
    auto const op_a = op_of(a, options);
    auto const x = integers<Value>(op_a.pattern.num_cols, 5);
    auto const y = integers<Value>(op_a.pattern.num_rows, 6);
    auto const device_y = to_view<Value, Views>(y, "y");
    araios::spmv(exec, alpha, device_matrix(a), to_view<Value, Views>(x, "x"), beta, device_y,
                 options, workspace);
    exec.fence();
    EXPECT_TRUE(same_vector(to_vector<Value>(device_y), reference_spmv(alpha, op_a, x, beta, y)));
  }

  template <class LayoutB, class LayoutC, class Matrix>
  void expect_dense(HostMatrix<Value> const& host, Matrix const& a, std::int64_t cols,
                    araios::SpMmOptions const& options) const {
    auto const op_a = op_of(host, options);
    auto const b = integer_columns<Value>(op_a.pattern.num_cols, cols, 5);
    auto const c = integer_columns<Value>(op_a.pattern.num_rows, cols, 105);
    auto const view = to_dense_view<LayoutC, Views>(c, "C");
    araios::spmm(exec, Value{2}, a, to_dense_view<LayoutB, Views>(b, "B"), Value{3}, view, options,
                 workspace);
    exec.fence();
    EXPECT_TRUE(is_product(to_columns(view), Value{2}, op_a, b, Value{3}, c)) << cols;
  }
  template <class Matrix>
  void expect_all_orders(HostMatrix<Value> const& host, Matrix const& a, std::int64_t cols,
                         araios::SpMmOptions const& options) const {
    using Right = Kokkos::LayoutRight;
    using Left = Kokkos::LayoutLeft;
    expect_dense<Right, Right>(host, a, cols, options);
    expect_dense<Left, Left>(host, a, cols, options);
  }

  Space exec;
  araios::Workspace<Views> workspace;
};

TYPED_TEST_SUITE_P(OpProducts);

TYPED_TEST_P(OpProducts, VectorsEqualTheSerialLoop) {
  using Scalar = typename TypeParam::scalar;
  auto patterns = path_adversaries(50);
  for (auto const& pattern : patterns_of_several_parts()) patterns.push_back(pattern);
  for_each_op<araios::SpMvOptions>([&](auto const& options) {
    for (auto const& pattern : patterns) {
      SCOPED_TRACE(pattern.label);
      this->expect_vector(with_integers<Scalar>(pattern, 7), Scalar{1}, Scalar{0}, options);
      this->expect_vector(with_reals<Scalar>(pattern, 8), Scalar{2}, Scalar{3}, options);
    }
  });
}

TYPED_TEST_P(OpProducts, EveryAlphaAndBeta) {
  using Scalar = typename TypeParam::scalar;
  using Real = real_of_t<Scalar>;
  auto const a = with_integers<Scalar>(power_law_pattern(60, 80, 80, 9), 10);
  for_each_op<araios::SpMvOptions>([&](auto const& options) {
    for (int const alpha : {0, 1, -1, 3}) {
      for (int const beta : {0, 1, -1, 2}) {
        this->expect_vector(a, Scalar(static_cast<Real>(alpha)), Scalar(static_cast<Real>(beta)),
                            options);
      }
    }
  });
}

TYPED_TEST_P(OpProducts, EmptyDimensions) {
  using Scalar = typename TypeParam::scalar;
  for_each_op<araios::SpMvOptions>([&](auto const& options) {
    for (auto const& [rows, cols] : {std::pair{0, 0}, {0, 5}, {5, 0}, {1, 1}}) {
      this->expect_vector({empty_pattern(rows, cols), {}}, Scalar{2}, Scalar{3}, options);
      this->expect_vector({empty_pattern(rows, cols), {}}, Scalar{2}, Scalar{0}, options);
    }
  });
}

TYPED_TEST_P(OpProducts, DenseMatricesEqualTheSerialLoop) {
  using Scalar = typename TypeParam::scalar;
  for_each_op<araios::SpMmOptions>([&](auto const& options) {
    for (auto const& pattern :
         {band(4000, 5), uniform_pattern(900, 100, 20, 3), power_law_pattern(50, 40, 40, 5),
          empty_pattern(7, 3), empty_pattern(0, 3)}) {
      SCOPED_TRACE(pattern.label);
      auto const host = with_integers<Scalar>(pattern, 8);
      auto const a = this->device_matrix(host);
      for (std::int64_t const cols : {0, 1, 3, 16, 37}) {
        this->expect_all_orders(host, a, cols, options);
      }
    }
  });
}

TYPED_TEST_P(OpProducts, GroupsOfRowsEqualTheSerialLoop) {
  using Scalar = typename TypeParam::scalar;
  for_each_op<araios::SpMmOptions>([&](auto const& options) {
    if (options.deterministic && !araios::impl::is_host_space_v<typename TypeParam::space>) return;
    for (int const rows_per_group : {4, 8, 16}) {
      auto const host = with_integers<Scalar>(uniform_pattern(901, 100, 20, 3), 8);
      auto const groups =
          araios::to_grouped_coo(this->exec, this->device_matrix(host), rows_per_group);
      this->expect_all_orders(host, groups, 3, options);
      this->expect_all_orders(host, groups, 19, options);
    }
  });
}

// The same sums in the same order, by one thread and by all.
TYPED_TEST_P(OpProducts, DeterministicVectorsAreThoseOfEveryNumberOfThreads) {
  using Scalar = typename TypeParam::scalar;
  using Exec = typename TypeParam::space;
  using Device = typename Exec::device_type;
  araios::SpMvOptions const options{.transpose_a = true, .deterministic = true};
  for (auto const& pattern : patterns_of_several_parts()) {
    auto const a = this->device_matrix(with_reals<Scalar>(pattern, 12));
    auto const x = to_view<Scalar, Device>(
        with_reals<Scalar>(full_pattern(1, pattern.num_rows), 13).values, "x");
    auto const multiply = [&](Exec const& space) {
      Kokkos::View<Scalar*, Device> const y("y", static_cast<std::size_t>(pattern.num_cols));
      araios::spmv(space, Scalar{1}, a, x, Scalar{0}, y, options);
      space.fence();
      return to_vector<Scalar>(y);
    };
    auto const first = multiply(this->exec);
    auto const expect_same = [&](std::vector<Scalar> const& again) {
      EXPECT_EQ(std::memcmp(first.data(), again.data(), first.size() * sizeof(Scalar)), 0)
          << pattern.label;
    };
    expect_same(multiply(this->exec));
    if (this->exec.concurrency() < 2) continue;
    for (Exec const& part : Kokkos::Experimental::partition_space(this->exec, 1, 1)) {
      expect_same(multiply(part));
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(OpProducts, VectorsEqualTheSerialLoop, EveryAlphaAndBeta,
                            EmptyDimensions, DenseMatricesEqualTheSerialLoop,
                            GroupsOfRowsEqualTheSerialLoop,
                            DeterministicVectorsAreThoseOfEveryNumberOfThreads);
INSTANTIATE_TYPED_TEST_SUITE_P(Double, OpProducts, DoubleMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, OpProducts, ComplexDoubleMatrixTypes, TypeNames);
#ifndef ARAIOS_TEST_REDUCED_TYPES
INSTANTIATE_TYPED_TEST_SUITE_P(Float, OpProducts, FloatMatrixTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, OpProducts, ComplexFloatMatrixTypes, TypeNames);
#endif

constexpr araios::SpMvOptions transposes{.transpose_a = true};

template <class Space>
class TransposedCalls : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;
  using Vector = Kokkos::View<double*, Views>;

  /// 3×4, twos at (0, 0), (0, 3), (2, 1), (2, 2), (2, 3).
  static Matrix matrix() {
    return {{3, 4, to_view<Int32, Views>(std::vector<Int32>{0, 2, 2, 5}, "row_offsets"),
             to_view<Int32, Views>(std::vector<Int32>{0, 3, 1, 2, 3}, "columns")},
            to_view<double, Views>(std::vector<double>(5, 2.0), "values")};
  }
  static Vector vector(std::vector<double> const& values) {
    return to_view<double, Views>(values, "vector");
  }
  static std::vector<double> multiply(double alpha, Vector const& x, double beta, Vector const& y) {
    araios::spmv(Space{}, alpha, matrix(), x, beta, y, transposes);
    Space{}.fence();
    return to_vector<double>(y);
  }
  static void expect_refused(Matrix const& a, Vector const& x, Vector const& y,
                             std::vector<std::string> const& parts) {
    auto const before = to_vector<double>(y);
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spmv(Space{}, 1.0, a, x, 0.0, y, transposes); }, parts));
    EXPECT_EQ(to_vector<double>(y), before);
  }
};

TYPED_TEST_SUITE(TransposedCalls, Spaces, TypeNames);

TYPED_TEST(TransposedCalls, NothingOfYRemainsWhereBetaIsZero) {
  auto const y = this->vector({nan_value, nan_value, nan_value, nan_value});
  EXPECT_EQ(this->multiply(1, this->vector({1, 10, 100}), 0, y),
            (std::vector<double>{2, 200, 200, 202}));
  Kokkos::deep_copy(y, nan_value);
  EXPECT_EQ(this->multiply(0, this->vector({1, 10, 100}), 0, y), std::vector<double>(4, 0));
}

TYPED_TEST(TransposedCalls, WhereAlphaIsZeroXIsNotRead) {
  EXPECT_EQ(this->multiply(0, this->vector({nan_value, nan_value, nan_value}), 2,
                           this->vector({1, 2, 3, 4})),
            (std::vector<double>{2, 4, 6, 8}));
}

TYPED_TEST(TransposedCalls, WhatIsNoNumberReachesColumnsWithAnEntryAlone) {
  auto const y =
      this->multiply(1, this->vector({1, nan_value, 100}), 0, this->vector({5, 5, 5, 5}));
  EXPECT_EQ(y, (std::vector<double>{2, 200, 200, 202}));
}

TYPED_TEST(TransposedCalls, VectorsWithStridesAndRowsOfALargerMatrix) {
  using Device = typename TypeParam::device_type;
  Kokkos::View<double**, Kokkos::LayoutRight, Device> const xs("xs", 2, 3);
  Kokkos::View<double**, Kokkos::LayoutRight, Device> const ys("ys", 4, 2);
  Kokkos::deep_copy(Kokkos::subview(xs, Kokkos::ALL, 1), 1.0);
  for (bool const deterministic : {false, true}) {
    auto const y = Kokkos::subview(ys, Kokkos::ALL, 1);
    araios::spmv(TypeParam{}, 1.0, rows_of(this->matrix(), {1, 3}),
                 Kokkos::subview(xs, Kokkos::ALL, 1), 0.0, y,
                 araios::SpMvOptions{.transpose_a = true, .deterministic = deterministic});
    TypeParam{}.fence();
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, ys);
    EXPECT_EQ((std::vector<double>{host(0, 1), host(1, 1), host(2, 1), host(3, 1)}),
              (std::vector<double>{0, 2, 2, 2}));
    EXPECT_EQ((std::vector<double>{host(0, 0), host(1, 0), host(2, 0), host(3, 0)}),
              (std::vector<double>{0, 0, 0, 0}));
  }
}

TYPED_TEST(TransposedCalls, WrongLengthsAndSharedMemoryAreRefused) {
  auto const a = this->matrix();
  this->expect_refused(a, this->vector({1, 2, 3, 4}), this->vector({1, 2, 3, 4}),
                       {"x has 4", "expected 3", "rows"});
  this->expect_refused(a, this->vector({1, 2, 3}), this->vector({1, 2, 3}),
                       {"y has 3", "expected 4", "columns"});
  auto const both = this->vector({1, 2, 3, 4, 5, 6});
  using Part = typename TestFixture::Vector;
  this->expect_refused(a, Part(Kokkos::subview(both, Kokkos::make_pair(0, 3))),
                       Part(Kokkos::subview(both, Kokkos::make_pair(2, 6))),
                       {"y shares memory with x"});
  this->expect_refused(a, this->vector({1, 2, 3}),
                       Part(Kokkos::subview(a.values, Kokkos::make_pair(1, 5))),
                       {"y shares memory with A"});
}

TYPED_TEST(TransposedCalls, DenseShapesAreThoseOfTheTranspose) {
  using Dense = Kokkos::View<double**, Kokkos::LayoutRight, typename TypeParam::device_type>;
  araios::SpMmOptions const options{.transpose_a = true};
  auto const expect_refused = [&](Dense const& b, Dense const& c,
                                  std::vector<std::string> const& parts) {
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spmm(TypeParam{}, 1.0, this->matrix(), b, 0.0, c, options); }, parts));
  };
  expect_refused(Dense("B", 4, 2), Dense("C", 4, 2), {"rows of B is 4", "expected 3", "rows of A"});
  expect_refused(Dense("B", 3, 2), Dense("C", 3, 2),
                 {"rows of C is 3", "expected 4", "columns of A"});
}

TYPED_TEST(TransposedCalls, AWorkspaceServesAgainAndIsBounded) {
  using Device = typename TypeParam::device_type;
  if constexpr (araios::impl::is_host_space_v<TypeParam>) {
    auto const pattern = uniform_pattern(3000, 60'000, 8, 4);
    auto const a = to_device<Int32, Int32, Device>(with_constant(pattern, 1.0));
    typename TestFixture::Vector const x("x", 3000);
    typename TestFixture::Vector const y("y", 60'000);
    araios::Workspace<Device> const workspace;
    araios::SpMvOptions const options{.transpose_a = true, .deterministic = true};
    araios::spmv(TypeParam{}, 1.0, a, x, 0.0, y, options, workspace);
    auto const bytes = workspace.bytes();
    auto const most_sums = static_cast<std::size_t>(60'000 + pattern.num_entries());
    EXPECT_GT(bytes, 0U);
    EXPECT_LE(bytes, (most_sums + 1000) * sizeof(double));
    araios::spmv(TypeParam{}, 1.0, a, x, 0.0, y, options, workspace);
    EXPECT_EQ(workspace.bytes(), bytes);
  }
}

// What follows runs kernels of devices on hosts, and looks at the parts.

using Host = Kokkos::DefaultHostExecutionSpace;
using HostMatrixType = araios::CrsMatrix<double, Int32, Int32, Host::device_type>;
using HostGroups = decltype(araios::impl::entry_groups(HostMatrixType{}));
using HostOperands = araios::impl::TransposedOperands<HostGroups, araios::impl::SameElement>;

TEST(TransposedKernels, AtomicAndGatheredSumsEqualTheSerialLoop) {
  for (auto const& pattern : {uniform_pattern(90, 70, 6, 3), power_law_pattern(80, 60, 60, 4)}) {
    auto const host = with_integers<double>(pattern, 5);
    auto const a = to_device<Int32, Int32, Host::device_type>(host);
    auto const b = integer_columns<double>(pattern.num_rows, 3, 6);
    auto const c = integer_columns<double>(pattern.num_cols, 3, 60);
    auto const x = to_dense_view<Kokkos::LayoutLeft, Host::device_type>(b, "x");
    auto const expect_product = [&](auto const& multiply) {
      auto const y = to_dense_view<Kokkos::LayoutRight, Host::device_type>(c, "y");
      multiply(HostOperands{2,
                            3,
                            araios::impl::entry_groups(a),
                            araios::impl::strided_block<double const>(x),
                            araios::impl::strided_block<double>(y),
                            {}});
      Host{}.fence();
      EXPECT_TRUE(is_product(to_columns(y), 2.0, transpose_of(host), b, 3.0, c));
    };
    expect_product(
        [](auto const& operands) { araios::impl::scatter_atomically(Host{}, operands); });
    expect_product(
        [&](auto const& operands) { araios::impl::gather_columns(Host{}, operands, a); });
  }
}

TEST(TransposedKernels, ComplexSumsAreAtomicByParts) {
  Kokkos::complex<double> sum{1, 2};
  araios::impl::add_atomically(sum, Kokkos::complex<double>{10, 20});
  EXPECT_EQ(sum, (Kokkos::complex<double>{11, 22}));
}

/// The parts of a pattern, at most so many.
std::vector<araios::impl::ScatterPart> parts_of(HostPattern const& pattern, std::size_t most) {
  auto const a = to_device<Int32, Int32, Host::device_type>(with_constant(pattern, 1.0));
  Kokkos::View<araios::impl::ScatterPart*, Host::device_type> const parts("parts", most);
  auto const count = araios::impl::cut_into_parts(Host{}, araios::impl::entry_groups(a), parts);
  return {parts.data(), parts.data() + count};
}

TEST(ScatterParts, HaveAllRowsInOrderAndTheirColumnsAlone) {
  for (auto const& pattern : patterns_of_several_parts()) {
    auto const parts = parts_of(pattern, 8);
    std::int64_t next_row = 0;
    std::int64_t num_sums = 0;
    for (auto const& part : parts) {
      EXPECT_EQ(part.begin, next_row) << pattern.label;
      EXPECT_EQ(part.first_sum, num_sums) << pattern.label;
      for (auto entry = pattern.row_begin(part.begin); entry < pattern.row_end(part.end - 1);
           ++entry) {
        EXPECT_GE(pattern.column(entry), part.first_column);
        EXPECT_LT(pattern.column(entry), part.end_column);
      }
      next_row = part.end;
      num_sums += part.num_sums();
    }
    EXPECT_EQ(next_row, pattern.num_rows) << pattern.label;
    EXPECT_LE(num_sums, pattern.num_cols + pattern.num_entries()) << pattern.label;
  }
}

TEST(ScatterParts, OfABandShareFewColumns) {
  auto const parts = parts_of(band(4000, 5), 8);
  ASSERT_EQ(parts.size(), 8U);
  for (auto const& part : parts) EXPECT_EQ(part.num_sums(), part.end - part.begin + 4);
}

TEST(ScatterParts, AreJoinedWhereTheirSumsOutnumberEntries) {
  EXPECT_EQ(parts_of(uniform_pattern(3000, 60'000, 8, 4), 8).size(), 1U);
  EXPECT_EQ(parts_of(uniform_pattern(3000, 6'000, 8, 4), 8).size(), 4U);
}

TEST(ScatterParts, AreAsManyAsThreadsOrStepsAllow) {
  constexpr std::int64_t steps = araios::impl::tuning::transposed_host_steps_per_part;
  EXPECT_EQ(araios::impl::most_scatter_parts(steps - 1, 8), 1);
  EXPECT_EQ(araios::impl::most_scatter_parts(3 * steps, 8), 3);
  EXPECT_EQ(araios::impl::most_scatter_parts(100 * steps, 8), 8);
  EXPECT_EQ(araios::impl::most_scatter_parts(100 * steps, 0),
            araios::impl::tuning::transposed_host_parts_for_any_threads);
}

}  // namespace
}  // namespace araios_test
