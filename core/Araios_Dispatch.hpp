// SPDX-License-Identifier: BSD-3-Clause
// The only map from enumerators to types.
#pragma once

#include <Araios_Access.hpp>
#include <Araios_Dense.hpp>
#include <Araios_Expects.hpp>
#include <Araios_LinkedList.hpp>
#include <Araios_Partitioning.hpp>
#include <Araios_SpGemmOptions.hpp>

#include <stdexcept>
#include <type_traits>

namespace araios {

/// Names an accumulator template, whose arguments the phase fills in.
template <template <class, class, class> class Accumulator>
struct AccumulatorFamily {
  template <class Key, class Combine, class Access>
  using type = Accumulator<Key, Combine, Access>;
};

/// Calls f(family) with the AccumulatorFamily of a kind, for lanes with this Access.
/// Throws: Unsupported where the accumulator does not exist for such lanes.
template <class Access, class F>
void with_accumulator(AccumulatorKind kind, F const& f) {
  switch (kind) {
    case AccumulatorKind::linked_list:
      return f(AccumulatorFamily<LinkedList>{});
    case AccumulatorKind::dense:
      if constexpr (std::is_same_v<Access, Exclusive>) return f(AccumulatorFamily<Dense>{});
      throw Unsupported{
          "options.accumulator is dense, which needs an owner of a single lane: it exists on host "
          "execution spaces only"};
  }
  throw std::invalid_argument{"options.accumulator is not one of AccumulatorKind"};
}

/// Calls f(partitioning) with the type of a kind.
template <class F>
void with_partitioning(PartitioningKind kind, F const& f) {
  switch (kind) {
    case PartitioningKind::thread_sequential:
      return f(ThreadSequential{});
  }
  throw std::invalid_argument{"options.partitioning is not one of PartitioningKind"};
}

}  // namespace araios
