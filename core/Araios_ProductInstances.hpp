// SPDX-License-Identifier: BSD-3-Clause
// Compiles the kernels of a product once for all files that call it.
#pragma once

#include <Araios_CrsMatrix.hpp>
#include <Araios_SpGemmPlan.hpp>
#include <one_phase/Araios_OnePhaseSpGemm.hpp>
#include <one_phase/Araios_PlainArrays.hpp>
#include <one_phase/Araios_SmallSpGemm.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spgemm/Araios_PublicCalls.hpp>
#include <spgemm/Araios_SpGemmNumeric.hpp>
#include <spgemm/Araios_SpGemmSymbolic.hpp>

namespace araios::inline ARAIOS_ISA::impl::product_instances {

template <class ExecutionSpace, class Offset, class Ordinal>
using Graph = CrsGraph<Offset, Ordinal const, typename ExecutionSpace::device_type>;
template <class ExecutionSpace, class Scalar, class Offset, class Ordinal>
using Operand =
    CrsMatrix<Scalar const, Offset, Ordinal const, typename ExecutionSpace::device_type>;
template <class ExecutionSpace, class Scalar, class Offset, class Ordinal>
using Result = CrsMatrix<Scalar, Offset, Ordinal, typename ExecutionSpace::device_type>;
template <class Scalar, class Offset, class Ordinal>
using Arrays = impl::PlainArrays<Scalar, Offset, Ordinal>;
template <class ExecutionSpace, class Offset, class Ordinal>
using Plan = SpGemmPlan<Offset, Ordinal, typename ExecutionSpace::device_type>;

}  // namespace araios::inline ARAIOS_ISA::impl::product_instances

/// Compiles the kernels of the symbolic phase once, in a file of their own: compilers take long.
///
/// ARAIOS_INSTANTIATE_SYMBOLIC(extern, Space, Offset, Ordinal) in a header promises all who include
/// it that a source file has the same line with nothing in place of `extern`. A, B and C all have
/// these types. The line stands outside of any namespace, and a semicolon follows.
#define ARAIOS_INSTANTIATE_SYMBOLIC(extern_or_nothing, Space, Offset, Ordinal)       \
  extern_or_nothing template class araios::impl::SymbolicRun<                        \
      Offset, Space, araios::impl::product_instances::Graph<Space, Offset, Ordinal>, \
      araios::impl::product_instances::Graph<Space, Offset, Ordinal>>;               \
  extern_or_nothing template struct araios::impl::SymbolicCall<                      \
      Offset, Space, araios::impl::product_instances::Graph<Space, Offset, Ordinal>, \
      araios::impl::product_instances::Graph<Space, Offset, Ordinal>>

/// Compiles the kernels of the numeric phase likewise, whole calls, and the estimate:
/// ARAIOS_INSTANTIATE_NUMERIC(extern, Space, Scalar, Offset, Ordinal).
#define ARAIOS_INSTANTIATE_NUMERIC(extern_or_nothing, Space, Scalar, Offset, Ordinal)          \
  extern_or_nothing template class araios::impl::NumericRun<                                   \
      Space, araios::impl::product_instances::Plan<Space, Offset, Ordinal>,                    \
      araios::impl::product_instances::Operand<Space, Scalar, Offset, Ordinal>,                \
      araios::impl::product_instances::Operand<Space, Scalar, Offset, Ordinal>,                \
      araios::impl::product_instances::Result<Space, Scalar, Offset, Ordinal>>;                \
  extern_or_nothing template struct araios::impl::NumericCall<                                 \
      Space, araios::impl::product_instances::Plan<Space, Offset, Ordinal>,                    \
      araios::impl::product_instances::Operand<Space, Scalar, Offset, Ordinal>,                \
      araios::impl::product_instances::Operand<Space, Scalar, Offset, Ordinal>,                \
      araios::impl::product_instances::Result<Space, Scalar, Offset, Ordinal>>;                \
  extern_or_nothing template class araios::impl::SmallSpGemm<                                  \
      Space, araios::impl::product_instances::Arrays<Scalar, Offset, Ordinal>,                 \
      araios::impl::product_instances::Arrays<Scalar, Offset, Ordinal>,                        \
      araios::impl::product_instances::Result<Space, Scalar, Offset, Ordinal>>;                \
  extern_or_nothing template class araios::impl::OnePhaseSpGemm<                               \
      Offset, Space, araios::impl::product_instances::Operand<Space, Scalar, Offset, Ordinal>, \
      araios::impl::product_instances::Operand<Space, Scalar, Offset, Ordinal>>;               \
  extern_or_nothing template struct araios::impl::ProductCall<                                 \
      Offset, Space, araios::impl::product_instances::Operand<Space, Scalar, Offset, Ordinal>, \
      araios::impl::product_instances::Operand<Space, Scalar, Offset, Ordinal>>;               \
  extern_or_nothing template struct araios::impl::EstimateCall<                                \
      Scalar, Offset, Space, araios::impl::product_instances::Graph<Space, Offset, Ordinal>,   \
      araios::impl::product_instances::Graph<Space, Offset, Ordinal>>

// Last: with the library, its end declares instances by the macros above.
#include <Araios_SpGemm.hpp>
