// SPDX-License-Identifier: BSD-3-Clause
// From the names of execution spaces and scalars of the spmm driver to the types.
#pragma once

#include "options/SpMmOptions.hpp"
#include "options/VisitTypes.hpp"

namespace araios::perf {

/// Calls f with a null pointer to the execution space and a zero of the scalar.
///
/// Throws: Failure (unsupported) if the space is not built in.
template <class F>
auto visit_types(SpMmOptions const& options, F const& f) {
  return visit_space(options.space.back_end, [&]<class Space>(Space* space) {
    return options.scalar == ScalarType::float_type ? f(space, 0.0f) : f(space, 0.0);
  });
}

}  // namespace araios::perf
