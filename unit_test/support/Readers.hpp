// SPDX-License-Identifier: BSD-3-Clause
// Readers and generators of matrices that several tests use, compiled once.
#pragma once

#include <Araios_Generators.hpp>
#include <Araios_HostCrsMatrix.hpp>
#include <Araios_MatrixMarket.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#define ARAIOS_TEST_READER(extern_or_nothing, Scalar, Offset, Ordinal)      \
  extern_or_nothing template araios::HostCrsMatrix<Scalar, Offset, Ordinal> \
  araios::read_matrix_market<Scalar, Offset, Ordinal>(std::string const&,   \
                                                      araios::MatrixMarketReport*)

#define ARAIOS_TEST_COMMON_READERS(extern_or_nothing)                               \
  ARAIOS_TEST_READER(extern_or_nothing, double, int, int);                          \
  ARAIOS_TEST_READER(extern_or_nothing, double, std::int8_t, std::int8_t);          \
  ARAIOS_TEST_READER(extern_or_nothing, float, std::int64_t, std::int64_t);         \
  ARAIOS_TEST_READER(extern_or_nothing, Kokkos::complex<double>, std::size_t, int); \
  extern_or_nothing template araios::HostCrsMatrix<double, int, int>                \
  araios::generate<double, int, int>(araios::GeneratorSpec const&, std::uint64_t)

#ifdef ARAIOS_TEST_REDUCED_TYPES
#define ARAIOS_TEST_READERS(extern_or_nothing) ARAIOS_TEST_COMMON_READERS(extern_or_nothing)
#else
#define ARAIOS_TEST_READERS(extern_or_nothing)                               \
  ARAIOS_TEST_COMMON_READERS(extern_or_nothing);                             \
  ARAIOS_TEST_READER(extern_or_nothing, double, std::int64_t, std::int64_t); \
  ARAIOS_TEST_READER(extern_or_nothing, float, int, int);                    \
  ARAIOS_TEST_READER(extern_or_nothing, Kokkos::complex<double>, std::size_t, std::int64_t)
#endif

ARAIOS_TEST_READERS(extern);
