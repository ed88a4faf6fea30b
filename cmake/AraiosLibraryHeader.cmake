# SPDX-License-Identifier: BSD-3-Clause
# Writes the header that declares the instances of the library; run as a script.
#   object     compiled with the flags of the library, holds the digits of its instruction set
#   instances  lines that declare the instances
#   header     to be written
file(STRINGS "${object}" text REGEX "ARAIOS_ISA_TEXT [01 ]+")
if(NOT text MATCHES "ARAIOS_ISA_TEXT ([01 ]+)")
  message(FATAL_ERROR "Araios: ${object} does not tell the instruction set of the library.")
endif()
string(REPLACE " " ";" digits "${CMAKE_MATCH_1}")
set(conditions "")
foreach(flag IN ITEMS SSE2 SSE4_2 AVX AVX2 FMA BMI2 AVX512F AVX512BW AVX512DQ AVX512VL AVX512VBMI
    AVX512VBMI2)
  list(POP_FRONT digits digit)
  list(APPEND conditions "ARAIOS_ISA_${flag} == ${digit}")
endforeach()
list(JOIN conditions " && \\\n    " condition)
file(READ "${instances}" lines)
file(WRITE "${header}" "// SPDX-License-Identifier: BSD-3-Clause
// Generated: what the library holds. Other instruction sets than its own compile their kernels
// themselves.
#pragma once

#include <Araios_ProductInstances.hpp>
#include <platform/Araios_InstructionSet.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#if ${condition}
${lines}#endif
")
