// SPDX-License-Identifier: BSD-3-Clause
// What templates for hosts and devices say to their compilers.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

/// Put before a template that is compiled for hosts and devices and calls a function object of its
/// caller. The host may pass code for hosts alone, and nvcc would warn at each such call.
#ifdef __CUDACC__
#define ARAIOS_MAY_CALL_HOST_CODE _Pragma("nv_exec_check_disable")
#else
#define ARAIOS_MAY_CALL_HOST_CODE
#endif

/// Put before a function that kernels of hosts share: it is not inlined, so that compilers make it
/// once. Devices inline it.
#if defined(__CUDACC__) || defined(__HIPCC__) || defined(__SYCL_DEVICE_ONLY__)
#define ARAIOS_SHARED_ON_HOSTS
#else
#define ARAIOS_SHARED_ON_HOSTS [[gnu::noinline]]
#endif
