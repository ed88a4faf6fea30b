// SPDX-License-Identifier: BSD-3-Clause
// The printed table: one line for each contender and product.
#include "report/Table.hpp"

#include "base/Spread.hpp"
#include <Araios_SpGemmOptions.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdint>

namespace araios::perf {
namespace {

constexpr std::size_t most_columns = 100;
constexpr char const* row_format = "  {:<30} {:>9} {:>7} {:>8} {:>6} {:>9} {:>7} {:>6} {}\n";

/// The library alone for its default method, else the method too.
std::string entry_name(Measurement const& measurement) {
  bool const is_default =
      measurement.is_own && measurement.report.algorithm == name_of(SpGemmOptions{}.method);
  return is_default ? measurement.library
                    : measurement.library + " " + measurement.report.algorithm;
}

/// Median and noise of one phase, and its time over that of the first entry.
struct PhaseCells {
  PhaseCells(std::vector<double> const& samples_ms, std::vector<double> const& first_ms) {
    if (samples_ms.empty()) return;
    Spread const spread = spread_of(samples_ms);
    median = fmt::format("{:.3f}", spread.median);
    if (auto const share = spread.noise()) noise = fmt::format("{:.1f}", 100 * *share);
    double const first = first_ms.empty() ? 0 : spread_of(first_ms).median;
    if (first > 0) ratio = fmt::format("{:.2f}", spread.median / first);
  }

  std::string median = "-";
  std::string noise = "-";
  std::string ratio = "-";
};

std::string gflops_text(std::int64_t work, std::vector<double> const& samples_ms) {
  double const ms = samples_ms.empty() ? 0 : spread_of(samples_ms).median;
  return ms > 0 ? fmt::format("{:.3f}", gflops_of(work, ms)) : "-";
}

/// The product and its size, in two lines where one is too wide.
std::string product_line(Problem const& problem, std::int64_t nnz_c) {
  std::string const name = fmt::format("{}  {}", problem.matrix(), problem.operation());
  std::string const size = fmt::format("{} multiply-adds, {} entries in C", problem.work(), nnz_c);
  bool const fits = name.size() + size.size() + 2 <= most_columns;
  return fmt::format("{}{}{}\n", name, fits ? "  " : "\n  ", size);
}

/// ok only if both the whole call and the reuse, if any, were right.
std::string checked_of(Measurement const& measurement) {
  bool const call_alone =
      measurement.checked == Verdict::wrong || measurement.samples.reuse_ms.empty();
  return name_of(call_alone ? measurement.checked : measurement.reuse_checked);
}

/// What a method of this library chose; nothing for others.
std::string selection_lines(Measurement const& measurement) {
  if (!measurement.is_own) return "";
  MethodReport const& report = measurement.report;
  std::string lines = fmt::format(
      "    selection noreuse  {}\n    selection symbolic {}\n    selection numeric  {}\n",
      report.ran, report.symbolic_selection, report.numeric_selection);
  std::string const& reused = measurement.reuse_report.numeric_selection;
  if (reused == report.numeric_selection || reused.empty()) return lines;
  return lines + fmt::format("    selection reuse    {}\n", reused);
}

}  // namespace

std::string table_header() {
  return fmt::format("{:35}{:<34}{}\n", "", "noreuse: the whole call",
                     "reuse: numeric phase again") +
         fmt::format(row_format, "entry", "ms", "noise %", "GFLOP/s", "ratio", "ms", "noise %",
                     "ratio", "checked");
}

std::string table_rows(Problem const& problem, std::vector<Measurement> const& measurements) {
  std::string lines = product_line(problem, measurements.front().nnz_c);
  Samples const& first = measurements.front().samples;
  for (Measurement const& measurement : measurements) {
    Samples const& samples = measurement.samples;
    PhaseCells const call{samples.noreuse_ms, first.noreuse_ms};
    PhaseCells const reuse{samples.reuse_ms, first.reuse_ms};
    lines += fmt::format(row_format, entry_name(measurement), call.median, call.noise,
                         gflops_text(problem.work(), samples.noreuse_ms), call.ratio, reuse.median,
                         reuse.noise, reuse.ratio, checked_of(measurement));
  }
  return lines;
}

std::string statistics_line(ProductCounts const& counts) {
  auto const text_of = [](std::optional<double> const& share) {
    return share ? fmt::format("{:.3f}", *share) : "not counted";
  };
  return fmt::format("  f_m {}  maxrf {}  nnz(C) {}  maxrs {}  CF {}  CMRF {}\n", counts.f_m,
                     counts.maxrf, counts.nnz_c, counts.maxrs, text_of(counts.cf),
                     text_of(counts.cmrf));
}

std::string estimate_lines(Problem const& problem, SpGemmEstimate const& estimate) {
  return fmt::format(
      "{}: f_m {}, nnz(C) at most {}\n"
      "  bytes at most: C {}, symbolic {}, numeric {}; --memory-cap {} is enough\n",
      problem.matrix(), estimate.work, estimate.max_nnz_c, estimate.max_bytes_c,
      estimate.symbolic_bytes, estimate.numeric_bytes, estimate.min_workspace_bytes);
}

std::string verbose_lines(Measurement const& measurement) {
  MethodReport const& report = measurement.report;
  Samples const& samples = measurement.samples;
  std::string lines = fmt::format("  {} {}\n", measurement.library, report.algorithm);
  auto const add_samples = [&](std::string const& phase, std::vector<double> const& samples_ms) {
    if (samples_ms.empty()) return;
    lines += fmt::format("    {:<8} ms: {:.3f}\n", phase, fmt::join(samples_ms, " "));
  };
  add_samples("symbolic", samples.symbolic_ms);
  add_samples("numeric", samples.numeric_ms);
  add_samples("noreuse", samples.noreuse_ms);
  add_samples("reuse", samples.reuse_ms);
  lines += selection_lines(measurement);
  if (report.workspace_bytes > 0) {
    lines += fmt::format("    workspace kept between calls: {} bytes\n", report.workspace_bytes);
  }
  if (measurement.reuse_report.plan_bytes > 0) {
    lines += fmt::format("    plan of reuse: {} bytes\n", measurement.reuse_report.plan_bytes);
  }
  return lines;
}

}  // namespace araios::perf
