// SPDX-License-Identifier: BSD-3-Clause
// The kernels of devices, run by teams of host threads, so that every machine tests them.

#include "support/ExpectedVector.hpp"
#include "support/HostTeam.hpp"
#include "support/PathPatterns.hpp"
#include <Araios_SpMvCarries.hpp>
#include <Araios_SpMvOperands.hpp>
#include <Araios_SpMvTiles.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace araios_test {
namespace {

using Device = Kokkos::DefaultHostExecutionSpace::device_type;

/// y = alpha·A·x + beta·y by tiles; `spare_tiles` more than the path has.
template <class Scalar>
std::vector<Scalar> spmv_by_tiles(Scalar alpha, HostMatrix<Scalar> const& a,
                                  std::vector<Scalar> const& x, Scalar beta,
                                  std::vector<Scalar> const& y, int spare_tiles) {
  auto const matrix = to_device<std::int64_t, int, Device>(a);
  auto const x_view = to_view<Scalar, Device>(x, "x");
  auto const y_view = to_view<Scalar, Device>(y, "y");
  araios::SpMvOperands<decltype(matrix), decltype(x_view), decltype(y_view)> const operands{
      alpha, matrix, x_view, beta, y_view};
  int const num_tiles = araios::num_tiles(operands.path_length()) + spare_tiles;
  auto const count = static_cast<std::size_t>(num_tiles);
  araios::Carries<int, Scalar, Device> const carries{
      Kokkos::View<int*, Device>("carry_rows", count),
      Kokkos::View<Scalar*, Device>("carry_sums", count)};
  using Operands = std::remove_const_t<decltype(operands)>;
  using Carries = std::remove_const_t<decltype(carries)>;
  using AddCarries = araios::AddCarries<Operands, Carries>;
  using WalkTiles = araios::WalkTiles<Operands, Carries>;
  run_on_host(WalkTiles{operands, carries}, num_tiles, araios::threads_per_tile,
              WalkTiles::scratch_bytes);
  run_on_host(AddCarries{operands, carries},
              (num_tiles + AddCarries::threads - 1) / AddCarries::threads, AddCarries::threads,
              AddCarries::scratch_bytes);
  return to_vector<Scalar>(y_view);
}

template <class Scalar>
class SpMvTiles : public testing::Test {};

using Scalars = testing::Types<float, Kokkos::complex<double>>;
TYPED_TEST_SUITE(SpMvTiles, Scalars);

TYPED_TEST(SpMvTiles, AdversariesEqualTheSerialLoop) {
  for (auto const& pattern : path_adversaries(araios::steps_per_tile)) {
    auto const a = with_integers<TypeParam>(pattern, 1);
    auto const x = integers<TypeParam>(pattern.num_cols, 2);
    auto const y = integers<TypeParam>(pattern.num_rows, 3);
    TypeParam const alpha{2};
    TypeParam const beta{3};
    EXPECT_TRUE(
        same_vector(spmv_by_tiles(alpha, a, x, beta, y, 0), reference_spmv(alpha, a, x, beta, y)));
  }
}

// One thread adds up what few tiles carry to a row, the team what many do.
TYPED_TEST(SpMvTiles, RowsOfAnyNumberOfTiles) {
  constexpr std::int64_t tile = araios::steps_per_tile;
  constexpr std::int64_t run = araios::tuning::spmv_device_short_run;
  std::vector<std::int64_t> const sizes{run * tile + 5,   3, (run - 1) * tile, 2 * tile,
                                        (run + 1) * tile, 0, 150 * tile,       tile - 1};
  auto const a = with_integers<TypeParam>(pattern_of_sizes(sizes, 90, "rows of many tiles"), 1);
  auto const x = integers<TypeParam>(90, 2);
  auto const y = integers<TypeParam>(static_cast<std::int64_t>(sizes.size()), 3);
  EXPECT_TRUE(same_vector(spmv_by_tiles(TypeParam{2}, a, x, TypeParam{3}, y, 0),
                          reference_spmv(TypeParam{2}, a, x, TypeParam{3}, y)));
}

TYPED_TEST(SpMvTiles, TilesBeyondThePathFindNothingToDo) {
  auto const a = with_integers<TypeParam>(uniform_pattern(300, 200, 5, 1), 1);
  auto const x = integers<TypeParam>(200, 2);
  std::vector<TypeParam> const y(300);
  EXPECT_TRUE(same_vector(spmv_by_tiles(TypeParam{1}, a, x, TypeParam{0}, y, 3),
                          reference_spmv(TypeParam{1}, a, x, TypeParam{0}, y)));
}

}  // namespace
}  // namespace araios_test
