// SPDX-License-Identifier: BSD-3-Clause
// Kernels of hosts behind pointers, and the member that those of thread owners get.
#pragma once

#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// The member of a launch that a host kernel of thread owners gets, whether threads of Kokkos run
/// it or the calling thread does: compilers then make the kernel once.
template <class ExecutionSpace>
class HostThread {
 public:
  using execution_space = ExecutionSpace;

  HostThread() = default;
  HostThread(int index, std::byte* scratch) : index_{index}, scratch_{scratch} {}

  KOKKOS_FUNCTION int league_rank() const { return index_; }
  KOKKOS_FUNCTION static constexpr int team_rank() { return 0; }
  KOKKOS_FUNCTION static constexpr int team_size() { return 1; }
  /// The scratch of this thread, level 0; null if the launch asked for none.
  KOKKOS_FUNCTION std::byte* scratch() const { return scratch_; }

 private:
  int index_ = 0;
  std::byte* scratch_ = nullptr;
};

/// A host kernel behind a pointer, so that one launch serves all kernels of its kind of owners.
///
/// Pre: the kernel outlives the launch, which has ended on hosts when it returns.
template <class Member>
class ErasedKernel {
 public:
  template <class Kernel>
  explicit ErasedKernel(Kernel const& kernel)
      : kernel_{&kernel}, call_{[](void const* erased, Member const& member) {
          (*static_cast<Kernel const*>(erased))(member);
        }} {}

  void operator()(Member const& member) const { call_(kernel_, member); }

 private:
  void const* kernel_;
  void (*call_)(void const*, Member const&);
};

/// Static, since Araios balances the load itself.
template <class ExecutionSpace>
using TeamPolicyOf = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>>;

/// Launches a kernel of teams. On hosts one launch serves all kernels.
template <class ExecutionSpace, class Kernel>
void launch_team_kernel(std::string const& label, TeamPolicyOf<ExecutionSpace> const& policy,
                        Kernel const& kernel) {
  using Member = typename TeamPolicyOf<ExecutionSpace>::member_type;
  if constexpr (is_host_space_v<ExecutionSpace>) {
    Kokkos::parallel_for(label, policy, ErasedKernel<Member>{kernel});
  } else {
    Kokkos::parallel_for(label, policy, kernel);
  }
}

}  // namespace araios::inline ARAIOS_ISA::impl
