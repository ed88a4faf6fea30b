# SPDX-License-Identifier: BSD-3-Clause
# Finds SuiteSparse:GraphBLAS, which has no CMake package before version 8.
#
# Searches GraphBLAS_ROOT (a variable, or in the environment) and the usual places of the system.
# GraphBLAS_ROOT may also hold the unpacked wheel and the unpacked source distribution of the Python
# package suitesparse-graphblas, in one version. Defines GraphBLAS::GraphBLAS.

# araios_graphblas_of_python(<root>): sets GraphBLAS_INCLUDE_DIR and GraphBLAS_LIBRARY if the folder
# holds both distributions. The wheel has the library alone; the other one declares what is in it,
# for cffi, without the values of macros.
function(araios_graphblas_of_python root)
  file(GLOB library "${root}/suitesparse_graphblas.libs/libgraphblas*.so*")
  file(GLOB declarations
    "${root}/suitesparse_graphblas-*/suitesparse_graphblas/suitesparse_graphblas_no_complex.h")
  list(LENGTH library num_libraries)
  list(LENGTH declarations num_declarations)
  if(NOT num_libraries EQUAL 1 OR NOT num_declarations EQUAL 1)
    return()
  endif()
  set(folder "${CMAKE_BINARY_DIR}/graphblas_of_python")
  file(READ "${declarations}" text)
  string(REGEX REPLACE "#define [A-Za-z_0-9]+ \\.\\.\\.\n" "" text "${text}")
  # The value of GxB_SPARSE as the user guide gives it.
  file(WRITE "${folder}/GraphBLAS.h" "#pragma once\n#include <stdbool.h>\n#include <stddef.h>\n"
    "#include <stdint.h>\n#include <stdio.h>\n#define GxB_SPARSE 2\n${text}")
  # Two runtimes of OpenMP would pin their threads onto each other: the library takes, beside
  # itself, a libgomp by the name that the wheel gives to its own.
  file(GLOB own_runtime "${root}/suitesparse_graphblas.libs/libgomp*")
  execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libgomp.so.1
    OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT IS_ABSOLUTE "${runtime}")
    set(runtime "${own_runtime}")
  endif()
  get_filename_component(name "${library}" NAME)
  get_filename_component(runtime_name "${own_runtime}" NAME)
  file(CREATE_LINK "${library}" "${folder}/${name}" SYMBOLIC)
  file(CREATE_LINK "${runtime}" "${folder}/${runtime_name}" SYMBOLIC)
  set(GraphBLAS_INCLUDE_DIR "${folder}" CACHE PATH "Folder of GraphBLAS.h" FORCE)
  set(GraphBLAS_LIBRARY "${folder}/${name}" CACHE FILEPATH "Library of GraphBLAS" FORCE)
endfunction()

find_path(GraphBLAS_INCLUDE_DIR GraphBLAS.h PATH_SUFFIXES suitesparse)
find_library(GraphBLAS_LIBRARY graphblas)
foreach(root IN ITEMS "${GraphBLAS_ROOT}" "$ENV{GraphBLAS_ROOT}")
  if(NOT root STREQUAL "")
    araios_graphblas_of_python("${root}")
  endif()
endforeach()
mark_as_advanced(GraphBLAS_INCLUDE_DIR GraphBLAS_LIBRARY)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(GraphBLAS REQUIRED_VARS GraphBLAS_INCLUDE_DIR GraphBLAS_LIBRARY)

if(GraphBLAS_FOUND AND NOT TARGET GraphBLAS::GraphBLAS)
  add_library(GraphBLAS::GraphBLAS UNKNOWN IMPORTED)
  set_target_properties(GraphBLAS::GraphBLAS PROPERTIES IMPORTED_LOCATION "${GraphBLAS_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${GraphBLAS_INCLUDE_DIR}")
endif()
