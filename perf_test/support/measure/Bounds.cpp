// SPDX-License-Identifier: BSD-3-Clause
// Lower bounds of the time of a product, from measured rates of the execution space.
#include "measure/Bounds.hpp"

#include "base/Lines.hpp"
#include "base/Spread.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace araios::perf {
namespace {

/// A complex multiply-add takes four of real numbers.
constexpr std::int64_t real_multiply_adds = 4;

/// Bytes of the parts of matrices.
struct PartBytes {
  std::int64_t offset;
  std::int64_t entry;

  std::int64_t of_matrix(std::int64_t num_rows, std::int64_t num_entries) const {
    return (num_rows + 1) * offset + num_entries * entry;
  }
};

std::string times_text(std::vector<double> const& samples_ms, Bounds const& bounds) {
  if (samples_ms.empty()) return "-";
  double const ms = spread_of(samples_ms).median;
  return fmt::format("{:.2f} / {:.2f}", times_of(ms, bounds.traffic_ms),
                     times_of(ms, bounds.work_ms));
}

}  // namespace

Bounds bounds_of(Problem const& problem, std::int64_t nnz_c, OffsetType offset,
                 SpaceRates const& rates) {
  HostGraph const a = problem.a();
  HostGraph const b = problem.b();
  std::size_t const value_bytes = problem.is_complex() ? sizeof(Complex) : sizeof(double);
  PartBytes const part{offset == OffsetType::int32 ? 4 : 8,
                       static_cast<std::int64_t>(sizeof(int) + value_bytes)};
  std::int64_t bytes =
      part.of_matrix(a.num_rows, num_entries(a)) + part.of_matrix(a.num_rows, nnz_c);
  if (!problem.b_is_a()) bytes += part.of_matrix(b.num_rows, num_entries(b));
  std::int64_t const multiply_adds =
      problem.is_complex() ? real_multiply_adds * problem.work() : problem.work();
  return {bytes, 1e-6 * static_cast<double>(bytes) / rates.triad_gbs,
          1e-6 * static_cast<double>(multiply_adds) / rates.multiply_adds_per_ns};
}

double times_of(double ms, double bound_ms) { return bound_ms > 0 ? ms / bound_ms : 0; }

std::string rates_line(SpaceRates const& rates) {
  std::string const empty_call =
      rates.empty_call_us ? fmt::format(", call on an empty matrix {:.1f} us", *rates.empty_call_us)
                          : "";
  return fmt::format("triad {:.1f} GB/s, multiply-adds in registers {:.1f} per ns{}\n",
                     rates.triad_gbs, rates.multiply_adds_per_ns, empty_call);
}

std::string bounds_line(Measurement const& measurement, Bounds const& bounds) {
  return wrapped({fmt::format("  bounds of {}: A, B and C once {:.3f} ms",
                              measurement.report.algorithm, bounds.traffic_ms),
                  fmt::format("f_m multiply-adds {:.3f} ms", bounds.work_ms),
                  fmt::format("times these: noreuse {}, reuse {}",
                              times_text(measurement.samples.noreuse_ms, bounds),
                              times_text(measurement.samples.reuse_ms, bounds))},
                 "; ", "    ");
}

}  // namespace araios::perf
