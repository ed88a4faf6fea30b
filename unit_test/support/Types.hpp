// SPDX-License-Identifier: BSD-3-Clause
// Type lists of the typed suites: enabled execution spaces and covering combinations.
#pragma once

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace araios_test {

/// One combination of the types of a product.
template <class Space, class Ordinal, class OffsetA, class OffsetB, class OffsetC, class Scalar>
struct ProductTypes {
  using space = Space;
  using ordinal = Ordinal;
  using offset_a = OffsetA;
  using offset_b = OffsetB;
  using offset_c = OffsetC;
  using scalar = Scalar;
};

namespace detail {

template <class... Tuples>
using concatenated_t = decltype(std::tuple_cat(std::declval<Tuples>()...));

template <class Tuple>
struct AsTestTypes;
template <class... Types>
struct AsTestTypes<std::tuple<Types...>> {
  using type = testing::Types<Types...>;
};

// The space that is parallel by default comes first: a list that is cut keeps it.
using DefaultSpace = std::tuple<Kokkos::DefaultExecutionSpace>;
template <class Space>
using unless_default_t = std::conditional_t<std::is_same_v<Space, Kokkos::DefaultExecutionSpace>,
                                            std::tuple<>, std::tuple<Space>>;

using AllSpaces = concatenated_t<DefaultSpace
#ifdef KOKKOS_ENABLE_OPENMP
                                 ,
                                 unless_default_t<Kokkos::OpenMP>
#endif
#ifdef KOKKOS_ENABLE_THREADS
                                 ,
                                 unless_default_t<Kokkos::Threads>
#endif
#ifdef KOKKOS_ENABLE_SERIAL
                                 ,
                                 unless_default_t<Kokkos::Serial>
#endif
                                 >;

inline constexpr std::size_t num_spaces = std::tuple_size_v<AllSpaces>;

}  // namespace detail

/// Every execution space that Kokkos was built with, for typed suites; in slow builds the default.
#ifdef ARAIOS_TEST_REDUCED_TYPES
using Spaces = detail::AsTestTypes<detail::DefaultSpace>::type;
#else
using Spaces = detail::AsTestTypes<detail::AllSpaces>::type;
#endif

/// The i-th enabled space, counted around.
template <std::size_t i>
using space_at = std::tuple_element_t<i % detail::num_spaces, detail::AllSpaces>;

using Int32 = std::int32_t;
using Int64 = std::int64_t;
using Size = std::size_t;

// Each scalar meets every offset type at A, B and C, both ordinals and every space; over all
// scalars the nine rows of three offset types hold every pair of offset types at every two places.
#ifdef ARAIOS_TEST_REDUCED_TYPES
using DoubleTypes = testing::Types<ProductTypes<space_at<0>, Int32, Int32, Int32, Int32, double>>;
using ComplexDoubleTypes =
    testing::Types<ProductTypes<space_at<0>, Int64, Size, Int64, Int64, Kokkos::complex<double>>>;
#else
using FloatTypes = testing::Types<ProductTypes<space_at<1>, Int32, Int32, Int64, Int64, float>,
                                  ProductTypes<space_at<2>, Int64, Int64, Size, Int32, float>,
                                  ProductTypes<space_at<3>, Int64, Size, Int32, Size, float>>;
using DoubleTypes = testing::Types<ProductTypes<space_at<0>, Int32, Int32, Int32, Int32, double>,
                                   ProductTypes<space_at<1>, Int32, Int64, Int64, Size, double>,
                                   ProductTypes<space_at<2>, Int64, Size, Size, Int64, double>,
                                   ProductTypes<space_at<3>, Int32, Size, Size, Size, double>>;
using ComplexFloatTypes =
    testing::Types<ProductTypes<space_at<2>, Int64, Int32, Size, Size, Kokkos::complex<float>>,
                   ProductTypes<space_at<3>, Int64, Int64, Int32, Int64, Kokkos::complex<float>>,
                   ProductTypes<space_at<4>, Int32, Size, Int64, Int32, Kokkos::complex<float>>>;
using ComplexDoubleTypes =
    testing::Types<ProductTypes<space_at<3>, Int64, Int32, Int32, Int32, Kokkos::complex<double>>,
                   ProductTypes<space_at<4>, Int32, Int64, Int64, Size, Kokkos::complex<double>>,
                   ProductTypes<space_at<5>, Int32, Size, Size, Int64, Kokkos::complex<double>>>;
#endif

/// One combination of the types of a product with a single sparse matrix.
template <class Space, class Ordinal, class Offset, class Scalar>
using MatrixTypes = ProductTypes<Space, Ordinal, Offset, Offset, Offset, Scalar>;

// Both ordinals meet every offset type; every scalar is there on the default space. Slow builds do
// with double and one complex scalar.
using DoubleMatrixTypes = testing::Types<MatrixTypes<space_at<0>, Int32, Int32, double>
#ifndef ARAIOS_TEST_REDUCED_TYPES
                                         ,
                                         MatrixTypes<space_at<1>, Int64, Size, double>
#endif
                                         >;
using FloatMatrixTypes = testing::Types<MatrixTypes<space_at<0>, Int32, Size, float>,
                                        MatrixTypes<space_at<1>, Int64, Int64, float>>;
using ComplexFloatMatrixTypes =
    testing::Types<MatrixTypes<space_at<0>, Int64, Int32, Kokkos::complex<float>>>;
using ComplexDoubleMatrixTypes =
    testing::Types<MatrixTypes<space_at<0>, Int32, Int64, Kokkos::complex<double>>
#ifndef ARAIOS_TEST_REDUCED_TYPES
                   ,
                   MatrixTypes<space_at<2>, Int64, Size, Kokkos::complex<double>>
#endif
                   >;

/// Readable names of the instances of a typed suite.
class TypeNames {
 public:
  template <class T>
  static std::string GetName(int index) {
    if constexpr (Kokkos::is_execution_space_v<T>) {
      return T::name();
    } else {
      return std::to_string(index) + "_" + T::space::name() + "_ordinal" +
             bits<typename T::ordinal>() + "_offsets" + bits<typename T::offset_a>() + "_" +
             bits<typename T::offset_b>() + "_" + bits<typename T::offset_c>();
    }
  }

 private:
  template <class Integer>
  static std::string bits() {
    return (std::is_unsigned_v<Integer> ? "u" : "") + std::to_string(8 * sizeof(Integer));
  }
};

}  // namespace araios_test
