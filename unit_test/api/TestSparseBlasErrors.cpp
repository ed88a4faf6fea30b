// SPDX-License-Identifier: BSD-3-Clause
// What the views and the sparse products of the C++ Sparse BLAS refuse, and that c stays as it was.

#include "support/Matchers.hpp"
#include "support/SparseBlasArrays.hpp"

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using Arrays = BlasArrays<BlasTypes<double, int, int>>;
using Csr = Arrays::csr;
using Csc = Arrays::csc;

Arrays random(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
  return Arrays{with_small_values<double>(uniform_pattern(rows, cols, 3, seed), seed)};
}

/// A product that has been computed, with the arrays that its result needs.
struct Computed {
  Arrays a = random(10, 8, 1);
  Arrays b = random(8, 6, 2);
  Arrays d = random(10, 6, 3);
  BlasResult<Csr> c{10, 6};
  sb::operation_info_t info;

  Computed() {
    sb::multiply_compute(info, a.by_rows(), b.by_rows(), c.view);
    c.allocate(info);
    c.offsets.assign(c.offsets.size(), 77);
  }

  /// Whether a call throws this, and leaves c and the info.
  template <class Call>
  testing::AssertionResult refuses(Call const& call, std::vector<std::string> const& parts) const {
    auto const nnz = info.result_nnz();
    auto const result = throws<std::invalid_argument>(call, parts);
    bool const is_same = c.values == std::vector<double>(c.values.size(), 99) &&
                         c.indices == std::vector<int>(c.indices.size(), -9) &&
                         c.offsets == std::vector<int>(c.offsets.size(), 77) &&
                         info.result_nnz() == nnz;
    if (!is_same) return testing::AssertionFailure() << "c or the info has changed";
    return result;
  }
};

TEST(SparseBlasViews, TakePointersAndRanges) {
  std::vector<double> values{1, 2, 3};
  std::vector<int> const offsets{0, 2, 3};
  std::vector<int> indices{0, 1, 1};
  std::size_t const rows = 2;
  sb::csr_view const a(values, offsets, indices, {rows, 2}, values.size());
  static_assert(std::is_same_v<decltype(a), sb::csr_view<double, int, int const> const>);
  sb::csc_view const b(values.data(), offsets.data(), indices.data(), {rows, 2}, 3L);
  static_assert(std::is_same_v<decltype(b), sb::csc_view<double, int, int const> const>);
  EXPECT_EQ(a.values().data(), values.data());
  EXPECT_EQ(a.rowptr().size(), 3u);
  EXPECT_EQ(a.colind().data(), indices.data());
  EXPECT_EQ(b.values().size(), 3u);
  EXPECT_EQ(b.colptr().size(), 3u);
  EXPECT_EQ(b.rowind().size(), 3u);
  EXPECT_EQ(a.size(), 3);
  auto const [num_rows, num_cols] = a.shape();
  EXPECT_EQ(num_rows, 2);
  EXPECT_EQ(num_cols, 2);
}

TEST(SparseBlasViews, UpdateTakesOtherArrays) {
  std::vector<double> values{1, 2, 3};
  std::vector<int> offsets{0, 2, 3};
  std::vector<int> indices{0, 1, 1};
  Csr c(nullptr, offsets.data(), nullptr, {2, 4}, 0);
  EXPECT_TRUE(c.values().empty());
  EXPECT_EQ(c.rowptr().size(), 3u);
  c.update(values, offsets, indices);
  EXPECT_EQ(c.size(), 3);
  EXPECT_EQ(c.shape(), (sb::index<int>{2, 4}));
  c.update({values.data(), 2}, {offsets.data(), 2}, {indices.data(), 2}, {1, 5}, 2);
  EXPECT_EQ(c.size(), 2);
  EXPECT_EQ(c.shape()[1], 5);
  EXPECT_EQ(c.colind().size(), 2u);
}

