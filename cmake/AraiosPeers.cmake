# SPDX-License-Identifier: BSD-3-Clause
# Other libraries that the benchmarks compare with. Each is used if it is installed; nothing is
# fetched. CMAKE_DISABLE_FIND_PACKAGE_<package>=ON leaves one out.

# araios_add_peer(<name> <package> <target> <source>...): a separate library for the code that calls
# a peer, if find_package has found it. Only these files see its headers. Sets araios_has_<name> to
# true or false.
function(araios_add_peer name package target)
  set(araios_has_${name} false PARENT_SCOPE)
  if(NOT ${package}_FOUND)
    return()
  endif()
  set(araios_has_${name} true PARENT_SCOPE)
  add_library(peer_${name} STATIC ${ARGN})
  araios_configure_warnings(peer_${name})
  target_compile_features(peer_${name} PRIVATE cxx_std_20)
  target_include_directories(peer_${name} PRIVATE support)
  target_link_libraries(peer_${name} PRIVATE ${target})
endfunction()

# araios_find_peers(): looks for the packages, and reports which are found.
macro(araios_find_peers)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    find_package(MKL MODULE QUIET)
  endif()
  find_package(GraphBLAS MODULE QUIET)
  find_package(Eigen3 3.4 CONFIG QUIET)
  if("CUDA" IN_LIST Kokkos_DEVICES)
    find_package(CUDAToolkit QUIET)
  endif()
  araios_add_peer(mkl MKL MKL::MKL support/methods/PeerMkl.cpp support/methods/PeerMklDense.cpp)
  araios_add_peer(graphblas GraphBLAS GraphBLAS::GraphBLAS support/methods/GraphBlasLibrary.cpp
    support/methods/PeerGraphBlas.cpp support/methods/PeerGraphBlasTriangles.cpp)
  araios_add_peer(eigen Eigen3 Eigen3::Eigen support/methods/PeerEigen.cpp)
  araios_add_peer(cusparse CUDAToolkit "CUDA::cusparse;CUDA::cudart" support/methods/PeerCuSparse.cpp)
  set(araios_peers "")
  foreach(peer IN ITEMS mkl graphblas eigen cusparse)
    if(araios_has_${peer})
      list(APPEND araios_peers peer_${peer})
    endif()
  endforeach()
endmacro()
