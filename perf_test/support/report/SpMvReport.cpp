// SPDX-License-Identifier: BSD-3-Clause
// Results of the matrix-vector driver: printed lines, and the fields of records.
#include "report/SpMvReport.hpp"

#include "base/Lines.hpp"
#include "report/RepeatedTable.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace araios::perf {
namespace {

RepeatedTable const& spmv_methods() {
  static RepeatedTable const all{
      {{"GFLOP/s", 7}, {"GB/s", 5, "effective"}, {"GB/s", 5}, {"triad %", 7, "compulsory"}}};
  return all;
}

double share_of(double gbs, double triad_gbs) { return triad_gbs > 0 ? gbs / triad_gbs : 0; }

/// Bytes if A is read once, y written once, and `elements_of_x` elements of x are read.
double bytes_moved(SpMvProblem const& problem, OffsetType offset, std::int64_t elements_of_x) {
  double const offset_bytes = offset == OffsetType::int32 ? 4 : 8;
  auto const entries = static_cast<double>(problem.nnz());
  auto const rows = static_cast<double>(problem.num_rows());
  return entries * (sizeof(double) + sizeof(int)) + rows * (sizeof(double) + offset_bytes) +
         static_cast<double>(elements_of_x) * sizeof(double);
}

}  // namespace

SpMvWork work_of(SpMvProblem const& problem, OffsetType offset) {
  return {2 * static_cast<double>(problem.nnz()), bytes_moved(problem, offset, problem.nnz()),
          bytes_moved(problem, offset, problem.num_cols())};
}

double SpMvRecord::gflops() const { return rate_of(work.operations, times); }
double SpMvRecord::effective_gbs() const { return rate_of(work.effective_bytes, times); }
double SpMvRecord::compulsory_gbs() const { return rate_of(work.compulsory_bytes, times); }

Fields fields_of(SpMvRecord const& r) {
  RowLengths const& lengths = r.row_lengths;
  return fields_of(r, "matrix",
                   {{"rows", r.num_rows},
                    {"columns", r.num_cols},
                    {"entries", r.nnz},
                    {"row_length_mean", lengths.mean},
                    {"row_length_std_dev", lengths.standard_deviation},
                    {"row_length_variation", lengths.variation},
                    {"row_length_skewness", lengths.skewness},
                    {"row_length_max", std::int64_t{lengths.longest}}},
                   {{"gflops", r.gflops()},
                    {"effective_gbs", r.effective_gbs()},
                    {"effective_share", share_of(r.effective_gbs(), r.triad_gbs)},
                    {"compulsory_gbs", r.compulsory_gbs()},
                    {"compulsory_share", share_of(r.compulsory_gbs(), r.triad_gbs)},
                    {"triad_gbs", r.triad_gbs}});
}

std::string size_line(SpMvProblem const& problem, std::string const& place) {
  return wrapped(
      {place + problem.matrix() + ": " + fmt::format("{} rows", problem.num_rows()),
       fmt::format("{} columns", problem.num_cols()), fmt::format("{} entries", problem.nnz())},
      ", ", "  ");
}

std::string row_length_lines(RowLengths const& lengths) {
  std::string text = wrapped({fmt::format("  row length: mean {:.4f}", lengths.mean),
                              fmt::format("standard deviation {:.4f}", lengths.standard_deviation),
                              fmt::format("variation {:.4f}", lengths.variation),
                              fmt::format("skewness {:.4f}", lengths.skewness),
                              fmt::format("longest {}", lengths.longest)},
                             ", ", "    ");
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

std::string spmv_table_header() { return spmv_methods().header(); }

std::string spmv_table_rows(std::vector<SpMvRecord> const& of_matrix) {
  std::string lines;
  for (SpMvRecord const& r : of_matrix) {
    double const share = 100 * share_of(r.compulsory_gbs(), r.triad_gbs);
    lines += spmv_methods().row(
        r.times, of_matrix.front().times,
        {{r.gflops(), 3}, {r.effective_gbs(), 1}, {r.compulsory_gbs(), 1}, {share, 1}});
  }
  return lines;
}

}  // namespace araios::perf
