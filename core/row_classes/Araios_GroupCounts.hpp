// SPDX-License-Identifier: BSD-3-Clause
// How many rows each group of a method has.
#pragma once

#include <Araios_SpGemmOptions.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <row_classes/Araios_BhSparseBin.hpp>
#include <row_classes/Araios_RbSparseGroup.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace araios::inline ARAIOS_ISA::impl {

/// Rows of each group of a method that groups rows.
struct GroupCounts {
  MethodKind method = MethodKind::rbsparse;
  std::vector<std::int64_t> rows;
  bool one_table = false;  ///< rbsparse: all rows got tables of one size

  bool operator==(GroupCounts const&) const = default;
};

/// The method, and the groups that have rows, with their number. Groups of one name count together.
inline std::string to_string(GroupCounts const& counts) {
  std::string text{name_of(counts.method)};
  text += counts.one_table ? " tables of one size" : " rows by groups";
  auto const name_of_group = [&](std::size_t group) {
    int const number = static_cast<int>(group);
    return counts.method == MethodKind::bhsparse ? BhSparseBin::name(number)
                                                 : RbSparseGroup::name(number);
  };
  std::size_t group = 0;
  while (group < counts.rows.size()) {
    std::string const name = name_of_group(group);
    std::int64_t rows = 0;
    for (; group < counts.rows.size() && name_of_group(group) == name; ++group) {
      rows += counts.rows[group];
    }
    if (rows > 0) text += " " + name + "=" + std::to_string(rows);
  }
  return text;
}

}  // namespace araios::inline ARAIOS_ISA::impl
