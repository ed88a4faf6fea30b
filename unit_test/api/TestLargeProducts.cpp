// SPDX-License-Identifier: BSD-3-Clause
// Products whose C may exceed 2^31 entries, on the default execution space: the number of entries
// is exact, and a sample of rows is right. ARAIOS_LARGE_PRODUCTS names generators, separated by
// blanks, in place of small ones; CI has no memory for large ones.

#include <Araios_Generators.hpp>
#include <Araios_HostCrsMatrix.hpp>
#include <Araios_SpGemm.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using Space = Kokkos::DefaultExecutionSpace;
using Device = Space::device_type;
using HostMatrix = araios::HostCrsMatrix<double, std::size_t, int>;
using Matrix = araios::CrsMatrix<double, std::size_t, int, Device>;

std::vector<std::string> generators() {
  char const* const named = std::getenv("ARAIOS_LARGE_PRODUCTS");
  std::istringstream words{named == nullptr ? "gen:lap3d7:12 gen:rmat:8:8" : named};
  std::vector<std::string> all;
  for (std::string word; words >> word;) all.push_back(word);
  return all;
}

/// Counts the entries of A·A in some rows: every column is stamped with the row that met it last.
std::size_t count_rows(HostMatrix const& a, int first, int end) {
  auto const& [num_rows, num_cols, offsets, columns] = a.graph;
  std::vector<int> stamps(static_cast<std::size_t>(num_cols), -1);
  std::size_t count = 0;
  for (int row = first; row < end; ++row) {
    auto const at = static_cast<std::size_t>(row);
    for (auto entry = offsets(at); entry < offsets(at + 1); ++entry) {
      auto const row_of_b = static_cast<std::size_t>(columns(entry));
      for (auto i = offsets(row_of_b); i < offsets(row_of_b + 1); ++i) {
        auto& stamp = stamps[static_cast<std::size_t>(columns(i))];
        if (stamp != row) ++count;
        stamp = row;
      }
    }
  }
  return count;
}

/// The number of entries of A·A, counted by several threads.
std::size_t count_entries(HostMatrix const& a) {
  constexpr int most_threads = 16;
  int const num_threads =
      std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads);
  // Short shares, since the rows of some generators shrink.
  constexpr int rows_of_share = 4096;
  std::vector<std::size_t> counts(static_cast<std::size_t>(num_threads), 0);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < num_threads; ++thread) {
    threads.emplace_back([&, thread] {
      int const share = std::max(rows_of_share, a.graph.num_rows / (num_threads * 64));
      for (std::int64_t first = std::int64_t{share} * thread; first < a.graph.num_rows;
           first += std::int64_t{share} * num_threads) {
        auto const end = std::min<std::int64_t>(first + share, a.graph.num_rows);
        counts[static_cast<std::size_t>(thread)] +=
            count_rows(a, static_cast<int>(first), static_cast<int>(end));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

std::map<int, double> row_of_product(HostMatrix const& a, std::size_t row) {
  auto const& offsets = a.graph.row_offsets;
  std::map<int, double> sums;
  for (auto entry = offsets(row); entry < offsets(row + 1); ++entry) {
    auto const row_of_b = static_cast<std::size_t>(a.graph.columns(entry));
    for (auto i = offsets(row_of_b); i < offsets(row_of_b + 1); ++i) {
      sums[a.graph.columns(i)] += a.values(entry) * a.values(i);
    }
  }
  return sums;
}

template <class View>
auto copy_of(View const& view, std::pair<std::size_t, std::size_t> range) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, Kokkos::subview(view, range));
}

template <class Result>
void expect_sampled_rows(HostMatrix const& a, Result const& c) {
  constexpr std::size_t num_samples = 2000;
  auto const num_rows = static_cast<std::size_t>(a.graph.num_rows);
  std::size_t const step = std::max<std::size_t>(num_rows / num_samples, 1);
  for (std::size_t row = 0; row < num_rows; row += step) {
    auto const ends = copy_of(c.graph.row_offsets, {row, row + 2});
    std::pair const entries{ends(0), ends(1)};
    auto const columns = copy_of(c.graph.columns, entries);
    auto const values = copy_of(c.values, entries);
    auto const expected = row_of_product(a, row);
    ASSERT_EQ(columns.extent(0), expected.size()) << "row " << row;
    std::size_t i = 0;
    for (auto const& [column, sum] : expected) {
      ASSERT_EQ(columns(i), column) << "row " << row;
      ASSERT_NEAR(values(i), sum, 1e-12 * (1 + std::abs(sum))) << "row " << row;
      ++i;
    }
  }
}

void multiply(std::string const& generator) {
  SCOPED_TRACE(generator);
  auto const host = araios::generate<double, std::size_t, int>(generator);
  auto const in_device = [](auto const& view) {
    return Kokkos::create_mirror_view_and_copy(Device::memory_space{}, view);
  };
  Matrix const a{{host.graph.num_rows, host.graph.num_cols, in_device(host.graph.row_offsets),
                  in_device(host.graph.columns)},
                 in_device(host.values)};
  Space const exec;
  std::size_t const expected = count_entries(host);
  std::size_t bytes = 0;
  // Once with all the memory that it likes, then with a tenth of it, if that suffices.
  for (bool const is_capped : {false, true}) {
    araios::SpGemmOptions options;
    if (is_capped) {
      auto const estimate = araios::spgemm_estimate<double, std::size_t>(exec, a, a, options);
      options.max_workspace_bytes = std::max(bytes / 10, estimate.min_workspace_bytes);
    }
    araios::Workspace<Device> workspace;
    auto const plan = araios::spgemm_symbolic<std::size_t>(exec, a, a, options, workspace);
    ASSERT_EQ(plan.nnz(), static_cast<std::int64_t>(expected));
    auto const c = plan.template allocate<double>(exec, "C");
    araios::spgemm_numeric(exec, plan, a, a, c, workspace);
    exec.fence();
    bytes = workspace.bytes() + plan.kept_bytes();
    if (is_capped) {
      EXPECT_LE(bytes, options.max_workspace_bytes);
    }
    std::printf("%s: %zu entries, %zu bytes of workspace and plan\n", generator.c_str(), expected,
                bytes);
    expect_sampled_rows(host, c);
  }
}

TEST(LargeProducts, HaveTheExactNumberOfEntriesAndRightRows) {
  for (auto const& generator : generators()) multiply(generator);
}

}  // namespace
}  // namespace araios_test
