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

/// Put before a loop of kernels that hosts keep apart from its caller. Inlined, its registers would
/// compete with those of the launch. Devices inline it.
#if defined(__CUDACC__) || defined(__HIPCC__) || defined(__SYCL_DEVICE_ONLY__)
#define ARAIOS_APART_ON_HOSTS
#else
#define ARAIOS_APART_ON_HOSTS [[gnu::noinline]]
#endif
