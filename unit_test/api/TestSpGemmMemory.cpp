// SPDX-License-Identifier: BSD-3-Clause
// Workspaces and their cap: kept between calls, never above the cap, and one per concurrent call.

#include "support/Methods.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_Errors.hpp>
#include <Araios_SpGemm.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace araios_test {
namespace {

using araios::OutOfMemory;
using araios::SpGemmOptions;
using araios::Workspace;

template <class Space>
class SpGemmMemory : public testing::Test {
 protected:
  using DeviceOf = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, Int32, Int32 const, DeviceOf>;

  HostMatrix<double> const host_a = with_integers<double>(uniform_pattern(200, 150, 6, 1), 1);
  HostMatrix<double> const host_b = with_integers<double>(power_law_pattern(150, 300, 300, 2), 2);
  // Long rows of C without overlap: here the numeric phase needs more memory than the symbolic.
  HostMatrix<double> const host_diagonal = with_integers<double>(diagonal_pattern(4), 3);
  HostMatrix<double> const host_long = with_integers<double>(uniform_pattern(4, 9000, 400, 4), 4);
  ReferenceProduct const expected = reference_product(host_a, host_b);
  Matrix const a = to_device<Int32, Int32, DeviceOf>(host_a);
  Matrix const b = to_device<Int32, Int32, DeviceOf>(host_b);
  Space const exec{};

  struct Outcome {
    bool symbolic_refused = false;
    bool numeric_refused = false;
    bool succeeded = false;
  };

