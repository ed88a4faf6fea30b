// SPDX-License-Identifier: BSD-3-Clause
// A pragma for templates that call function objects on hosts and devices.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

/// Put before a template that is compiled for hosts and devices and calls a function object of its
/// caller. The host may pass code for hosts alone, and nvcc would warn at each such call.
#ifdef __CUDACC__
#define ARAIOS_MAY_CALL_HOST_CODE _Pragma("nv_exec_check_disable")
#else
#define ARAIOS_MAY_CALL_HOST_CODE
#endif
