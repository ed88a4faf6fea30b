// SPDX-License-Identifier: BSD-3-Clause
// The printed table: one line for each contender and product.
#include "report/Table.hpp"

#include "base/Spread.hpp"
#include "options/Source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace araios::perf {
namespace {

std::string median_of(std::vector<double> const& samples_ms) {
  return samples_ms.empty() ? "-" : fmt::format("{:.3f}", spread_of(samples_ms).median);
}

/// A peer's time over this library's.
std::string ratio_of(std::vector<double> const& peer_ms, std::vector<double> const& own_ms) {
  if (peer_ms.empty() || own_ms.empty()) return "-";
  double const own = spread_of(own_ms).median;
  return own > 0 ? fmt::format("{:.2f}", spread_of(peer_ms).median / own) : "-";
}

std::string quotient(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) return "-";
  return fmt::format("{:.3f}", static_cast<double>(numerator) / static_cast<double>(denominator));
}

/// ok only if both the whole call and the reuse, if any, were right.
std::string checked_of(Measurement const& measurement) {
  bool const call_alone =
      measurement.checked == Verdict::wrong || measurement.samples.reuse_ms.empty();
  return name_of(call_alone ? measurement.checked : measurement.reuse_checked);
}

}  // namespace

Table::Table(Options const& options) : name_width_{std::string{"matrix"}.size()} {
  for (std::string const& source : options.a_sources) {
    std::size_t width = name_of_source(source).size();
    if (options.b_source) width += name_of_source(*options.b_source).size() + 3;
    if (options.r_source) width += name_of_source(*options.r_source).size() + 5;
    name_width_ = std::max(name_width_, width);
  }
}

std::string Table::header() const {
  return fmt::format(
      "{:<{}} {:<7} {:>12} {:>11} {:>7} {:<13} {:<16} {:>9} {:>9} {:>9} {:>9} {:>7} {:>12} {:>10} "
      "{}\n",
      "matrix", name_width_, "op", "f_m", "nnz(C)", "f_m/nnz", "library", "algorithm", "symbolic",
      "numeric", "noreuse", "reuse", "GFLOPS", "noreuse/ours", "reuse/ours", "checked");
}

std::string Table::rows(Problem const& problem,
                        std::vector<Measurement> const& measurements) const {
  std::string lines;
  for (Measurement const& measurement : measurements) {
    Samples const& samples = measurement.samples;
    Samples const& own = measurements.front().samples;
    double const noreuse = samples.noreuse_ms.empty() ? 0 : spread_of(samples.noreuse_ms).median;
    lines += fmt::format(
        "{:<{}} {:<7} {:>12} {:>11} {:>7} {:<13} {:<16} {:>9} {:>9} {:>9} {:>9} {:>7} {:>12} "
        "{:>10} {}\n",
        problem.matrix(), name_width_, problem.operation(), problem.work(), measurement.nnz_c,
        quotient(problem.work(), measurement.nnz_c), measurement.library,
        measurement.report.algorithm, median_of(samples.symbolic_ms), median_of(samples.numeric_ms),
        median_of(samples.noreuse_ms), median_of(samples.reuse_ms),
        noreuse > 0 ? fmt::format("{:.3f}", gflops_of(problem.work(), noreuse)) : "-",
        ratio_of(samples.noreuse_ms, own.noreuse_ms), ratio_of(samples.reuse_ms, own.reuse_ms),
        checked_of(measurement));
  }
  for (Measurement const& measurement : measurements) {
    if (!measurement.is_own) continue;
    MethodReport const& report = measurement.report;
    lines += fmt::format("  selection of {}: noreuse  {}\n", report.algorithm, report.ran);
    lines += fmt::format("{0:>{1}} symbolic {2}\n{0:>{1}} numeric  {3}\n", "",
                         report.algorithm.size() + 16, report.symbolic_selection,
                         report.numeric_selection);
    std::string const& reused = measurement.reuse_report.numeric_selection;
    if (reused == report.numeric_selection || reused.empty()) continue;
    lines += fmt::format("{:>{}} reuse    {}\n", "", report.algorithm.size() + 16, reused);
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
  if (report.workspace_bytes > 0) {
    lines += fmt::format("    workspace kept between calls: {} bytes\n", report.workspace_bytes);
  }
  if (measurement.reuse_report.plan_bytes > 0) {
    lines += fmt::format("    plan of reuse: {} bytes\n", measurement.reuse_report.plan_bytes);
  }
  return lines;
}

}  // namespace araios::perf
