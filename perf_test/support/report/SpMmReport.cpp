// SPDX-License-Identifier: BSD-3-Clause
// Results of the sparse × dense driver: printed lines, and the fields of records.
#include "report/SpMmReport.hpp"

#include "base/Lines.hpp"
#include "report/RepeatedTable.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace araios::perf {
namespace {

RepeatedTable const& spmm_methods() {
  static RepeatedTable const all{{{"GFLOP/s", 9}}};
  return all;
}

/// The median of this library's fastest method.
double own_ms(std::vector<SpMmRecord> const& of_matrix) {
  double own = of_matrix.front().times.ms.median;
  for (SpMmRecord const& record : of_matrix) {
    bool const is_own = record.times.library == of_matrix.front().times.library;
    if (is_own) own = std::min(own, record.times.ms.median);
  }
  return own;
}

}  // namespace

double SpMmRecord::gflops() const {
  return rate_of(2 * static_cast<double>(nnz) * static_cast<double>(num_columns), times);
}

Fields fields_of(SpMmRecord const& r) {
  return fields_of(r, "matrix",
                   {{"scalar", std::string{name_of(r.scalar)}},
                    {"layout", std::string{name_of(r.layout)}},
                    {"rows", r.num_rows},
                    {"columns", r.num_cols},
                    {"entries", r.nnz},
                    {"columns_of_b", r.num_columns}},
                   {{"gflops", r.gflops()}});
}

std::string size_line(SpMmProblem const& problem, SpMmOptions const& options,
                      std::string const& place) {
  std::string const size_of_b = fmt::format("{} x {}", problem.num_cols(), problem.num_columns());
  return wrapped({place + problem.matrix() + ": " + fmt::format("{} rows", problem.num_rows()),
                  fmt::format("{} columns", problem.num_cols()),
                  fmt::format("{} entries; B {}", problem.nnz(), size_of_b),
                  fmt::format("{} by {}", name_of(options.scalar), name_of(options.layout))},
                 ", ", "  ");
}

std::string spmm_table_header() { return spmm_methods().header(); }

std::string spmm_table_rows(std::vector<SpMmRecord> const& of_matrix) {
  std::string lines;
  for (SpMmRecord const& record : of_matrix) {
    lines += spmm_methods().row(record.times, of_matrix.front().times, {{record.gflops(), 3}});
  }
  return lines + dense_peer_line(of_matrix);
}

std::string dense_peer_line(std::vector<SpMmRecord> const& of_matrix) {
  auto const dense = std::find_if(of_matrix.begin(), of_matrix.end(), [](SpMmRecord const& record) {
    return record.times.algorithm == "gemm";
  });
  if (dense == of_matrix.end() || own_ms(of_matrix) == 0) return "";
  double const elements =
      static_cast<double>(dense->num_rows) * static_cast<double>(dense->num_cols);
  double const density = static_cast<double>(dense->nnz) / elements;
  double const density_of_equal_times = density * dense->times.ms.median / own_ms(of_matrix);
  return fmt::format("  ahead of {} from about {:.1f} % of zeros on, by these times\n",
                     dense->times.library, 100 * std::max(0.0, 1 - density_of_equal_times));
}

}  // namespace araios::perf
