// SPDX-License-Identifier: BSD-3-Clause
// Compiles the kernels of a product once for all files that call it.
#pragma once

#include <Araios_SpGemm.hpp>

namespace araios::product_instances {

template <class ExecutionSpace, class Offset, class Ordinal>
using Graph = CrsGraph<Offset, Ordinal const, typename ExecutionSpace::device_type>;
template <class ExecutionSpace, class Scalar, class Offset, class Ordinal>
using Operand =
    CrsMatrix<Scalar const, Offset, Ordinal const, typename ExecutionSpace::device_type>;
template <class ExecutionSpace, class Scalar, class Offset, class Ordinal>
using Result = CrsMatrix<Scalar, Offset, Ordinal, typename ExecutionSpace::device_type>;
template <class Scalar, class Offset, class Ordinal>
using Arrays = PlainArrays<Scalar, Offset, Ordinal>;
template <class ExecutionSpace, class Offset, class Ordinal>
using Plan = SpGemmPlan<Offset, Ordinal, typename ExecutionSpace::device_type>;

}  // namespace araios::product_instances

/// The kernels of both phases, and of whole products that hosts do without them, for matrices A, B
/// and C that all have these types, in a file of their own: they take a compiler a minute.
///
/// ARAIOS_INSTANTIATE_SYMBOLIC(extern, Space, Offset, Ordinal) and
/// ARAIOS_INSTANTIATE_NUMERIC(extern, Space, Scalar, Offset, Ordinal), in a header, promise all
/// who include it that a source file has the same lines with nothing in place of `extern`.
/// Both stand outside of any namespace, and a semicolon follows.
#define ARAIOS_INSTANTIATE_SYMBOLIC(extern_or_nothing, Space, Offset, Ordinal) \
  extern_or_nothing template class araios::SymbolicRun<                        \
      Offset, Space, araios::product_instances::Graph<Space, Offset, Ordinal>, \
      araios::product_instances::Graph<Space, Offset, Ordinal>>

#define ARAIOS_INSTANTIATE_NUMERIC(extern_or_nothing, Space, Scalar, Offset, Ordinal)    \
  extern_or_nothing template class araios::NumericRun<                                   \
      Space, araios::product_instances::Plan<Space, Offset, Ordinal>,                    \
      araios::product_instances::Operand<Space, Scalar, Offset, Ordinal>,                \
      araios::product_instances::Operand<Space, Scalar, Offset, Ordinal>,                \
      araios::product_instances::Result<Space, Scalar, Offset, Ordinal>>;                \
  extern_or_nothing template class araios::AtOnceRun<                                    \
      Space, araios::product_instances::Arrays<Scalar, Offset, Ordinal>,                 \
      araios::product_instances::Arrays<Scalar, Offset, Ordinal>,                        \
      araios::product_instances::Result<Space, Scalar, Offset, Ordinal>>;                \
  extern_or_nothing template class araios::OnePassRun<                                   \
      Offset, Space, araios::product_instances::Operand<Space, Scalar, Offset, Ordinal>, \
      araios::product_instances::Operand<Space, Scalar, Offset, Ordinal>>
