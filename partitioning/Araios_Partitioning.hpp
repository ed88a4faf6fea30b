// SPDX-License-Identifier: BSD-3-Clause
// The named partitionings: who owns a row, and how its products are traversed.
#pragma once

#include <partitioning/Araios_Owners.hpp>
#include <partitioning/Araios_Traversals.hpp>
#include <platform/Araios_InstructionSet.hpp>

namespace araios::inline ARAIOS_ISA::impl {

/// A partitioning is an owner and a traversal.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.1.1, figures 2 and 3.
template <class Owner, class Traversal>
requires(Owner::is_team || !Traversal::needs_team) struct Partitioning : Owner, Traversal {
};

/// A thread owns a row, walks A's entries one by one and spreads B's rows over its vector lanes.
using ThreadSequential = Partitioning<ThreadOwnsRow, SequentialTraversal>;
/// A team owns a row, walks A's entries one by one and spreads B's rows over all its lanes.
using TeamSequential = Partitioning<TeamOwnsRow, SequentialTraversal>;
/// A team owns a row, its threads take A's entries and spread B's rows over their vector lanes.
using ThreadParallel = Partitioning<TeamOwnsRow, ParallelTraversal>;
/// A team owns a row and spreads all its products evenly over all its lanes.
using ThreadFlatParallel = Partitioning<TeamOwnsRow, FlatTraversal>;

}  // namespace araios::inline ARAIOS_ISA::impl
