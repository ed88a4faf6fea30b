# SPDX-License-Identifier: BSD-3-Clause
# Functions for tests, benchmarks and header checks.

include("${CMAKE_CURRENT_LIST_DIR}/AraiosInstall.cmake")

option(Araios_WARNINGS_AS_ERRORS "Treat warnings in tests and benchmarks as errors" OFF)
option(Araios_TEST_REDUCED_TYPES "Test few combinations of types, for slow builds" OFF)
option(Araios_TEST_THREADS_ONLY "Leave out tests that say nothing more about threads" OFF)

# araios_first_space(<variable> <space>...): the first of these names that is enabled.
function(araios_first_space variable)
  araios_execution_spaces(spaces)
  foreach(space IN LISTS ARGN)
    if(space IN_LIST spaces)
      set(${variable} ${space} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# araios_default_space(<variable>): the name of Kokkos::DefaultExecutionSpace.
macro(araios_default_space variable)
  araios_first_space(${variable} Cuda HIP SYCL OpenMP Threads Serial)
endmacro()

# araios_reduced_spaces(<variable>): the default space, and the host space for tests that run only
# on hosts.
function(araios_reduced_spaces variable)
  araios_default_space(default_space)
  araios_first_space(host_space OpenMP Threads Serial)
  set(names ${default_space} ${host_space})
  list(REMOVE_DUPLICATES names)
  set(${variable} ${names} PARENT_SCOPE)
endfunction()

# araios_configure_warnings(<target>): strict warnings for one of our targets.
function(araios_configure_warnings target)
  set(warnings -Wall -Wextra -Wshadow -Wconversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 takes any `"text" + std::string` for overlapping memory (GCC bug 105651).
    list(APPEND warnings -Wno-restrict)
  endif()
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Clang has it in -Wconversion, GCC has not: sizes of arrays are often an int.
    list(APPEND warnings -Wno-sign-conversion)
  endif()
  # nvcc passes generated host code to the host compiler, which would warn with -Wconversion.
  set(cuda_warnings -Wall,-Wextra,-Wshadow)
  if(Araios_WARNINGS_AS_ERRORS)
    list(APPEND warnings -Werror)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # Which variables GCC believes to be uninitialized depends on the instruction set. Such warnings
      # must not stop a build on an untested machine.
      list(APPEND warnings -Wno-error=maybe-uninitialized)
    endif()
  endif()
  # CMake before 3.25.2 does not know that nvcc supports C++20; the flag works for all versions.
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${warnings}>"
    "$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20;-Xcompiler=${cuda_warnings}>")
endfunction()

# araios_configure_target(<target>): language, strict warnings and includes of one of our targets.
function(araios_configure_target target)
  get_target_property(sources ${target} SOURCES)
  set_source_files_properties(${sources} PROPERTIES LANGUAGE ${araios_language})
  target_link_libraries(${target} PRIVATE Araios::Araios Araios::MatrixMarket)
  araios_configure_warnings(${target})
endfunction()

# araios_add_common_product(): the product of double, int and int, which most tests and benchmarks
# use, compiled once for each execution space. araios_common_product unites the libraries
# araios_common_product_<space>. Sets araios_common_product_spaces to the spaces.
function(araios_add_common_product)
  add_library(araios_common_product INTERFACE)
  araios_execution_spaces(spaces)
  if(Araios_TEST_REDUCED_TYPES AND NOT Araios_ENABLE_BENCHMARKS AND NOT Araios_TEST_THREADS_ONLY)
    araios_reduced_spaces(spaces)
  endif()
  set(araios_common_product_spaces ${spaces} PARENT_SCOPE)
  foreach(space IN LISTS spaces)
    set(source "${PROJECT_BINARY_DIR}/CommonProduct_${space}.cpp")
    file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT [[
// SPDX-License-Identifier: BSD-3-Clause
// Products of double on @space@; generated.
#include <Araios_ProductInstances.hpp>

ARAIOS_INSTANTIATE_SYMBOLIC(, Kokkos::@space@, int, int);
ARAIOS_INSTANTIATE_NUMERIC(, Kokkos::@space@, double, int, int);
]])
    add_library(araios_common_product_${space} STATIC "${source}")
    araios_configure_target(araios_common_product_${space})
    target_link_libraries(araios_common_product INTERFACE araios_common_product_${space})
  endforeach()
endfunction()

# araios_optimize(<level> [TARGETS <target>...] [SOURCES <file>...]): compiles code that need not be
# fast with little optimization (1) or none (0), which saves compile time.
function(araios_optimize level)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "TARGETS;SOURCES")
  set(flag "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>>:-O${level}>")
  foreach(target IN LISTS ARG_TARGETS)
    target_compile_options(${target} PRIVATE "${flag}")
  endforeach()
  set_source_files_properties(${ARG_SOURCES} PROPERTIES COMPILE_OPTIONS "${flag}")
