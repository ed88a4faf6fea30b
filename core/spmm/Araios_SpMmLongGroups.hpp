// SPDX-License-Identifier: BSD-3-Clause
// SpMM on devices: groups of many entries, each shared by the threads of a team, in a second
// launch.
#pragma once

#include <platform/Araios_Access.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <spmm/Araios_SpMmGroupSums.hpp>
#include <spmm/Araios_SpMmTuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace araios::inline ARAIOS_ISA::impl {

/// What a launch does with groups of many entries: it sums them like the others, or leaves them to
/// the next launch.
template <class Device>
struct LongGroups {
  std::int64_t most_entries;  ///< most of a group that is not long
  Kokkos::View<int, Kokkos::SharedHostPinnedSpace>
      found;  ///< whether there are any, for later calls; no memory if no later call asks
  Kokkos::View<std::int64_t*, Device> counters;  ///< listed groups, teams done; both zero at first
  Kokkos::View<std::int64_t*, Device> list;      ///< groups that are left; empty if none are

  KOKKOS_FUNCTION bool are_left() const { return list.extent(0) > 0; }

  KOKKOS_FUNCTION void note(std::int64_t group) const {
    if (found.data() != nullptr) found() = 1;
    if (are_left()) list(Kokkos::atomic_fetch_add(&counters(0), std::int64_t{1})) = group;
  }
};

/// Most entries of a group that is not long, for a launch over that many columns of B. With few
/// products, launches wait for the longest group rather than for memory.
template <class Groups>
std::int64_t most_entries_of_short(Groups const& groups, std::int64_t num_columns) {
  auto const num_entries = static_cast<std::int64_t>(groups.columns.extent(0));
  std::int64_t const mean = num_entries / std::max<std::int64_t>(1, groups.num_groups());
  bool const are_few = num_entries * num_columns <= tuning::spmm_device_few_products;
  return std::max<std::int64_t>(
      are_few ? tuning::spmm_device_short_group_of_few_products : tuning::spmm_device_short_group,
      tuning::spmm_device_long_group_factor * mean);
}

/// Multiplies the groups that another launch has listed. Each team takes a group in a few columns
/// at a time. Its threads sum shares of the entries, and these sums are added in scratch.
template <class Operands, int width>
struct MultiplyLongGroups {
  using sums_type = GroupSums<Operands, width>;
  using pack_type = typename sums_type::pack_type;
  using Sums = typename sums_type::Sums;
  using device_type = typename Operands::device_type;

  sums_type sums_of;
  LongGroups<device_type> long_groups;
  int num_teams;
  int team_size;
  int lanes;  ///< threads side by side over the columns

  KOKKOS_FUNCTION static constexpr std::size_t scratch_bytes(int team_size) {
    return static_cast<std::size_t>(team_size) * sizeof(pack_type);
  }

  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    auto const size = static_cast<std::ptrdiff_t>(scratch_bytes(team_size));
    auto* const packs =
        static_cast<pack_type*>(member.team_scratch(0).get_shmem_aligned(size, alignof(pack_type)));
    std::int64_t const columns_of_tile = static_cast<std::int64_t>(lanes) * width;
    std::int64_t const num_tiles =
        (sums_of.operands.num_columns + columns_of_tile - 1) / columns_of_tile;
    std::int64_t const num_groups = long_groups.counters(0);
    for (std::int64_t i = member.league_rank(); i < num_groups * num_tiles; i += num_teams) {
      multiply(member, long_groups.list(i / num_tiles), i % num_tiles * columns_of_tile, packs);
    }
    member.team_barrier();
    if (member.team_rank() == 0 &&
        Shared::is_last_done(&long_groups.counters(1), static_cast<std::int64_t>(num_teams))) {
      long_groups.found() = num_groups > 0 ? 1 : 0;
      long_groups.counters(0) = 0;
      long_groups.counters(1) = 0;
    }
  }

 private:
  template <class Member>
  KOKKOS_FUNCTION void multiply(Member const& member, std::int64_t group, std::int64_t first_column,
                                pack_type* packs) const {
    int const rank = member.team_rank();
    int const num_slots = team_size / lanes;
    int const slot = rank / lanes;
    int const lane = rank % lanes;
    std::int64_t const column = first_column + lane * width;
    bool const has_columns = column < sums_of.operands.num_columns;
    Sums sums = {};
    for (int first = 0; first < sums_type::shares_of_long_group; first += num_slots) {
      Sums part = {};
      if (has_columns) sums_of.add_share(group, first + slot, column, part);
      for (int row = 0; row < sums_type::rows; ++row) {
        for (int i = 0; i < width; ++i) packs[rank].elements[i] = part[row][i];
        member.team_barrier();
        if (slot == 0) add_packs(packs + lane, num_slots, sums[row]);
        member.team_barrier();
      }
    }
    if (slot == 0 && has_columns) sums_of.store(group, column, sums);
  }

  /// Adds in the order of the shares, so that values do not depend on who adds them.
  KOKKOS_FUNCTION void add_packs(pack_type const* packs, int count,
                                 typename Operands::scalar_type (&sums)[width]) const {
    for (int slot = 0; slot < count; ++slot) {
      for (int i = 0; i < width; ++i) sums[i] += packs[slot * lanes].elements[i];
    }
  }
};

/// Enqueues the product of the groups that the launch before has listed.
template <int width, class ExecutionSpace, class Operands, class Device>
void multiply_long_groups(ExecutionSpace const& exec, Operands const& operands,
                          LongGroups<Device> const& long_groups) {
  using kernel_type = MultiplyLongGroups<Operands, width>;
  using sums_type = typename kernel_type::sums_type;
  constexpr int team_size = sums_type::largest_team;
  constexpr int lanes = team_size / sums_type::shares_of_long_group;
  static_assert(lanes > 0 && team_size % lanes == 0);
  int const num_teams = std::max(1, exec.concurrency() / tuning::spmm_device_largest_team);
  using policy_type = Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<team_size, 1>>;
  policy_type policy{exec, num_teams, team_size};
  policy.set_scratch_size(
      0, Kokkos::PerTeam(static_cast<int>(kernel_type::scratch_bytes(team_size)) +
                         static_cast<int>(alignof(typename kernel_type::pack_type))));
  Kokkos::parallel_for("araios::spmm::multiply_long_groups", policy,
                       kernel_type{{operands}, long_groups, num_teams, team_size, lanes});
}

}  // namespace araios::inline ARAIOS_ISA::impl
