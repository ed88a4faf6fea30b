// SPDX-License-Identifier: BSD-3-Clause
// Products with dense matrices of the types that most tests use, and their grouped matrices,
// compiled once for each space in a file of the test library.
#pragma once

#include "CommonSpaces.hpp"
#include <Araios_CrsMatrix.hpp>
#include <Araios_GroupedCoo.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMmOptions.hpp>
#include <Araios_Workspace.hpp>

#include <Kokkos_Core.hpp>

namespace araios_test::common_spmm {

template <class Space>
using Rows = araios::CrsMatrix<double, int, int, typename Space::device_type>;
template <class Space>
using Groups = araios::GroupedCoo<double, int, int, typename Space::device_type>;
template <class Space>
using RowMajor = Kokkos::View<double**, Kokkos::LayoutRight, typename Space::device_type>;
template <class Space>
using ColumnMajor = Kokkos::View<double**, Kokkos::LayoutLeft, typename Space::device_type>;

}  // namespace araios_test::common_spmm

#define ARAIOS_TEST_COMMON_SPMM(extern_or_nothing, Space)                  \
  extern_or_nothing template auto araios::to_grouped_coo(                  \
      Space const&, araios_test::common_spmm::Rows<Space> const&, int);    \
  ARAIOS_TEST_COMMON_SPMM_OF(extern_or_nothing, Space, Rows, RowMajor);    \
  ARAIOS_TEST_COMMON_SPMM_OF(extern_or_nothing, Space, Rows, ColumnMajor); \
  ARAIOS_TEST_COMMON_SPMM_OF(extern_or_nothing, Space, Groups, RowMajor)
#define ARAIOS_TEST_COMMON_SPMM_OF(extern_or_nothing, Space, Matrix, B)             \
  extern_or_nothing template void araios::spmm(                                     \
      Space const&, double const&, araios_test::common_spmm::Matrix<Space> const&,  \
      araios_test::common_spmm::B<Space> const&, double const&,                     \
      araios_test::common_spmm::RowMajor<Space> const&, araios::SpMmOptions const&, \
      araios::Workspace<typename Space::device_type> const&)

ARAIOS_TEST_DECLARE_ON_COMMON_SPACES(ARAIOS_TEST_COMMON_SPMM)
