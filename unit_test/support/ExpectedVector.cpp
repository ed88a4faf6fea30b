// SPDX-License-Identifier: BSD-3-Clause
#include "ExpectedVector.hpp"

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace araios_test {

template ExpectedVector reference_spmv(double, HostMatrix<double> const&,
                                       std::vector<double> const&, double,
                                       std::vector<double> const&);
template ExpectedVector reference_spmv(Kokkos::complex<double>,
                                       HostMatrix<Kokkos::complex<double>> const&,
                                       std::vector<Kokkos::complex<double>> const&,
                                       Kokkos::complex<double>,
                                       std::vector<Kokkos::complex<double>> const&);
template testing::AssertionResult same_vector(std::vector<double> const&, ExpectedVector const&);
template testing::AssertionResult same_vector(std::vector<Kokkos::complex<double>> const&,
                                              ExpectedVector const&);

}  // namespace araios_test
