// SPDX-License-Identifier: BSD-3-Clause
// Calls from the wrong place: refused with the remedy, and without harm to the next call.

#include "support/Matchers.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_CscMatrix.hpp>
#include <Araios_DenseMatrix.hpp>
#include <Araios_ExtractRows.hpp>
#include <Araios_GroupedCoo.hpp>
#include <Araios_MergeDuplicates.hpp>
#include <Araios_SortRows.hpp>
#include <Araios_SpAdd.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>
#include <Araios_Transpose.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif

namespace araios_test {
namespace {

/// One of each call that takes a workspace, with operands that fit.
template <class Space>
struct EachCall {
  using Device = typename Space::device_type;
  using Product = PlannedProduct<DefaultTypes<Space>>;
  using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Device>;

  HostMatrix<double> const host = with_integers<double>(uniform_pattern(20, 20, 3, 1), 1);
  Product const product{host, host};
  Space const& exec = product.exec;
  typename Product::matrix_a const& a = product.a;
  typename Product::result_type const c = product.plan.template allocate<double>("C");
  araios::SpAddPlan<Int32, Int32, Device> const sum = araios::spadd_symbolic(exec, a, a);
  typename Product::result_type const c_of_sum = sum.template allocate<double>(exec, "C");
  Kokkos::View<double*, Device> const x{"x", 20};
  Kokkos::View<double*, Device> const y{"y", 20};
  Dense const dense_b{"B", 20, 4};
  Dense const dense_c{"C", 20, 4};
  araios::Workspace<Device> const workspace;

