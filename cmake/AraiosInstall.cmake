# SPDX-License-Identifier: BSD-3-Clause
# Installs third-party packages from source at configure time, so that all are used as installed
# packages.

include("${CMAKE_CURRENT_LIST_DIR}/AraiosSources.cmake")

# araios_run(<purpose> <command>...): runs a command with its output shown; stops on failure.
function(araios_run purpose)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "Araios: ${purpose} failed (${code}); its own message stands above. Mend "
      "that and configure again: what is done is kept. Or install the package yourself and name its "
      "prefix in CMAKE_PREFIX_PATH.")
  endif()
endfunction()

# araios_install_prefix(<name> <settings> <out>): a folder named after everything that a build
# depends on, so that another compiler or setting never reuses an old build.
function(araios_install_prefix name settings out)
  cmake_host_system_information(RESULT processor QUERY PROCESSOR_NAME)
  string(SHA256 key "${settings};${processor};${CMAKE_CXX_COMPILER};${CMAKE_CXX_COMPILER_VERSION};\
${CMAKE_CUDA_COMPILER};${CMAKE_CUDA_COMPILER_VERSION};${CMAKE_CUDA_ARCHITECTURES}")
  string(SUBSTRING ${key} 0 8 key)
  set(${out} "${Araios_DEPS_DIR}/${name}-${key}" PARENT_SCOPE)
endfunction()

# araios_install_package(<name> <source> <prefix> <arguments>...): configures, builds and installs
# once. The stamp is written last, so that an interrupted run resumes.
function(araios_install_package name source prefix)
  set(stamp "${prefix}/.${name}-installed")
  if(EXISTS "${stamp}")
    return()
  endif()
  message(STATUS "Araios: building ${name} into ${prefix}")
  set(jobs $ENV{CMAKE_BUILD_PARALLEL_LEVEL})
  if(NOT jobs)
    cmake_host_system_information(RESULT jobs QUERY NUMBER_OF_LOGICAL_CORES)
  endif()
  set(cuda "")
  if(CMAKE_CUDA_COMPILER)
    # CMake before 3.25.2 does not know that nvcc supports C++20; the flag works for all versions.
    set(cuda "-DCMAKE_CUDA_COMPILER=${CMAKE_CUDA_COMPILER}" -DCMAKE_CUDA_FLAGS=-std=c++20
        "-DCMAKE_CUDA_ARCHITECTURES=${CMAKE_CUDA_ARCHITECTURES}")
  endif()
  set(tree "${prefix}.build/${name}")
  araios_run("configuring ${name}" "${CMAKE_COMMAND}" -S "${source}" -B "${tree}" -Wno-dev
    --no-warn-unused-cli -G "${CMAKE_GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM}"
    "-DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}" -DCMAKE_CXX_STANDARD=20 -DCMAKE_CXX_EXTENSIONS=OFF
    -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF -DBUILD_TESTING=OFF
    -DCMAKE_POLICY_VERSION_MINIMUM=3.5 "-DCMAKE_INSTALL_PREFIX=${prefix}"
    -DCMAKE_INSTALL_MESSAGE=NEVER ${cuda} ${ARGN})
  araios_run("building ${name}" "${CMAKE_COMMAND}" --build "${tree}" --parallel ${jobs})
  araios_run("installing ${name}" "${CMAKE_COMMAND}" --install "${tree}")
  file(TOUCH "${stamp}")
  file(REMOVE_RECURSE "${prefix}.build")
endfunction()

# araios_build_package(<package> <version> <url> <sha256> <out> <arguments>...): installs a pinned
# release unless it is already installed, and sets <out> to its prefix.
function(araios_build_package package version url sha256 out)
  message(STATUS "Araios: ${package} is not installed; taking ${version} from ${url}")
  araios_install_prefix("${package}-${version}" "${ARGN}" prefix)
  file(LOCK "${Araios_DEPS_DIR}" DIRECTORY GUARD FUNCTION)
  set(source "${Araios_DEPS_DIR}/src/${package}-${version}")
  araios_obtain_source("${source}" URL ${url} ${sha256})
  araios_install_package(${package} "${source}" "${prefix}" ${ARGN})
  set(${out} "${prefix}" PARENT_SCOPE)
endfunction()

# araios_require_package(<package> <version> <url> <sha256> <arguments>...): find_package, or else
# the pinned release. A macro, because find_package sets variables of its caller.
macro(araios_require_package package version url sha256)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    araios_build_package(${package} ${version} ${url} ${sha256} ${package}_ROOT ${ARGN})
    find_package(${package} REQUIRED)
  endif()
endmacro()
