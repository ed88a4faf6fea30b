// SPDX-License-Identifier: BSD-3-Clause
// The partitionings and schedules that a caller may name.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

#include <string_view>

namespace araios::inline ARAIOS_ISA {

/// Who holds a row of C, and how its products are spread over execution lanes.
enum class PartitioningKind {
  thread_sequential,    ///< a thread owns a row; its lanes share each row of B
  team_sequential,      ///< a team owns a row; its lanes share each row of B
  thread_parallel,      ///< a team owns a row; each thread takes rows of B
  thread_flat_parallel  ///< a team owns a row; lanes share all its products
};

namespace impl {
/// Whether a team owns a row, rather than a single thread.
constexpr bool owner_is_team(PartitioningKind kind) {
  return kind != PartitioningKind::thread_sequential;
}
/// Whether several lanes may insert equal keys concurrently: accumulators then add values
/// atomically.
constexpr bool lets_equal_keys_meet(PartitioningKind kind) {
  return kind == PartitioningKind::thread_parallel ||
         kind == PartitioningKind::thread_flat_parallel;
}
}  // namespace impl

/// How teams of the launch are handed to execution resources.
enum class ScheduleKind {
  dynamic_chunks,  ///< on demand
  static_chunks    ///< in equal shares
};

/// The name of the enumerator.
constexpr std::string_view name_of(PartitioningKind kind) {
  switch (kind) {
    case PartitioningKind::thread_sequential:
      return "thread_sequential";
    case PartitioningKind::team_sequential:
      return "team_sequential";
    case PartitioningKind::thread_parallel:
      return "thread_parallel";
    case PartitioningKind::thread_flat_parallel:
      return "thread_flat_parallel";
  }
  return "unknown";
}
/// "dynamic" or "static".
constexpr std::string_view name_of(ScheduleKind kind) {
  return kind == ScheduleKind::dynamic_chunks ? "dynamic" : "static";
}

}  // namespace araios::inline ARAIOS_ISA
