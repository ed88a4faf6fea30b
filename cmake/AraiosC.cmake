# SPDX-License-Identifier: BSD-3-Clause
# The C interface: the sources of bindings/c, with generated ones for each combination of types.

include("${CMAKE_CURRENT_LIST_DIR}/AraiosLibrary.cmake")
set(araios_c_dir "${PROJECT_SOURCE_DIR}/bindings/c")
# What the interface does with matrices of some types, each compiled on its own.
set(araios_c_kinds Products DenseProducts)
if(Araios_ENABLE_MATRIX_MARKET)
  list(APPEND araios_c_kinds MatrixFiles)
endif()

# araios_add_c_library(<target> <type>...): a library of araios.h for these types, each
# scalar/offset/ordinal. It links its implementation privately: programs in C see a header alone.
function(araios_add_c_library target)
  set(sources Answer.cpp Calls.cpp Options.cpp Runtime.cpp Types.cpp)
  list(TRANSFORM sources PREPEND "${araios_c_dir}/")
  set(declarations "")
  set(calls "")
  set(folder "${PROJECT_BINARY_DIR}/bindings/${target}")
  foreach(entry IN LISTS ARGN)
    araios_type_names("${entry}" type)
    string(REPLACE "/" "_" name "${entry}")
    foreach(kind IN LISTS araios_c_kinds)
      set(source "${folder}/${kind}_${name}.cpp")
      configure_file("${araios_c_dir}/CallsInstance.cpp.in" "${source}" @ONLY)
      list(APPEND sources "${source}")
      list(APPEND declarations "${kind} const& ${kind}_${name}()")
    endforeach()
    set(files nullptr)
    if(Araios_ENABLE_MATRIX_MARKET)
      set(files "&MatrixFiles_${name}()")
    endif()
    list(APPEND calls "{types_of_v<${type_scalar}, ${type_offset}, ${type_ordinal}>, Products_${name}(), \
DenseProducts_${name}(), ${files}}")
  endforeach()
  list(JOIN declarations ";\n" declarations)
  list(JOIN calls ",\n      " calls)
  configure_file("${araios_c_dir}/AllCalls.cpp.in" "${folder}/AllCalls.cpp" @ONLY)
  list(APPEND sources "${folder}/AllCalls.cpp")
  set_source_files_properties(${sources} PROPERTIES LANGUAGE ${araios_language})
  add_library(${target} ${sources})
  target_compile_definitions(${target} PRIVATE ARAIOS_C_VERSION="${PROJECT_VERSION}")
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${araios_c_dir}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PRIVATE araios)
  if(Araios_ENABLE_MATRIX_MARKET)
    # Not Araios::MatrixMarket, which an installed Araios has as a component alone.
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:fast_matrix_market::fast_matrix_market>
      ZLIB::ZLIB LibLZMA::LibLZMA Threads::Threads)
  endif()
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()
