# SPDX-License-Identifier: BSD-3-Clause
# The C interface: the sources of bindings/c, with a generated one for each combination of types.

include("${CMAKE_CURRENT_LIST_DIR}/AraiosLibrary.cmake")
set(araios_c_dir "${PROJECT_SOURCE_DIR}/bindings/c")

# araios_add_c_library(<target> <type>...): a library of araios.h with products of these types, each
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
    configure_file("${araios_c_dir}/ProductsInstance.cpp.in" "${folder}/Products_${name}.cpp" @ONLY)
    list(APPEND sources "${folder}/Products_${name}.cpp")
    list(APPEND declarations "Products const* products_${name}()")
    list(APPEND calls "products_${name}()")
  endforeach()
  list(JOIN declarations ";\n" declarations)
  list(JOIN calls ", " calls)
  configure_file("${araios_c_dir}/AllProducts.cpp.in" "${folder}/AllProducts.cpp" @ONLY)
  list(APPEND sources "${folder}/AllProducts.cpp")
  set_source_files_properties(${sources} PROPERTIES LANGUAGE ${araios_language})
  add_library(${target} ${sources})
  target_compile_definitions(${target} PRIVATE ARAIOS_C_VERSION="${PROJECT_VERSION}")
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${araios_c_dir}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PRIVATE araios)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()
