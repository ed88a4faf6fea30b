// SPDX-License-Identifier: BSD-3-Clause
// Matrix-vector products on one execution space with one offset type, and its bandwidth.
#pragma once

#include "AraiosSpMv.hpp"
#include "PeerOffsets.hpp"
#include "SpMvContest.hpp"
#include "Timing.hpp"
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
#include "PeerKokkosKernelsSpMv.hpp"
#endif

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace araios::perf {

template <class Space, class Offset>
class SpMvContestOn final : public SpMvContest {
 public:
  SpMvContestOn(SpMvProblem const& problem, SpMvOptions const& options)
      : arrays_{std::make_shared<SpMvArrays<Space, Offset>>(problem)} {
    methods_.push_back(std::make_unique<AraiosSpMv<Space, Offset>>(arrays_));
    if constexpr (has_peers_v<Offset>) {
      if (options.with_peer) add_kokkos_kernels();
    }
  }

  void poison_result() const override { arrays_->poison_result(); }
  std::vector<double> result() const override { return arrays_->result(); }

 private:
  void add_kokkos_kernels() {
#ifdef ARAIOS_HAVE_KOKKOSKERNELS
    for (auto const algorithm : {KokkosSparse::SPMV_DEFAULT, KokkosSparse::SPMV_MERGE_PATH}) {
      methods_.push_back(std::make_unique<KokkosKernelsSpMv<Space, Offset>>(arrays_, algorithm));
    }
#endif
  }

  std::shared_ptr<SpMvArrays<Space, Offset>> arrays_;
};

template <class Space, class Offset>
std::unique_ptr<SpMvContest> make_spmv_contest_on(SpMvProblem const& problem,
                                                  SpMvOptions const& options) {
  return std::make_unique<SpMvContestOn<Space, Offset>>(problem, options);
}

template <class Device>
struct Triad {
  Kokkos::View<double*, Device> a, b, c;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { a(i) = b(i) + 3.0 * c(i); }
};

/// The best of several triads, because noise only slows down.
template <class Space>
SpaceReport report_space_of() {
  constexpr std::size_t size = std::size_t{1} << 23;  // 64 MiB an array
  constexpr int repetitions = 8;
  Space const exec;
  using device_type = typename Space::device_type;
  Triad<device_type> triad;
  for (auto* const view : {&triad.a, &triad.b, &triad.c}) {
    *view = Kokkos::View<double*, device_type>("triad", size);
  }
  double best_ms = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    Stopwatch<Space> const watch{exec};
    Kokkos::parallel_for("araios::perf::triad", Kokkos::RangePolicy<Space>(exec, 0, size), triad);
    double const ms = watch.elapsed_ms();
    best_ms = repetition == 0 ? ms : std::min(best_ms, ms);
  }
  return {exec.concurrency(), 3e-6 * sizeof(double) * static_cast<double>(size) / best_ms};
}

}  // namespace araios::perf
