// SPDX-License-Identifier: BSD-3-Clause
// What is known of a product when its strategy is chosen: a plain record.
#pragma once

#include <Araios_SpGemmOptions.hpp>
#include <Araios_Strategy.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <cstdint>
#include <optional>

namespace araios::inline ARAIOS_ISA::impl {

/// Facts of one call of C = op(A)·op(B), each gathered once and handed down from strategy to
/// strategy. Facts that are not known yet are unset; rules take them to be favourable.
struct ProductFacts {
  bool is_host = true;
  int concurrency = 1;         ///< owners that run at the same time
  bool is_whole_call = false;  ///< C is wanted now, and no plan
  bool have_arrays = false;    ///< both operands have rows, columns and memory for their entries
  std::int64_t m = 0, k = 0, n = 0;
  std::int64_t nnz_a = 0, nnz_b = 0;  ///< where the host reads them without a copy
  std::int64_t register_columns = 0;  ///< most columns of C whose rows fit SIMD registers

  std::optional<bool> are_valid;                 ///< both patterns, as they are given
  std::optional<std::int64_t> sampled_products;  ///< of the whole product
  std::optional<std::int64_t> products;          ///< exact
  std::optional<bool> fit_registers;             ///< rows of C, with those of B spread out
  std::optional<RowLoop> sampled_loop;           ///< what a sample of rows advises
  std::optional<bool> are_even;                  ///< no thread would wait for a few rows
  std::optional<bool> are_two_phases_preferred;  ///< since B compresses well
  std::optional<bool> records_pattern;           ///< as the rules of methods decide
  std::optional<bool> bins_fit;                  ///< under the cap
  std::optional<bool> b_ascends;                 ///< strictly, in every row of op(B)
};

}  // namespace araios::inline ARAIOS_ISA::impl
