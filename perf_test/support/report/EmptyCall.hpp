// SPDX-License-Identifier: BSD-3-Clause
// What a whole call costs that has nothing to multiply.
#pragma once

#include "options/Options.hpp"

namespace araios::perf {

/// Microseconds of C = A·A for a matrix of one row without entries, by the first of the methods
/// that `options` name: the median of many calls.
double empty_call_us(Options const& options);

}  // namespace araios::perf
