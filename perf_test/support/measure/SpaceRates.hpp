// SPDX-License-Identifier: BSD-3-Clause
// Measured rates of an execution space: memory, arithmetic, calls.
#pragma once

#include "base/Timing.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace araios::perf {

struct SpaceRates {
  double triad_gbs = 0;                      ///< GB/s of a = b + s·c on arrays larger than caches
  double multiply_adds_per_ns = 0;           ///< of double, on numbers in registers
  std::optional<double> empty_call_us = {};  ///< of a whole product with nothing to multiply
};

/// The smallest of several times of a functor in milliseconds, because noise only adds time.
template <class Space, class Functor>
double best_ms_of(std::string const& label, Space const& exec, std::size_t size,
                  Functor const& functor) {
  constexpr int repetitions = 8;
  double best_ms = 0;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    Stopwatch<Space> const watch{exec};
    Kokkos::parallel_for(label, Kokkos::RangePolicy<Space>(exec, 0, size), functor);
    double const ms = watch.elapsed_ms();
    best_ms = repetition == 0 ? ms : std::min(best_ms, ms);
  }
  return best_ms;
}

template <class Device>
struct Triad {
  Kokkos::View<double*, Device> a, b, c;
  KOKKOS_FUNCTION void operator()(std::size_t i) const { a(i) = b(i) + 3.0 * c(i); }
};

/// GB/s of a triad; reads that allocate written lines in the caches are not counted.
template <class Space>
double triad_gbs_of(Space const& exec) {
  constexpr std::size_t size = std::size_t{1} << 23;  // 64 MiB an array
  using device_type = typename Space::device_type;
  Triad<device_type> triad;
  for (auto* const view : {&triad.a, &triad.b, &triad.c}) {
    *view = Kokkos::View<double*, device_type>("triad", size);
  }
  double const ms = best_ms_of("araios::perf::triad", exec, size, triad);
  return 3e-6 * sizeof(double) * static_cast<double>(size) / ms;
}

/// Independent chains of multiply-adds.
template <int num_chains, class Device>
struct MultiplyAddChains {
  static constexpr int num_steps = 1 << 15;

  Kokkos::View<double*, Device> sums;
  double factor = 0.5;
  double summand = 1.25;

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    double chains[num_chains];
    for (int chain = 0; chain < num_chains; ++chain) chains[chain] = chain;
    for (int step = 0; step < num_steps; ++step) {
      for (int chain = 0; chain < num_chains; ++chain) {
        chains[chain] = chains[chain] * factor + summand;
      }
    }
    double sum = 0;
    for (int chain = 0; chain < num_chains; ++chain) sum += chains[chain];
    sums(i) = sum;
  }
};

template <int num_chains, class Space>
double multiply_adds_per_ns_of(Space const& exec) {
  using Chains = MultiplyAddChains<num_chains, typename Space::device_type>;
  auto const size = static_cast<std::size_t>(exec.concurrency());
  Chains const chains{decltype(Chains::sums)("sums", size)};
  double const ms = best_ms_of("araios::perf::multiply_adds", exec, size, chains);
  return 1e-6 * static_cast<double>(size) * num_chains * Chains::num_steps / ms;
}

/// Tries several numbers of chains: how many fill the arithmetic units without spilling registers
/// depends on the machine.
template <class Space>
SpaceRates measure_rates_of(Space const& exec) {
  return {triad_gbs_of(exec),
          std::max(multiply_adds_per_ns_of<32>(exec), multiply_adds_per_ns_of<64>(exec))};
}

}  // namespace araios::perf
