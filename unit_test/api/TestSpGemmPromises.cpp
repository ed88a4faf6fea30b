// SPDX-License-Identifier: BSD-3-Clause
// What the options promise: sorted input, bitwise equal results, and work on the given instance.

#include "support/BitwiseEqual.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_SpGemm.hpp>
#include <platform/Araios_PlatformTuning.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using araios::SpGemmOptions;
using araios::Workspace;

template <class Space>
class SpGemmPromises : public testing::Test {
 protected:
  using Types = DefaultTypes<Space>;
  using Views = typename Space::device_type;
  using Matrix = typename PlannedProduct<Types>::matrix_c;

  HostMatrix<double> const host_a = with_reals<double>(uniform_pattern(400, 300, 8, 1), 1);
  HostMatrix<double> const host_b = with_reals<double>(power_law_pattern(300, 500, 400, 2), 2);
  Matrix const a = to_device<Int32, Int32, Views>(host_a);
  Matrix const b = to_device<Int32, Int32, Views>(host_b);

  /// The space itself and instances that share its threads unevenly.
  static std::vector<Space> instances() {
    Space const exec;
    std::vector<Space> all{exec};
    if (exec.concurrency() < 4) return all;
    for (auto const& part : Kokkos::Experimental::partition_space(exec, 1, 1, 2)) {
      all.push_back(part);
    }
    return all;
  }
  /// Calls f with each of them and, where it reaches the operands, with a serial instance.
  template <class F>
  static void for_each_instance(F const& f) {
    for (auto const& exec : instances()) f(exec);
#ifdef ARAIOS_TEST_SERIAL_PRODUCTS
    if constexpr (araios::impl::is_host_space_v<Space>) f(Kokkos::Serial());
#endif
  }
  template <class MatrixX, class MatrixY>
  static bool is_bitwise_equal(MatrixX const& x, MatrixY const& y) {
    return are_bitwise_equal(to_host(x), to_host(y));
  }
  /// A 3×4 pattern.
  static auto graph(std::vector<Int32> const& row_offsets, std::vector<Int32> const& columns) {
    return araios::CrsGraph<Int32, Int32, Views>{3, 4,
                                                 to_view<Int32, Views>(row_offsets, "row_offsets"),
                                                 to_view<Int32, Views>(columns, "columns")};
  }
};

TYPED_TEST_SUITE(SpGemmPromises, Spaces, TypeNames);

TYPED_TEST(SpGemmPromises, SortedInputIsTakenAtItsWord) {
  SpGemmOptions options;
  options.input_sorted = true;
  auto const c = araios::spgemm(TypeParam{}, this->a, this->b, options);
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(this->host_a, this->host_b)));
}

TYPED_TEST(SpGemmPromises, ABrokenPromiseNamesOperandRowAndEntry) {
  SpGemmOptions options;
  options.input_sorted = true;
  auto const good = this->graph({0, 2, 2, 5}, {0, 3, 1, 2, 3});
  auto const three = to_device<Int32, Int32, typename TypeParam::device_type>(diagonal_pattern(3));
  auto const four = to_device<Int32, Int32, typename TypeParam::device_type>(diagonal_pattern(4));
  EXPECT_EQ(araios::spgemm_symbolic(TypeParam{}, good, four, options).nnz(), 5);
  for (auto const& [columns, message] :
       {std::pair{std::vector<Int32>{0, 3, 1, 3, 2}, "columns[4] is 2 after 3 (row 2)"},
        std::pair{std::vector<Int32>{0, 3, 1, 1, 2}, "columns[3] is 1 after 1 (row 2)"},
        std::pair{std::vector<Int32>{2, 0, 3, 2, 1}, "columns[1] is 0 after 2 (row 0)"}}) {
    auto const bad = this->graph({0, 2, 2, 5}, columns);
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_symbolic(TypeParam{}, bad, four, options); },
        {"A.", message, "input_sorted"}));
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_symbolic(TypeParam{}, three, bad, options); },
        {"B.", message, "input_sorted"}));
    EXPECT_NO_THROW(araios::spgemm_symbolic(TypeParam{}, bad, four));
  }
}

