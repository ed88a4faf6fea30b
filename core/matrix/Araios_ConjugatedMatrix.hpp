// SPDX-License-Identifier: BSD-3-Clause
// A matrix with conjugated values, for a call that multiplies by it.
#pragma once

#include <Araios_Workspace.hpp>
#include <matrix/Araios_ConjugateElements.hpp>
#include <platform/Araios_InstanceEvent.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <platform/Araios_WorkspaceSlot.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <limits>
#include <utility>

namespace araios::inline ARAIOS_ISA::impl {

/// call(a) with conjugated values, which a buffer of the workspace holds. The call may begin calls
/// of the workspace.
///
/// Throws: OutOfMemory; what the call throws.
template <class ExecutionSpace, class Matrix, class Device, class Call>
void with_conjugates(ExecutionSpace const& exec, Matrix const& a, Workspace<Device> workspace,
                     Call const& call) {
  using Scalar = typename Matrix::scalar_type;
  auto const size = a.values.extent(0);
  workspace.begin_call(exec);
  auto const loan = workspace.template lend<Scalar>(exec, WorkspaceSlot::conjugated_values, size,
                                                    std::numeric_limits<std::size_t>::max());
  auto const values = Kokkos::subview(loan.elements, std::pair{std::size_t{0}, size});
  conjugate_into(exec, a.values, values);
  Matrix conjugated = a;
  conjugated.values = values;
  call(conjugated);
  workspace.leave_running(PendingWork{exec});
}

}  // namespace araios::inline ARAIOS_ISA::impl
