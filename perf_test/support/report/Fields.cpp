// SPDX-License-Identifier: BSD-3-Clause
// Records as named fields, the same for CSV and JSON files.
#include "report/Fields.hpp"

namespace araios::perf {

Fields fields_of(Spread const& ms) {
  return {{"ms_median", ms.median}, {"ms_min", ms.min}, {"ms_max", ms.max},
          {"ms_q1", ms.q1},         {"ms_q3", ms.q3},   {"repeats", std::int64_t{ms.repeats}}};
}

Fields fields_of(RepeatedRecord const& record, std::string const& matrix, Fields const& problem,
                 Fields const& rates) {
  MethodTimes const& times = record.times;
  Fields fields{{matrix, record.matrix},
                {"library", times.library},
                {"algorithm", times.algorithm},
                {"space", record.space},
                {"threads", std::int64_t{record.threads}}};
  auto const append = [&fields](Fields const& more) {
    fields.insert(fields.end(), more.begin(), more.end());
  };
  append(problem);
  append({{"setup_ms", times.setup_ms}, {"average_ms", times.average_ms}});
  append(fields_of(times.ms));
  append({{"stopped", name_of(times.stop)}});
  append(rates);
  append({{"checked", pass_or_fail(times.checked)}});
  return fields;
}

}  // namespace araios::perf
