// SPDX-License-Identifier: BSD-3-Clause
// A program of Kokkos Kernels that does not know Araios, compiled with -include.

#include "support/KokkosSparseMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"

#include <KokkosSparse_spgemm.hpp>
#include <KokkosSparse_spgemm_jacobi.hpp>
#include <KokkosSparse_spmv.hpp>
#include <Kokkos_Core.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace araios_test {
namespace {

using testing::Contains;
using testing::Each;
using testing::Not;
using testing::StartsWith;

using Space = Kokkos::DefaultExecutionSpace;
using Device = Space::device_type;
using Memory = Device::memory_space;
template <class Scalar, class Offset = int>
using MatrixOf = KokkosSparse::CrsMatrix<Scalar, int, Device, void, Offset>;
template <class Offset>
using HandleOf =
    KokkosKernels::Experimental::KokkosKernelsHandle<Offset, int, double, Space, Memory, Memory>;

/// The regions that Kokkos announces while a call runs.
template <class Call>
std::vector<std::string> regions_of(Call const& call) {
  static std::vector<std::string> regions;
  regions.clear();
  Kokkos::Tools::Experimental::set_push_region_callback(
      [](char const* name) { regions.emplace_back(name); });
  call();
  Kokkos::fence();
  Kokkos::Tools::Experimental::set_push_region_callback(nullptr);
  return regions;
}

HostMatrix<double> random(std::int64_t rows, std::int64_t cols, std::uint64_t seed) {
  return with_integers<double>(uniform_pattern(rows, cols, 4, seed), seed + 1);
}

template <class Offset>
class KokkosSparseSubstitute : public testing::Test {
 protected:
  using matrix_type = MatrixOf<double, Offset>;

