// SPDX-License-Identifier: BSD-3-Clause
// What a whole call costs that has nothing to multiply.
#include "EmptyCall.hpp"

#include "Contest.hpp"
#include "Problem.hpp"
#include "Timing.hpp"

#include <memory>
#include <vector>

namespace araios::perf {

double empty_call_us(Options const& options) {
  Options alone = options;
  alone.peers.clear();
  alone.b_source.reset();
  alone.r_source.reset();
  Problem const empty{"gen:er:1:0", alone};
  std::unique_ptr<Contest> const contest = make_contest(empty, alone);
  Method& method = *contest->methods().front();
  constexpr int warmup = 10;
  constexpr int repeat = 101;
  std::vector<double> samples_ms;
  for (int call = 0; call < warmup + repeat; ++call) {
    double const ms = method.multiply().noreuse_ms;
    method.release();
    if (call >= warmup) samples_ms.push_back(ms);
  }
  return 1e3 * spread_of(samples_ms).median;
}

}  // namespace araios::perf
