// SPDX-License-Identifier: BSD-3-Clause
// Loops of hosts in equal shares: a single launch for all loop bodies.
#pragma once

#include <platform/Araios_AnnouncedLoop.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace araios::inline ARAIOS_ISA::impl {

/// The steps of one thread in a loop.
struct Share {
  std::int64_t index;
  std::int64_t begin;
  std::int64_t end;
};

/// A loop body behind a pointer: a call body(share) does the steps of a share. Compilers then make
/// one launch for all bodies, instead of one for each.
///
/// Pre: the body outlives its calls.
class SharedLoop {
 public:
  template <class Body>
  explicit SharedLoop(Body const& body)
      : body_{&body}, call_{[](void const* erased, Share const& share) {
          (*static_cast<Body const*>(erased))(share);
        }} {}

  void operator()(Share const& share) const { call_(body_, share); }

 private:
  void const* body_;
  void (*call_)(void const*, Share const&);
};

/// A loop over [0, size) in shares of contiguous steps.
struct LoopInShares {
  SharedLoop loop;
  std::int64_t size;
  std::int64_t num_shares;

  void operator()(std::int64_t index) const {
    loop({index, size * index / num_shares, size * (index + 1) / num_shares});
  }
};

/// Waits for work already enqueued before the calling thread works itself.
template <class ExecutionSpace>
void fence_small_work(ExecutionSpace const& exec) {
  // Constructed once: a small product fences often, and building the label would cost more than the
  // fences.
  static std::string const label = "araios: small work of the calling thread";
  exec.fence(label);
}

/// The number of shares of a loop: one if the calling thread runs it `alone`, else one for each
/// thread, but none without steps.
template <class ExecutionSpace>
std::int64_t num_shares(ExecutionSpace const& exec, std::int64_t size, bool alone) {
  return alone ? 1 : std::min<std::int64_t>(size, exec.concurrency());
}

/// Runs a loop over [0, size) on a host, and returns when it is done. The calling thread runs it
/// alone after a fence, or all threads run equal shares of it. Tools see a loop that runs alone as
/// `araios::alone`, which starts no other.
template <class ExecutionSpace>
[[gnu::noinline]] void run_in_shares(char const* label, ExecutionSpace const& exec,
                                     std::int64_t size, bool alone, SharedLoop const& loop) {
  if (alone) {
    fence_small_work(exec);
    AnnouncedLoop const announced{exec, "araios::alone"};
    return loop({0, 0, size});
  }
  using Policy = Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>,
                                     Kokkos::IndexType<std::int64_t>>;
  std::int64_t const shares = num_shares(exec, size, false);
  // Launches of hosts have ended when they return, so that the body may lie on the stack.
  Kokkos::parallel_for(label, Policy(exec, 0, shares), LoopInShares{loop, size, shares});
}

}  // namespace araios::inline ARAIOS_ISA::impl
