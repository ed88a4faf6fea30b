// SPDX-License-Identifier: BSD-3-Clause
// Results of the sparse × dense driver: printed lines, and records as CSV.
#include "report/SpMmReport.hpp"

#include "report/Csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace araios::perf {

double SpMmRecord::gflops() const {
  double const operations = 2 * static_cast<double>(nnz) * static_cast<double>(num_columns);
  return times.average_ms > 0 ? 1e-6 * operations / times.average_ms : 0;
}

std::string record_line(SpMmRecord const& record, double own_ms) {
  MethodTimes const& times = record.times;
  return fmt::format(
      "  {:<13} {:<23} {:<4} {:.4f} setup ms, {:.5f} avg ms, {:.3f} GFLOPS, {:.2f} times ours\n",
      times.library, times.algorithm, pass_or_fail(times.checked), times.setup_ms, times.average_ms,
      record.gflops(), own_ms > 0 ? times.average_ms / own_ms : 0);
}

std::string dense_peer_line(std::vector<SpMmRecord> const& of_matrix, double own_ms) {
  auto const dense = std::find_if(of_matrix.begin(), of_matrix.end(), [](SpMmRecord const& record) {
    return record.times.algorithm == "gemm";
  });
  if (dense == of_matrix.end() || own_ms == 0) return "";
  double const elements =
      static_cast<double>(dense->num_rows) * static_cast<double>(dense->num_cols);
  double const density = static_cast<double>(dense->nnz) / elements;
  double const density_of_equal_times = density * dense->times.average_ms / own_ms;
  return fmt::format("  ahead of {} from about {:.1f} % of zeros on, by these times\n",
                     dense->times.library, 100 * std::max(0.0, 1 - density_of_equal_times));
}

void write_spmm_csv(std::ostream& out, SpMmOptions const& options, int threads,
                    std::vector<SpMmRecord> const& records) {
  out << "matrix,library,algorithm,space,threads,scalar,layout,rows,columns,entries,"
         "columns_of_b,setup_ms,average_ms,ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,"
         "gflops,checked\n";
  for (SpMmRecord const& r : records) {
    MethodTimes const& t = r.times;
    out << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{:.6f},{:.6f},{},{},{:.6f},{}\n",
                       csv_field(r.matrix), t.library, t.algorithm, name_of(options.space.back_end),
                       threads, name_of(options.scalar), name_of(options.layout), r.num_rows,
                       r.num_cols, r.nnz, r.num_columns, t.setup_ms, t.average_ms, csv_fields(t.ms),
                       name_of(t.stop), r.gflops(), pass_or_fail(t.checked));
  }
}

}  // namespace araios::perf
