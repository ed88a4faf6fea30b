// SPDX-License-Identifier: BSD-3-Clause
// Records of the triangles driver and their context as JSON.
#pragma once

#include "options/TrianglesOptions.hpp"
#include "report/TrianglesReport.hpp"

#include <iosfwd>
#include <vector>

namespace araios::perf {

/// An object with "context" (date, machine, compiler, versions, environment, options) and "records"
/// (the columns of the CSV file by name).
void write_triangles_json(std::ostream& out, TrianglesOptions const& options, int threads,
                          std::vector<TrianglesRecord> const& records);

}  // namespace araios::perf