  /// One product under a cap: it keeps to the cap and is right, or throws and says so.
  static void try_with(SpGemmOptions const& options, HostMatrix<double> const& a,
                       HostMatrix<double> const& b, ReferenceProduct const& expected,
                       Outcome& outcome) {
    std::size_t const cap = options.max_workspace_bytes;
    SCOPED_TRACE("cap " + std::to_string(cap));
    Space const exec;
    auto const device_a = to_device<Int32, Int32, DeviceOf>(a);
    auto const device_b = to_device<Int32, Int32, DeviceOf>(b);
    Workspace<DeviceOf> const workspace;
    Matrix c;
    try {
      auto const plan = araios::spgemm_symbolic(exec, device_a, device_b, options, workspace);
      EXPECT_LE(workspace.bytes(), cap);
      c = plan.template allocate<double>("C");
      Kokkos::deep_copy(c.values, -7.5);
      araios::spgemm_numeric(exec, plan, device_a, device_b, c, workspace);
      EXPECT_LE(workspace.bytes(), cap);
      EXPECT_TRUE(same_matrix(to_host(c), expected));
      outcome.succeeded = true;
    } catch (OutOfMemory const& error) {
      EXPECT_EQ(error.allowed(), cap);
      EXPECT_GT(error.needed(), cap);
      EXPECT_FALSE(outcome.succeeded) << "a smaller cap was enough";
      auto const values = to_vector<double>(c.values);
      EXPECT_EQ(std::count(values.begin(), values.end(), -7.5),
                static_cast<std::ptrdiff_t>(values.size()))
          << "C is untouched";
      (values.empty() ? outcome.symbolic_refused : outcome.numeric_refused) = true;
    }
  }
};

TYPED_TEST_SUITE(SpGemmMemory, Spaces, TypeNames);

TYPED_TEST(SpGemmMemory, ACapTooSmallSaysNeededAndAllowed) {
  SpGemmOptions options;
  options.max_workspace_bytes = 1;
  try {
    araios::spgemm_symbolic(this->exec, this->a, this->b, options);
    FAIL() << "one byte was enough";
  } catch (OutOfMemory const& error) {
    EXPECT_EQ(error.allowed(), std::size_t{1});
    EXPECT_GT(error.needed(), error.allowed());
    EXPECT_TRUE(holds_all(error.what(), {std::to_string(error.needed()) + " bytes", "allowed"}));
  }
}

// From a cap of nothing up to plenty.
TYPED_TEST(SpGemmMemory, EveryCapIsKept) {
  auto const expected_long = reference_product(this->host_diagonal, this->host_long);
  std::vector<araios::MethodKind> methods(grouping_rules.begin(), grouping_rules.end());
  methods.push_back(araios::MethodKind::kkspgemm);
  for (auto const method : methods) {
    SCOPED_TRACE(name_of(method));
    typename TestFixture::Outcome many_rows;
    typename TestFixture::Outcome long_rows;
    SpGemmOptions options;
    options.method = method;
    for (std::size_t cap = 512; cap < (std::size_t{1} << 22); cap += cap / 3) {
      options.max_workspace_bytes = cap;
      this->try_with(options, this->host_a, this->host_b, this->expected, many_rows);
      this->try_with(options, this->host_diagonal, this->host_long, expected_long, long_rows);
    }
    EXPECT_TRUE(many_rows.symbolic_refused);
    EXPECT_TRUE(many_rows.succeeded);
    EXPECT_TRUE(long_rows.numeric_refused);
    EXPECT_TRUE(long_rows.succeeded);
  }
}

/// The same matrix with `stride` columns in place of each.
HostMatrix<double> with_columns_apart(HostMatrix<double> matrix, std::int64_t stride) {
  matrix.pattern.num_cols *= stride;
  for (auto& column : matrix.pattern.columns) column *= stride;
  return matrix;
}

TYPED_TEST(SpGemmMemory, FollowsEntriesNotColumns) {
  using Planned = PlannedProduct<DefaultTypes<TypeParam>>;
  constexpr std::int64_t stride = 250'000;
  auto const full = with_integers<double>(full_pattern(4, 3), 1);
  auto const close = with_sorted_rows(with_integers<double>(uniform_pattern(3, 4000, 400, 2), 2));
  auto wide = reference_product(full, close);
  wide.pattern.num_cols *= stride;
  for (auto& column : wide.pattern.columns) column *= stride;
  auto const apart = with_columns_apart(close, stride);
  std::size_t const entries =
      full.values.size() + close.values.size() + static_cast<std::size_t>(wide.work());
  std::size_t const most = 64 * entries + (std::size_t{16} << 20);
  std::vector<SpGemmOptions> all(7);
  all[1].replay = true;
  all[2].deterministic = true;
  all[3].record_pattern = araios::impl::is_host_space_v<TypeParam>;
  all[4].method = araios::MethodKind::kkmem;
  all[5].method = araios::MethodKind::rbsparse;
  all[6].method = araios::MethodKind::bhsparse;
  if (araios::impl::is_host_space_v<TypeParam>) {
    all.resize(9);
    all[7].method = araios::MethodKind::kkdense;
    all[8].accumulator = araios::AccumulatorKind::dense;
  }
  for (auto const& options : all) {
    Planned const product{full, apart, options};
    EXPECT_TRUE(same_matrix(product.numeric(), wide));
    EXPECT_LE(product.plan.workspace().bytes(), most);
    araios::SpGemmReport report;
    auto const c = araios::spgemm(product.exec, product.a, product.b, options, {}, &report);
    EXPECT_TRUE(same_matrix(to_host(c), wide)) << to_string(report);
    EXPECT_LE(report.workspace_bytes, most) << to_string(report);
    auto const estimate = araios::spgemm_estimate(product.exec, product.a, product.b, options);
    EXPECT_LE(report.workspace_bytes, std::max(estimate.symbolic_bytes, estimate.numeric_bytes));
    EXPECT_LE(estimate.symbolic_bytes, most + (std::size_t{64} << 20));
  }
}

TYPED_TEST(SpGemmMemory, LittleMemoryMeansFewerChunks) {
  SpGemmOptions options;
  options.accumulator = araios::AccumulatorKind::linked_list;
  options.compress = false;
  options.num_chunks = 1000000;
  options.pool_mapping = araios::PoolMapping::many2many;
  options.max_workspace_bytes = std::size_t{200} << 10;
  auto const plan = araios::spgemm_symbolic(this->exec, this->a, this->b, options);
  EXPECT_GE(plan.symbolic_selection().num_chunks, 1);
  EXPECT_LT(plan.symbolic_selection().num_chunks, 1000000);
  auto const c = plan.template allocate<double>("C");
  araios::spgemm_numeric(this->exec, plan, this->a, this->b, c);
  EXPECT_TRUE(same_matrix(to_host(c), this->expected));
}

// The memory of the numeric phase grows with the scalar: a cap can suffice for one and not another.
TYPED_TEST(SpGemmMemory, APlanStaysUsableAfterACallRanOutOfMemory) {
  using Views = typename TypeParam::device_type;
  auto const& pattern_a = this->host_diagonal.pattern;
  auto const& pattern_b = this->host_long.pattern;
  auto const float_a = with_integers<float>(pattern_a, 3);
  auto const float_b = with_integers<float>(pattern_b, 4);
  auto const double_a = to_device<Int32, Int32, Views>(with_integers<double>(pattern_a, 5));
  auto const double_b = to_device<Int32, Int32, Views>(with_integers<double>(pattern_b, 6));
  auto const graph_a = graph_of(double_a);
  auto const graph_b = graph_of(double_b);
  bool found = false;
  for (std::size_t cap = 1024; cap < (std::size_t{1} << 26) && !found; cap += cap / 16) {
    SpGemmOptions options;
    options.max_workspace_bytes = cap;
    try {
      auto const plan = araios::spgemm_symbolic(this->exec, graph_a, graph_b, options);
      auto const c = plan.template allocate<float>("C");
      auto const call_with_float = [&] {
        araios::spgemm_numeric(this->exec, plan, to_device<Int32, Int32, Views>(float_a),
                               to_device<Int32, Int32, Views>(float_b), c);
      };
      call_with_float();
      auto const double_c = plan.template allocate<double>("C of doubles");
      EXPECT_THROW(araios::spgemm_numeric(this->exec, plan, double_a, double_b, double_c),
                   OutOfMemory);
      Kokkos::deep_copy(c.values, 0.0F);
      call_with_float();
      EXPECT_TRUE(same_matrix(to_host(c), reference_product(float_a, float_b)));
      found = true;
    } catch (OutOfMemory const&) {
      continue;
    }
  }
  EXPECT_TRUE(found) << "no cap lets the one pass and stops the other";
}

TYPED_TEST(SpGemmMemory, AWorkspaceIsKeptBetweenCalls) {
  Workspace<typename TypeParam::device_type> const workspace;
  EXPECT_EQ(workspace.bytes(), std::size_t{0});
  SpGemmOptions options;
  options.record_pattern = false;  // a plan would keep a part of the workspace
  auto const plan = araios::spgemm_symbolic(this->exec, this->a, this->b, options, workspace);
  auto const c = plan.template allocate<double>("C");
  araios::spgemm_numeric(this->exec, plan, this->a, this->b, c);
  auto const bytes = workspace.bytes();
  EXPECT_GT(bytes, std::size_t{0});
  for (int repetition = 0; repetition < 3; ++repetition) {
    araios::spgemm_numeric(this->exec, plan, this->a, this->b, c);
    EXPECT_TRUE(same_matrix(to_host(c), this->expected));
    auto const again = araios::spgemm_symbolic(this->exec, this->a, this->b, options, workspace);
    EXPECT_EQ(again.nnz(), plan.nnz());
    EXPECT_EQ(workspace.bytes(), bytes) << "the same calls need no more";
  }
}

// Entries of C that hardly coincide are more than expected: a second pass records them.
TYPED_TEST(SpGemmMemory, ARecordedPatternMayBeLargerThanExpected) {
  if (!araios::impl::is_host_space_v<TypeParam>) GTEST_SKIP() << "patterns are recorded on hosts";
  using Views = typename TypeParam::device_type;
  auto const sparse = with_integers<double>(uniform_pattern(3000, 3000, 3, 5), 5);
  auto const operand = to_device<Int32, Int32, Views>(sparse);
  auto const expected_square = reference_product(sparse, sparse);
  SpGemmOptions options;
  options.record_pattern = true;
  Workspace<Views> const workspace;
  std::size_t bytes = 0;
  for (int repetition = 0; repetition < 3; ++repetition) {
    auto const plan = araios::spgemm_symbolic(this->exec, operand, operand, options, workspace);
    EXPECT_LT(plan.stats().work, 2 * plan.nnz())
        << "half of the products were expected to be enough";
    EXPECT_GE(plan.recorded_bytes(), static_cast<std::size_t>(plan.nnz()) * sizeof(Int32));
    auto const c = plan.template allocate<double>("C");
    araios::spgemm_numeric(this->exec, plan, operand, operand, c);
    EXPECT_TRUE(same_matrix(to_host(c), expected_square));
    if (repetition == 1) bytes = workspace.bytes();
  }
  EXPECT_EQ(workspace.bytes(), bytes) << "the memory of a plan that is gone serves the next one";
}

// Recording leaves its memory zero, and others find it so; what they leave is not.
TYPED_TEST(SpGemmMemory, MethodsMayShareTheWorkspaceOfARecordedPattern) {
  if (!araios::impl::is_host_space_v<TypeParam>) GTEST_SKIP() << "patterns are recorded on hosts";
  using Views = typename TypeParam::device_type;
  auto const host = with_integers<double>(power_law_pattern(700, 700, 300, 4), 5);
  auto const operand = to_device<Int32, Int32, Views>(host);
  auto const expected_square = reference_product(host, host);
  Workspace<Views> const workspace;
  auto const expect_right = [&](SpGemmOptions const& options) {
    for (int repetition = 0; repetition < 2; ++repetition) {
      auto const c = araios::spgemm(this->exec, operand, operand, options, workspace);
      EXPECT_TRUE(same_matrix(to_host(c), expected_square)) << name_of(options.method);
    }
  };
  SpGemmOptions recording;
  recording.record_pattern = true;
  expect_right(recording);
  for (auto const method :
       {araios::MethodKind::rbsparse, araios::MethodKind::bhsparse, araios::MethodKind::kkmem,
        araios::MethodKind::kklp, araios::MethodKind::kkdense}) {
    SpGemmOptions options;
    options.method = method;
    expect_right(options);
    expect_right(recording);
  }
}

TYPED_TEST(SpGemmMemory, ARecordedPatternWithSharedRowsMayBeLargerThanExpected) {
  if (!araios::impl::is_host_space_v<TypeParam>) GTEST_SKIP() << "patterns are recorded on hosts";
  auto const sparse = with_integers<double>(uniform_pattern(2000, 3000, 3, 5), 5);
  std::vector<std::int64_t> order;
  for (std::int64_t row = 0; row < 2000; ++row) {
    order.insert(order.end(), row % 3 == 0 ? std::size_t{2} : std::size_t{1}, row);
  }
  auto const left = with_rows(sparse, order);
  auto const right = with_integers<double>(uniform_pattern(3000, 5000, 3, 6), 6);
  SpGemmOptions options;
  options.record_pattern = true;
  PlannedProduct<DefaultTypes<TypeParam>> const product{left, right, options};
  EXPECT_GT(product.plan.stats().repeated_rows, 0);
  EXPECT_TRUE(same_matrix(product.numeric(), reference_product(left, right)));
}

TYPED_TEST(SpGemmMemory, APlanKeepsItsPatternWhileOthersUseTheWorkspace) {
  if (!araios::impl::is_host_space_v<TypeParam>) GTEST_SKIP() << "patterns are recorded on hosts";
  using Views = typename TypeParam::device_type;
  SpGemmOptions options;
  options.record_pattern = true;
  Workspace<Views> const workspace;
  auto const plan = araios::spgemm_symbolic(this->exec, this->a, this->b, options, workspace);
  auto const square =
      to_device<Int32, Int32, Views>(with_integers<double>(uniform_pattern(250, 250, 9, 8), 8));
  auto const other = araios::spgemm_symbolic(this->exec, square, square, options, workspace);
  auto const c = plan.template allocate<double>("C");
  araios::spgemm_numeric(this->exec, plan, this->a, this->b, c, workspace);
  EXPECT_TRUE(same_matrix(to_host(c), this->expected));
  EXPECT_GT(other.nnz(), 0);
}

TYPED_TEST(SpGemmMemory, APlanKeepsItsListsOfRowsWhileOthersUseTheWorkspace) {
  using Views = typename TypeParam::device_type;
  auto const square =
      to_device<Int32, Int32, Views>(with_integers<double>(uniform_pattern(250, 250, 9, 8), 8));
  for (auto const method : grouping_rules) {
    SpGemmOptions options;
    options.method = method;
    Workspace<Views> const workspace;
    auto const plan = araios::spgemm_symbolic(this->exec, this->a, this->b, options, workspace);
    EXPECT_EQ(plan.grouped_bytes(), static_cast<std::size_t>(plan.num_rows()) * sizeof(Int32));
    auto const other = araios::spgemm_symbolic(this->exec, square, square, options, workspace);
    auto const c = plan.template allocate<double>("C");
    araios::spgemm_numeric(this->exec, plan, this->a, this->b, c, workspace);
    EXPECT_TRUE(same_matrix(to_host(c), this->expected)) << name_of(method);
    EXPECT_GT(other.nnz(), 0);
  }
}

TYPED_TEST(SpGemmMemory, CopiesOfAWorkspaceShareIt) {
  Workspace<typename TypeParam::device_type> const workspace;
  auto const copy = workspace;
  araios::spgemm_symbolic(this->exec, this->a, this->b, {}, copy);
  EXPECT_GT(workspace.bytes(), std::size_t{0});
  EXPECT_EQ(workspace.bytes(), copy.bytes());
}

TYPED_TEST(SpGemmMemory, AWorkspaceServesProductsOfAllSizesInAnyOrder) {
  using Views = typename TypeParam::device_type;
  Workspace<Views> const workspace;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    auto const rows = std::int64_t{1} << (seed * 5 % 9);
    auto const small_a = with_integers<double>(uniform_pattern(rows, 20, 4, seed), seed);
    auto const small_b = with_integers<double>(power_law_pattern(20, 3 * rows, rows, seed), seed);
    auto const c = araios::spgemm(this->exec, to_device<Int32, Int32, Views>(small_a),
                                  to_device<Int32, Int32, Views>(small_b), {}, workspace);
    EXPECT_TRUE(same_matrix(to_host(c), reference_product(small_a, small_b)));
  }
}

