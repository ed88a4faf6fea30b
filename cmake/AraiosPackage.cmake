# SPDX-License-Identifier: BSD-3-Clause
# What is installed: headers, the library, files for CMake and pkg-config; and the package that cpack
# makes of it.

include(CMakePackageConfigHelpers)
# What the C interface links besides Kokkos where it reads files.
set(araios_c_dependencies "")
set(araios_c_pc_libraries "")
if(Araios_ENABLE_C AND Araios_ENABLE_MATRIX_MARKET)
  set(araios_c_dependencies ZLIB LibLZMA Threads)
  set(araios_c_pc_libraries " -lz -llzma")
endif()
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/AraiosConfig.cmake.in" AraiosConfig.cmake
  INSTALL_DESTINATION ${araios_cmake_dir} PATH_VARS araios_third_party_dir
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Headers alone fit any processor, a library fits one.
set(araios_processors "")
if(NOT araios_library_targets)
  set(araios_processors ARCH_INDEPENDENT)
endif()
write_basic_package_version_file(AraiosConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ${araios_processors})
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/AraiosConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/AraiosConfigVersion.cmake" "${CMAKE_CURRENT_LIST_DIR}/AraiosInstructionSet.cmake"
  DESTINATION ${araios_cmake_dir})
install(FILES ${araios_public_headers} DESTINATION ${araios_include_dir})
foreach(header IN LISTS araios_inside_headers)
  get_filename_component(room "${header}" DIRECTORY)
  string(REGEX REPLACE "^core/" "" room "${room}")
  install(FILES "${header}" DESTINATION "${araios_include_dir}/impl/${room}")
endforeach()
install(TARGETS araios araios_header_only ${araios_library_targets} EXPORT AraiosTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT AraiosTargets NAMESPACE Araios:: DESTINATION ${araios_cmake_dir})
if(araios_library_targets)
  install(FILES "${araios_library_header}" DESTINATION "${araios_include_dir}/impl")
endif()
if(Araios_ENABLE_C)
  install(TARGETS araios_c EXPORT AraiosTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  # Compilers of Fortran cannot read each other's modules: programs compile this one themselves.
  install(FILES bindings/c/araios.h bindings/fortran/araios.f90
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
if(Araios_ENABLE_MATRIX_MARKET)
  # What was fetched is installed along, since users would not find it.
  cmake_path(IS_PREFIX Araios_DEPS_DIR "${fast_matrix_market_INCLUDE_DIR}" NORMALIZE
    araios_fmm_fetched)
  if(araios_fmm_fetched)
    install(DIRECTORY "${fast_matrix_market_INCLUDE_DIR}/fast_matrix_market"
      DESTINATION ${araios_third_party_dir})
    install(FILES "${fast_matrix_market_INCLUDE_DIR}/../../LICENSE.txt"
      DESTINATION ${araios_third_party_dir}/fast_matrix_market)
  endif()
  install(TARGETS araios_matrix_market EXPORT AraiosMatrixMarketTargets)
  install(EXPORT AraiosMatrixMarketTargets NAMESPACE Araios:: DESTINATION ${araios_cmake_dir})
  install(FILES "${CMAKE_CURRENT_LIST_DIR}/Findfast_matrix_market.cmake"
    DESTINATION ${araios_cmake_dir})
endif()

# Kokkos has no file for pkg-config: its flags are added by hand.
set(araios_pc_definitions "")
list(TRANSFORM araios_library_targets PREPEND "-l" OUTPUT_VARIABLE araios_pc_libraries)
if(araios_library_targets)
  set(araios_pc_definitions "-DARAIOS_LIBRARY")
endif()
list(JOIN araios_pc_libraries " " araios_pc_libraries)
file(RELATIVE_PATH araios_pc_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" /prefix)
configure_file("${CMAKE_CURRENT_LIST_DIR}/araios.pc.in" araios.pc @ONLY)
set(araios_pc_files "${CMAKE_CURRENT_BINARY_DIR}/araios.pc")
if(Araios_ENABLE_C)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/araios_c.pc.in" araios_c.pc @ONLY)
  list(APPEND araios_pc_files "${CMAKE_CURRENT_BINARY_DIR}/araios_c.pc")
endif()
install(FILES ${araios_pc_files} DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_PACKAGE_NAME araios)
  set(CPACK_PACKAGE_VENDOR "The Araios developers")
  set(CPACK_PACKAGE_CONTACT "The Araios developers <maintainers@araios.example>")
  set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
  set(CPACK_GENERATOR TGZ)
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_DEBIAN_PACKAGE_NAME libaraios-dev)
  set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libkokkos-dev (>= 4.5)")
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  include(CPack)
endif()
