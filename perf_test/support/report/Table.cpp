// SPDX-License-Identifier: BSD-3-Clause
// The printed table: one line for each contender and product.
#include "report/Table.hpp"

#include "base/Lines.hpp"
#include "base/Spread.hpp"
#include "base/Text.hpp"
#include "report/Columns.hpp"
#include <Araios_SpGemmOptions.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <optional>

namespace araios::perf {
namespace {

Columns const& columns() {
  static Columns const all{{{"entry", 30},
                            {"ms", 9},
                            {"noise %", 7},
                            {"GFLOP/s", 8, "noreuse: the whole call"},
                            {"ratio", 6},
                            {"ms", 9},
                            {"noise %", 7},
                            {"ratio", 6, "reuse: numeric phase again"},
                            {"checked", 7}}};
  return all;
}

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
    median_ms = spread.median;
    if (auto const share = spread.noise()) noise = 100 * *share;
    if (!first_ms.empty()) ratio = ratio_of(spread.median, spread_of(first_ms).median);
  }

  std::optional<double> median_ms;
  std::optional<double> noise;
  std::optional<double> ratio;
};

/// The product and its size, in two lines where one is too wide.
std::string product_line(Problem const& problem, std::int64_t nnz_c) {
  return wrapped({problem.matrix(), problem.operation(),
                  fmt::format("{} multiply-adds, {} entries in C", problem.work(), nnz_c)},
                 "  ", "  ");
}

/// ok only if both the whole call and the reuse, if any, were right.
std::string checked_of(Measurement const& measurement) {
  bool const call_alone =
      measurement.checked == Verdict::wrong || measurement.samples.reuse_ms.empty();
  return name_of(call_alone ? measurement.checked : measurement.reuse_checked);
}

/// What was selected for one call, in as many lines as it takes.
std::string selection_line(std::string const& phase, std::string const& selection) {
  std::vector<std::string> words = split(selection, ' ');
  words.front() = fmt::format("    selection {:<8} {}", phase, words.front());
  return wrapped(words, " ", "      ");
}

/// What a method of this library chose; nothing for others.
std::string selection_lines(Measurement const& measurement) {
  if (!measurement.is_own) return "";
  MethodReport const& report = measurement.report;
  std::string lines = selection_line("noreuse", report.ran) +
                      selection_line("symbolic", report.symbolic_selection) +
                      selection_line("numeric", report.numeric_selection);
  std::string const& reused = measurement.reuse_report.numeric_selection;
  if (reused == report.numeric_selection || reused.empty()) return lines;
  return lines + selection_line("reuse", reused);
}

}  // namespace

std::string table_header() { return columns().header(); }

std::string table_rows(Problem const& problem, std::vector<Measurement> const& measurements) {
  std::string lines = product_line(problem, measurements.front().nnz_c);
  Samples const& first = measurements.front().samples;
  for (Measurement const& measurement : measurements) {
    Samples const& samples = measurement.samples;
    PhaseCells const call{samples.noreuse_ms, first.noreuse_ms};
    PhaseCells const reuse{samples.reuse_ms, first.reuse_ms};
    auto const gflops = call.median_ms && *call.median_ms > 0
                            ? std::optional{gflops_of(problem.work(), *call.median_ms)}
                            : std::nullopt;
    lines += columns().row({entry_name(measurement), Cell{call.median_ms, 3}, Cell{call.noise, 1},
                            Cell{gflops, 3}, Cell{call.ratio, 2}, Cell{reuse.median_ms, 3},
                            Cell{reuse.noise, 1}, Cell{reuse.ratio, 2}, checked_of(measurement)});
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
  return wrapped({problem.matrix() + ": " + fmt::format("f_m {}", estimate.work),
                  fmt::format("nnz(C) at most {}", estimate.max_nnz_c)},
                 ", ", "  ") +
         wrapped(
             {fmt::format("  bytes at most: C {}, symbolic {}, numeric {}", estimate.max_bytes_c,
                          estimate.symbolic_bytes, estimate.numeric_bytes),
              fmt::format("--memory-cap {} is enough", estimate.min_workspace_bytes)},
             "; ", "    ");
}

std::string verbose_lines(Measurement const& measurement) {
  MethodReport const& report = measurement.report;
  Samples const& samples = measurement.samples;
  std::string lines = fmt::format("  {} {}\n", measurement.library, report.algorithm);
  auto const add_samples = [&](std::string const& phase, std::vector<double> const& samples_ms) {
    if (samples_ms.empty()) return;
    std::vector<std::string> parts{fmt::format("    {:<8} ms:", phase)};
    for (double const ms : samples_ms) parts.push_back(fmt::format("{:.3f}", ms));
    lines += wrapped(parts, " ", "      ");
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