endfunction()

# araios_add_test(<name> [NO_RACES] [OPTIMIZED] SOURCES <file>...
#                 LABELS <unit|property|stress>... [TIMEOUT <seconds>])
# A GoogleTest executable with the common main; each of its tests becomes a test of CTest. Kernels
# of the common product are shared with benchmarks and fully optimized. Code compiled for a test
# alone is not, since compiling kernels of many types dominates its time.
# NO_RACES: it tests single-threaded code, or code whose threads other tests cover; left out by
# Araios_TEST_THREADS_ONLY.
# OPTIMIZED: the code of the test itself must be fast.
function(araios_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "NO_RACES;OPTIMIZED" "TIMEOUT" "SOURCES;LABELS")
  if(ARG_NO_RACES AND Araios_TEST_THREADS_ONLY)
    return()
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  araios_configure_target(${name})
  target_link_libraries(${name} PRIVATE araios_test_main)
  if(ARG_OPTIMIZED AND CMAKE_BUILD_TYPE STREQUAL "Release")
    araios_optimize(1 TARGETS ${name})
  else()
    araios_optimize(0 TARGETS ${name})
    if(araios_precompiles_tests)
      target_precompile_headers(${name} REUSE_FROM araios_test_main)
    endif()
  endif()
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60)
  # Lists do not survive the PROPERTIES of gtest_discover_tests: CTest reads them from a file.
  # Few threads, which sleep while they wait, since tests share the cores.
  set(properties "${CMAKE_CURRENT_BINARY_DIR}/${name}_properties.cmake")
  file(CONFIGURE OUTPUT "${properties}" @ONLY CONTENT [[
if(@name@_TESTS)
  set_tests_properties(${@name@_TESTS} PROPERTIES LABELS "@ARG_LABELS@" TIMEOUT @ARG_TIMEOUT@
    ENVIRONMENT "KOKKOS_NUM_THREADS=4;OMP_PROC_BIND=false;OMP_WAIT_POLICY=passive")
endif()
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${properties}")
endfunction()

# araios_add_test_main(<file>...): common code of the executables of araios_add_test.
function(araios_add_test_main)
  araios_require_package(GTest 1.14.0
    https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz
    8ad598c73ad796e0d8280b082cebd82a630d73e73cd3c70057938a6501bba5d7)
  if(NOT TARGET GTest::gmock)
    message(FATAL_ERROR "Araios: the installed GoogleTest lacks GoogleMock; install that as well (on "
      "Debian: libgmock-dev).")
  endif()
  set_target_properties(GTest::gtest GTest::gmock PROPERTIES IMPORTED_GLOBAL ON)
  add_library(araios_test_main STATIC ${ARGN})
  araios_configure_target(araios_test_main)
  araios_optimize(0 TARGETS araios_test_main)
  target_link_libraries(araios_test_main PUBLIC araios_common_product GTest::gmock GTest::gtest)
  if(Araios_TEST_REDUCED_TYPES)
    target_compile_definitions(araios_test_main PUBLIC ARAIOS_TEST_REDUCED_TYPES)
  endif()
  foreach(space IN LISTS araios_common_product_spaces)
    string(TOUPPER "${space}" space)
    target_compile_definitions(araios_test_main PUBLIC ARAIOS_TEST_${space}_PRODUCTS)
  endforeach()
  # Precompiled, since most tests would spend seconds on these.
  set(araios_precompiles_tests FALSE PARENT_SCOPE)
  if(araios_language STREQUAL "CXX")
    set(araios_precompiles_tests TRUE PARENT_SCOPE)
    target_precompile_headers(araios_test_main PRIVATE <Kokkos_Core.hpp> <gmock/gmock.h>)
  endif()
endfunction()

# araios_configure_benchmark(<target>): settings of benchmarks and their libraries.
function(araios_configure_benchmark target)
  araios_configure_target(${target})
  target_link_libraries(${target} PRIVATE CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json)
  # fmt before 11 assumes that nvcc lacks constexpr functions, but in C++20 it calls its own as
  # constexpr.
  target_compile_definitions(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:FMT_USE_CONSTEXPR=1>)
  if(Araios_ENABLE_KOKKOSKERNELS AND TARGET Kokkos::kokkoskernels)
    target_link_libraries(${target} PRIVATE Kokkos::kokkoskernels)
    target_compile_definitions(${target} PRIVATE ARAIOS_HAVE_KOKKOSKERNELS)
  endif()
endfunction()

# araios_add_benchmark(<name> SOURCES <file>...): an executable in the build's perf_test folder.
function(araios_add_benchmark name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "SOURCES")
  add_executable(${name} ${ARG_SOURCES})
  araios_configure_benchmark(${name})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/perf_test")
endfunction()

# araios_checked_headers(<variable>): all headers, but for those of Kokkos Kernels where it is missing.
function(araios_checked_headers variable)
  set(headers ${araios_public_headers} ${araios_inside_headers})
  if(NOT TARGET Araios::KokkosKernels)
    list(FILTER headers EXCLUDE REGEX "/Araios_KokkosSparse|core/kokkos_sparse/")
  endif()
  set(${variable} "${headers}" PARENT_SCOPE)
endfunction()

# araios_headers_with_kokkos(<variable>): the headers that include Kokkos, most of them indirectly.
function(araios_headers_with_kokkos variable)
  set(found Kokkos_Core.hpp)
  set(before "")
  while(NOT found STREQUAL before)
    set(before "${found}")
    list(JOIN found "|" names)
    foreach(header IN LISTS araios_public_headers araios_inside_headers)
      file(STRINGS "${PROJECT_SOURCE_DIR}/${header}" includes
        REGEX "^#include <([a-z_]+/)?(${names})>")
      if(includes)
        get_filename_component(name "${header}" NAME)
        list(APPEND found "${name}")
      endif()
    endforeach()
    list(REMOVE_DUPLICATES found)
  endwhile()
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

# araios_include_of(<variable> <header>): how a header of AraiosRooms.cmake is included.
function(araios_include_of variable header)
  if(header IN_LIST araios_public_headers)
    get_filename_component(include "${header}" NAME)
  else()
    string(REGEX REPLACE "^core/" "" include "${header}")
  endif()
  set(${variable} "${include}" PARENT_SCOPE)
endfunction()

# araios_add_tidy_source(): the target araios_tidy, not in `all`, is one source that includes every
# header: clang-tidy then parses Kokkos once for all of them. It is never compiled.
function(araios_add_tidy_source)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/AllHeaders.cpp")
  set(content "")
  araios_checked_headers(headers)
  foreach(header IN LISTS headers)
    araios_include_of(include "${header}")
    string(APPEND content "#include <${include}>\n")
  endforeach()
  file(CONFIGURE OUTPUT "${source}" CONTENT "${content}" @ONLY)
  add_library(araios_tidy OBJECT EXCLUDE_FROM_ALL "${source}")
  set_source_files_properties("${source}" PROPERTIES LANGUAGE ${araios_language})
  target_link_libraries(araios_tidy PRIVATE Araios::Araios Araios::MatrixMarket
    $<TARGET_NAME_IF_EXISTS:Araios::KokkosKernels>)
endfunction()

# araios_add_tidy_sources(<target>...): the same for sources of executables and libraries, with one
# source for each of them.
function(araios_add_tidy_sources)
  foreach(target IN LISTS ARGN)
    get_target_property(sources ${target} SOURCES)
    set(content "")
    foreach(source IN LISTS sources)
      cmake_path(ABSOLUTE_PATH source)
      string(APPEND content "#include \"${source}\"  // NOLINT(bugprone-suspicious-include)\n")
    endforeach()
    set(source "${CMAKE_CURRENT_BINARY_DIR}/tidy_${target}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "${content}" @ONLY)
    add_library(araios_tidy_${target} OBJECT EXCLUDE_FROM_ALL "${source}")
    set_source_files_properties("${source}" PROPERTIES LANGUAGE ${araios_language})
    foreach(property IN ITEMS INCLUDE_DIRECTORIES COMPILE_DEFINITIONS LINK_LIBRARIES)
      get_target_property(value ${target} ${property})
      if(value)
        set_property(TARGET araios_tidy_${target} PROPERTY ${property} "${value}")
      endif()
    endforeach()
  endforeach()
endfunction()

# araios_add_header_checks(): the target araios_header_checks, not in `all`, compiles every header
# alone, included twice. Headers that include Kokkos get it precompiled.
function(araios_add_header_checks)
  araios_headers_with_kokkos(with_kokkos)
  add_library(araios_header_checks OBJECT EXCLUDE_FROM_ALL)
  araios_checked_headers(headers)
  foreach(header IN LISTS headers)
    get_filename_component(name "${header}" NAME)
    set(source "${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp")
    araios_include_of(include "${header}")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include <${include}>\n#include <${include}>\n")
    target_sources(araios_header_checks PRIVATE "${source}")
    set(path "${PROJECT_SOURCE_DIR}/${header}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    if(NOT name IN_LIST with_kokkos)
      set_source_files_properties("${source}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endforeach()
  araios_configure_target(araios_header_checks)
  target_link_libraries(araios_header_checks PRIVATE $<TARGET_NAME_IF_EXISTS:Araios::KokkosKernels>)
  araios_optimize(0 TARGETS araios_header_checks)
  if(araios_language STREQUAL "CXX")
    target_precompile_headers(araios_header_checks PRIVATE <Kokkos_Core.hpp>)
  endif()
endfunction()
