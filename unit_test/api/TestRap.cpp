// SPDX-License-Identifier: BSD-3-Clause
// Triple products in one call and by plans, against the oracle: always exact.

#include "support/BitwiseEqual.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/Patterns.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceTriple.hpp"
#include "support/RowsOfMatrix.hpp"
#include "support/Types.hpp"
#include <Araios_Rap.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace araios_test {
namespace {

/// Row i has the single column i / size, but every seventh row is empty.
HostPattern aggregates(std::int64_t rows, std::int64_t size) {
  std::vector<std::vector<std::int64_t>> of_rows;
  for (std::int64_t row = 0; row < rows; ++row) {
    of_rows.push_back(row % 7 == 6 ? std::vector<std::int64_t>{}
                                   : std::vector<std::int64_t>{row / size});
  }
  return pattern_of((rows + size - 1) / size + 2, of_rows, "aggregates of " + std::to_string(size));
}

/// Rows whose transpose has `together` successive rows of equal columns.
HostPattern blocks(std::int64_t rows, std::int64_t together) {
  std::vector<std::vector<std::int64_t>> of_rows;
  std::int64_t const num_blocks = rows / 5 + 1;
  for (std::int64_t row = 0; row < rows; ++row) {
    std::vector<std::int64_t> columns;
    for (auto const block : {row / 5, (row + 2) / 5}) {
      for (std::int64_t i = 0; i < together && block < num_blocks; ++i) {
        if (columns.empty() || columns.back() < block * together + i) {
          columns.push_back(block * together + i);
        }
      }
    }
    of_rows.push_back(columns);
  }
  return pattern_of(num_blocks * together, of_rows,
                    "blocks of " + std::to_string(together) + " rows");
}

/// P for matrices of `rows` rows: smooth, direct, in blocks, unsorted, dense, empty.
std::vector<HostPattern> prolongators(std::int64_t rows) {
  return {uniform_pattern(rows, rows / 3 + 1, std::min<std::int64_t>(rows / 6 + 1, 3), 1),
          aggregates(rows, 3),
          aggregates(rows, 1),
          blocks(rows, 2),
          blocks(rows, 3),
          blocks(rows, 7),
          blocks(rows, 11),
          with_duplicates_shuffled(uniform_pattern(rows, rows / 2 + 1, 2, 3), 4),
          with_duplicates_shuffled(blocks(rows, 3), 5),
          full_pattern(rows, 3),
          empty_pattern(rows, 4),
          empty_pattern(rows, 0)};
}

/// A square A of each form.
std::vector<HostPattern> operators(std::int64_t rows) {
  auto const sorted = uniform_pattern(rows, rows, std::min<std::int64_t>(rows / 2, 6), 7);
  return {sorted, with_duplicates_shuffled(sorted, 8), with_dense_row(sorted, rows / 2),
          diagonal_pattern(rows), empty_pattern(rows, rows)};
}

template <class Types>
class Rap : public testing::Test {
 protected:
  using Space = typename Types::space;
  using Views = typename Space::device_type;
  using Value = typename Types::scalar;
  using Ordinal = typename Types::ordinal;
  using OffsetA = typename Types::offset_a;
  using OffsetP = typename Types::offset_b;
  using OffsetC = typename Types::offset_c;
  using Host = HostMatrix<Value>;
  static constexpr bool is_host = araios::impl::is_host_space_v<Space>;

  static auto device_a(Host const& a) { return to_device<OffsetA, Ordinal, Views>(a); }
  static auto device_p(Host const& p) { return to_device<OffsetP, Ordinal, Views>(p); }

