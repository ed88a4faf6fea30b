// SPDX-License-Identifier: BSD-3-Clause
// Records as comma-separated values.
#include "report/Csv.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>

namespace araios::perf {

std::string csv_field(std::string const& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (char const c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

std::string csv_fields(Spread const& ms) {
  return fmt::format("{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{}", ms.median, ms.min, ms.max, ms.q1,
                     ms.q3, ms.repeats);
}

void write_csv(std::ostream& out, std::vector<Record> const& records) {
  out << "matrix,operation,library,algorithm,phase,space,threads,m,n,k,nnz_a,nnz_b,f_m,nnz_c,"
         "ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,gflops,checked\n";
  for (Record const& r : records) {
    out << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.6f},{}\n",
                       csv_field(r.matrix), csv_field(r.operation), r.library,
                       csv_field(r.algorithm), r.phase, r.space, r.threads, r.m, r.n, r.k, r.nnz_a,
                       r.nnz_b, r.f_m, r.nnz_c, csv_fields(r.ms), r.stopped, r.gflops, r.checked);
  }
}

}  // namespace araios::perf
