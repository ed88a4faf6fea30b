// SPDX-License-Identifier: BSD-3-Clause
// A call for which the system has not enough memory is tried again with less.
#pragma once

#include <Araios_Errors.hpp>
#include <Araios_SpGemmOptions.hpp>
#include <Araios_Workspace.hpp>
#include <platform/Araios_Allocate.hpp>
#include <platform/Araios_InstructionSet.hpp>
#include <selection/Araios_OptionRules.hpp>
#include <spgemm/Araios_SpGemmTuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <optional>

namespace araios::inline ARAIOS_ISA::impl {

/// Calls attempt(options) under lower and lower caps, until it returns. Throws `first` if none
/// helps.
template <class ExecutionSpace, class Device, class Attempt>
[[gnu::cold]] auto under_lower_caps(ExecutionSpace const& exec, SpGemmOptions const& options,
                                    Workspace<Device> workspace, std::size_t held_bytes,
                                    OutOfMemory const& first, Attempt const& attempt) {
  SpGemmOptions capped = options;
  std::size_t cap = workspace.bytes() + first.needed();
  for (cap /= tuning::fallback_cap_divisor; cap >= tuning::least_fallback_cap;
       cap /= tuning::fallback_cap_divisor) {
    // Kernels of the failed attempt may still use the workspace.
    exec.fence("araios: a failed attempt gives its memory back");
    workspace.begin_call(exec);
    workspace.release_idle();
    capped.max_workspace_bytes = held_bytes + cap;
    try {
      return or_out_of_memory("the product", 0, [&] { return attempt(capped); });
    } catch (OutOfMemory const& error) {
      if (error.exceeds_cap()) break;
    }
  }
  throw first.with_advice(
      "plans need less without options.replay and options.record_pattern, products need less for "
      "fewer rows of A at once");
}

/// Calls attempt(options) until it returns. Where the system has no more memory and the options set
/// no cap, it is called again under lower and lower caps, and falls back as any capped call does.
/// Units: bytes. Caps count `held_bytes`, which the call holds elsewhere, in addition.
///
/// Pre:    attempt() leaves operands, results and plans as they were when it throws.
/// Throws: OutOfMemory, the first one, if no cap helps; or at once if the options set a cap.
template <class ExecutionSpace, class Device, class Attempt>
auto with_less_memory(ExecutionSpace const& exec, SpGemmOptions const& options,
                      Workspace<Device> const& workspace, std::size_t held_bytes,
                      Attempt const& attempt) {
  std::optional<OutOfMemory> first;
  try {
    return or_out_of_memory("the product", 0, [&] { return attempt(options); });
  } catch (OutOfMemory const& error) {
    if (error.exceeds_cap() || !is_uncapped(options)) throw;
    first = error;
  }
  return under_lower_caps(exec, options, workspace, held_bytes, *first, attempt);
}

}  // namespace araios::inline ARAIOS_ISA::impl
