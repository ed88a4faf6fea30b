# SPDX-License-Identifier: BSD-3-Clause
# Finds the headers of fast_matrix_market, whose Python source package has no CMake package: in
# fast_matrix_market_ROOT and the usual places, and last in Araios_THIRD_PARTY_DIR.

find_path(fast_matrix_market_INCLUDE_DIR fast_matrix_market/fast_matrix_market.hpp
  PATHS "${Araios_THIRD_PARTY_DIR}")
mark_as_advanced(fast_matrix_market_INCLUDE_DIR)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(fast_matrix_market REQUIRED_VARS fast_matrix_market_INCLUDE_DIR)

if(fast_matrix_market_FOUND AND NOT TARGET fast_matrix_market::fast_matrix_market)
  find_package(Threads REQUIRED)
  include(CheckCXXSourceCompiles)
  check_cxx_source_compiles("
    #include <charconv>
    int main() { double x; char text[64]; return std::from_chars(text, text + 9, x).ptr !=
                                                 std::to_chars(text, text + 64, x).ptr; }"
    fast_matrix_market_HAVE_CHARCONV)
  add_library(fast_matrix_market::fast_matrix_market INTERFACE IMPORTED)
  target_include_directories(fast_matrix_market::fast_matrix_market
    INTERFACE "${fast_matrix_market_INCLUDE_DIR}")
  target_link_libraries(fast_matrix_market::fast_matrix_market INTERFACE Threads::Threads)
  target_compile_features(fast_matrix_market::fast_matrix_market INTERFACE cxx_std_17)
  # Without these definitions it falls back to slower conversions of numbers.
  target_compile_definitions(fast_matrix_market::fast_matrix_market
    INTERFACE FMM_FROM_CHARS_INT_SUPPORTED FMM_TO_CHARS_INT_SUPPORTED)
  if(fast_matrix_market_HAVE_CHARCONV)
    target_compile_definitions(fast_matrix_market::fast_matrix_market INTERFACE
      FMM_FROM_CHARS_DOUBLE_SUPPORTED FMM_FROM_CHARS_LONG_DOUBLE_SUPPORTED
      FMM_TO_CHARS_DOUBLE_SUPPORTED FMM_TO_CHARS_LONG_DOUBLE_SUPPORTED)
  endif()
endif()
