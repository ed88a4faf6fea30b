// SPDX-License-Identifier: BSD-3-Clause
// Lanes of a device, one after the other on the host, so that every machine tests what they run.
#pragma once

namespace araios_test {

/// The interface of several lanes that own a row. They take their indices from the last one down,
/// as lanes may.
struct LanesInTurn {
  static constexpr bool concurrent = true;

  template <class Index, class F>
  void for_each(Index n, F const& f) const {
    for (Index i = n; i > 0; --i) f(i - 1);
  }
  template <class Sum, class Index, class F>
  Sum sum(Index n, F const& f) const {
    Sum total{};
    for_each(n, [&](Index i) { f(i, total); });
    return total;
  }
  /// As lanes of a device do: each has a partial of its own, which are joined afterwards.
  template <class Index, class F, class Reducer>
  void reduce(Index n, F const& f, Reducer const& reducer) const {
    auto& total = reducer.reference();
    reducer.init(total);
    for_each(n, [&](Index i) {
      auto partial = total;
      reducer.init(partial);
      f(i, partial);
      reducer.join(total, partial);
    });
  }
  /// As lanes of a device do: each index adds its part before any is final.
  template <class Sum, class Index, class F>
  Sum scan(Index n, F const& f) const {
    Sum total{};
    for (Index i = 0; i < n; ++i) f(i, total, false);
    Sum before{};
    for (Index i = 0; i < n; ++i) f(i, before, true);
    return total;
  }
  template <class F>
  void single(F const& f) const {
    f();
  }
  void barrier() const {}
};

}  // namespace araios_test
