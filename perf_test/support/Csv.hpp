// SPDX-License-Identifier: BSD-3-Clause
// Records as comma-separated values.
#pragma once

#include "Record.hpp"

#include <iosfwd>
#include <vector>

namespace araios::perf {

/// A line of column names and a line per record, quoted as RFC 4180 says, but with \n alone.
void write_csv(std::ostream& out, std::vector<Record> const& records);

}  // namespace araios::perf
