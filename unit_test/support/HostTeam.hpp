// SPDX-License-Identifier: BSD-3-Clause
// Teams of host threads, so that every machine tests what teams of devices run.
#pragma once

#include "AlignedMemory.hpp"

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

namespace araios_test {

/// Counts how often all threads of a team have met.
struct CountMeeting {
  std::int64_t* meetings;
  void operator()() noexcept { ++*meetings; }
};
using TeamBarrier = std::barrier<CountMeeting>;

/// A member of a team of host threads, with what kernels ask of a Kokkos team.
class HostMember {
 public:
  struct Scratch {
    std::byte* memory;
    void* get_shmem_aligned(std::ptrdiff_t, std::ptrdiff_t) const { return memory; }
  };

  HostMember(int league_rank, int team_rank, TeamBarrier& barrier, std::byte* memory)
      : league_rank_{league_rank}, team_rank_{team_rank}, barrier_{&barrier}, scratch_{memory} {}

  int league_rank() const { return league_rank_; }
  int team_rank() const { return team_rank_; }
  Scratch const& team_scratch(int) const { return scratch_; }
  void team_barrier() const { barrier_->arrive_and_wait(); }

 private:
  int league_rank_;
  int team_rank_;
  TeamBarrier* barrier_;
  Scratch scratch_;
};

/// Which team of a launch runs first.
enum class TeamOrder { ascending, descending };

/// Runs the teams of a launch, one after the other, by the same threads. Units: scratch_bytes of
/// one team. Returns how often a team has met at a barrier.
template <class Kernel>
std::int64_t run_on_host(Kernel const& kernel, int num_teams, int team_size,
                         std::size_t scratch_bytes = 0, TeamOrder order = TeamOrder::ascending) {
  AlignedMemory memory{scratch_bytes};
  std::int64_t meetings = 0;
  TeamBarrier barrier{team_size, CountMeeting{&meetings}};
  std::vector<std::thread> team;
  for (int rank = 0; rank < team_size; ++rank) {
    team.emplace_back([&, rank] {
      for (int i = 0; i < num_teams; ++i) {
        int const league = order == TeamOrder::ascending ? i : num_teams - 1 - i;
        kernel(HostMember{league, rank, barrier, memory.data()});
        barrier.arrive_and_wait();
      }
    });
  }
  for (std::thread& thread : team) thread.join();
  return meetings - num_teams;
}

}  // namespace araios_test
