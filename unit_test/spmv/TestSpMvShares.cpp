// SPDX-License-Identifier: BSD-3-Clause
// Merge-path SpMV on hosts for every number of blocks, called one by one.

#include "support/ExpectedVector.hpp"
#include "support/PathPatterns.hpp"
#include "support/RandomMatrices.hpp"
#include <platform/Araios_HostBlocks.hpp>
#include <spmv/Araios_SpMvCarryOut.hpp>
#include <spmv/Araios_SpMvOperands.hpp>
#include <spmv/Araios_SpMvShares.hpp>
#include <spmv/Araios_SpMvTuning.hpp>
#include <spmv/Araios_SumRows.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using Device = Kokkos::DefaultHostExecutionSpace::device_type;
using Vector = Kokkos::View<double*, Device>;
using CarryOut = araios::impl::CarryOut<double, Device>;

/// y = 2·A·x + beta·y by at most `num_blocks` blocks, with groups of rows summed by `Rows`.
template <class Rows>
std::vector<double> spmv_by_blocks(HostMatrix<double> const& a, std::vector<double> const& x,
                                   double beta, int num_blocks) {
  auto const matrix = to_device<std::int32_t, std::int32_t, Device>(a);
  auto const x_view = to_view<double, Device>(x, "x");
  Vector const y("y", a.pattern.row_offsets.size() - 1);
  Kokkos::deep_copy(y, 3.0);
  using Operands = araios::impl::SpMvOperands<decltype(matrix), decltype(x_view), Vector>;
  Operands const operands{2.0, matrix, x_view, beta, y};
  auto const blocks =
      araios::impl::share_blocks(operands.path_begin(), operands.path_length(), num_blocks);
  auto const num_shares = static_cast<std::size_t>(blocks.num_shares);
  CarryOut const cut{Vector("first_parts", num_shares), Vector("later_parts", num_shares),
                     Kokkos::View<int*, Device>("any", 1)};
  araios::impl::WalkShares<Operands, CarryOut, Rows> const walk{operands, cut, blocks};
  for (int block = blocks.num_blocks - 1; block >= 0; --block) walk(block);
  araios::impl::add_carry_outs(operands, cut, blocks);
  EXPECT_EQ(cut.any(0), 0);
  return to_vector<double>(y);
}

/// Paths of several shares, with borders of shares at all kinds of positions.
std::vector<HostPattern> patterns() {
  constexpr std::int64_t share = araios::impl::tuning::spmv_host_steps_per_share;
  auto result = path_adversaries(share);
  // As many rows as shares, each about as long as a share.
  for (std::int64_t const size : {share - 2, share - 1, share, share + 1, 3 * share}) {
    result.push_back(pattern_of_sizes(std::vector<std::int64_t>(16, size), 50, "rows and shares"));
  }
  // Long rows within groups of short ones.
  std::vector<std::int64_t> sizes(4000, 3);
  for (std::size_t row = 5; row < sizes.size(); row += 501) sizes[row] = 2 * share + 1;
  result.push_back(pattern_of_sizes(sizes, 300, "long rows in groups of short ones"));
  std::vector<std::int64_t> many_rows;
  for (std::int64_t row = 0; row < araios::impl::tuning::spmv_host_learnable_rows + 5; ++row) {
    many_rows.push_back(row * row % 11 == 3 ? row % 40 : row % 7);
  }
  result.push_back(pattern_of_sizes(many_rows, 300, "more rows than may be learned"));
  std::vector<std::int64_t> last_rows_empty(5000, 0);
  for (std::size_t row = 0; row < 2001; ++row) last_rows_empty[row] = 2;
  last_rows_empty[3333] = share;
  for (std::size_t row = 3340; row < 3350; ++row) last_rows_empty[row] = 1;
  result.push_back(pattern_of_sizes(last_rows_empty, 300, "empty rows at the end"));
  result.push_back(power_law_pattern(20 * share, 2000, 2000, 11));
  return result;
}

template <class Rows>
class SpMvShares : public testing::Test {};

using Groups =
    testing::Types<araios::impl::SumRows<double, std::int32_t>, araios::impl::SumsNoRows>;
TYPED_TEST_SUITE(SpMvShares, Groups);