  void expect_triple(Host const& r, Host const& a, Host const& p) const {
    for (bool const two_products : {false, true}) expect_triple(r, a, p, two_products);
  }
  void expect_triple(Host const& r, Host const& a, Host const& p, bool two_products) const {
    auto const options = options_for(two_products);
    auto const expected = reference_triple(r, a, p);
    auto const on_r = device_p(r);
    auto const on_a = device_a(a);
    auto const on_p = device_p(p);
    auto const c = araios::rap<OffsetC>(exec, on_r, on_a, on_p, options);
    static_assert(std::is_same_v<typename decltype(c.graph)::offset_type, OffsetC>);
    EXPECT_TRUE(same_matrix(to_host(c), expected));
    auto const plan =
        araios::rap_symbolic<OffsetC>(exec, on_r.graph, on_a.graph, on_p.graph, options);
    EXPECT_EQ(plan.nnz(), expected.pattern.num_entries());
    EXPECT_EQ(plan.report().sums == araios::RapSums::products, two_products);
    auto const shared = plan.template allocate<Value>(exec, "C");
    auto const own = plan.template allocate_writable<Value>(exec, "C");
    for (int repeat = 0; repeat < 2; ++repeat) {
      araios::rap_numeric(exec, plan, on_r, on_a, on_p, shared);
      araios::rap_numeric(exec, plan, on_r, on_a, on_p, own);
    }
    exec.fence();
    EXPECT_TRUE(same_matrix(to_host(shared), expected));
    EXPECT_TRUE(same_matrix(to_host(own), expected));
  }
  void expect_galerkin(Host const& a, Host const& p) const {
    auto const on_a = device_a(a);
    auto const on_p = device_p(p);
    for (bool const two_products : {false, true}) {
      auto options = options_for(two_products);
      auto const expected = reference_triple(transpose_of(p), a, p);
      EXPECT_TRUE(same_matrix(to_host(araios::rap<OffsetC>(exec, on_a, on_p, options)), expected));
      options.conjugate = true;
      auto const adjoint = reference_triple(adjoint_of(p), a, p);
      EXPECT_TRUE(same_matrix(to_host(araios::rap<OffsetC>(exec, on_a, on_p, options)), adjoint));
      auto const plan = araios::rap_symbolic<OffsetC>(exec, on_a, on_p, options);
      auto const c = plan.template allocate<Value>(exec, "C");
      araios::rap_numeric(exec, plan, on_a, on_p, c);
      exec.fence();
      EXPECT_TRUE(same_matrix(to_host(c), adjoint));
    }
  }
  static araios::RapOptions options_for(bool two_products) {
    araios::RapOptions options;
    options.two_products = two_products;
    options.deterministic = two_products;
    return options;
  }
  Space exec;
};

TYPED_TEST_SUITE_P(Rap);

TYPED_TEST_P(Rap, RFromP) {
  using Scalar = typename TypeParam::scalar;
  for (std::int64_t const rows : {1, 8, 90}) {
    for (auto const& of_a : operators(rows)) {
      for (auto const& of_p : prolongators(rows)) {
        this->expect_galerkin(with_integers<Scalar>(of_a, 1), with_integers<Scalar>(of_p, 2));
      }
    }
  }
}

TYPED_TEST_P(Rap, RGiven) {
  using Scalar = typename TypeParam::scalar;
  std::int64_t const rows = 60;
  auto const a = with_integers<Scalar>(uniform_pattern(rows, 40, 5, 1), 1);
  for (auto const& of_p : prolongators(40)) {
    for (auto const& of_r : prolongators(rows)) {
      this->expect_triple(transpose_of(with_integers<Scalar>(of_r, 3)), a,
                          with_integers<Scalar>(of_p, 2));
    }
  }
  this->expect_triple(
      with_integers<Scalar>(with_duplicates_shuffled(uniform_pattern(30, rows, 6, 4), 2), 3), a,
      with_integers<Scalar>(full_pattern(40, 9), 2));
  this->expect_triple(with_integers<Scalar>(empty_pattern(0, rows), 3), a,
                      with_integers<Scalar>(full_pattern(40, 2), 2));
}

// Columns by far outnumber entries, so that hosts sum in tables.
TYPED_TEST_P(Rap, MoreColumnsThanMemoryMayFollow) {
  using Scalar = typename TypeParam::scalar;
  std::int64_t const wide = 3'000'000;
  std::vector<std::vector<std::int64_t>> scattered;
  for (std::int64_t row = 0; row < 9; ++row) scattered.push_back(columns_apart(row, 7, 333'331));
  auto const a = with_integers<Scalar>(pattern_of(wide, scattered, "scattered"), 1);
  auto const r = with_integers<Scalar>(uniform_pattern(40, 9, 3, 2), 2);
  for (std::int64_t const together : {1, 2}) {
    HostPattern p{wide, wide, {0}, {}, "scattered rows"};
    for (std::int64_t row = 0; row < wide; ++row) {
      for (std::int64_t i = 0; i < together && row % 3 != 1; ++i) {
        p.columns.push_back((row * 7919 + i * 1'000'003) % wide);
      }
      p.row_offsets.push_back(p.num_entries());
    }
    auto const on_p = this->device_p(with_integers<Scalar>(p, 3));
    auto const plan = araios::rap_symbolic(this->exec, this->device_p(r), this->device_a(a), on_p,
                                           this->options_for(false));
    EXPECT_EQ(plan.report().sums, araios::RapSums::tables);
    this->expect_triple(r, a, with_integers<Scalar>(p, 3));
  }
}

TYPED_TEST_P(Rap, RowsOfALargerMatrix) {
  using Scalar = typename TypeParam::scalar;
  RowRange const of_a{20, 61};
  RowRange const of_p{10, 60};
  RowRange const of_r{3, 33};
  for (bool const check_reuse : {false, true}) {
    for (auto const& pattern : prolongators(70)) {
      auto const a = with_integers<Scalar>(uniform_pattern(80, 50, 4, 1), 1);
      auto const p = with_integers<Scalar>(pattern, 2);
      auto const r = with_integers<Scalar>(uniform_pattern(40, 41, 4, 3), 3);
      auto const part_of_a = rows_of(this->device_a(a), of_a);
      auto const part_of_p = rows_of(this->device_p(p), of_p);
      auto const part_of_r = rows_of(this->device_p(r), of_r);
      araios::RapOptions options;
      options.check_reuse = check_reuse;
      auto const plan = araios::rap_symbolic(this->exec, part_of_r, part_of_a, part_of_p, options);
      auto const c = plan.template allocate<Scalar>(this->exec, "C");
      araios::rap_numeric(this->exec, plan, part_of_r, part_of_a, part_of_p, c);
      EXPECT_TRUE(same_matrix(
          to_host(c),
          reference_triple(copy_of_rows(r, of_r), copy_of_rows(a, of_a), copy_of_rows(p, of_p))));
    }
  }
}

TYPED_TEST_P(Rap, APlanServesNewValues) {
  using Scalar = typename TypeParam::scalar;
  auto const of_a = with_duplicates_shuffled(uniform_pattern(60, 60, 5, 5), 1);
  for (auto const& of_p : prolongators(60)) {
    auto const a = with_integers<Scalar>(of_a, 1);
    auto const p = with_integers<Scalar>(of_p, 1);
    araios::RapOptions options;
    options.conjugate = true;
    options.check_reuse = true;
    auto const plan =
        araios::rap_symbolic(this->exec, this->device_a(a).graph, this->device_p(p).graph, options);
    auto const c = plan.template allocate<Scalar>(this->exec, "C");
    for (std::uint64_t const seed : {2U, 3U, 4U}) {
      auto const new_a = with_integers<Scalar>(of_a, seed);
      auto const new_p = with_integers<Scalar>(of_p, seed + 10);
      araios::rap_numeric(this->exec, plan, this->device_a(new_a), this->device_p(new_p), c);
      EXPECT_TRUE(same_matrix(to_host(c), reference_triple(adjoint_of(new_p), new_a, new_p)));
    }
  }
}

TYPED_TEST_P(Rap, SumsOfRealsRepeatBitwise) {
  using Scalar = typename TypeParam::scalar;
  auto const a = this->device_a(with_reals<Scalar>(uniform_pattern(500, 500, 8, 1), 1));
  for (auto const& of_p : prolongators(500)) {
    auto const p = this->device_p(with_reals<Scalar>(of_p, 2));
    for (bool const two_products : {false, true}) {
      auto const options = this->options_for(two_products);
      auto const whole = to_host(araios::rap(this->exec, a, p, options));
      EXPECT_TRUE(are_bitwise_equal(to_host(araios::rap(this->exec, a, p, options)), whole));
      auto const plan = araios::rap_symbolic(this->exec, a, p, options);
      auto const c = plan.template allocate<Scalar>(this->exec, "C");
      auto first = whole;  // plans of two products may sum in another order
      for (int i = 0; i < 3; ++i) {
        Kokkos::deep_copy(c.values, Scalar(7));
        araios::rap_numeric(this->exec, plan, a, p, c);
        if (two_products && i == 0) first = to_host(c);
        EXPECT_TRUE(are_bitwise_equal(to_host(c), first)) << of_p.label;
      }
    }
  }
}

/// Whether a call forms rows of C in one pass by several owners, which name their loop to tools.
template <class Call>
bool forms_rows_in_one_pass(Call const& call) {
  static bool is_formed;
  is_formed = false;
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(
      [](char const* name, std::uint32_t, std::uint64_t*) {
        if (std::string{name} == "araios::rap::form_rows") is_formed = true;
      });
  call();
  Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
  return is_formed;
}

// Short and long rows of A, with other numbers of columns than vectors have; rows of C whose
// columns lie close together or far apart; rows of R one by one and together.
TYPED_TEST_P(Rap, OneCallEqualsThePlanBitwise) {
  using Scalar = typename TypeParam::scalar;
  constexpr std::int64_t rows = 400;
  auto const far_apart = uniform_pattern(rows, 20'000, 3, 5);
  for (auto const& of_a : {uniform_pattern(rows, rows, 5, 1), uniform_pattern(rows, rows, 37, 2),
                           with_duplicates_shuffled(uniform_pattern(rows, rows, 23, 3), 4)}) {
    auto const a = this->device_a(with_reals<Scalar>(of_a, 1));
    for (auto const& of_p :
         {uniform_pattern(rows, 90, 3, 4), far_apart, with_duplicates_shuffled(far_apart, 6),
          uniform_pattern(rows, 70, 19, 7), blocks(rows, 3), blocks(rows, 7),
          aggregates(rows, 4)}) {
      auto const p = this->device_p(with_reals<Scalar>(of_p, 2));
      auto const plan = araios::rap_symbolic(this->exec, a, p, this->options_for(false));
      auto const c = plan.template allocate<Scalar>(this->exec, "C");
      araios::rap_numeric(this->exec, plan, a, p, c);
      HostMatrix<Scalar> whole;
      bool const in_one_pass = forms_rows_in_one_pass(
          [&] { whole = to_host(araios::rap(this->exec, a, p, this->options_for(false))); });
      EXPECT_TRUE(are_bitwise_equal(whole, to_host(c))) << of_a.label << ", " << of_p.label;
      if (this->exec.concurrency() == 1) continue;
      EXPECT_EQ(in_one_pass, TestFixture::is_host && !plan.report().is_direct) << of_p.label;
    }
  }
}

REGISTER_TYPED_TEST_SUITE_P(Rap, RFromP, RGiven, MoreColumnsThanMemoryMayFollow,
                            RowsOfALargerMatrix, APlanServesNewValues, SumsOfRealsRepeatBitwise,
                            OneCallEqualsThePlanBitwise);
INSTANTIATE_TYPED_TEST_SUITE_P(Double, Rap, DoubleTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexDouble, Rap, ComplexDoubleTypes, TypeNames);
#ifndef ARAIOS_TEST_REDUCED_TYPES
INSTANTIATE_TYPED_TEST_SUITE_P(Float, Rap, FloatTypes, TypeNames);
INSTANTIATE_TYPED_TEST_SUITE_P(ComplexFloat, Rap, ComplexFloatTypes, TypeNames);
#endif

}  // namespace
}  // namespace araios_test
