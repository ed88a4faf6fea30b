# SPDX-License-Identifier: BSD-3-Clause
# Finds oneMKL with 32-bit integers on GNU OpenMP, whose threads programs compiled by GCC share.
#
# Searches MKL_ROOT (a variable, or in the environment), MKLROOT in the environment, the prefix of
# the python3 on the PATH (for pip), and the usual places of the system. Defines MKL::MKL.

find_program(MKL_PYTHON NAMES python3 DOC "Python whose packages may include oneMKL")
if(MKL_PYTHON AND NOT DEFINED MKL_PYTHON_PREFIX)
  execute_process(COMMAND "${MKL_PYTHON}" -c "import sysconfig; print(sysconfig.get_path('data'))"
    OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  set(MKL_PYTHON_PREFIX "${prefix}" CACHE INTERNAL "Prefix of packages of MKL_PYTHON")
endif()
set(prefixes ENV MKLROOT "${MKL_PYTHON_PREFIX}" /opt/intel/oneapi/mkl/latest)

find_path(MKL_INCLUDE_DIR mkl_spblas.h HINTS ${prefixes} PATH_SUFFIXES include include/mkl)
set(libraries "")
foreach(library IN ITEMS intel_lp64 gnu_thread core)
  # pip's packages have only names with a version.
  find_library(MKL_${library}_LIBRARY NAMES libmkl_${library}.so libmkl_${library}.so.3
    libmkl_${library}.so.2 HINTS ${prefixes} PATH_SUFFIXES lib lib/intel64)
  list(APPEND libraries MKL_${library}_LIBRARY)
endforeach()
mark_as_advanced(MKL_PYTHON MKL_INCLUDE_DIR ${libraries})
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MKL REQUIRED_VARS MKL_INCLUDE_DIR ${libraries})

if(MKL_FOUND AND NOT TARGET MKL::MKL)
  add_library(MKL::MKL INTERFACE IMPORTED)
  target_include_directories(MKL::MKL INTERFACE "${MKL_INCLUDE_DIR}")
  # They depend on each other without declaring it, so none may be dropped as unused.
  target_link_libraries(MKL::MKL INTERFACE -Wl,--push-state,--no-as-needed
    "${MKL_intel_lp64_LIBRARY}" "${MKL_gnu_thread_LIBRARY}" "${MKL_core_LIBRARY}" gomp
    -Wl,--pop-state)
endif()
