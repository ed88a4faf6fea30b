// SPDX-License-Identifier: BSD-3-Clause
// Teams of host threads, so that every machine tests what teams of devices run.
#pragma once

#include "AlignedMemory.hpp"

#include <barrier>
#include <cstddef>
#include <thread>
#include <vector>

namespace araios_test {

/// A member of a team of host threads, with what kernels ask of a Kokkos team.
class HostMember {
 public:
  struct Scratch {
    std::byte* memory;
    void* get_shmem_aligned(std::ptrdiff_t, std::ptrdiff_t) const { return memory; }
  };

  HostMember(int league_rank, int team_rank, std::barrier<>& barrier, std::byte* memory)
      : league_rank_{league_rank}, team_rank_{team_rank}, barrier_{&barrier}, scratch_{memory} {}

  int league_rank() const { return league_rank_; }
  int team_rank() const { return team_rank_; }
  Scratch const& team_scratch(int) const { return scratch_; }
  void team_barrier() const { barrier_->arrive_and_wait(); }

 private:
  int league_rank_;
  int team_rank_;
  std::barrier<>* barrier_;
  Scratch scratch_;
};

/// Runs the teams of a launch, one after the other, by the same threads. Units: scratch_bytes of
/// one team.
template <class Kernel>
void run_on_host(Kernel const& kernel, int num_teams, int team_size,
                 std::size_t scratch_bytes = 0) {
  AlignedMemory memory{scratch_bytes};
  std::barrier<> barrier{team_size};
  std::vector<std::thread> team;
  for (int rank = 0; rank < team_size; ++rank) {
    team.emplace_back([&, rank] {
      for (int league = 0; league < num_teams; ++league) {
        kernel(HostMember{league, rank, barrier, memory.data()});
        barrier.arrive_and_wait();
      }
    });
  }
  for (std::thread& thread : team) thread.join();
}

}  // namespace araios_test
