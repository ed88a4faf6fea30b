// SPDX-License-Identifier: BSD-3-Clause
// The only map from enumerators to types.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_Selection.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <accumulators/Araios_Dense.hpp>
#include <accumulators/Araios_LinearProbing.hpp>
#include <accumulators/Araios_LinkedList.hpp>
#include <partitioning/Araios_Partitioning.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <rowwise/Araios_Concepts.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace araios::inline ARAIOS_ISA::impl {

/// Names an accumulator template; the phase supplies its arguments.
template <template <class, class, class> class Accumulator>
struct AccumulatorFamily {
  template <class Key, class Combine, class Access>
  using type = Accumulator<Key, Combine, Access>;
};

/// Calls f(family) with the AccumulatorFamily of a kind.
///
/// Throws: std::invalid_argument if the kind is no enumerator.
template <class F>
void with_accumulator(AccumulatorKind kind, F const& f) {
  switch (kind) {
    case AccumulatorKind::linked_list:
      return f(AccumulatorFamily<LinkedList>{});
    case AccumulatorKind::linear_probing:
      return f(AccumulatorFamily<LinearProbing>{});
    case AccumulatorKind::dense:
      return f(AccumulatorFamily<Dense>{});
  }
  throw std::invalid_argument{"options.accumulator is not one of AccumulatorKind"};
}

/// Calls f(partitioning) with the type of a kind.
///
/// Throws: std::invalid_argument if the kind is no enumerator.
template <class F>
void with_partitioning(PartitioningKind kind, F const& f) {
  switch (kind) {
    case PartitioningKind::thread_sequential:
      return f(ThreadSequential{});
    case PartitioningKind::team_sequential:
      return f(TeamSequential{});
    case PartitioningKind::thread_parallel:
      return f(ThreadParallel{});
    case PartitioningKind::thread_flat_parallel:
      return f(ThreadFlatParallel{});
  }
  throw std::invalid_argument{"options.partitioning is not one of PartitioningKind"};
}

/// Throws Unsupported: the accumulator of a selection needs other lanes than its partitioning has.
[[noreturn, gnu::cold]] inline void refuse_method(Selection const& selection,
                                                  std::string_view needs, char const* space) {
  throw Unsupported{"the accumulator " + std::string{name_of(selection.accumulator)} +
                    " cannot be used with " + std::string{name_of(selection.partitioning)} +
                    " on " + space + ": it needs " + std::string{needs}};
}

/// Calls f(family, partitioning) with the types that a selection names.
///
/// Throws: Unsupported if the accumulator does not work with the partitioning on this space.
template <class ExecutionSpace, class F>
void with_method(Selection const& selection, F const& f) {
  with_accumulator(selection.accumulator, [&](auto family) {
    with_partitioning(selection.partitioning, [&](auto partitioning) {
      using Family = decltype(family);
      using Partitioning = decltype(partitioning);
      if constexpr (is_valid_pair_v<Family, Partitioning, ExecutionSpace>) {
        f(family, partitioning);
      } else {
        using Access = access_of<Partitioning, ExecutionSpace>;
        refuse_method(selection, Family::template type<int, Mark, Access>::needs,
                      ExecutionSpace::name());
      }
    });
  });
}

}  // namespace araios::inline ARAIOS_ISA::impl