TEST(SparseBlasViews, SizesThatCannotBeAreRefused) {
  std::vector<int> offsets(3);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        Csr(nullptr, offsets.data(), nullptr, {-1, 3}, 0);
      },
      {"-1×3", "negative"}));
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        Csr(nullptr, offsets.data(), nullptr, {2, 3}, -4);
      },
      {"-4", "at least 0"}));
  EXPECT_TRUE(throws<std::overflow_error>(
      [&] {
        Csr(nullptr, offsets.data(), nullptr, {2, 3}, std::int64_t{1} << 40);
      },
      {"the number of entries of a view", "32-bit"}));
  EXPECT_TRUE(throws<std::overflow_error>([&] { sb::index<int>(std::int64_t{1} << 40, 2); },
                                          {"the number of rows", "32-bit"}));
}

TEST(SparseBlasViews, TransposedHasTheSameArrays) {
  auto a = random(4, 5, 1);
  auto const t = sb::transposed(a.by_rows());
  static_assert(std::is_same_v<decltype(t), Csc const>);
  EXPECT_EQ(t.colptr().data(), a.offsets.data());
  EXPECT_EQ(t.shape(), (sb::index<int>{5, 4}));
  static_assert(std::is_same_v<decltype(sb::transposed(t)), Csr>);
  static_assert(std::is_same_v<decltype(sb::conjugated(t)), Csc>);
}

TEST(SparseBlasErrors, ShapesThatDoNotFitAreNamed) {
  Computed p;
  auto wide = random(9, 6, 4);
  BlasResult<Csr> other{10, 7};
  EXPECT_TRUE(
      p.refuses([&] { sb::multiply_compute(p.info, p.a.by_rows(), wide.by_rows(), p.c.view); },
                {"multiply_compute: a is 10×8 and b is 9×6", "columns of a as rows of b"}));
  EXPECT_TRUE(
      p.refuses([&] { sb::multiply_compute(p.info, p.a.by_rows(), p.b.by_rows(), other.view); },
                {"c is 10×7, expected 10×6"}));
  EXPECT_TRUE(p.refuses(
      [&] { sb::multiply_compute(p.info, p.a.by_rows(), p.b.by_rows(), p.c.view, wide.by_rows()); },
      {"d is 9×6, expected 10×6"}));
}

TEST(SparseBlasErrors, ArraysThatAreMissingAreNamed) {
  Computed p;
  auto const a = p.a.by_rows();
  auto const b = p.b.by_rows();
  Csr const no_offsets(nullptr, nullptr, nullptr, {10, 6}, 0);
  EXPECT_TRUE(p.refuses([&] { sb::multiply_compute(p.info, a, b, no_offsets); },
                        {"c.rowptr is null", "11 for a 10×6 matrix"}));
  EXPECT_TRUE(
      p.refuses([&] { sb::multiply_fill(p.info, a, b, no_offsets); }, {"c.rowptr is null"}));
  Csr const unallocated(nullptr, p.c.offsets.data(), nullptr, {10, 6}, 0);
  EXPECT_TRUE(p.refuses([&] { sb::multiply_fill(p.info, a, b, unallocated); },
                        {"c.values is null", std::to_string(p.info.result_nnz())}));
  Csr c = p.c.view;
  auto const nnz = p.c.values.size();
  c.update({p.c.values.data(), nnz}, p.c.offsets, {p.c.indices.data(), nnz - 1});
  EXPECT_TRUE(
      p.refuses([&] { sb::multiply_fill(p.info, a, b, c); },
                {"c.colind has " + std::to_string(nnz - 1), "at least " + std::to_string(nnz)}));
  Csr const short_offsets(p.c.values, std::vector<int>(10), p.c.indices, {10, 6}, nnz);
  EXPECT_TRUE(p.refuses([&] { sb::multiply_fill(p.info, a, b, short_offsets); },
                        {"c.rowptr has 10 elements, expected 11"}));
  double* const no_values = nullptr;
  Csr const no_values_of_a(no_values, p.a.offsets.data(), p.a.indices.data(), {10, 8},
                           p.a.values.size());
  EXPECT_TRUE(p.refuses([&] { sb::multiply_compute(p.info, no_values_of_a, b, p.c.view); },
                        {"a.values is null"}));
  Csc const no_rows_of_b(p.b.values.data(), p.b.offsets.data(), nullptr, {6, 8}, p.b.values.size());
  EXPECT_TRUE(
      p.refuses([&] { sb::multiply_compute(p.info, a, sb::transposed(no_rows_of_b), p.c.view); },
                {"b.colind is null"}));
  Csc const by_columns(p.b.values.data(), nullptr, p.b.indices.data(), {8, 6}, p.b.values.size());
  EXPECT_TRUE(p.refuses([&] { sb::multiply_compute(p.info, a, by_columns, p.c.view); },
                        {"b.colptr is null", "7 for a 8×6 matrix"}));
}

