// SPDX-License-Identifier: BSD-3-Clause
// This library's counts of triangles, timed.
#pragma once

#include "base/Timing.hpp"
#include "measure/RepeatedMethod.hpp"
#include "problem/TrianglesArrays.hpp"
#include <Araios_Mask.hpp>
#include <Araios_Semiring.hpp>
#include <Araios_SemiringPlan.hpp>
#include <Araios_SemiringSpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace araios::perf {

/// What counts triangles: pairs of edges to common neighbours.
using PairsOfEdges = PlusPair<std::int64_t>;

template <class Values>
struct SumOfValues {
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& sum) const { sum += values(i); }
};

/// The sum of the values of C.
template <class Space, class Values>
std::int64_t sum_of(Space const& exec, Values const& values) {
  std::int64_t sum = 0;
  Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> const all{
      exec, 0, static_cast<std::int64_t>(values.extent(0))};
  Kokkos::parallel_reduce("araios::triangles::sum", all, SumOfValues<Values>{values}, sum);
  return sum;
}

/// A product in one call with one kind of mask. There is nothing to set up.
template <class Space>
class AraiosTriangles final : public RepeatedMethod {
 public:
  AraiosTriangles(std::shared_ptr<TrianglesArrays<Space>> arrays, std::string algorithm,
                  MaskKind kind)
      : arrays_{std::move(arrays)}, algorithm_{std::move(algorithm)}, kind_{kind} {}

  std::string library() const override { return "araios"; }
  std::string algorithm() const override { return algorithm_; }

  double set_up() override { return 0; }

  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] {
      auto const& lower = arrays_->lower;
      Mask<decltype(graph_of(lower))> const mask{graph_of(lower), kind_};
      auto const c = semiring_spgemm(exec_, PairsOfEdges{}, lower, lower, mask);
      arrays_->count = static_cast<double>(sum_of(exec_, c.values));
    });
  }

 private:
  Space exec_;
  std::shared_ptr<TrianglesArrays<Space>> arrays_;
  std::string algorithm_;
  MaskKind kind_;
};

/// The numeric phase alone. Set-up plans it.
template <class Space>
class AraiosPlannedTriangles final : public RepeatedMethod {
 public:
  explicit AraiosPlannedTriangles(std::shared_ptr<TrianglesArrays<Space>> arrays)
      : arrays_{std::move(arrays)} {}

  std::string library() const override { return "araios"; }
  std::string algorithm() const override { return "planned"; }

  double set_up() override {
    auto const& lower = arrays_->lower;
    Stopwatch<Space> const watch{exec_};
    plan_.emplace(semiring_spgemm_symbolic(exec_, lower, lower, prescribed(lower)));
    c_ = plan_->template allocate<std::int64_t>(exec_, "C");
    return watch.elapsed_ms();
  }

  double multiply(int calls) override {
    return ms_of_calls(exec_, calls, [this] {
      auto const& lower = arrays_->lower;
      semiring_spgemm_numeric(exec_, PairsOfEdges{}, *plan_, lower, lower, c_);
      arrays_->count = static_cast<double>(sum_of(exec_, c_.values));
    });
  }

 private:
  using Plan = SemiringPlan<int, int, typename Space::device_type>;

  Space exec_;
  std::shared_ptr<TrianglesArrays<Space>> arrays_;
  std::optional<Plan> plan_;
  typename Plan::template result_type<std::int64_t> c_;
};

}  // namespace araios::perf