TYPED_TEST(SpGemmPromises, TransposedOperandsAreSortedAsGiven) {
  SpGemmOptions options;
  options.input_sorted = true;
  options.transpose_a = true;
  options.transpose_b = true;
  auto const bad = this->graph({0, 2, 2, 5}, {0, 3, 1, 3, 2});
  auto const good = this->graph({0, 2, 2, 5}, {0, 3, 1, 2, 3});
  auto const three = to_device<Int32, Int32, typename TypeParam::device_type>(diagonal_pattern(3));
  auto const four = to_device<Int32, Int32, typename TypeParam::device_type>(diagonal_pattern(4));
  EXPECT_EQ(araios::spgemm_symbolic(TypeParam{}, good, three, options).nnz(), 5);
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_symbolic(TypeParam{}, bad, three, options); }, {"A.columns[4]"}));
  EXPECT_TRUE(throws<std::invalid_argument>(
      [&] { araios::spgemm_symbolic(TypeParam{}, four, bad, options); }, {"B.columns[4]"}));
}

/// Rows of four neighbouring columns in a given order, whose product with another such matrix has
/// more multiplications than one of several threads does alone, and fewer than a single thread.
HostMatrix<double> four_neighbours(std::vector<std::int64_t> const& order) {
  HostPattern band{800, 800, {0}, {}, "four neighbours"};
  for (std::int64_t row = 0; row < band.num_rows; ++row) {
    for (std::int64_t const column : order) band.columns.push_back(row / 2 + column);
    band.row_offsets.push_back(band.num_entries());
  }
  return with_reals<double>(band, 1);
}

