// SPDX-License-Identifier: BSD-3-Clause
// Results of the driver of blocks: printed lines, and the fields of records.
#include "report/BlocksReport.hpp"

#include "base/Lines.hpp"
#include "report/RepeatedTable.hpp"

#include <fmt/format.h>

namespace araios::perf {
namespace {

RepeatedTable const& blocks_methods() {
  static RepeatedTable const all{{{"GFLOP/s", 9}}};
  return all;
}

std::string meaning_of(std::string const& phase) {
  if (phase == "noreuse") return ", the whole call";
  return phase == "reuse" ? ", numeric phase again" : "";
}

}  // namespace

double BlocksRecord::gflops() const { return rate_of(2 * static_cast<double>(work), times); }

Fields fields_of(BlocksRecord const& r) {
  return fields_of(r, "matrix",
                   {{"operation", r.operation},
                    {"phase", r.phase},
                    {"block_size", r.block_size},
                    {"rows", r.num_rows},
                    {"entries", r.nnz},
                    {"blocks", r.num_blocks},
                    {"multiply_adds", r.work}},
                   {{"gflops", r.gflops()}});
}

std::string size_line(BlocksProblem const& problem, std::string const& place) {
  auto const [rows, cols] = problem.shape_of_a();
  std::string blocks = fmt::format("{} blocks of {} x {}", problem.num_blocks(), rows, cols);
  if (problem.num_blocks() > 0) {
    double const elements = static_cast<double>(problem.num_blocks()) * rows * cols;
    blocks += fmt::format(", {:.1f} % full", 100 * static_cast<double>(problem.nnz()) / elements);
  }
  return wrapped({place + problem.matrix() + ": " + fmt::format("{} rows", problem.num_rows()),
                  fmt::format("{} entries", problem.nnz()), blocks},
                 ", ", "  ");
}

std::string blocks_table_header() { return blocks_methods().header(); }

std::string blocks_table_rows(std::vector<BlocksRecord> const& of_product) {
  BlocksRecord const& first = of_product.front();
  std::string lines = fmt::format(" {}{}: {} multiply-adds\n", first.operation,
                                  meaning_of(first.phase), first.work);
  for (BlocksRecord const& record : of_product) {
    lines += blocks_methods().row(record.times, first.times, {{record.gflops(), 3}});
  }
  return lines;
}

}  // namespace araios::perf
