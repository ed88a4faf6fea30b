// SPDX-License-Identifier: BSD-3-Clause
// A record of the results: one phase of one method on one product; and the counts of a product.
#include "report/Record.hpp"

namespace araios::perf {

std::string name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::ok:
      return "ok";
    case Verdict::wrong:
      return "WRONG";
    case Verdict::off:
      break;
  }
  return "off";
}

double gflops_of(std::int64_t work, double ms) {
  return ms > 0 ? 2e-6 * static_cast<double>(work) / ms : 0;
}

Fields fields_of(Record const& r) {
  Fields fields{{"matrix", r.matrix},
                {"operation", r.operation},
                {"library", r.library},
                {"algorithm", r.algorithm},
                {"phase", r.phase},
                {"space", r.space},
                {"threads", std::int64_t{r.threads}},
                {"m", r.m},
                {"n", r.n},
                {"k", r.k},
                {"nnz_a", r.nnz_a},
                {"nnz_b", r.nnz_b},
                {"f_m", r.f_m},
                {"nnz_c", r.nnz_c}};
  Fields const times = fields_of(r.ms);
  fields.insert(fields.end(), times.begin(), times.end());
  Fields const rest{{"stopped", r.stopped}, {"gflops", r.gflops}, {"checked", r.checked}};
  fields.insert(fields.end(), rest.begin(), rest.end());
  return fields;
}

ProductCounts counts_of(ProblemStats const& stats) {
  ProductCounts counts{stats.work, stats.max_row_work, stats.nnz_c, stats.max_row_size, {}, {}};
  if (stats.compressed_work > 0) {
    auto const share = [](std::int64_t part, std::int64_t whole) {
      return static_cast<double>(part) / static_cast<double>(whole);
    };
    counts.cf = share(stats.compressed_work, stats.work);
    counts.cmrf = share(stats.max_row_compressed_work, stats.max_row_work);
  }
  return counts;
}

std::vector<Record> records_of(Problem const& problem, std::vector<Measurement> const& measurements,
                               BackEnd back_end, int threads) {
  Record record;
  record.matrix = problem.matrix();
  record.operation = problem.operation();
  record.space = name_of(back_end);
  record.threads = threads;
  record.m = problem.a().num_rows;
  record.k = problem.a().num_cols;
  record.n = problem.b().num_cols;
  record.nnz_a = num_entries(problem.a());
  record.nnz_b = num_entries(problem.b());
  record.f_m = problem.work();
  std::vector<Record> records;
  auto const add = [&](std::string const& phase, std::vector<double> const& samples_ms, Stop stop,
                       Verdict checked) {
    if (samples_ms.empty()) return;
    record.phase = phase;
    record.ms = spread_of(samples_ms);
    record.stopped = name_of(stop);
    record.gflops = gflops_of(record.f_m, record.ms.median);
    record.checked = name_of(checked);
    records.push_back(record);
  };
  for (Measurement const& measurement : measurements) {
    record.library = measurement.library;
    record.algorithm = measurement.report.algorithm;
    record.nnz_c = measurement.nnz_c;
    Samples const& samples = measurement.samples;
    Stop const stop = samples.call_stop;
    add("symbolic", samples.symbolic_ms, stop, measurement.checked);
    add("numeric", samples.numeric_ms, stop, measurement.checked);
    add("noreuse", samples.noreuse_ms, stop, measurement.checked);
    add("reuse", samples.reuse_ms, samples.reuse_stop, measurement.reuse_checked);
  }
  return records;
}

}  // namespace araios::perf
