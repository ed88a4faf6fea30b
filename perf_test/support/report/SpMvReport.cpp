// SPDX-License-Identifier: BSD-3-Clause
// Results of the matrix-vector driver: printed lines, and records as CSV.
#include "report/SpMvReport.hpp"

#include "report/Csv.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <ostream>

namespace araios::perf {
namespace {

double share_of(double gbs, double triad_gbs) { return triad_gbs > 0 ? gbs / triad_gbs : 0; }

}  // namespace

std::string size_line(SpMvProblem const& problem) {
  return fmt::format("{}: {} rows, {} columns, {} entries\n", problem.matrix(), problem.num_rows(),
                     problem.num_cols(), problem.nnz());
}

std::string row_length_lines(RowLengths const& lengths) {
  std::string text = fmt::format(
      "  row length: mean {:.5f}, standard deviation {:.5f}, variation {:.5f}, skewness {:.5f}, "
      "longest {}\n",
      lengths.mean, lengths.standard_deviation, lengths.variation, lengths.skewness,
      lengths.longest);
  std::int64_t num_rows = 0;
  for (auto const count : lengths.decades) num_rows += count;
  for (std::size_t decade = 0; decade < lengths.decades.size(); ++decade) {
    auto const count = lengths.decades[decade];
    std::string const name = decade == 0 ? "no entry" : fmt::format("from 1e{}", decade - 1);
    text += fmt::format("    {:<9} {:>10} rows ({:.2f} %)\n", name, count,
                        100.0 * static_cast<double>(count) / static_cast<double>(num_rows));
  }
  return text;
}

std::string measurement_line(SpMvMeasurement const& measurement, double triad_gbs, double own_ms) {
  return fmt::format(
      "  {:<13} {:<15} {:<4} {:.4f} setup ms, {:.5f} avg ms, {:.3f} GFLOPS, {:.3f} effective GB/s "
      "({:.1f} % of triad), {:.3f} compulsory GB/s ({:.1f} %), {:.2f} times ours\n",
      measurement.library, measurement.algorithm, pass_or_fail(measurement.checked),
      measurement.setup_ms, measurement.average_ms, measurement.gflops, measurement.effective_gbs,
      100 * share_of(measurement.effective_gbs, triad_gbs), measurement.compulsory_gbs,
      100 * share_of(measurement.compulsory_gbs, triad_gbs),
      own_ms > 0 ? measurement.average_ms / own_ms : 0);
}

void write_spmv_csv(std::ostream& out, std::vector<SpMvRecord> const& records) {
  out << "matrix,library,algorithm,space,threads,rows,columns,entries,row_length_mean,"
         "row_length_std_dev,row_length_variation,row_length_skewness,row_length_max,setup_ms,"
         "average_ms,ms_median,ms_min,ms_max,ms_q1,ms_q3,repeats,stopped,gflops,effective_gbs,"
         "effective_share,compulsory_gbs,"
         "compulsory_share,triad_gbs,checked\n";
  for (SpMvRecord const& r : records) {
    SpMvMeasurement const& m = r.measurement;
    RowLengths const& lengths = r.row_lengths;
    out << fmt::format(
        "{},{},{},{},{},{},{},{},{:.5f},{:.5f},{:.5f},{:.5f},{},{:.6f},{:.6f},{},{},"
        "{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.3f},{}\n",
        csv_field(r.matrix), m.library, m.algorithm, r.space, r.threads, r.num_rows, r.num_cols,
        r.nnz, lengths.mean, lengths.standard_deviation, lengths.variation, lengths.skewness,
        lengths.longest, m.setup_ms, m.average_ms, csv_fields(m.ms), name_of(m.stop), m.gflops,
        m.effective_gbs, share_of(m.effective_gbs, r.triad_gbs), m.compulsory_gbs,
        share_of(m.compulsory_gbs, r.triad_gbs), r.triad_gbs, pass_or_fail(m.checked));
  }
}

}  // namespace araios::perf
