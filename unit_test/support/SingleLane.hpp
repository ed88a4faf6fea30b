// SPDX-License-Identifier: BSD-3-Clause
// One lane without a kernel around it, for tests of accumulators and of the pool on the host.
#pragma once

namespace araios_test {

/// The interface of lanes for a plain host thread.
struct SingleLane {
  static constexpr bool concurrent = false;

  template <class Index, class F>
  void for_each(Index n, F const& f) const {
    for (Index i = 0; i < n; ++i) f(i);
  }
  template <class F>
  void single(F const& f) const {
    f();
  }
  template <class F, class Out>
  void single(F const& f, Out& out) const {
    f(out);
  }
  void barrier() const {}
};

}  // namespace araios_test
