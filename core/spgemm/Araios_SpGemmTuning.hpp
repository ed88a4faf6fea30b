// SPDX-License-Identifier: BSD-3-Clause
// How calls for which the system has too little memory fall back.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>

namespace araios::inline ARAIOS_ISA::impl::tuning {

/// Divides the memory of a failed attempt to cap the next one: few attempts reach a small cap.
/// Unit: none. Not tuned: a balance of attempts and speed.
inline constexpr std::size_t fallback_cap_divisor = 8;

/// Gives up below this cap.
/// Unit: bytes. Not tuned: less memory than any process has left.
inline constexpr std::size_t least_fallback_cap = std::size_t{1} << 16;

}  // namespace araios::inline ARAIOS_ISA::impl::tuning
