// SPDX-License-Identifier: BSD-3-Clause
// A record of the results: one phase of one method on one product; and the counts of a product.
#pragma once

#include "base/Spread.hpp"
#include "measure/Measure.hpp"
#include "problem/Problem.hpp"
#include "report/Fields.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace araios::perf {

struct Record {
  std::string matrix;
  std::string operation;
  std::string library;
  std::string algorithm;
  std::string phase;  ///< symbolic, numeric, noreuse or reuse
  std::string space;
  int threads = 0;
  std::int64_t m = 0, n = 0, k = 0;
  std::int64_t nnz_a = 0, nnz_b = 0;
  std::int64_t f_m = 0;  ///< multiply-adds
  std::int64_t nnz_c = 0;
  Spread ms;
  std::string stopped;  ///< repeat, reached or maximum
  double gflops = 0;    ///< 2·f_m over the median time of the phase
  std::string checked;  ///< ok, WRONG or off
};

/// The columns of the CSV file.
Fields fields_of(Record const& record);

/// The counts that describe a product in the literature.
struct ProductCounts {
  std::int64_t f_m = 0;        ///< multiply-adds
  std::int64_t maxrf = 0;      ///< largest number of multiply-adds of a row of C
  std::int64_t nnz_c = 0;      ///< entries of C
  std::int64_t maxrs = 0;      ///< largest number of entries of a row of C
  std::optional<double> cf;    ///< f_m with B compressed over f_m; empty if not counted
  std::optional<double> cmrf;  ///< maxrf with B compressed over maxrf
};

ProductCounts counts_of(ProblemStats const& stats);

/// The records of all measured phases of one product.
std::vector<Record> records_of(Problem const& problem, std::vector<Measurement> const& measurements,
                               BackEnd back_end, int threads);

std::string name_of(Verdict verdict);

/// 2·work over a time; zero if no time was measured.
double gflops_of(std::int64_t work, double ms);

}  // namespace araios::perf
