// SPDX-License-Identifier: BSD-3-Clause
// The named partitionings: who owns a row, and how its products are traversed.
#pragma once

#include <Araios_Owners.hpp>
#include <Araios_Traversals.hpp>

namespace araios {

/// A partitioning is an owner and a traversal.
/// Source: Deveci, Trott, Rajamanickam 2018, §3.1.1.
template <class Owner, class Traversal>
struct Partitioning : Owner, Traversal {};

/// A thread owns a row, walks A's entries one by one and spreads B's rows over its vector lanes.
using ThreadSequential = Partitioning<ThreadOwnsRow, SequentialTraversal>;

}  // namespace araios
