// SPDX-License-Identifier: BSD-3-Clause
// Allocations that fail, in a program that is linked with FailingAllocations.cpp: once, or from
// then on. The call falls back or throws OutOfMemory; operands and results stay whole, and the same
// call works afterwards.
#pragma once

#include "HostMatrix.hpp"
#include "Product.hpp"
#include "RandomMatrices.hpp"
#include "ReferenceProduct.hpp"
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>

namespace araios_test {

/// A call, and what has to hold whether it ran or threw OutOfMemory.
struct Watched {
  std::function<void()> call;
  std::function<bool()> is_right;      ///< after the call has returned
  std::function<bool()> is_untouched;  ///< after it has thrown
};

/// Fails each allocation of a call, one after the other. Returns how many there are. No other error
/// than OutOfMemory may arrive.
int fail_each_allocation(Watched const& watched);

/// The same for a call that changes nothing but its result.
template <class Call, class IsRight>
int fail_each_allocation(Call const& call, IsRight const& is_right) {
  return fail_each_allocation(Watched{call, is_right, [] { return true; }});
}

/// The same for a call that writes C: whether it has thrown, C is as it was before.
///
/// Pre: C has nnz entries.
template <class C, class Call, class IsRight>
int fail_each_allocation_beside(C const& c, std::int64_t nnz, Call const& call,
                                IsRight const& is_right) {
  auto const fill = [&] {
    Kokkos::deep_copy(c.graph.columns, -7);
    Kokkos::deep_copy(c.values, -7.5);
  };
  fill();
  return fail_each_allocation(
      Watched{call,
              [&] {
                bool const was_right = is_right();
                fill();
                return was_right;
              },
              [&] {
                auto const found = to_host(c);
                auto const& columns = found.pattern.columns;
                return std::count(found.values.begin(), found.values.end(), -7.5) == nnz &&
                       std::count(columns.begin(), columns.end(), -7) == nnz;
              }});
}

/// Runs a call whose first allocation fails. Pre: it throws nothing.
void run_with_first_allocation_failing(std::function<void()> const& call);

#ifdef KOKKOS_ENABLE_CUDA
using FailingSpaces = testing::Types<Kokkos::DefaultHostExecutionSpace, Kokkos::Cuda>;
#else
using FailingSpaces = testing::Types<Kokkos::DefaultHostExecutionSpace>;
#endif

struct NoWork {
  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const&) const {}
};

template <class Space>
class AllocationFailure : public testing::Test {
 protected:
  /// A thread of Kokkos::Threads that finds no memory for its scratch ends the process: they take
  /// more than any test needs.
  static void SetUpTestSuite() {
    Kokkos::TeamPolicy<Kokkos::DefaultHostExecutionSpace> policy{1, 1};
    policy.set_scratch_size(0, Kokkos::PerTeam(1 << 16), Kokkos::PerThread(1 << 16));
    Kokkos::parallel_for("take_scratch", policy, NoWork{});
  }

  using Product = PlannedProduct<DefaultTypes<Space>>;
  using Views = typename Space::device_type;
  using Workspace = araios::Workspace<Views>;
  HostMatrix<double> const host_a_ =
      with_sorted_rows(with_integers<double>(uniform_pattern(60, 40, 5, 1), 1));
  HostMatrix<double> const host_b_ =
      with_sorted_rows(with_integers<double>(uniform_pattern(40, 70, 5, 2), 2));
  ReferenceProduct const expected_ = reference_product(host_a_, host_b_);
  Product const product_{host_a_, host_b_};
};

}  // namespace araios_test