TEST(SparseBlasErrors, CallsOutOfOrderSayWhatIsMissing) {
  Computed p;
  sb::operation_info_t empty;
  auto const a = p.a.by_rows();
  auto const b = p.b.by_rows();
  EXPECT_TRUE(p.refuses([&] { sb::multiply_fill(empty, a, b, p.c.view); },
                        {"multiply_fill: the info holds no product", "call multiply_compute"}));
  EXPECT_TRUE(p.refuses([&] { sb::multiply_symbolic_fill(empty, a, b, p.c.view); },
                        {"multiply_symbolic_fill:", "call multiply_symbolic_compute"}));
  EXPECT_TRUE(p.refuses([&] { sb::multiply_numeric(empty, a, b, p.c.view); },
                        {"multiply_numeric:", "call multiply_symbolic_compute"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { empty.result_nnz(); }, {"multiply_compute"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { empty.result_shape(); }, {"multiply_compute"}));
  std::vector<double> const x(8, 1);
  std::vector<double> y(10);
  auto dense = sb::multiply_inspect(a, x, y);
  EXPECT_TRUE(p.refuses([&] { sb::multiply_fill(dense, a, b, p.c.view); },
                        {"no product whose result has the types of c"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { sb::multiply(p.info, a, x, y); },
                                            {"multiply: the info holds no product of a with"}));
}

TEST(SparseBlasErrors, OtherKindsThanPlannedAreNamed) {
  Computed p;
  auto const a = p.a.by_rows();
  auto const b = p.b.by_rows();
  auto square = random(10, 10, 5);
  BlasResult<Csr> c{10, 10};
  auto const info = sb::multiply_compute(square.by_rows(), square.by_rows(), c.view);
  c.allocate(info);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { sb::multiply_fill(info, square.by_columns(), square.by_rows(), c.view); },
      {"a is a csc_view, unlike in multiply_compute"}));
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { sb::multiply_fill(info, square.by_rows(), square.by_columns(), c.view); },
      {"b is a csc_view, unlike in multiply_compute"}));
  Csc const by_columns(c.values, c.offsets, c.indices, {10, 10}, c.values.size());
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { sb::multiply_fill(info, square.by_rows(), square.by_rows(), by_columns); },
      {"c is a csc_view, unlike in multiply_compute"}));
  EXPECT_EQ(c.values, std::vector<double>(c.values.size(), 99));
  EXPECT_TRUE(p.refuses([&] { sb::multiply_fill(p.info, a, b, p.c.view, p.d.by_rows()); },
                        {"d is given, unlike in multiply_compute"}));
  sb::operation_info_t with_d;
  BlasResult<Csr> sum{10, 6};
  sb::multiply_compute(with_d, a, b, sum.view, p.d.by_rows());
  sum.allocate(with_d);
  EXPECT_TRUE(p.refuses([&] { sb::multiply_fill(with_d, a, b, sum.view); },
                        {"d is not given, unlike in multiply_compute"}));
}

