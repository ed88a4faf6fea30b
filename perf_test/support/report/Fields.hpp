// SPDX-License-Identifier: BSD-3-Clause
// Records as named fields, the same for CSV and JSON files.
#pragma once

#include "base/Spread.hpp"
#include "measure/TakeTurns.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace araios::perf {

/// A name and its value.
struct Field {
  std::string name;
  std::variant<std::string, std::int64_t, double> value;
};

/// A record, in the order of the columns of a CSV file.
using Fields = std::vector<Field>;

/// ms_median, ms_min, ms_max, ms_q1, ms_q3 and repeats.
Fields fields_of(Spread const& ms);

/// One method on one problem of a driver that repeats methods, which adds figures of its own.
struct RepeatedRecord {
  std::string matrix;
  std::string space;
  int threads = 0;
  MethodTimes times;
};

/// A record: the matrix, library, algorithm, space and threads; `problem`; the times; `rates`; and
/// the check. `matrix` is the name of the first field.
Fields fields_of(RepeatedRecord const& record, std::string const& matrix, Fields const& problem,
                 Fields const& rates);

}  // namespace araios::perf
