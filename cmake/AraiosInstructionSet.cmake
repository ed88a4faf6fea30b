# SPDX-License-Identifier: BSD-3-Clause
# Warns of a Kokkos that was built for another instruction set than this build asks for.

# araios_check_instruction_set(): Kokkos hands its -march on to all that link to it, behind the flags
# of the build, and compilers take the last one.
function(araios_check_instruction_set)
  set(of_kokkos "")
  foreach(target IN ITEMS Kokkos::kokkoscore Kokkos::kokkos)
    if(TARGET ${target})
      get_target_property(options ${target} INTERFACE_COMPILE_OPTIONS)
      list(APPEND of_kokkos ${options})
    endif()
  endforeach()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  set(of_build "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
  foreach(flags IN ITEMS of_kokkos of_build)
    string(REGEX MATCHALL "-m(arch|cpu)=[^ ;>]+" found "${${flags}}")
    list(POP_BACK found ${flags})
  endforeach()
  if(of_build AND of_kokkos AND NOT of_build STREQUAL of_kokkos)
    message(WARNING "Araios: this build asks for ${of_build}, but Kokkos adds ${of_kokkos} behind "
      "it, which counts. Build Kokkos for the instruction set that you want, and without "
      "Kokkos_ARCH_NATIVE for another one than this machine's.")
  endif()
endfunction()