TYPED_TEST(SpGemmMemory, ALargeWorkspaceShrinksToTheCapOfASmallCall) {
  using Views = typename TypeParam::device_type;
  auto const small_a = with_integers<double>(uniform_pattern(10, 12, 3, 1), 1);
  auto const small_b = with_integers<double>(uniform_pattern(12, 14, 3, 2), 2);
  auto const device_a = to_device<Int32, Int32, Views>(small_a);
  auto const device_b = to_device<Int32, Int32, Views>(small_b);
  Workspace<Views> const small;
  araios::spgemm(this->exec, device_a, device_b, {}, small);
  SpGemmOptions options;
  options.max_workspace_bytes = small.bytes();
  Workspace<Views> const workspace;
  araios::spgemm(this->exec, this->a, this->b, {}, workspace);
  ASSERT_GT(workspace.bytes(), small.bytes());
  auto const c = araios::spgemm(this->exec, device_a, device_b, options, workspace);
  EXPECT_LE(workspace.bytes(), options.max_workspace_bytes);
  EXPECT_TRUE(same_matrix(to_host(c), reference_product(small_a, small_b)));
}

#ifdef ARAIOS_TEST_SERIAL_PRODUCTS
// Serial instances run on the thread that calls them: calls are concurrent if nothing is shared.
TEST(SpGemmConcurrency, ThreadsShareAPlanWithAWorkspaceEach) {
  using Planned = PlannedProduct<DefaultTypes<Kokkos::Serial>>;
  auto const host_a = with_integers<double>(uniform_pattern(300, 200, 6, 1), 1);
  auto const host_b = with_integers<double>(uniform_pattern(200, 250, 6, 2), 2);
  Planned const product{host_a, host_b};
  constexpr std::size_t num_threads = 4;
  std::vector<Planned::result_type> results;
  std::vector<Workspace<Kokkos::Serial::device_type>> workspaces(num_threads);
  std::vector<Kokkos::Serial> instances;
  for (std::size_t i = 0; i < num_threads; ++i) {
    results.push_back(product.plan.allocate<double>("C"));
    instances.emplace_back(Kokkos::NewInstance{});
  }
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < num_threads; ++i) {
    threads.emplace_back([&, i] {
      for (int repetition = 0; repetition < 20; ++repetition) {
        araios::spgemm_numeric(instances[i], product.plan, product.a, product.b, results[i],
                               workspaces[i]);
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