  std::map<std::string, std::function<void()>> calls() const {
    return {
        {"spgemm", [this] { araios::spgemm(exec, a, a, {}, workspace); }},
        {"spgemm_symbolic", [this] { araios::spgemm_symbolic(exec, a, a, {}, workspace); }},
        {"spgemm_numeric",
         [this] { araios::spgemm_numeric(exec, product.plan, a, a, c, workspace); }},
        {"spadd_symbolic", [this] { araios::spadd_symbolic(exec, a, a, {}, workspace); }},
        {"spadd_numeric",
         [this] { araios::spadd_numeric(exec, sum, 1.0, a, 1.0, a, c_of_sum, workspace); }},
        {"spmv", [this] { araios::spmv(exec, 1.0, a, x, 0.0, y, workspace); }},
        {"spmm", [this] { araios::spmm(exec, 1.0, a, dense_b, 0.0, dense_c, {}, workspace); }},
    };
  }
};

template <class Space>
class Misuse : public testing::Test {};
TYPED_TEST_SUITE(Misuse, Spaces, TypeNames);

TYPED_TEST(Misuse, AResultThatIsNotFilledIsNoOperand) {
  EachCall<TypeParam> const each;
  using Matrix = typename EachCall<TypeParam>::Product::matrix_a;
  auto const unfilled = each.product.plan.template allocate_writable<double>(each.exec, "C");
  auto const refused = [](std::string const& name, std::function<void()> const& call) {
    return throws<std::invalid_argument>(call, {name + ".columns are not filled", "numeric phase"});
  };
  auto const multiply = [&](Matrix const& a, Matrix const& b) {
    return [&each, a, b] { araios::spgemm_symbolic(each.exec, a, b); };
  };
  EXPECT_TRUE(refused("A", multiply(unfilled, each.a)));
  EXPECT_TRUE(refused("B", multiply(each.a, unfilled)));
  EXPECT_TRUE(refused("A", [&] { araios::spgemm(each.exec, unfilled, each.a); }));
  EXPECT_TRUE(refused("B", [&] { araios::spgemm(each.exec, each.a, unfilled); }));
  EXPECT_TRUE(refused("A", [&] { araios::spgemm_estimate<double>(each.exec, unfilled, each.a); }));
  EXPECT_TRUE(refused("A", [&] { araios::to_grouped_coo(each.exec, unfilled); }));
  if (!araios::impl::is_host_space_v<TypeParam>) return;
  EXPECT_TRUE(refused(
      "A", [&] { araios::spmv(each.exec, 1.0, unfilled, each.x, 0.0, each.y, each.workspace); }));
  EXPECT_TRUE(refused(
      "A", [&] { araios::spmm(each.exec, 1.0, unfilled, each.dense_b, 0.0, each.dense_c); }));
}

// R·(A·P) by two plans: the second one needs the columns of A·P, not only the first plan.
TYPED_TEST(Misuse, APlanOfAProductWaitsForItsColumns) {
  EachCall<TypeParam> const each;
  auto const host_square = to_host(araios::spgemm(each.exec, each.a, each.a));
  auto const expected = reference_product(each.host, host_square).pattern.num_entries();
  for (bool const replays : {false, true}) {
    araios::SpGemmOptions options;
    options.replay = replays;
    auto const plan = araios::spgemm_symbolic(each.exec, each.a, each.a, options);
    auto const square = plan.template allocate<double>(each.exec, "A·A");
    auto const next = [&] { return araios::spgemm_symbolic(each.exec, each.a, square).nnz(); };
    if (replays) {
      EXPECT_EQ(next(), expected) << "the plan has the columns";
    } else {
      EXPECT_THROW(next(), std::invalid_argument);
    }
    araios::spgemm_numeric(each.exec, plan, each.a, each.a, square);
    each.exec.fence();
    EXPECT_EQ(next(), expected);
    if (!araios::impl::is_host_space_v<TypeParam>) continue;
    auto const later = plan.template allocate_writable<double>(each.exec, "A·A");
    auto const cube = araios::spgemm_symbolic(each.exec, each.a, square);
    auto const c = cube.template allocate<double>(each.exec, "A·A·A");
    EXPECT_TRUE(throws<std::invalid_argument>(
        [&] { araios::spgemm_numeric(each.exec, cube, each.a, later, c); },
        {"B.columns are not filled"}));
  }
}

TYPED_TEST(Misuse, AWorkspaceInUseIsNotTaken) {
  EachCall<TypeParam> const each;
  using Use = typename araios::Workspace<typename TypeParam::device_type>::Use;
  for (auto const& [name, call] : each.calls()) {
    SCOPED_TRACE(name);
    {
      Use const other_call{TypeParam{}, each.workspace};
      EXPECT_TRUE(throws<std::logic_error>(call, {"workspace is in use", "each thread"}));
    }
    EXPECT_NO_THROW(call());
    EXPECT_NO_THROW(call()) << "a call gives the workspace back";
  }
}

TYPED_TEST(Misuse, ACallThatThrowsGivesTheWorkspaceBack) {
  EachCall<TypeParam> const each;
  auto const wide = with_integers<double>(uniform_pattern(21, 7, 3, 1), 1);
  auto const b = to_device<Int32, Int32, typename TypeParam::device_type>(wide);
  auto const& product = each.product;
  EXPECT_THROW(araios::spgemm(product.exec, product.a, b, {}, each.workspace),
               std::invalid_argument);
  for (auto const& [name, call] : each.calls()) EXPECT_NO_THROW(call()) << name;
}

TYPED_TEST(Misuse, ThePlansOwnWorkspaceServesOneCallAtATime) {
  EachCall<TypeParam> const each;
  auto const& product = each.product;
  using Use = typename araios::Workspace<typename TypeParam::device_type>::Use;
  Use const other_call{TypeParam{}, product.plan.workspace()};
  EXPECT_TRUE(throws<std::logic_error>(
      [&] { araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, each.c); },
      {"workspace is in use", "also for calls with one plan"}));
  EXPECT_NO_THROW(araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, each.c,
                                         each.workspace));
}

