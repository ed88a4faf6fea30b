// SPDX-License-Identifier: BSD-3-Clause
// What nvcc is told of templates for all spaces that call what they are given.
#pragma once

#include <platform/Araios_InstructionSet.hpp>

/// Before a template that hosts and devices share and that calls a function object of its caller.
/// On hosts that may be code for hosts alone, of which nvcc else warns wherever it is called.
#ifdef __CUDACC__
#define ARAIOS_MAY_CALL_HOST_CODE _Pragma("nv_exec_check_disable")
#else
#define ARAIOS_MAY_CALL_HOST_CODE
#endif
