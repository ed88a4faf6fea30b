// SPDX-License-Identifier: BSD-3-Clause
// Translation units with different instruction sets in one program: each runs code of its own.

#include "InstructionSetUnit.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"

#include <gtest/gtest.h>

#include <string>

namespace araios_test {
namespace {

#ifdef ARAIOS_TEST_TWO_INSTRUCTION_SETS

class InstructionSets : public testing::Test {
 protected:
  void SetUp() override {
    if (baseline.flags == native.flags) {
      GTEST_SKIP() << "the build has the instruction set of the baseline, " << native.flags;
    }
  }

  void expect_right_products(HostPattern const& pattern_a, HostPattern const& pattern_b) const {
    auto const a = with_integers<double>(pattern_a, 5);
    auto const b = with_integers<double>(pattern_b, 6);
    auto const expected = reference_product(a, b);
    for (auto const& unit : {baseline, native}) {
      SCOPED_TRACE(unit.name);
      EXPECT_TRUE(same_matrix(unit.whole_call(a, b), expected));
      EXPECT_TRUE(same_matrix(unit.two_phases(a, b), expected));
    }
  }

  InstructionSetUnit const baseline = baseline_unit();
  InstructionSetUnit const native = native_unit();
};

TEST_F(InstructionSets, PublicAndInsideTypesHaveNamesOfTheirOwn) {
  EXPECT_NE(baseline.name, native.name);
  for (auto const& unit : {baseline, native}) {
    EXPECT_NE(unit.symbol.find(unit.name), std::string::npos) << unit.symbol;
    EXPECT_NE(unit.inside_symbol.find(unit.name), std::string::npos) << unit.inside_symbol;
  }
  EXPECT_NE(baseline.symbol, native.symbol);
  EXPECT_NE(baseline.inside_symbol, native.inside_symbol);
}

TEST_F(InstructionSets, ProductsOfShortRowsAreRightInBoth) {
  expect_right_products(uniform_pattern(700, 600, 5, 1), uniform_pattern(600, 800, 4, 2));
}

TEST_F(InstructionSets, ProductsOfLongRowsAreRightInBoth) {
  expect_right_products(power_law_pattern(400, 500, 300, 3), power_law_pattern(500, 3000, 400, 4));
}

#else

TEST(InstructionSets, ProductsAreRightInBoth) {
  GTEST_SKIP() << "needs sources in C++ and a compiler that takes -march=x86-64";
}

#endif

}  // namespace
}  // namespace araios_test
