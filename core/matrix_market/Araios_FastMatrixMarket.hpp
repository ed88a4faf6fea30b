// SPDX-License-Identifier: BSD-3-Clause
// The one inclusion of fast_matrix_market (1.7.6), set up for a C++20 standard library.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

// The CMake package of fast_matrix_market finds these by trial compilation. Without them it falls
// back to std::strtod and std::to_string, which depend on the locale and lose digits.
#ifndef FMM_FROM_CHARS_INT_SUPPORTED
#define FMM_FROM_CHARS_INT_SUPPORTED
#endif
#ifndef FMM_FROM_CHARS_DOUBLE_SUPPORTED
#define FMM_FROM_CHARS_DOUBLE_SUPPORTED
#endif
#ifndef FMM_FROM_CHARS_LONG_DOUBLE_SUPPORTED
#define FMM_FROM_CHARS_LONG_DOUBLE_SUPPORTED
#endif
#ifndef FMM_TO_CHARS_INT_SUPPORTED
#define FMM_TO_CHARS_INT_SUPPORTED
#endif
#ifndef FMM_TO_CHARS_DOUBLE_SUPPORTED
#define FMM_TO_CHARS_DOUBLE_SUPPORTED
#endif
#ifndef FMM_TO_CHARS_LONG_DOUBLE_SUPPORTED
#define FMM_TO_CHARS_LONG_DOUBLE_SUPPORTED
#endif

#include <fast_matrix_market/fast_matrix_market.hpp>

namespace araios::inline ARAIOS_ISA::impl::matrix_market {

namespace fmm = fast_matrix_market;

}  // namespace araios::inline ARAIOS_ISA::impl::matrix_market
