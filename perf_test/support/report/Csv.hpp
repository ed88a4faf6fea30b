// SPDX-License-Identifier: BSD-3-Clause
// Records as comma-separated values.
#pragma once

#include "report/Fields.hpp"

#include <iosfwd>
#include <vector>

namespace araios::perf {

/// A line of column names, which are those of `columns`, and a line for each record, quoted by RFC
/// 4180, with \n as line end. Numbers that are not whole have 6 digits behind the point.
void write_csv(std::ostream& out, Fields const& columns, std::vector<Fields> const& records);

}  // namespace araios::perf
