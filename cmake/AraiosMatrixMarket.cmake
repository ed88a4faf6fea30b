# SPDX-License-Identifier: BSD-3-Clause
# The optional target Araios::MatrixMarket: Araios with the dependencies of its matrix reader.

include("${CMAKE_CURRENT_LIST_DIR}/AraiosInstall.cmake")

araios_require_package(ZLIB 1.3.1
  https://github.com/madler/zlib/releases/download/v1.3.1/zlib-1.3.1.tar.gz
  9a93b2b7dfdac77ceba5a558a580e74667dd6fede4585b91eefb60f03b72df23)
araios_require_package(LibLZMA 5.4.6
  https://github.com/tukaani-project/xz/releases/download/v5.4.6/xz-5.4.6.tar.gz
  aeba3e03bf8140ddedf62a0a367158340520f6b384f75ca6045ccc6c0d43fd5c)

# Its source package on the Python package index has the headers. Without pip the same file is
# downloaded from its URL.
set(araios_fmm_version 1.7.6)
set(araios_fmm_sha256 38f36d28e780316685b939c439618f06579199d736ebdcda9b9dea8e605c102e)
string(CONCAT araios_fmm_url "https://files.pythonhosted.org/packages/fe/eb/"
  "84695e59f482de0b499204233b44a90e7b1982a96f0b4a27af4861d7bf75/fast_matrix_market-1.7.6.tar.gz")
find_package(fast_matrix_market MODULE QUIET)
if(NOT fast_matrix_market_FOUND)
  set(araios_fmm_source "${Araios_DEPS_DIR}/src/fast_matrix_market-${araios_fmm_version}")
  araios_obtain_source("${araios_fmm_source}"
    PYPI fast_matrix_market ${araios_fmm_version} ${araios_fmm_sha256}
    URL ${araios_fmm_url} ${araios_fmm_sha256})
  set(fast_matrix_market_ROOT "${araios_fmm_source}/fast_matrix_market")
  find_package(fast_matrix_market MODULE REQUIRED)
endif()

add_library(araios_matrix_market INTERFACE)
add_library(Araios::MatrixMarket ALIAS araios_matrix_market)
set_target_properties(araios_matrix_market PROPERTIES EXPORT_NAME MatrixMarket)
target_link_libraries(araios_matrix_market INTERFACE
  araios fast_matrix_market::fast_matrix_market ZLIB::ZLIB LibLZMA::LibLZMA)
