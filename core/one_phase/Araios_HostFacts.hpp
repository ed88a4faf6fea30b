// SPDX-License-Identifier: BSD-3-Clause
// The facts of a product that a host knows without reading a pattern.
#pragma once

#include <one_phase/Araios_NarrowProduct.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <platform/Araios_InlineOrLaunch.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_ProductFacts.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// Gathers shapes, numbers of entries, and whether the operands have the memory that these need.
///
/// Pre:    `exec` is an instance of a host space.
/// Fences: once, before the last row offsets of A and B are read.
template <class ExecutionSpace, class A, class B>
ProductFacts host_facts(ExecutionSpace const& exec, A const& a, B const& b) {
  ProductFacts facts;
  facts.concurrency = exec.concurrency();
  facts.is_whole_call = true;
  facts.m = a.graph.num_rows;
  facts.k = a.graph.num_cols;
  facts.n = b.graph.num_cols;
  facts.register_columns =
      NarrowProduct<typename A::scalar_type, typename A::ordinal_type>::max_columns;
  if (a.graph.num_cols != b.graph.num_rows) return facts;
  fence_small_work(exec);
  auto const arrays_a = plain_arrays_of(a);
  auto const arrays_b = plain_arrays_of(b);
  if (!arrays_a || !arrays_b) return facts;
  facts.have_arrays = true;
  facts.nnz_a = arrays_a->num_entries();
  facts.nnz_b = arrays_b->num_entries();
  return facts;
}

}  // namespace araios::inline ARAIOS_ISA::impl
