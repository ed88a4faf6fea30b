// SPDX-License-Identifier: BSD-3-Clause
// The product in one instruction set: compiled twice, with different flags and into one program.

#include "InstructionSetUnit.hpp"

#ifndef ARAIOS_TEST_BASELINE_UNIT
// The native unit takes the kernels that all tests share.
#include "support/CommonProduct.hpp"
#endif
#include <Araios_Errors.hpp>
#include <Araios_SpGemm.hpp>
#include <platform/Araios_DeviceTraits.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <typeinfo>

namespace araios_test {
namespace {

#define ARAIOS_TEST_TEXT_OF(name) #name
#define ARAIOS_TEST_EXPANDED_TEXT_OF(macro) ARAIOS_TEST_TEXT_OF(macro)

using Space = Kokkos::DefaultHostExecutionSpace;

// Not by the library's header, which the test must not believe.
constexpr char const* flags =
#if defined(__AVX512F__)
    "AVX-512";
#elif defined(__AVX2__)
    "AVX2";
#elif defined(__AVX__)
    "AVX";
#elif defined(__SSE4_2__)
    "SSE4.2";
#else
    "SSE2";
#endif

HostMatrix<double> whole_call(HostMatrix<double> const& a, HostMatrix<double> const& b) {
  using Device = Space::device_type;
  Space const exec;
  auto const c =
      araios::spgemm(exec, to_device<int, int, Device>(a), to_device<int, int, Device>(b));
  exec.fence();
  return to_host(c);
}

HostMatrix<double> two_phases(HostMatrix<double> const& host_a, HostMatrix<double> const& host_b) {
  using Device = Space::device_type;
  Space const exec;
  auto const a = to_device<int, int, Device>(host_a);
  auto const b = to_device<int, int, Device>(host_b);
  auto const plan = araios::spgemm_symbolic(exec, a, b);
  auto const c = plan.allocate<double>(exec, "C");
  araios::spgemm_numeric(exec, plan, a, b, c);
  exec.fence();
  return to_host(c);
}

InstructionSetUnit this_unit() {
  return {flags,
          ARAIOS_TEST_EXPANDED_TEXT_OF(ARAIOS_ISA),
          typeid(araios::OutOfMemory).name(),
          typeid(araios::impl::DeviceTraits).name(),
          whole_call,
          two_phases};
}

}  // namespace

#ifdef ARAIOS_TEST_BASELINE_UNIT
InstructionSetUnit baseline_unit() { return this_unit(); }
#else
InstructionSetUnit native_unit() { return this_unit(); }
#endif

}  // namespace araios_test
