// SPDX-License-Identifier: BSD-3-Clause
// What ran in a call of spgemm, why, and what it took: a plain record.
#pragma once

#include <Araios_Selection.hpp>
#include <Araios_Strategy.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace araios::inline ARAIOS_ISA {

/// What one call of spgemm did. Units: products (flops = 2·products), entries, bytes.
struct SpGemmReport {
  Selection selection;                ///< what filled C: strategy, loop, method and parameters
  std::optional<Selection> symbolic;  ///< what counted the rows of C; none in one phase
  std::string_view why;               ///< when the table of strategies takes this one
  std::string_view why_loop;          ///< when the table of one-phase loops takes its loop
  std::int64_t products = 0;          ///< the work
  std::int64_t nnz = 0;               ///< entries of C
  std::size_t workspace_bytes = 0;    ///< most that a phase held besides C, the plan included
  std::size_t plan_bytes = 0;         ///< of these, what the plan kept; 0 in one phase
};

/// What ran, in a line: the strategy, its loop, and when the tables take them.
inline std::string to_string(SpGemmReport const& report) {
  std::string text{name_of(report.selection.strategy)};
  if (report.selection.loop != RowLoop::none) {
    text += ", " + std::string{name_of(report.selection.loop)};
  }
  text += ": " + std::string{report.why};
  if (!report.why_loop.empty()) text += "; " + std::string{report.why_loop};
  return text;
}

}  // namespace araios::inline ARAIOS_ISA
