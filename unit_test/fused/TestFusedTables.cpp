// SPDX-License-Identifier: BSD-3-Clause
// The way of devices, by tables in both phases, on every execution space.

#include "support/BitwiseEqual.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceTriple.hpp"
#include "support/Types.hpp"
#include <Araios_Rap.hpp>
#include <fused/Araios_ColumnTable.hpp>
#include <platform/Araios_Access.hpp>
#include <rap/Araios_RapSymbolic.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios_test {
namespace {

template <class Space>
class FusedTables : public testing::Test {
 protected:
  using Views = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32, Views>;

  static Matrix device(HostMatrix<double> const& a) { return to_device<Int32, Int32, Views>(a); }

  /// A plan whose phases run by tables.
  template <class... Graphs>
  auto plan_of(araios::RapOptions const& options, Graphs const&... graphs) const {
    using Graph = decltype(araios::graph_of(std::declval<Matrix>()));
    araios::Workspace<Views> const workspace;
    return araios::impl::RapSymbolic<Int32, Space, Graph, true>{exec, options, workspace}.run(
        araios::graph_of(graphs)...);
  }
  void expect_galerkin(HostPattern const& of_a, HostPattern const& of_p) const {
    auto const host_a = with_integers<double>(of_a, 1);
    auto const host_p = with_integers<double>(of_p, 2);
    auto const a = device(host_a);
    auto const p = device(host_p);
    auto const plan = plan_of({}, a, p);
    EXPECT_EQ(plan.report().sums, araios::RapSums::tables);
    auto const c = plan.template allocate<double>(exec, "C");
    araios::rap_numeric(exec, plan, a, p, c);
    EXPECT_TRUE(same_matrix(to_host(c), reference_triple(transpose_of(host_p), host_a, host_p)));
  }
  Space exec;
};

TYPED_TEST_SUITE(FusedTables, Spaces, TypeNames);

TYPED_TEST(FusedTables, OperandsOfEveryForm) {
  for (auto const& of_a :
       {uniform_pattern(80, 80, 5, 1), with_duplicates_shuffled(uniform_pattern(80, 80, 5, 1), 2),
        with_dense_row(uniform_pattern(80, 80, 3, 3), 40), full_pattern(80, 80),
        colliding_pattern(80, 4, 16, 80, 3), empty_pattern(80, 80)}) {
    for (auto const& of_p :
         {uniform_pattern(80, 30, 2, 4), with_duplicates_shuffled(uniform_pattern(80, 30, 3, 4), 5),
          full_pattern(80, 5), diagonal_pattern(80), empty_pattern(80, 3)}) {
      this->expect_galerkin(of_a, of_p);
    }
  }
  this->expect_galerkin(empty_pattern(0, 0), empty_pattern(0, 0));
}

// Rows of more products than a word has bits, and of as many.
TYPED_TEST(FusedTables, RowsAroundAWordOfBits) {
  for (std::int64_t const size : {63, 64, 65, 127, 128, 129}) {
    this->expect_galerkin(full_pattern(size, size), full_pattern(size, 2));
  }
}

/// Powers of two in no order: products are exact, fused into a sum or not, and sums depend on their
/// order.
HostMatrix<double> with_powers_of_two(HostPattern const& pattern) {
  auto a = with_constant<double>(pattern, 1);
  int count = 0;
  for (auto& value : a.values) value = std::ldexp(1.0, 37 * count++ % 61 - 30);
  return a;
}

TYPED_TEST(FusedTables, SumsAreThoseOfWindowsBitByBit) {
  auto const a = this->device(with_powers_of_two(uniform_pattern(300, 300, 7, 1)));
  auto const p = this->device(with_powers_of_two(uniform_pattern(300, 90, 3, 2)));
  auto const plan = this->plan_of({}, a, p);
  auto const c = plan.template allocate<double>(this->exec, "C");
  araios::rap_numeric(this->exec, plan, a, p, c);
  EXPECT_TRUE(are_bitwise_equal(to_host(c), to_host(araios::rap(this->exec, a, p))));
}

TYPED_TEST(FusedTables, AnotherPatternOfEqualCountsIsRefused) {
  auto const host_a = with_integers<double>(uniform_pattern(60, 60, 4, 1), 1);
  auto const host_p = with_integers<double>(uniform_pattern(60, 20, 2, 2), 2);
  auto const a = this->device(host_a);
  auto const p = this->device(host_p);
  auto const plan = this->plan_of({}, a, p);
  auto const c = plan.template allocate<double>(this->exec, "C");
  auto moved = host_a;
  for (auto& column : moved.pattern.columns) column = 59;
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::rap_numeric(this->exec, plan, this->device(moved), p, c); },
      {"the pattern of R, A or P is not the one"}));
  araios::rap_numeric(this->exec, plan, a, p, c);
  EXPECT_TRUE(same_matrix(to_host(c), reference_triple(transpose_of(host_p), host_a, host_p)));
}

TEST(ColumnTable, HoldsExactlyAsManyColumnsAsSlots) {
  std::vector<int> keys(8, 0);
  araios::impl::ColumnTable<int, araios::impl::Exclusive> const table{keys.data(), 8};
  std::vector<bool> is_taken(8, false);
  for (int const column : {0, 8, 16, 1, 9, 5, 13, 24}) {  // most of one hash
    auto const slot = table.claim(column);
    ASSERT_TRUE(slot.is_there && slot.is_new);
    EXPECT_FALSE(is_taken[slot.index]);
    is_taken[slot.index] = true;
    EXPECT_EQ(table.column(slot.index), column);
  }
  EXPECT_FALSE(table.claim(32).is_there);
  EXPECT_FALSE(table.claim(24).is_new);
  EXPECT_TRUE(table.claim(24).is_there);
}

}  // namespace
}  // namespace araios_test
