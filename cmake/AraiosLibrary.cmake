# SPDX-License-Identifier: BSD-3-Clause
# The compiled library: the kernels of products of common types, one library for each execution
# space. Users of Araios::Araios link it, and its headers then declare these instances extern.

# A type of the library: the scalar, the offsets and the ordinals of A, B and C.
set(Araios_LIBRARY_TYPES
    double/int/int float/int/int complex_double/int/int complex_float/int/int
    double/size_t/int float/size_t/int complex_double/size_t/int complex_float/size_t/int
    double/int64_t/int64_t
    CACHE STRING "Types of the library: scalar/offset/ordinal")

set(araios_library_dir "${PROJECT_BINARY_DIR}/library")

# araios_type_names(<entry> <prefix>): sets <prefix>_scalar, <prefix>_offset and <prefix>_ordinal to
# C++ types.
function(araios_type_names entry prefix)
  set(cpp_float float)
  set(cpp_double double)
  set(cpp_complex_float Kokkos::complex<float>)
  set(cpp_complex_double Kokkos::complex<double>)
  set(cpp_int int)
  set(cpp_size_t std::size_t)
  set(cpp_int32_t std::int32_t)
  set(cpp_int64_t std::int64_t)
  if(NOT entry MATCHES
      "^(float|double|complex_float|complex_double)/(int|int32_t|int64_t|size_t)/(int|int32_t|int64_t)$")
    message(FATAL_ERROR "Araios: Araios_LIBRARY_TYPES has '${entry}', expected scalar/offset/ordinal: "
      "scalars are float, double, complex_float, complex_double; offsets int, int32_t, int64_t, "
      "size_t; ordinals int, int32_t, int64_t.")
  endif()
  set(${prefix}_scalar ${cpp_${CMAKE_MATCH_1}} PARENT_SCOPE)
  set(${prefix}_offset ${cpp_${CMAKE_MATCH_2}} PARENT_SCOPE)
  set(${prefix}_ordinal ${cpp_${CMAKE_MATCH_3}} PARENT_SCOPE)
endfunction()

# araios_library_source(<target> <name> <line>): a source file with one instance.
function(araios_library_source target name line)
  set(source "${araios_library_dir}/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT [[
// SPDX-License-Identifier: BSD-3-Clause
// Generated: one instance of the library.
#include <Araios_ProductInstances.hpp>

@line@
]])
  set_source_files_properties("${source}" PROPERTIES LANGUAGE ${araios_language})
  target_sources(${target} PRIVATE "${source}")
endfunction()

# araios_add_library(<space>): the library of an execution space, araios_<space> in small letters.
# Appends to araios_library_targets, and to araios_library_lines the instances that it holds.
function(araios_add_library space)
  string(TOLOWER "araios_${space}" target)
  add_library(${target})
  set(lines ${araios_library_lines})
  set(phases "")
  foreach(entry IN LISTS Araios_LIBRARY_TYPES)
    araios_type_names("${entry}" type)
    string(REPLACE "/" "_" name "${space}_${entry}")
    set(arguments "Kokkos::${space}, ${type_scalar}, ${type_offset}, ${type_ordinal}")
    set(phase "${type_offset}, ${type_ordinal}")
    # Whole calls need the symbolic phase, which is compiled once for all scalars.
    araios_library_source(${target} "${name}"
      "ARAIOS_INSTANTIATE_SYMBOLIC(extern, Kokkos::${space}, ${phase});
ARAIOS_INSTANTIATE_NUMERIC(, ${arguments});")
    list(APPEND lines "ARAIOS_INSTANTIATE_NUMERIC(extern, ${arguments})")
    if(NOT phase IN_LIST phases)
      list(APPEND phases "${phase}")
      araios_library_source(${target} "${name}_symbolic"
        "ARAIOS_INSTANTIATE_SYMBOLIC(, Kokkos::${space}, ${phase});")
      list(APPEND lines "ARAIOS_INSTANTIATE_SYMBOLIC(extern, Kokkos::${space}, ${phase})")
    endif()
  endforeach()
  target_link_libraries(${target} PUBLIC araios_header_only)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  set(araios_library_targets ${araios_library_targets} ${target} PARENT_SCOPE)
  set(araios_library_lines ${lines} PARENT_SCOPE)
endfunction()

# araios_add_libraries(): all libraries, linked by araios. Sets araios_library_targets and
# araios_library_header, which declares what they hold.
function(araios_add_libraries)
  if(BUILD_SHARED_LIBS)
    get_target_property(kokkos_type Kokkos::kokkoscore TYPE)
    if(kokkos_type STREQUAL "STATIC_LIBRARY")
      message(FATAL_ERROR "Araios: BUILD_SHARED_LIBS asks for a shared library, but Kokkos is static, "
        "and a process must not have two. Build Kokkos shared, or set BUILD_SHARED_LIBS=OFF.")
    endif()
  endif()
  araios_execution_spaces(spaces)
  set(araios_library_targets "")
  set(araios_library_lines "")
  foreach(space IN LISTS spaces)
    araios_add_library(${space})
  endforeach()

  # Which instruction set the library is compiled for shows when it is compiled, by the flags of
  # Kokkos, of CMake and of the user. Others compile the kernels themselves.
  file(CONFIGURE OUTPUT "${araios_library_dir}/InstructionSet.cpp" @ONLY CONTENT [[
// SPDX-License-Identifier: BSD-3-Clause
// Generated: tells the instruction set of the library to whoever reads the object file.
#include <platform/Araios_InstructionSet.hpp>

char const* araios_library_isa();
char const* araios_library_isa() { return "ARAIOS_ISA_TEXT " ARAIOS_ISA_TEXT; }
]])
  set_source_files_properties("${araios_library_dir}/InstructionSet.cpp" PROPERTIES
    LANGUAGE ${araios_language})
  add_library(araios_instruction_set OBJECT "${araios_library_dir}/InstructionSet.cpp")
  target_link_libraries(araios_instruction_set PRIVATE araios_header_only)
  list(JOIN araios_library_lines ";\n" lines)
  file(CONFIGURE OUTPUT "${araios_library_dir}/instances.txt" CONTENT "${lines};\n" @ONLY)
  set(header "${araios_library_dir}/include/Araios_LibraryProducts.hpp")
  add_custom_command(OUTPUT "${header}"
    COMMAND "${CMAKE_COMMAND}" "-Dobject=$<TARGET_OBJECTS:araios_instruction_set>"
      "-Dinstances=${araios_library_dir}/instances.txt" "-Dheader=${header}"
      -P "${PROJECT_SOURCE_DIR}/cmake/AraiosLibraryHeader.cmake"
    DEPENDS araios_instruction_set "$<TARGET_OBJECTS:araios_instruction_set>"
      "${araios_library_dir}/instances.txt" "${PROJECT_SOURCE_DIR}/cmake/AraiosLibraryHeader.cmake"
    VERBATIM)
  add_custom_target(araios_library_header DEPENDS "${header}")
  foreach(target IN LISTS araios_library_targets)
    add_dependencies(${target} araios_library_header)
  endforeach()

  target_link_libraries(araios INTERFACE ${araios_library_targets})
  target_compile_definitions(araios INTERFACE ARAIOS_LIBRARY)
  target_include_directories(araios INTERFACE
    $<BUILD_INTERFACE:${araios_library_dir}/include>)
  set(araios_library_header "${header}" PARENT_SCOPE)
  set(araios_library_targets ${araios_library_targets} PARENT_SCOPE)
endfunction()