TEST(SparseBlasErrors, AnotherKindOfDThanPlannedIsNamed) {
  auto square = random(10, 10, 5);
  auto const a = square.by_rows();
  auto const by_columns = square.by_columns();
  BlasResult<Csr> c{10, 10};
  sb::operation_info_t rows;
  sb::multiply_compute(rows, a, a, c.view, a);
  sb::operation_info_t columns;
  sb::multiply_compute(columns, a, a, c.view, by_columns);
  c.allocate(columns);
  EXPECT_TRUE(
      throws<std::invalid_argument>([&] { sb::multiply_fill(rows, a, a, c.view, by_columns); },
                                    {"d is a csc_view, unlike in multiply_compute"}));
  EXPECT_TRUE(throws<std::invalid_argument>([&] { sb::multiply_fill(columns, a, a, c.view, a); },
                                            {"d is a csr_view, unlike in multiply_compute"}));
  std::vector<std::int64_t> const wide(square.offsets.begin(), square.offsets.end());
  sb::csc_view const with_wide_offsets(square.values, wide, square.indices, {10, 10},
                                       square.values.size());
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { sb::multiply_fill(columns, a, a, c.view, with_wide_offsets); },
      {"d.colptr has another type than in multiply_compute"}));
  EXPECT_EQ(c.values, std::vector<double>(c.values.size(), 99));
}

TEST(SparseBlasErrors, AnotherPatternIsFoundBeforeCIsWritten) {
  Computed p;
  auto const b = p.b.by_rows();
  auto moved = p.a;
  for (auto& column : moved.indices) column = 7 - column;
  EXPECT_TRUE(p.refuses([&] { sb::multiply_fill(p.info, moved.by_rows(), b, p.c.view); },
                        {"the pattern of A"}));
  auto other = random(10, 8, 9);
  EXPECT_TRUE(p.refuses([&] { sb::multiply_fill(p.info, other.by_rows(), b, p.c.view); },
                        {"A is 10×8", "the plan was made for"}));
  sb::operation_info_t with_d;
  BlasResult<Csr> sum{10, 6};
  sb::multiply_compute(with_d, p.a.by_rows(), b, sum.view, p.d.by_rows());
  sum.allocate(with_d);
  auto moved_d = p.d;
  for (auto& column : moved_d.indices) column = 5 - column;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { sb::multiply_numeric(with_d, p.a.by_rows(), b, sum.view, moved_d.by_rows()); },
      {"the pattern of d"}));
  sb::operation_info_t with_turned_d;
  auto turned_d = random(6, 10, 3);
  sb::multiply_compute(with_turned_d, p.a.by_rows(), b, sum.view, turned_d.by_columns());
  sum.allocate(with_turned_d);
  for (auto& row : turned_d.indices) row = 9 - row;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] {
        sb::multiply_numeric(with_turned_d, p.a.by_rows(), b, sum.view, turned_d.by_columns());
      },
      {"the pattern of d"}));
  EXPECT_EQ(sum.values, std::vector<double>(sum.values.size(), 99));
  sum.allocate(with_d);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { sb::multiply_numeric(with_d, moved.by_rows(), b, sum.view, p.d.by_rows()); },
      {"the pattern of A"}));
  EXPECT_EQ(sum.values, std::vector<double>(sum.values.size(), 99));
  EXPECT_EQ(sum.indices, std::vector<int>(sum.indices.size(), -9));
}

TEST(SparseBlasErrors, BrokenPatternsAreNamed) {
  Computed p;
  auto broken = p.b;
  broken.indices[0] = 6;
  EXPECT_TRUE(
      p.refuses([&] { sb::multiply_compute(p.info, p.a.by_rows(), broken.by_rows(), p.c.view); },
                {"B.columns[0] is 6", "[0, 6)"}));
  auto turned = random(6, 8, 6);
  turned.indices[0] = -2;
  EXPECT_TRUE(
      p.refuses([&] { sb::multiply_compute(p.info, p.a.by_rows(), turned.by_columns(), p.c.view); },
                {"B.columns[0] is -2", "what a csc_view has in its columns"}));
  BlasResult<Csc> by_columns{10, 6};
  EXPECT_TRUE(p.refuses(
      [&] { sb::multiply_compute(p.info, p.a.by_rows(), broken.by_rows(), by_columns.view); },
      {"A.columns[0] is 6", "A is b and B is a"}));
  auto broken_d = p.d;
  broken_d.offsets[4] = 1000;
  EXPECT_TRUE(p.refuses(
      [&] {
        sb::multiply_compute(p.info, p.a.by_rows(), p.b.by_rows(), p.c.view, broken_d.by_rows());
      },
      {"d.row_offsets[4] is 1000"}));
  turned = random(6, 10, 6);
  turned.indices[0] = -2;
  EXPECT_TRUE(p.refuses(
      [&] {
        sb::multiply_compute(p.info, p.a.by_rows(), p.b.by_rows(), p.c.view, turned.by_columns());
      },
      {"d.columns[0] is -2", "what a csc_view has in its columns"}));
}

