// SPDX-License-Identifier: BSD-3-Clause
// The rules that select the serial strategy of hosts: pure functions.
#pragma once

#include <Araios_Strategy.hpp>
#include <one_phase/Araios_OnePhaseTuning.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_ProductFacts.hpp>

#include <algorithm>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// Bounds the products of a small product. Single entries, a single thread and rows in registers
/// allow more; `products` tells whether rows of C are long.
///
/// Units: products.
inline std::int64_t most_small_products(ProductFacts const& facts, std::int64_t products,
                                        bool in_registers) {
  bool const is_alone = facts.concurrency == 1;
  if (products >= facts.m * tuning::small_long_row) {
    if (in_registers) return tuning::small_max_products_by_registers;
    if (is_alone) return tuning::small_max_products_of_long_rows_alone;
  }
  bool const has_single_entries = facts.nnz_a <= facts.m;
  return has_single_entries || is_alone ? tuning::small_max_products_alone
                                        : tuning::small_max_products;
}

/// Whether all known facts say that the product is too small to gain from more threads.
inline bool is_small_serial(ProductFacts const& facts) {
  if (std::max({facts.m, facts.k, facts.n}) > tuning::small_max_order) return false;
  if (facts.nnz_a + facts.nnz_b > tuning::small_max_entries) return false;
  bool const in_registers = facts.n <= facts.register_columns && facts.fit_registers.value_or(true);
  auto const is_small = [&](std::int64_t products) {
    return products <= most_small_products(facts, products, in_registers);
  };
  // Only a part of the estimate is believed, so that a product that it overestimates is counted.
  std::int64_t const sampled = facts.sampled_products.value_or(0) * tuning::small_sample_numerator /
                               tuning::small_sample_denominator;
  return is_small(sampled) && is_small(facts.products.value_or(0));
}

}  // namespace araios::inline ARAIOS_ISA::impl
