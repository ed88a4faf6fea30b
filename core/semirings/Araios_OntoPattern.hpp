// SPDX-License-Identifier: BSD-3-Clause
// Runs an operation on all products that fall onto a pattern, by the selected method.
#pragma once

#include <Araios_SemiringPlan.hpp>
#include <Araios_SemiringReport.hpp>
#include <Araios_Workspace.hpp>
#include <matrix/Araios_RowProducts.hpp>
#include <matrix/Araios_RowsByEntries.hpp>
#include <memory_pool/Araios_MemoryPool.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_Lanes.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>
#include <semirings/Araios_DotsOntoPattern.hpp>
#include <semirings/Araios_MarkedRow.hpp>
#include <semirings/Araios_OwnedRows.hpp>
#include <semirings/Araios_WalkOntoPattern.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace araios::inline ARAIOS_ISA::impl {

/// How an operation runs.
template <class Device>
struct OntoPatternMethod {
  SemiringMethod method = SemiringMethod::searched_row;
  bool b_ascends = false;
  bool is_masked = false;
  std::int64_t most_owners = 1;  ///< on hosts
  MarkedShape shape;             ///< of the rows that are marked
  RowsByWork<Device> rows;       ///< by the steps of the method
};

/// How the phases of a plan run.
template <class Offset, class Ordinal, class Device>
OntoPatternMethod<Device> method_of(SemiringPlanData<Offset, Ordinal, Device> const& data) {
  return {data.report.method,
          data.b_ascends,
          data.is_masked,
          data.most_owners,
          {data.marked_columns, data.longest_row},
          {data.a.num_rows, data.num_steps, {data.step_ends}}};
}

/// Products onto a pattern on an execution space.
///
/// Pre: operands count entries from 0; rows of the pattern ascend strictly.
template <class ExecutionSpace, class Device>
class OntoPattern {
 public:
  OntoPattern(ExecutionSpace const& exec, Workspace<Device>& workspace,
              OntoPatternMethod<Device> const& method)
      : exec_{exec}, workspace_{workspace}, method_{method} {}

  /// Walks the products. Throws: OutOfMemory.
  template <class Products, class Pattern, class Operation>
  void walk(char const* label, Products const& products, Pattern const& pattern,
            Operation const& operation) {
    Walk<Products, Pattern, Operation> const walk{products, pattern, operation, method_.b_ascends,
                                                  method_.is_masked};
    if constexpr (is_host_space_v<ExecutionSpace>) {
      for_each_marked_row<typename Pattern::ordinal_type>(
          label,
          [&]<class Lookup>(std::type_identity<Lookup>, std::byte* memory, std::size_t bytes) {
            return WalkRowOfHost<Products, Pattern, Operation, Lookup>{walk, memory, bytes};
          });
    } else {
      for_each_row(label, exec_, method_.rows, WalkRowOfDevice<Products, Pattern, Operation>{walk});
    }
  }

  /// Forms the entries by dot products, from the transpose of B.
  template <class GraphA, class Transposed, class Pattern, class Operation>
  void dots(char const* label, GraphA const& a, Transposed const& transposed_b,
            Pattern const& pattern, Operation const& operation) {
    Dots<GraphA, Transposed, Pattern, Operation> const all{a, transposed_b, pattern, operation};
    if constexpr (is_host_space_v<ExecutionSpace>) {
      using Row = DotRowOfHost<GraphA, Transposed, Pattern, Operation>;
      with_marks<typename Row::Marks>([&](std::byte* memory, std::size_t bytes) {
        for_each_owned_row(label, exec_, workspace_, num_owners(), method_.rows,
                           Row{all, memory, bytes});
      });
    } else {
      for_each_row(label, exec_, method_.rows,
                   DotRowOfDevice<GraphA, Transposed, Pattern, Operation>{all});
    }
  }

  /// Hosts: calls row(owner, index) for each row. `make` makes it of the kind of lookup that marks
  /// the columns of a row, of zeroed memory for it, and of the bytes of an owner.
  template <class Ordinal, class MakeRow>
  void for_each_marked_row(char const* label, MakeRow const& make) {
    if (method_.method == SemiringMethod::marked_array) {
      run_marked_rows<MarkedArray<Ordinal>>(label, make);
    } else {
      run_marked_rows<MarkedHash<Ordinal>>(label, make);
    }
  }

 private:
  template <class Lookup, class MakeRow>
  void run_marked_rows(char const* label, MakeRow const& make) {
    with_marks<Lookup>([&](std::byte* memory, std::size_t bytes) {
      for_each_owned_row(label, exec_, workspace_, num_owners(), method_.rows,
                         make(std::type_identity<Lookup>{}, memory, bytes));
    });
  }

  /// Calls run(memory, bytes of an owner) with zeroed memory for the marks of each owner.
  template <class Marks, class Run>
  void with_marks(Run const& run) {
    std::size_t const bytes = PoolShape::chunk_bytes_for(Marks::bytes(method_.shape));
    std::size_t const all = bytes * static_cast<std::size_t>(num_owners());
    auto const memory = take_zero_bytes(workspace_, exec_, WorkspaceSlot::pool_memory, all,
                                        std::numeric_limits<std::size_t>::max());
    run(memory.data(), bytes);
    // Owners leave it zero when the loop has ended, and every later use is ordered after it.
    workspace_.leave_zero_bytes(WorkspaceSlot::pool_memory, all);
  }

  std::int64_t num_owners() const {
    return std::max<std::int64_t>(
        std::min<std::int64_t>({exec_.concurrency(), method_.most_owners, method_.rows.num_rows}),
        1);
  }

  ExecutionSpace const& exec_;
  Workspace<Device>& workspace_;
  OntoPatternMethod<Device> method_;
};

}  // namespace araios::inline ARAIOS_ISA::impl
