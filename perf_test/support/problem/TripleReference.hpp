// SPDX-License-Identifier: BSD-3-Clause
// A comparison of a triple product with a serial reference.
#pragma once

#include "base/HostMatrix.hpp"

#include <string>

namespace araios::perf {

/// Describes where C first differs from R·(A·P); empty if it does not.
///
/// The pattern must be that of the products, rows sorted. A value may differ by
/// eps · (longest row of A + longest row of R + 2) · (|R|·(|A|·|P|)) at its place.
///
/// Cost: four serial products; independent of the library's kernels.
std::string difference_from_triple(HostMatrix const& r, HostMatrix const& a, HostMatrix const& p,
                                   HostResult const& c);

}  // namespace araios::perf
