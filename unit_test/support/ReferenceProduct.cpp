// SPDX-License-Identifier: BSD-3-Clause
#include "ReferenceProduct.hpp"

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

namespace araios_test {

template ReferenceProduct reference_product(HostMatrix<double> const&, HostMatrix<double> const&);
template ReferenceProduct reference_product(HostMatrix<float> const&, HostMatrix<float> const&);
template ReferenceProduct reference_product(HostMatrix<Kokkos::complex<double>> const&,
                                            HostMatrix<Kokkos::complex<double>> const&);

template HostMatrix<double> transpose_of(HostMatrix<double> const&);
template HostMatrix<double> with_rows(HostMatrix<double> const&, std::vector<std::int64_t> const&);
template HostMatrix<double> with_sorted_rows(HostMatrix<double>);
template HostMatrix<float> with_sorted_rows(HostMatrix<float>);
template HostMatrix<Kokkos::complex<double>> with_sorted_rows(HostMatrix<Kokkos::complex<double>>);

}  // namespace araios_test
