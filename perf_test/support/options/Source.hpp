// SPDX-License-Identifier: BSD-3-Clause
// Matrices as the command line names them: a file or a generator, `^T` behind it for the transpose.
#pragma once

#include "base/HostMatrix.hpp"

#include <string>
#include <vector>

namespace araios::perf {

/// Reads or generates a matrix; adds what the user should know of it to `remarks`.
///
/// Throws: what load_matrix throws.
HostMatrix load_source(std::string const& source, std::vector<std::string>& remarks);

/// The name of a matrix in tables: a generator as it is written, a file without folder and suffix;
/// a transpose keeps its ^T.
std::string name_of_source(std::string const& source);

/// The source ends in ^T.
bool is_transposed(std::string const& source);

/// A source without the ^T that asks for the transpose.
std::string untransposed(std::string const& source);

}  // namespace araios::perf
