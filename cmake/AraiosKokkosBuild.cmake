# SPDX-License-Identifier: BSD-3-Clause
# Builds and installs the pinned Kokkos and Kokkos Kernels at configure time.

include("${CMAKE_CURRENT_LIST_DIR}/AraiosInstall.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/AraiosKokkosCuda13.cmake")

set(araios_kokkos_version 4.5.1)
# One source package on the Python package index carries both trees, unmodified.
set(araios_kokkos_pypi
    pycompadre 1.7.6 c766ec4d445ce076069be4b8c51a23ffac4ee79ea949ca86446bfd8c299b154c)
set(araios_kokkos_releases https://github.com/kokkos)
set(araios_kokkos_url
    ${araios_kokkos_releases}/kokkos/releases/download/4.5.01/kokkos-4.5.01.tar.gz
    52d003ffbbe05f30c89966e4009c017efb1662b02b2b73190670d3418719564c)
set(araios_kokkoskernels_url
    ${araios_kokkos_releases}/kokkos-kernels/releases/download/4.5.01/kokkos-kernels-4.5.01.tar.gz
    c111a6561f23a85af9850d1df1e9015f37a586f1da0be4b6fb1e98001d75e074)

set(Araios_KOKKOS_CXX_FLAGS "" CACHE STRING "Compiler flags of the Kokkos that Araios builds")
mark_as_advanced(Araios_KOKKOS_CXX_FLAGS)

# araios_kokkos_settings(<out>): the cached Kokkos_ENABLE_* and Kokkos_ARCH_* as -D arguments. The
# default is Serial and OpenMP for this machine's instruction set.
function(araios_kokkos_settings out)
  get_cmake_property(names CACHE_VARIABLES)
  list(FILTER names INCLUDE REGEX "^Kokkos_(ENABLE|ARCH)_")
  set(settings "")
  foreach(name IN LISTS names)
    list(APPEND settings "-D${name}=${${name}}")
  endforeach()
  if(NOT settings MATCHES "-DKokkos_ENABLE_(SERIAL|OPENMP|THREADS|CUDA)=")
    list(APPEND settings -DKokkos_ENABLE_SERIAL=ON -DKokkos_ENABLE_OPENMP=ON)
  endif()
  if(NOT settings MATCHES "-DKokkos_ARCH_")
    list(APPEND settings -DKokkos_ARCH_NATIVE=ON)
  endif()
  list(SORT settings)
  set(${out} ${settings} PARENT_SCOPE)
endfunction()

# araios_build_kokkos(<settings> <out>): installs the pinned Kokkos, and Kokkos Kernels if enabled,
# unless they are already installed, and sets <out> to their prefix.
function(araios_build_kokkos settings out)
  string(REGEX MATCHALL "(SERIAL|OPENMP|THREADS|CUDA)=ON" spaces "${settings}")
  string(REGEX REPLACE "=ON;?" "-" spaces "${spaces}")
  string(TOLOWER "kokkos-${araios_kokkos_version}-${spaces}" name)
  string(REGEX REPLACE "-$" "" name "${name}")
  list(APPEND settings "-DCMAKE_CXX_FLAGS=${Araios_KOKKOS_CXX_FLAGS}")
  araios_install_prefix("${name}" "${settings}" prefix)
  set(${out} "${prefix}" PARENT_SCOPE)
  file(LOCK "${Araios_DEPS_DIR}" DIRECTORY GUARD FUNCTION)

  set(source "${Araios_DEPS_DIR}/src/kokkos-${araios_kokkos_version}")
  set(patch FALSE)
  if(CMAKE_CUDA_COMPILER AND CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    set(patch TRUE)
    string(APPEND source "-cuda13")
  endif()
  araios_obtain_source("${source}" PYPI ${araios_kokkos_pypi} MEMBER kokkos
    URL ${araios_kokkos_url})
  if(patch)
    araios_patch_kokkos_for_cuda13("${source}")
  endif()
  araios_install_package(kokkos "${source}" "${prefix}" ${settings})

  if(Araios_ENABLE_KOKKOSKERNELS)
    set(source "${Araios_DEPS_DIR}/src/kokkos-kernels-${araios_kokkos_version}")
    araios_obtain_source("${source}" PYPI ${araios_kokkos_pypi} MEMBER kokkos-kernels
      URL ${araios_kokkoskernels_url})
    # Without pre-instantiated kernels (ETI) it is effectively header-only, and builds fast.
    araios_install_package(kokkos-kernels "${source}" "${prefix}" "-DKokkos_ROOT=${prefix}"
      -DKokkosKernels_ADD_DEFAULT_ETI=OFF -DKokkosKernels_ENABLE_ALL_COMPONENTS=OFF
      -DKokkosKernels_ENABLE_COMPONENT_SPARSE=ON -DKokkosKernels_ENABLE_TPL_CUBLAS=OFF
      -DKokkosKernels_ENABLE_TPL_CUSPARSE=OFF -DKokkosKernels_ENABLE_TPL_CUSOLVER=OFF)
  endif()
endfunction()
