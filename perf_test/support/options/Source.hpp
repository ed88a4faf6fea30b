// SPDX-License-Identifier: BSD-3-Clause
// Matrices as named on the command line: a file or a generator, with the suffix `^T` for the
// transpose.
#pragma once

#include "base/HostMatrix.hpp"

#include <string>
#include <vector>

namespace araios::perf {

/// Reads or generates a matrix; appends remarks for the user to `remarks`.
///
/// Throws: what load_matrix throws; Failure (unsupported) if the file is complex and Scalar is not.
template <class Scalar>
HostMatrixOf<Scalar> load_source(std::string const& source, std::vector<std::string>& remarks);

/// The name of a matrix in tables: a generator as written, a file without folder and suffix. A
/// transpose keeps its ^T.
std::string name_of_source(std::string const& source);

/// Whether the source ends in ^T.
bool is_transposed(std::string const& source);

/// The source without ^T.
std::string untransposed(std::string const& source);

}  // namespace araios::perf
