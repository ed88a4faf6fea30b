// SPDX-License-Identifier: BSD-3-Clause
// Points in the work of an instance, for which other instances or the host wait.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <any>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// A point in the work of an instance, for which others wait. Without a specialization, set() is a
/// fence of the host.
template <class ExecutionSpace>
class InstanceEvent {
 public:
  /// Sets the point after all work that the instance has been given.
  void set(ExecutionSpace const& earlier) { earlier.fence("araios: another instance goes on"); }
  /// Orders later work of this instance after the point.
  void hold(ExecutionSpace const&) const {}
  /// Returns once the point has been reached.
  void wait() const {}
};

#ifdef KOKKOS_ENABLE_CUDA
/// A CUDA event: it costs less than a fence, and the host can launch meanwhile.
template <>
class InstanceEvent<Kokkos::Cuda> {
 public:
  InstanceEvent() { expect_success(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming)); }
  InstanceEvent(InstanceEvent const&) = delete;
  InstanceEvent& operator=(InstanceEvent const&) = delete;
  ~InstanceEvent() { cudaEventDestroy(event_); }

  void set(Kokkos::Cuda const& earlier) {
    expect_success(cudaEventRecord(event_, earlier.cuda_stream()));
  }
  void hold(Kokkos::Cuda const& later) const {
    expect_success(cudaStreamWaitEvent(later.cuda_stream(), event_, 0));
  }
  void wait() const { expect_success(cudaEventSynchronize(event_)); }

 private:
  static void expect_success(cudaError_t error) {
    if (error != cudaSuccess) {
      throw std::runtime_error{std::string{"araios: CUDA events: "} + cudaGetErrorString(error)};
    }
  }

  cudaEvent_t event_ = nullptr;
};
#endif

/// Work that a call has left running on its instance, whatever the execution space.
class PendingWork {
 public:
  PendingWork() = default;
  /// All work that `exec` has been given.
  template <class ExecutionSpace>
  explicit PendingWork(ExecutionSpace const& exec) : instance_{exec} {
    auto const mark = std::make_shared<InstanceEvent<ExecutionSpace>>();
    mark->set(exec);
    wait_ = [mark] { mark->wait(); };
  }

  /// Orders later work of `later` after this work: waits for it, unless both share an instance.
  template <class ExecutionSpace>
  void end_before(ExecutionSpace const& later) const {
    if (!wait_) return;
    auto const* const instance = std::any_cast<ExecutionSpace>(&instance_);
    if (instance == nullptr || !(*instance == later)) wait_();
  }

 private:
  std::any instance_;
  std::function<void()> wait_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
