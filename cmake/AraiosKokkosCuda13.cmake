# SPDX-License-Identifier: BSD-3-Clause
# Adapts Kokkos 4.5.1 to CUDA 13, whose runtime changed the signatures of three functions.

# araios_patch_kokkos_for_cuda13(<source>): rewrites the three calls. Idempotent.
function(araios_patch_kokkos_for_cuda13 source)
  set(header "${source}/core/src/Cuda/Kokkos_Cuda_Instance.hpp")
  file(READ "${header}" text)
  set(original "${text}")
  string(REPLACE "cudaGraphAddDependencies(graph, from, to, numDependencies)"
    "cudaGraphAddDependencies(graph, from, to, nullptr, numDependencies)" text "${text}")
  string(REPLACE "cudaMemAdvise(devPtr, count, advice, device)"
    "cudaMemAdvise(devPtr, count, advice, {cudaMemLocationTypeDevice, device})" text "${text}")
  string(REPLACE "cudaMemPrefetchAsync(devPtr, count, dstDevice,\n"
    "cudaMemPrefetchAsync(devPtr, count, {cudaMemLocationTypeDevice, dstDevice}, 0,\n"
    text "${text}")
  if(NOT text STREQUAL original)
    message(STATUS "Araios: adapting Kokkos to CUDA 13")
    file(WRITE "${header}" "${text}")
  endif()
  foreach(call IN ITEMS "to, nullptr, numDependencies" "advice, {cudaMemLocationTypeDevice"
                        "count, {cudaMemLocationTypeDevice")
    string(FIND "${text}" "${call}" position)
    if(position EQUAL -1)
      message(FATAL_ERROR "Araios: ${header} is not the Kokkos 4.5.1 that the CUDA 13 patch knows")
    endif()
  endforeach()
endfunction()
