// SPDX-License-Identifier: BSD-3-Clause
// A call for each block of small work on hosts, by threads that begin as soon as they can.
#pragma once

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

/// Calls f(block) for all blocks in [0, num_blocks), and waits for them: the calling thread for the
/// first one, and others for one each as far as there are so many. They read f where it lies: if it
/// is not written between calls, it is in their caches.
///
/// Units: num_threads: those of exec. Teams of one thread begin sooner than the threads of a range.
template <class ExecutionSpace, class F>
void for_each_block(ExecutionSpace const& exec, int num_blocks, int /*num_threads*/, F const& f) {
  using policy_type = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>>;
  // Labels of more characters would need memory, in each call.
  Kokkos::parallel_for("araios::blocks", policy_type(exec, num_blocks, 1), CallForTeam<F>{&f});
  exec.fence("araios::blocks");
}

#ifdef KOKKOS_ENABLE_OPENMP

/// The same without what Kokkos writes for its threads in each launch, which they have to fetch
/// from the caller's cache line by line. Tools that listen to Kokkos' kernels do not see it.
///
/// Pre: exec has been fenced.
template <class F>
void for_each_block(Kokkos::OpenMP const&, int num_blocks, int num_threads, F const& f) {
  // Pointers and numbers are passed by value, in one line of the cache; all else by address, in
  // another one. All threads are asked for, since libgomp would end those that are left out.
  F const* const call = &f;
#pragma omp parallel num_threads(num_threads) firstprivate(call, num_blocks, num_threads)
  {
    auto const call_for = [&](int thread) {
      for (int block = thread; block < num_blocks; block += num_threads) (*call)(block);
    };
    int const thread = omp_get_thread_num();
    call_for(thread);
    // How many came of those asked for only the caller looks up: others would fetch that, too.
    if (thread == 0) {
      for (int absent = omp_get_num_threads(); absent < num_threads; ++absent) call_for(absent);
    }
  }
}

#endif

}  // namespace araios::inline ARAIOS_ISA::impl