  /// C = A·B by both phases; the numeric one runs twice.
  static matrix_type multiply(HandleOf<Offset>& handle, matrix_type const& a,
                              matrix_type const& b) {
    matrix_type c;
    KokkosSparse::spgemm_symbolic(handle, a, false, b, false, c);
    KokkosSparse::spgemm_numeric(handle, a, false, b, false, c);
    KokkosSparse::spgemm_numeric(handle, a, false, b, false, c);
    Kokkos::fence();
    return c;
  }
};
using OffsetTypes = testing::Types<int, std::size_t>;
TYPED_TEST_SUITE(KokkosSparseSubstitute, OffsetTypes);

TYPED_TEST(KokkosSparseSubstitute, RunsProductsOfAllAlgorithmsButTheOneForDebugging) {
  auto const a = random(40, 30, 1);
  auto const b = random(30, 50, 2);
  auto const expected = reference_product(a, b);
  auto const theirs_a = to_kokkos<typename TestFixture::matrix_type>(a);
  auto const theirs_b = to_kokkos<typename TestFixture::matrix_type>(b);
  for (auto const algorithm :
       {KokkosSparse::SPGEMM_DEFAULT, KokkosSparse::SPGEMM_KK, KokkosSparse::SPGEMM_KK_MEMORY,
        KokkosSparse::SPGEMM_SERIAL, KokkosSparse::SPGEMM_DEBUG}) {
    HandleOf<TypeParam> handle;
    handle.create_spgemm_handle(algorithm);
    typename TestFixture::matrix_type c;
    auto const regions = regions_of([&] { c = this->multiply(handle, theirs_a, theirs_b); });
    EXPECT_TRUE(same_matrix(from_kokkos(c), expected)) << algorithm;
    EXPECT_EQ(handle.get_spgemm_handle()->get_c_nnz(), c.nnz()) << algorithm;
    if (algorithm == KokkosSparse::SPGEMM_DEBUG) {
      EXPECT_THAT(regions, Each(Not(StartsWith("araios::")))) << algorithm;
    } else {
      EXPECT_THAT(regions, Contains(StartsWith("araios::spgemm_numeric"))) << algorithm;
    }
    handle.destroy_spgemm_handle();
  }
}

TYPED_TEST(KokkosSparseSubstitute, RunsProductsWithoutAHandle) {
  using Matrix = typename TestFixture::matrix_type;
  auto const a = random(25, 35, 3);
  auto const b = random(35, 20, 4);
  Matrix c;
  auto const regions = regions_of([&] {
    c = KokkosSparse::spgemm<Matrix>(to_kokkos<Matrix>(a), false, to_kokkos<Matrix>(b), false);
  });
  EXPECT_TRUE(same_matrix(from_kokkos(c), reference_product(a, b)));
  EXPECT_THAT(regions, Contains(StartsWith("araios::spgemm_numeric")));
}

TYPED_TEST(KokkosSparseSubstitute, NewValuesOfOneHandleAndHandlesSideBySide) {
  using Matrix = typename TestFixture::matrix_type;
  auto const a = random(30, 30, 5);
  auto const other = random(30, 30, 6);
  auto const theirs = to_kokkos<Matrix>(a);
  HandleOf<TypeParam> first;
  first.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
  HandleOf<TypeParam> second;
  second.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
  auto c = this->multiply(first, theirs, theirs);
  auto const d = this->multiply(second, to_kokkos<Matrix>(other), theirs);
  auto changed = a;
  for (auto& value : changed.values) value = 2 * value + 1;
  Kokkos::deep_copy(theirs.values, to_view<double, Device>(changed.values, "values"));
  KokkosSparse::spgemm_numeric(first, theirs, false, theirs, false, c);
  Kokkos::fence();
  EXPECT_TRUE(same_matrix(from_kokkos(c), reference_product(changed, changed)));
  EXPECT_TRUE(same_matrix(from_kokkos(d), reference_product(other, a)));
  first.destroy_spgemm_handle();
  second.destroy_spgemm_handle();
}

TYPED_TEST(KokkosSparseSubstitute, AHandleThatIsMadeAgainHasANewProduct) {
  using Matrix = typename TestFixture::matrix_type;
  HandleOf<TypeParam> handle;
  for (std::uint64_t seed : {7, 8, 9}) {
    handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
    auto const a = random(20, 30, seed);
    auto const b = random(30, 10, seed + 1);
    auto const c = this->multiply(handle, to_kokkos<Matrix>(a), to_kokkos<Matrix>(b));
    EXPECT_TRUE(same_matrix(from_kokkos(c), reference_product(a, b))) << "seed " << seed;
    handle.destroy_spgemm_handle();
  }
}

TYPED_TEST(KokkosSparseSubstitute, RunsJacobiStepsOfPlansThatAreItsOwn) {
  using Matrix = MatrixOf<double, TypeParam>;
  auto const a = to_kokkos<Matrix>(with_integers<double>(full_pattern(8, 8), 2));
  auto const b = to_kokkos<Matrix>(random(8, 6, 3));
  Kokkos::View<double**, Kokkos::LayoutLeft, Device> const dinv("dinv", 8, 1);
  Kokkos::deep_copy(dinv, 0.5);
  auto const multiply = [&](KokkosSparse::SPGEMMAlgorithm algorithm, Matrix& c) {
    HandleOf<TypeParam> handle;
    handle.create_spgemm_handle(algorithm);
    KokkosSparse::spgemm_symbolic(handle, a, false, b, false, c);
    auto entries = c.graph.entries;
    auto values = c.values;
    typename Matrix::row_map_type::non_const_type const row_map("row map", 9);
    Kokkos::deep_copy(row_map, c.graph.row_map);
    auto const regions = regions_of([&] {
      KokkosSparse::Experimental::spgemm_jacobi(
          &handle, 8, 8, 6, a.graph.row_map, a.graph.entries, a.values, false, b.graph.row_map,
          b.graph.entries, b.values, false, row_map, entries, values, 2.0, dinv);
    });
    handle.destroy_spgemm_handle();
    return regions;
  };
  Matrix ours;
  EXPECT_THAT(multiply(KokkosSparse::SPGEMM_KK, ours),
              Contains(std::string{"araios::spgemm_jacobi_numeric"}));
  auto const product = from_kokkos(ours);
  // M has −a where it has no diagonal, 1 − a on it: dinv and omega give 1.
  auto const expected =
      reference_product(with_integers<double>(full_pattern(8, 8), 2), random(8, 6, 3));
  auto const host_b = random(8, 6, 3);
  for (std::int64_t row = 0; row < 8; ++row) {
    for (auto entry = expected.pattern.row_begin(row); entry < expected.pattern.row_end(row);
         ++entry) {
      double of_b = 0;
      for (auto i = host_b.pattern.row_begin(row); i < host_b.pattern.row_end(row); ++i) {
        if (host_b.pattern.column(i) == expected.pattern.column(entry)) of_b += host_b.value(i);
      }
      EXPECT_EQ(product.value(entry),
                of_b - static_cast<double>(expected.values[static_cast<std::size_t>(entry)].real))
          << row;
    }
  }
}

TYPED_TEST(KokkosSparseSubstitute, OperandsWithoutEntriesAndErrors) {
  using Matrix = typename TestFixture::matrix_type;
  HandleOf<TypeParam> handle;
  handle.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
  HostMatrix<double> empty;
  empty.pattern.num_rows = 3;
  empty.pattern.num_cols = 4;
  empty.pattern.row_offsets = {0, 0, 0, 0};
  auto const c =
      this->multiply(handle, to_kokkos<Matrix>(empty), to_kokkos<Matrix>(random(4, 5, 1)));
  EXPECT_EQ(c.numRows(), 3);
  EXPECT_EQ(c.nnz(), 0);
  handle.destroy_spgemm_handle();

  auto const a = to_kokkos<Matrix>(random(6, 6, 2));
  HandleOf<TypeParam> early;
  early.create_spgemm_handle(KokkosSparse::SPGEMM_KK);
  Matrix result{"C", 6, 6, 0, {}, typename Matrix::row_map_type::non_const_type("row map", 7), {}};
  EXPECT_THROW(KokkosSparse::spgemm_numeric(early, a, false, a, false, result), std::runtime_error);
  early.destroy_spgemm_handle();
}

/// Small integers, so that sums are exact.
template <class Scalar>
Kokkos::View<Scalar*, Device> integers(std::size_t size) {
  std::vector<Scalar> values(size);
  for (std::size_t i = 0; i < size; ++i)
    values[i] = static_cast<Scalar>(static_cast<double>(i % 7) - 3);
  return to_view<Scalar, Device>(values, "vector");
}

template <class Scalar>
void expect_products_with_vectors(std::vector<std::string> const& modes_of_araios) {
  auto const a =
      to_kokkos<MatrixOf<Scalar>>(with_integers<Scalar>(uniform_pattern(30, 20, 5, 1), 2));
  KokkosSparse::SPMVHandle<Space, MatrixOf<Scalar>, Kokkos::View<Scalar*, Device>,
                           Kokkos::View<Scalar*, Device>>
      native{KokkosSparse::SPMV_NATIVE};
  for (std::string const mode : {"N", "C", "T", "H"}) {
    bool const is_transposed = mode == "T" || mode == "H";
    auto const x = integers<Scalar>(is_transposed ? 30 : 20);
    auto const ours = integers<Scalar>(is_transposed ? 20 : 30);
    auto const theirs = integers<Scalar>(is_transposed ? 20 : 30);
    auto const regions =
        regions_of([&] { KokkosSparse::spmv(mode.c_str(), Scalar{2}, a, x, Scalar{-3}, ours); });
    auto const of_native = regions_of([&] {
      KokkosSparse::spmv(Space{}, &native, mode.c_str(), Scalar{2}, a, x, Scalar{-3}, theirs);
    });
    EXPECT_EQ(to_vector<Scalar>(ours), to_vector<Scalar>(theirs)) << mode;
    bool const is_araios =
        std::find(modes_of_araios.begin(), modes_of_araios.end(), mode) != modes_of_araios.end();
    EXPECT_EQ(std::find(regions.begin(), regions.end(), "araios::spmv") != regions.end(), is_araios)
        << mode;
    EXPECT_THAT(of_native, Each(Not(StartsWith("araios::")))) << mode;
  }
}

TEST(KokkosSparseSubstituteSpMv, RunsProductsOfEveryMode) {
  expect_products_with_vectors<double>({"N", "C", "T", "H"});
  expect_products_with_vectors<Kokkos::complex<double>>({"N", "C", "T", "H"});
}

TEST(KokkosSparseSubstituteSpMv, RunsProductsWithSeveralVectors) {
  auto const a =
      to_kokkos<MatrixOf<double>>(with_integers<double>(uniform_pattern(30, 20, 5, 3), 4));
  Kokkos::View<double**, Kokkos::LayoutLeft, Device> const x("x", 20, 3);
  Kokkos::View<double**, Kokkos::LayoutLeft, Device> const y("y", 30, 3);
  for (std::size_t j = 0; j < 3; ++j) {
    Kokkos::deep_copy(Kokkos::subview(x, Kokkos::ALL, j), integers<double>(20));
  }
  auto const regions = regions_of([&] { KokkosSparse::spmv("N", 2.0, a, x, 0.0, y); });
  EXPECT_THAT(regions, Contains(std::string{"araios::spmm"}));
  auto const expected = integers<double>(30);
  KokkosSparse::spmv("N", 2.0, a, integers<double>(20), 0.0, expected);
  for (std::size_t j = 0; j < 3; ++j) {
    Kokkos::View<double*, Device> const column("column", 30);
    Kokkos::deep_copy(column, Kokkos::subview(y, Kokkos::ALL, j));
    EXPECT_EQ(to_vector<double>(column), to_vector<double>(expected)) << "column " << j;
  }
}

TEST(KokkosSparseSubstituteSpMv, LeavesTypesAloneThatAraiosDoesNotHave) {
  using Matrix = KokkosSparse::CrsMatrix<int, int, Device, void, int>;
  auto const a = to_kokkos<Matrix>(with_integers<int>(uniform_pattern(30, 20, 5, 1), 2));
  auto const x = integers<int>(20);
  Kokkos::View<int*, Device> const y("y", 30);
  auto const regions = regions_of([&] { KokkosSparse::spmv("N", 1, a, x, 0, y); });
  EXPECT_THAT(regions, Each(Not(StartsWith("araios::"))));
}

}  // namespace
}  // namespace araios_test
