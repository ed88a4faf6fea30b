// SPDX-License-Identifier: BSD-3-Clause
// Endings of the names of written matrices.
#pragma once

#include <string>

namespace araios::perf {

/// Checks that the name of a written matrix promises no other format or compression than the file
/// will have: .mtx, .txt or no ending, then perhaps .gz or .xz, in any letter case.
///
/// Throws: Failure (usage) otherwise.
void expect_matrix_ending(std::string const& flag, std::string const& path);

}  // namespace araios::perf