TEST(SparseBlasErrors, AResultInTheMemoryOfAnOperandIsRefused) {
  Computed p;
  auto const a = p.a.by_rows();
  auto const b = p.b.by_rows();
  Csr const over_a(nullptr, p.a.offsets.data(), nullptr, {10, 6}, 0);
  EXPECT_TRUE(
      p.refuses([&] { sb::multiply_compute(p.info, a, b, over_a); }, {"c shares memory with a"}));
  sb::operation_info_t with_d;
  BlasResult<Csr> sum{10, 6};
  auto full = Arrays{with_small_values<double>(full_pattern(10, 6), 7)};
  sb::multiply_compute(with_d, a, b, sum.view, full.by_rows());
  sum.allocate(with_d);
  Csr const over_d(full.values, sum.offsets, sum.indices, {10, 6}, 60);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { sb::multiply_fill(with_d, a, b, over_d, full.by_rows()); },
      {"multiply_fill: c shares memory with d"}));
}

TEST(SparseBlasOptions, ReachThePlan) {
  auto a = random(20, 20, 8);
  BlasResult<Csr> c{20, 20};
  sb::operation_info_t info;
  EXPECT_TRUE(info.options().check_reuse);
  araios::SpGemmOptions options;
  options.max_workspace_bytes = 1;
  info.set_options(options);
  EXPECT_TRUE(throws<araios::OutOfMemory>(
      [&] { sb::multiply_compute(info, a.by_rows(), a.by_rows(), c.view); }, {"allowed are 1"}));
  options = {};
  options.replay = true;
  info.set_options(options);
  sb::multiply_symbolic_compute(info, a.by_rows(), a.by_rows(), c.view);
  c.allocate(info);
  for (int turn = 0; turn < 2; ++turn) {
    for (auto& value : a.values) value = 2 - value;
    sb::multiply_numeric(info, a.by_rows(), a.by_rows(), c.view);
    EXPECT_TRUE(same_elements(c, product_of(dense_of(a.by_rows()), dense_of(a.by_rows()))));
  }
}

TEST(SparseBlasPolicy, AnInstanceMultipliesInItsMemory) {
  using Space = Kokkos::DefaultExecutionSpace;
  using Device = Space::device_type;
  Space const exec;
  auto a = random(15, 15, 9);
  auto const values = to_view<double, Device>(a.values, "values");
  auto const offsets = to_view<int, Device>(a.offsets, "offsets");
  auto const indices = to_view<int, Device>(a.indices, "indices");
  Csr const given(values.data(), offsets.data(), indices.data(), {15, 15}, a.values.size());
  Kokkos::View<int*, Device> const c_offsets("c", 16);
  Csr c(nullptr, c_offsets.data(), nullptr, {15, 15}, 0);
  auto const info = sb::multiply_compute(exec, given, sb::transposed(given), c, given);
  auto const nnz = static_cast<std::size_t>(info.result_nnz());
  Kokkos::View<double*, Device> const c_values("c", nnz);
  Kokkos::View<int*, Device> const c_indices("c", nnz);
  c.update({c_values.data(), nnz}, {c_offsets.data(), 16}, {c_indices.data(), nnz});
  sb::multiply_fill(exec, info, given, sb::transposed(given), c, given);
  HostMatrix<double> found;
  found.pattern = {15, 15, to_vector<std::int64_t>(c_offsets), to_vector<std::int64_t>(c_indices),
                   "c"};
  found.values = to_vector<double>(c_values);
  auto const dense = dense_of(a.by_rows());
  EXPECT_TRUE(same_elements(found, sum_of(product_of(dense, transpose_of(dense)), dense)));
}

}  // namespace
}  // namespace araios_test