TYPED_TEST(SpMvShares, EveryNumberOfBlocksEqualsTheSerialLoop) {
  for (auto const& pattern : patterns()) {
    if (pattern.num_rows == 0) continue;
    auto const a = with_integers<double>(pattern, 1);
    auto const x = integers<double>(pattern.num_cols, 2);
    std::vector<double> const y(a.pattern.row_offsets.size() - 1, 3.0);
    for (double const beta : {0.0, 5.0}) {
      auto const expected = reference_spmv(2.0, a, x, beta, y);
      for (int const num_blocks : {1, 2, 3, 5, 16, 1000}) {
        EXPECT_TRUE(same_vector(spmv_by_blocks<TypeParam>(a, x, beta, num_blocks), expected))
            << num_blocks << " blocks, beta " << beta;
      }
    }
  }
}

TYPED_TEST(SpMvShares, TheNumberOfBlocksDoesNotShowInTheBits) {
  for (auto const& pattern : patterns()) {
    if (pattern.num_rows == 0) continue;
    auto const a = with_reals<double>(pattern, 1);
    auto const x = with_reals<double>(full_pattern(1, pattern.num_cols), 2).values;
    auto const expected = spmv_by_blocks<TypeParam>(a, x, 0.0, 1);
    for (int const num_blocks : {2, 3, 4, 7, 16, 1000}) {
      EXPECT_EQ(spmv_by_blocks<TypeParam>(a, x, 0.0, num_blocks), expected)
          << pattern.label << ", " << num_blocks << " blocks";
    }
  }
}

TEST(SpMvShares, BlocksFollowOneAnotherAndThatOfTheCallingThreadIsShorter) {
  constexpr std::int64_t one_thread = araios::impl::tuning::spmv_host_steps_of_one_thread;
  EXPECT_EQ(araios::impl::num_host_shares(one_thread), 1);
  for (std::int64_t steps = one_thread + 1; steps < 100'000'000; steps += steps / 3) {
    int const num_shares = araios::impl::num_host_shares(steps);
    EXPECT_GE(num_shares, araios::impl::tuning::spmv_host_least_shares);
    EXPECT_LE(num_shares, araios::impl::tuning::spmv_host_max_shares);
    for (int const num_threads : {1, 2, 3, 16, 1000}) {
      std::int64_t const begin = steps % 3;
      auto const blocks = araios::impl::share_blocks(begin, steps, num_threads);
      EXPECT_EQ(blocks.num_blocks, std::min(num_threads, num_shares));
      EXPECT_EQ(blocks.first_step(0), begin);
      EXPECT_EQ(blocks.first_step(blocks.num_blocks), begin + steps);
      std::int64_t const of_caller = blocks.first_step(1) - begin;
      for (int block = 1; block < blocks.num_blocks; ++block) {
        std::int64_t const size = blocks.first_step(block + 1) - blocks.first_step(block);
        EXPECT_GT(size, of_caller);
        EXPECT_LE(size, of_caller + araios::impl::tuning::spmv_host_steps_ahead_of_caller + 1);
      }
    }
  }
}

TEST(HostBlocks, EachIsCalledOnceWhateverTheThreads) {
  Kokkos::DefaultHostExecutionSpace const exec;
  int const num_threads = exec.concurrency();
  for (int const num_blocks : {1, 2, 3, num_threads, 2 * num_threads + 1, 100}) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(num_blocks));
    araios::impl::for_each_block(exec, num_blocks, num_threads,
                                 [&](int block) { ++calls[static_cast<std::size_t>(block)]; });
    for (auto const& count : calls) EXPECT_EQ(count, 1) << num_blocks << " blocks";
  }
}

#ifdef KOKKOS_ENABLE_OPENMP
TEST(HostBlocks, EachIsCalledByAThreadThatIsOneOfSeveralAlready) {
  Kokkos::OpenMP const exec;
  constexpr int num_blocks = 5;
  std::atomic<int> calls{0};
  std::atomic<int> callers{0};
#pragma omp parallel num_threads(2)
  {
    ++callers;
    araios::impl::for_each_block(exec, num_blocks, 2, [&](int) { ++calls; });
  }
  EXPECT_EQ(calls, num_blocks * callers);
}
#endif

}  // namespace
}  // namespace araios_test
