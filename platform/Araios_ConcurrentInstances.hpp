// SPDX-License-Identifier: BSD-3-Clause
// Instances of an execution space, lent to run kernels concurrently.
#pragma once

#include <platform/Araios_InstanceEvent.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// Instances to run kernels concurrently with those of a caller, and an event for each.
template <class ExecutionSpace>
struct ConcurrentInstances {
  std::vector<ExecutionSpace> instances;
  std::vector<InstanceEvent<ExecutionSpace>> marks;
  InstanceEvent<ExecutionSpace> mark_of_caller;

  explicit ConcurrentInstances(ExecutionSpace const& exec)
      : instances(parts_of(exec)), marks(instances.size()) {}

 private:
  /// Kokkos 4 returns a vector, Kokkos 5 an array.
  static std::vector<ExecutionSpace> parts_of(ExecutionSpace const& exec) {
    auto const parts = Kokkos::Experimental::partition_space(exec, 1, 1, 1, 1);
    return {parts.begin(), parts.end()};
  }
};

/// Lends instances, and takes them back when the last handle is gone. They are kept for the next
/// call: creating instances is slow, and slows later allocations of the process.
template <class ExecutionSpace>
class InstancePool : public std::enable_shared_from_this<InstancePool<ExecutionSpace>> {
 public:
  using Lent = ConcurrentInstances<ExecutionSpace>;

  std::shared_ptr<Lent> lend(ExecutionSpace const& exec) {
    auto lent = take();
    if (!lent) lent = std::make_unique<Lent>(exec);
    auto const give_back = [pool = this->shared_from_this()](Lent* used) {
      pool->take_back(std::unique_ptr<Lent>{used});
    };
    return {lent.release(), give_back};
  }
  /// Keeps no instances from now on: those that are returned are destroyed.
  void close() {
    std::lock_guard const lock{mutex_};
    closed_ = true;
    idle_.clear();
  }

 private:
  std::unique_ptr<Lent> take() {
    std::lock_guard const lock{mutex_};
    if (idle_.empty()) return nullptr;
    auto lent = std::move(idle_.back());
    idle_.pop_back();
    return lent;
  }
  void take_back(std::unique_ptr<Lent> used) {
    std::lock_guard const lock{mutex_};
    if (!closed_) idle_.push_back(std::move(used));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Lent>> idle_;
  bool closed_ = false;
};

/// Spreads the next kernels of an instance over itself and the instances beside it. They begin
/// after all earlier work of the caller's instance. Work that it gets after join() begins after
/// them.
template <class ExecutionSpace>
class ConcurrentLaunches {
 public:
  ConcurrentLaunches(ExecutionSpace const& exec, ConcurrentInstances<ExecutionSpace>& beside)
      : exec_{exec}, beside_{beside} {
    beside_.mark_of_caller.set(exec_);
  }

  /// The instance for the next kernel.
  ExecutionSpace const& next() {
    auto const& instances = beside_.instances;
    std::size_t const number = num_given_++;
    std::size_t const place = number % (instances.size() + 1);
    if (place == instances.size()) return exec_;
    if (number < instances.size()) beside_.mark_of_caller.hold(instances[place]);
    return instances[place];
  }

  /// Orders later work of `later` after all work that `earlier` has been given.
  ///
  /// Pre: next() returned both. `earlier` is one of the lent instances, not the caller's.
  void hold_behind(ExecutionSpace const& earlier, ExecutionSpace const& later) {
    auto& mark = beside_.marks[static_cast<std::size_t>(&earlier - beside_.instances.data())];
    mark.set(earlier);
    mark.hold(later);
  }

  void join() {
    std::size_t const used = std::min(num_given_, beside_.instances.size());
    for (std::size_t i = 0; i < used; ++i) {
      beside_.marks[i].set(beside_.instances[i]);
      beside_.marks[i].hold(exec_);
    }
    num_given_ = 0;
  }

 private:
  ExecutionSpace const& exec_;
  ConcurrentInstances<ExecutionSpace>& beside_;
  std::size_t num_given_ = 0;
};

/// The same interface for one instance, which runs kernels one after the other.
template <class ExecutionSpace>
struct SerialLaunches {
  ExecutionSpace const& exec;

  ExecutionSpace const& next() const { return exec; }
  void hold_behind(ExecutionSpace const&, ExecutionSpace const&) const {}
};

}  // namespace araios::inline ARAIOS_ISA::impl
