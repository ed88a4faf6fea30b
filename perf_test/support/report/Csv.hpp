// SPDX-License-Identifier: BSD-3-Clause
// Records as comma-separated values.
#pragma once

#include "base/Spread.hpp"
#include "report/Record.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace araios::perf {

/// A field of a record, quoted by RFC 4180 if needed.
std::string csv_field(std::string const& text);

/// The fields ms_median, ms_min, ms_max, ms_q1, ms_q3 and repeats.
std::string csv_fields(Spread const& ms);

/// A line of column names and a line for each record, quoted by RFC 4180, with \n as line end.
void write_csv(std::ostream& out, std::vector<Record> const& records);

}  // namespace araios::perf
