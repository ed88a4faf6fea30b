// SPDX-License-Identifier: BSD-3-Clause
// Small work of hosts in blocks, on threads that start with little delay.
#pragma once

#include <platform/Araios_AnnouncedLoop.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

namespace araios::inline ARAIOS_ISA::impl {

template <class F>
struct CallForTeam {
  F const* f;

  template <class Member>
  void operator()(Member const& member) const {
    (*f)(member.league_rank());
  }
};

/// Calls f(block) for all blocks in [0, num_blocks), and returns when all are done. The calling
/// thread runs the first block, other threads one each as far as there are enough. Threads read f
/// at its address: if it is not written between calls, it stays in their caches.
///
/// Teams of one thread, since they start sooner than the threads of a range.
///
/// Units: num_threads: those of exec.
template <class ExecutionSpace, class F>
void for_each_block(ExecutionSpace const& exec, int num_blocks, int /*num_threads*/, F const& f) {
  using policy_type = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>>;
  // A longer label would allocate memory in each call.
  Kokkos::parallel_for("araios::blocks", policy_type(exec, num_blocks, 1), CallForTeam<F>{&f});
  exec.fence("araios::blocks");
}

#ifdef KOKKOS_ENABLE_OPENMP

/// The same without Kokkos, which writes launch data for its threads that they would fetch from the
/// caller's cache line by line. It is announced to tools.
///
/// Pre: exec has been fenced.
template <class F>
void for_each_block(Kokkos::OpenMP const& exec, int num_blocks, int num_threads, F const& f) {
  // Pointers and numbers are passed by value and share one cache line; what is passed by address
  // would need another. All threads are asked for, since libgomp ends those that are left out.
  F const* const call = &f;
  AnnouncedLoop const announced{exec, "araios::blocks"};
#pragma omp parallel num_threads(num_threads) firstprivate(call, num_blocks, num_threads)
  {
    auto const call_for = [&](int thread) {
      for (int block = thread; block < num_blocks; block += num_threads) (*call)(block);
    };
    int const thread = omp_get_thread_num();
    call_for(thread);
    // Fewer threads may come than were asked for. Only the caller reads how many: this saves the
    // others another cache line.
    if (thread == 0) {
      for (int absent = omp_get_num_threads(); absent < num_threads; ++absent) call_for(absent);
    }
  }
}

#endif

}  // namespace araios::inline ARAIOS_ISA::impl
