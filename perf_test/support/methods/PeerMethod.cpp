// SPDX-License-Identifier: BSD-3-Clause
// Another library's product on plain arrays as a method of a contest.
#include "methods/PeerMethod.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace araios::perf {
namespace {

/// Milliseconds of a step that is complete when it returns.
template <class Step>
double elapsed_ms(Step const& step) {
  Kokkos::fence("araios::perf: before a timed region");
  Kokkos::Timer const timer;
  step();
  return 1e3 * timer.seconds();
}

}  // namespace

PeerMethod::PeerMethod(std::unique_ptr<PeerProduct> product, int num_rows, int num_cols)
    : product_{std::move(product)}, num_rows_{num_rows}, num_cols_{num_cols} {}

CallTimes PeerMethod::multiply() {
  product_->prepare();
  CallTimes times;
  times.noreuse_ms = elapsed_ms([this] { product_->multiply(); });
  return times;
}

double PeerMethod::multiply_again() {
  return elapsed_ms([this] { product_->multiply_again(); });
}

MethodReport PeerMethod::report() const {
  return {algorithm(), "", "", "", std::nullopt, product_->workspace_bytes()};
}

AnyHostResult PeerMethod::result() const {
  auto const size = static_cast<std::size_t>(product_->num_entries());
  Kokkos::View<std::int64_t*, HostResult::device_type> const row_offsets(
      "C.row_offsets", static_cast<std::size_t>(num_rows_) + 1);
  Kokkos::View<int*, HostResult::device_type> const columns("C.columns", size);
  Kokkos::View<double*, HostResult::device_type> const values("C.values", size);
  product_->copy_result(row_offsets.data(), columns.data(), values.data());
  return HostResult{{num_rows_, num_cols_, row_offsets, columns}, values};
}

}  // namespace araios::perf
