# SPDX-License-Identifier: BSD-3-Clause
# Finds Kokkos and Kokkos Kernels as installed packages, or installs the pinned ones first.

include("${CMAKE_CURRENT_LIST_DIR}/AraiosKokkosBuild.cmake")
option(Araios_BUILD_KOKKOS "Build the pinned Kokkos even where another is installed" OFF)
option(Araios_ENABLE_KOKKOSKERNELS "Provide Araios::KokkosKernels, and a peer in the benchmarks"
       ${Araios_ENABLE_BENCHMARKS})
araios_kokkos_settings(araios_kokkos_settings)

foreach(package IN ITEMS Kokkos KokkosKernels)
  # A Kokkos built for an earlier configure may not fit the current settings: search again.
  cmake_path(IS_PREFIX Araios_DEPS_DIR "${${package}_DIR}" araios_own_package)
  if(araios_own_package)
    unset(${package}_DIR CACHE)
  endif()
endforeach()

if(NOT TARGET Kokkos::kokkos AND NOT Araios_BUILD_KOKKOS)
  find_package(Kokkos 4.5 CONFIG QUIET)
  set(araios_kokkos_root "${Kokkos_ROOT}$ENV{Kokkos_ROOT}")
  if(NOT Kokkos_FOUND AND araios_kokkos_root)
    message(FATAL_ERROR "Araios: no Kokkos 4.5 or later in Kokkos_ROOT=${araios_kokkos_root}; "
      "correct it, or unset it to have the pinned release built.")
  endif()
  foreach(space IN ITEMS SERIAL OPENMP THREADS CUDA)
    set(wanted "$CACHE{Kokkos_ENABLE_${space}}")
    if(Kokkos_FOUND AND wanted AND NOT space IN_LIST Kokkos_DEVICES)
      message(FATAL_ERROR "Araios: Kokkos_ENABLE_${space} is on, but the Kokkos in ${Kokkos_DIR} has "
        "only ${Kokkos_DEVICES}. Name another in Kokkos_ROOT, or give -DAraios_BUILD_KOKKOS=ON.")
    endif()
  endforeach()
endif()

if(NOT TARGET Kokkos::kokkos)
  if(NOT PROJECT_IS_TOP_LEVEL AND NOT Araios_BUILD_KOKKOS)
    message(FATAL_ERROR "Araios needs Kokkos 4.5 or later: give -DKokkos_ROOT=<prefix>, or make the "
      "target Kokkos::kokkos available before Araios.")
  endif()
  set(wanted "$CACHE{Kokkos_ENABLE_CUDA}")
  if(wanted)
    enable_language(CUDA)
  endif()
  araios_build_kokkos("${araios_kokkos_settings}" araios_kokkos_root)
  find_package(Kokkos 4.5 CONFIG REQUIRED PATHS "${araios_kokkos_root}" NO_DEFAULT_PATH)
endif()
if(Araios_ENABLE_KOKKOSKERNELS AND NOT TARGET Kokkos::kokkoskernels)
  find_package(KokkosKernels CONFIG QUIET HINTS ${araios_kokkos_root})
endif()

# araios_execution_spaces(<variable>): the names, within namespace Kokkos, of the enabled spaces.
function(araios_execution_spaces variable)
  set(SERIAL Serial)
  set(THREADS Threads)
  set(OPENMP OpenMP)
  set(CUDA Cuda)
  set(HIP HIP)
  set(SYCL SYCL)
  set(spaces "")
  foreach(device IN LISTS Kokkos_DEVICES)
    list(APPEND spaces ${${device}})
  endforeach()
  set(${variable} ${spaces} PARENT_SCOPE)
endfunction()