#ifdef KOKKOS_ENABLE_OPENMP
/// What is wrong when each thread of a parallel region makes a call; empty if the call is refused.
std::vector<std::string> errors_in_region(int num_threads, std::function<void()> const& call) {
  std::vector<std::string> errors(static_cast<std::size_t>(num_threads), "did not run");
#pragma omp parallel num_threads(num_threads)
  {
    bool const is_refused{
        throws<std::logic_error>(call, {"within a parallel region", "Kokkos::Serial"})};
    errors[static_cast<std::size_t>(omp_get_thread_num())] = is_refused ? "" : "not refused";
  }
  return errors;
}

TEST(MisuseOfOpenMp, CallsWithinAParallelRegionAreRefused) {
  EachCall<Kokkos::OpenMP> const each;
  auto calls = each.calls();
  calls["spgemm_estimate"] = [&] { araios::spgemm_estimate(each.exec, each.a, each.a); };
  calls["spadd"] = [&] { araios::spadd(each.exec, 1.0, each.a, 1.0, each.a); };
  calls["spmv alone"] = [&] { araios::spmv(each.exec, 1.0, each.a, each.x, 0.0, each.y); };
  calls["spmm alone"] = [&] {
    araios::spmm(each.exec, 1.0, each.a, each.dense_b, 0.0, each.dense_c);
  };
  calls["to_grouped_coo"] = [&] { araios::to_grouped_coo(each.exec, each.a); };
  Kokkos::View<int*, Kokkos::OpenMP> const rows{"rows", 3};
  EachCall<Kokkos::OpenMP>::Dense const dense{"dense", 20, 20};
  auto const plan = araios::transpose_symbolic(each.exec, each.a);
  auto const c = plan.allocate<double>(each.exec, "C");
  calls["transpose"] = [&] { araios::transpose(each.exec, each.a); };
  calls["transpose_symbolic"] = [&] { araios::transpose_symbolic(each.exec, each.a); };
  calls["transpose_numeric"] = [&] { araios::transpose_numeric(each.exec, plan, each.a, c); };
  calls["to_csc"] = [&] { araios::to_csc(each.exec, each.a); };
  calls["sort_rows"] = [&] { araios::sort_rows(each.exec, each.a); };
  calls["is_sorted"] = [&] { araios::is_sorted(each.exec, each.a); };
  calls["merge_duplicates"] = [&] { araios::merge_duplicates(each.exec, each.a); };
  calls["extract_rows"] = [&] { araios::extract_rows(each.exec, each.a, rows); };
  calls["to_dense"] = [&] { araios::to_dense(each.exec, each.a, dense); };
  calls["from_dense"] = [&] { araios::from_dense<int, int>(each.exec, dense); };
  int const more_than_kokkos = Kokkos::OpenMP().concurrency() + 2;
  for (auto const& [name, call] : calls) {
    SCOPED_TRACE(name);
    EXPECT_EQ(errors_in_region(more_than_kokkos, call),
              std::vector<std::string>(static_cast<std::size_t>(more_than_kokkos)));
    EXPECT_NO_THROW(call());
  }
}

#ifdef ARAIOS_TEST_SERIAL_PRODUCTS
TEST(MisuseOfOpenMp, ThreadsOfAParallelRegionMultiplyOnSerialInstances) {
  auto const host = with_integers<double>(uniform_pattern(60, 60, 5, 1), 1);
  auto const expected = reference_product(host, host);
  PlannedProduct<DefaultTypes<Kokkos::Serial>> const product{host, host};
  int const num_threads = Kokkos::OpenMP().concurrency() + 2;
  int num_right = 0;
#pragma omp parallel num_threads(num_threads) reduction(+ : num_right)
  {
    Kokkos::Serial const exec{Kokkos::NewInstance{}};
    auto const c = araios::spgemm(exec, product.a, product.b);
    num_right += same_matrix(to_host(c), expected) ? 1 : 0;
  }
  EXPECT_EQ(num_right, num_threads);
}
#endif
#endif

}  // namespace
}  // namespace araios_test