TYPED_TEST(SpGemmPromises, OneResultWhateverTheNumberOfThreads) {
  using Pair = std::pair<HostMatrix<double>, HostMatrix<double>>;
  // Long rows in many columns: a single thread forms them at once, several by both phases.
  Pair wide{with_reals<double>(power_law_pattern(500, 500, 60, 3), 3),
            with_reals<double>(uniform_pattern(500, 20'000, 10, 4), 4)};
  for (std::size_t i = 0; i < wide.second.values.size(); i += 3) wide.second.values[i] = -0.0;
  Pair const narrow{four_neighbours({3, 1, 0, 2}), four_neighbours({0, 1, 2, 3})};
  for (auto const& [host_x, host_y] : {narrow, wide}) {
    auto const x = to_device<Int32, Int32, typename TypeParam::device_type>(host_x);
    auto const y = to_device<Int32, Int32, typename TypeParam::device_type>(host_y);
    for (bool const sorted : {true, false}) {
      SpGemmOptions options;
      options.deterministic = true;
      options.result_sorted = sorted;
      auto const first = araios::spgemm(TypeParam{}, x, y, options);
      this->for_each_instance([&](auto const& exec) {
        auto const again = araios::spgemm(exec, x, y, options);
        auto const plan = araios::spgemm_symbolic(exec, x, y, options);
        auto const by_plan = plan.template allocate<double>(exec, "C");
        araios::spgemm_numeric(exec, plan, x, y, by_plan);
        exec.fence();
        EXPECT_TRUE(this->is_bitwise_equal(first, again)) << exec.concurrency() << " threads";
        EXPECT_TRUE(this->is_bitwise_equal(first, by_plan))
            << exec.concurrency() << " threads, by a plan";
      });
    }
  }
}

TYPED_TEST(SpGemmPromises, ResultsRepeatBitwiseOverThreadsAndRuns) {
  using araios::ScheduleKind;
  std::vector<std::pair<bool, ScheduleKind>> const cases{{true, ScheduleKind::dynamic_chunks},
                                                         {false, ScheduleKind::dynamic_chunks},
                                                         {true, ScheduleKind::static_chunks},
                                                         {false, ScheduleKind::static_chunks}};
  for (auto const& [sorted, schedule] : cases) {
    SpGemmOptions options;
    options.deterministic = true;
    options.result_sorted = sorted;
    options.schedule = schedule;
    options.transpose_a = true;  // and the order of a transpose does not depend on threads
    auto const host_at = transpose_of(this->host_a);
    auto const at = to_device<Int32, Int32, typename TypeParam::device_type>(host_at);
    auto const first = araios::spgemm(TypeParam{}, at, this->b, options);
    EXPECT_TRUE(same_matrix(to_host(first), reference_product(this->host_a, this->host_b),
                            sorted ? RowOrder::ascending : RowOrder::any));
    for (auto const& exec : this->instances()) {
      for (int repetition = 0; repetition < 5; ++repetition) {
        auto const again = araios::spgemm(exec, at, this->b, options);
        exec.fence();
        EXPECT_TRUE(this->is_bitwise_equal(first, again))
            << "sorted " << sorted << ", " << araios::name_of(schedule);
      }
    }
  }
}

// More threads than the plan was made for, or fewer: a static schedule gives each of them rows.
TYPED_TEST(SpGemmPromises, APlanServesInstancesWithOtherNumbersOfThreads) {
  auto const expected = reference_product(this->host_a, this->host_b);
  SpGemmOptions options;
  options.schedule = araios::ScheduleKind::static_chunks;
  options.rows_per_team = 5;
  this->for_each_instance([&](auto const& planner) {
    auto const plan = araios::spgemm_symbolic(planner, this->a, this->b, options);
    this->for_each_instance([&](auto const& exec) {
      auto const c = plan.template allocate<double>("C");
      araios::spgemm_numeric(exec, plan, this->a, this->b, c);
      exec.fence();
      EXPECT_TRUE(same_matrix(to_host(c), expected))
          << "planned on " << planner.concurrency() << ", run on " << exec.concurrency();
    });
  });
}

TYPED_TEST(SpGemmPromises, APatternThatIsBothOperandsIsCheckedOnce) {
  static int scans;
  auto const count_scans = [](auto const& call) {
    scans = 0;
    auto const count = [](char const* name, std::uint32_t, std::uint64_t*) {
      if (std::string{name}.find("araios::scan_rows") != std::string::npos) ++scans;
    };
    // Hosts reduce the shares of a loop themselves.
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(count);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(count);
    call();
    Kokkos::Tools::Experimental::set_begin_parallel_for_callback(nullptr);
    Kokkos::Tools::Experimental::set_begin_parallel_reduce_callback(nullptr);
    return scans;
  };
  // Small patterns are checked without a launch.
  constexpr std::int64_t rows = araios::impl::tuning::host_steps_without_launch / 4;
  auto const pattern = uniform_pattern(rows, rows, 4, 1);
  auto const square = to_device<Int32, Int32, typename TypeParam::device_type>(pattern);
  auto const other = to_device<Int32, Int32, typename TypeParam::device_type>(pattern);
  // Rows by bins are checked by other kernels.
  SpGemmOptions options;
  options.method = araios::MethodKind::kkspgemm_2018;
  EXPECT_EQ(count_scans([&] { araios::spgemm_symbolic(TypeParam{}, square, square, options); }), 1);
  EXPECT_EQ(count_scans([&] { araios::spgemm_symbolic(TypeParam{}, square, other, options); }), 2);
}

#ifdef KOKKOS_ENABLE_OPENMP
// Disjoint parts of the threads, each driven by a thread of the caller.
TEST(SpGemmInstances, ThreadsShareAPlanOnAnInstanceEach) {
  using Space = Kokkos::OpenMP;
  if (Space().concurrency() < 2) GTEST_SKIP() << "one thread cannot be shared out";
  auto const host_a = with_integers<double>(uniform_pattern(300, 200, 6, 1), 1);
  auto const host_b = with_integers<double>(uniform_pattern(200, 250, 6, 2), 2);
  using Planned = PlannedProduct<DefaultTypes<Space>>;
  Planned const product{host_a, host_b};
  auto const instances = Kokkos::Experimental::partition_space(Space(), 1, 1);
  std::vector<Planned::result_type> results;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    results.push_back(product.plan.allocate<double>("C"));
  }
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    threads.emplace_back([&, i] {
      Workspace<Space::device_type> const workspace;
      for (int repetition = 0; repetition < 20; ++repetition) {
        araios::spgemm_numeric(instances[i], product.plan, product.a, product.b, results[i],
                               workspace);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  auto const expected = reference_product(host_a, host_b);
  for (auto const& c : results) EXPECT_TRUE(same_matrix(to_host(c), expected));
}
#endif

}  // namespace
}  // namespace araios_test
