// SPDX-License-Identifier: BSD-3-Clause
// The scratch that hosts pretend to have where they run what devices run.
#pragma once

#include <cstddef>

namespace araios_test {

/// Bytes of scratch for one team, about as many as devices report.
inline constexpr std::size_t scratch_of_a_device = 40'000;

}  // namespace araios_test
