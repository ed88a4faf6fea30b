# SPDX-License-Identifier: BSD-3-Clause
# Finds SuiteSparse:GraphBLAS, which has no CMake package before version 8.
#
# Searches GraphBLAS_ROOT (a variable, or in the environment) and the usual places of the system.
# Defines GraphBLAS::GraphBLAS.

find_path(GraphBLAS_INCLUDE_DIR GraphBLAS.h PATH_SUFFIXES suitesparse)
find_library(GraphBLAS_LIBRARY graphblas)
mark_as_advanced(GraphBLAS_INCLUDE_DIR GraphBLAS_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GraphBLAS REQUIRED_VARS GraphBLAS_INCLUDE_DIR GraphBLAS_LIBRARY)

if(GraphBLAS_FOUND AND NOT TARGET GraphBLAS::GraphBLAS)
  add_library(GraphBLAS::GraphBLAS UNKNOWN IMPORTED)
  set_target_properties(GraphBLAS::GraphBLAS PROPERTIES IMPORTED_LOCATION "${GraphBLAS_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${GraphBLAS_INCLUDE_DIR}")
endif()
