// SPDX-License-Identifier: BSD-3-Clause
// The time of a whole call with nothing to multiply.
#pragma once

#include "options/Options.hpp"

namespace araios::perf {

/// Microseconds of C = A·A for a matrix of one empty row, by the first method of `options`: the
/// median of many calls.
double empty_call_us(Options const& options);

}  // namespace araios::perf
