// SPDX-License-Identifier: BSD-3-Clause
// Every accumulator, partitioning and number of levels, and which of them go together.
#pragma once

#include <Araios_SpGemmOptions.hpp>
#include <platform/Araios_Lanes.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace araios_test {

/// One way to compute rows; two levels come with scratch that long rows overflow. Or a rule that
/// chooses for each group of rows.
struct MethodCase {
  araios::AccumulatorKind accumulator;
  araios::PartitioningKind partitioning;
  bool two_levels;
  bool records_pattern = false;
  std::optional<araios::MethodKind> grouping_rule = std::nullopt;

  araios::SpGemmOptions options() const {
    constexpr std::size_t scratch_for_few_keys = 256;
    araios::SpGemmOptions options;
    if (grouping_rule) {
      options.method = *grouping_rule;
      return options;
    }
    options.accumulator = accumulator;
    options.partitioning = partitioning;
    options.scratch_bytes = two_levels ? scratch_for_few_keys : 0;
    options.record_pattern = records_pattern;
    return options;
  }
  std::string name() const {
    if (grouping_rule) return std::string{name_of(*grouping_rule)};
    return std::string{name_of(accumulator)} + "_" + std::string{name_of(partitioning)} +
           (two_levels ? "_two_levels" : "_one_level") + (records_pattern ? "_recorded" : "");
  }
};

/// The methods that choose for each group of rows.
inline constexpr std::array grouping_rules{araios::MethodKind::rbsparse,
                                           araios::MethodKind::bhsparse};

inline std::vector<MethodCase> all_methods() {
  using araios::AccumulatorKind;
  using araios::PartitioningKind;
  std::vector<MethodCase> methods;
  for (auto const accumulator :
       {AccumulatorKind::linked_list, AccumulatorKind::linear_probing, AccumulatorKind::dense}) {
    for (auto const partitioning :
         {PartitioningKind::thread_sequential, PartitioningKind::team_sequential,
          PartitioningKind::thread_parallel, PartitioningKind::thread_flat_parallel}) {
      for (bool const two_levels : {false, true}) {
        methods.push_back({accumulator, partitioning, two_levels});
      }
      methods.push_back({accumulator, partitioning, false, true});
    }
  }
  for (auto const rule : grouping_rules) methods.push_back({{}, {}, false, false, rule});
  return methods;
}

/// The pairs by the paper: linked lists need keys that differ, dense accumulators a single lane,
/// which hosts alone have, and no second level. The pattern of C is recorded with these alone.
template <class Space>
bool is_valid(MethodCase const& method) {
  using araios::AccumulatorKind;
  using araios::PartitioningKind;
  if (method.grouping_rule) return true;
  if (method.records_pattern && method.accumulator != AccumulatorKind::dense) return false;
  switch (method.accumulator) {
    case AccumulatorKind::linked_list:
      return method.partitioning == PartitioningKind::thread_sequential ||
             method.partitioning == PartitioningKind::team_sequential;
    case AccumulatorKind::linear_probing:
      return true;
    case AccumulatorKind::dense:
      return araios::impl::is_host_space_v<Space> && !method.two_levels &&
             method.partitioning == PartitioningKind::thread_sequential;
  }
  return false;
}

}  // namespace araios_test
