// SPDX-License-Identifier: BSD-3-Clause
// Every allocation of every public call fails: once, or from then on. The call falls back or throws
// OutOfMemory; operands and results stay whole, and the same call works afterwards.

#include "support/BitwiseEqual.hpp"
#include "support/ExpectedVector.hpp"
#include "support/Methods.hpp"
#include "support/PathPatterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceSum.hpp"
#include <Araios_DenseMatrix.hpp>
#include <Araios_ExtractRows.hpp>
#include <Araios_Generators.hpp>
#include <Araios_GroupedCoo.hpp>
#include <Araios_MergeDuplicates.hpp>
#include <Araios_SortRows.hpp>
#include <Araios_SpAdd.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>
#include <Araios_Transpose.hpp>
#include <platform/Araios_Allocate.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <limits>
#include <new>
#include <numeric>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

namespace {

enum class Failing { once, from_then_on };

/// Counts the allocations of this program while a call is watched, and lets some fail.
class FailingMemory {
 public:
  /// From now on, `allowed` allocations succeed before one fails.
  void watch(int allowed, Failing failing) {
    failing_ = failing;
    has_failed_ = false;
    left_ = allowed;
    is_watched_ = true;
  }
  void stop() { is_watched_ = false; }
  bool has_failed() const { return has_failed_; }

  bool next_fails() {
    if (!is_watched_) return false;
    int const left = left_--;
    if (left > 0 || (left < 0 && failing_ == Failing::once)) return false;
    has_failed_ = true;
    return true;
  }

 private:
  std::atomic<bool> is_watched_ = false;
  std::atomic<bool> has_failed_ = false;
  std::atomic<int> left_ = 0;
  Failing failing_ = Failing::once;
};

FailingMemory memory;

/// Kokkos ends the process where the text of a label finds no memory. Less is not let fail.
constexpr std::size_t least_failing_bytes = 512;

/// Memory of views is aligned, whatever its size.
bool may_fail(std::size_t size, std::size_t alignment) {
  return size >= least_failing_bytes || alignment > alignof(std::max_align_t);
}

void* allocate(std::size_t size, std::size_t alignment) noexcept {
  if (may_fail(size, alignment) && memory.next_fails()) return nullptr;
  return std::aligned_alloc(
      alignment, (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* const allocated = allocate(size, alignment);
  if (allocated == nullptr) throw std::bad_alloc{};
  return allocated;
}

}  // namespace

// All memory of the library and of Kokkos on hosts comes by these.
void* operator new(std::size_t size) { return allocate_or_throw(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::nothrow_t const&) noexcept {
  return allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, std::align_val_t alignment, std::nothrow_t const&) noexcept {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* allocated) noexcept { std::free(allocated); }
void operator delete(void* allocated, std::size_t) noexcept { std::free(allocated); }
void operator delete(void* allocated, std::nothrow_t const&) noexcept { std::free(allocated); }
void operator delete(void* allocated, std::align_val_t) noexcept { std::free(allocated); }
void operator delete(void* allocated, std::size_t, std::align_val_t) noexcept {
  std::free(allocated);
}
void operator delete(void* allocated, std::align_val_t, std::nothrow_t const&) noexcept {
  std::free(allocated);
}

#ifdef KOKKOS_ENABLE_CUDA
// All memory of Kokkos on devices comes by these: the linker leads their callers here. Kokkos asks
// for no bytes before launches of teams, which always succeeds.
extern "C" {
cudaError_t __real_cudaMalloc(void** allocated, std::size_t size);
cudaError_t __real_cudaMallocAsync(void** allocated, std::size_t size, cudaStream_t stream);
cudaError_t __real_cudaHostAlloc(void** allocated, std::size_t size, unsigned flags);
cudaError_t __real_cudaMallocHost(void** allocated, std::size_t size);

cudaError_t __wrap_cudaMalloc(void** allocated, std::size_t size) {
  return size > 0 && memory.next_fails() ? cudaErrorMemoryAllocation
                                         : __real_cudaMalloc(allocated, size);
}
cudaError_t __wrap_cudaMallocAsync(void** allocated, std::size_t size, cudaStream_t stream) {
  return size > 0 && memory.next_fails() ? cudaErrorMemoryAllocation
                                         : __real_cudaMallocAsync(allocated, size, stream);
}
cudaError_t __wrap_cudaHostAlloc(void** allocated, std::size_t size, unsigned flags) {
  return size > 0 && memory.next_fails() ? cudaErrorMemoryAllocation
                                         : __real_cudaHostAlloc(allocated, size, flags);
}
cudaError_t __wrap_cudaMallocHost(void** allocated, std::size_t size) {
  return size > 0 && memory.next_fails() ? cudaErrorMemoryAllocation
                                         : __real_cudaMallocHost(allocated, size);
}
}
#endif

namespace araios_test {
namespace {

/// A call, and what has to hold whether it ran or threw OutOfMemory.
struct Watched {
  std::function<void()> call;
  std::function<bool()> is_right;      ///< after the call has returned
  std::function<bool()> is_untouched;  ///< after it has thrown
};

/// Runs a call under watch. Returns whether it threw OutOfMemory; no other error may arrive.
bool runs_out_of_memory(Watched const& watched, int allowed, Failing failing) {
  memory.watch(allowed, failing);
  try {
    watched.call();
    memory.stop();
    EXPECT_TRUE(watched.is_right());
    return false;
  } catch (araios::OutOfMemory const& error) {
    memory.stop();
    EXPECT_FALSE(error.exceeds_cap()) << error.what();
    EXPECT_NE(std::string{error.what()}.find("more memory than the system has left"),
              std::string::npos)
        << error.what();
    EXPECT_TRUE(watched.is_untouched()) << error.what();
  } catch (std::exception const& error) {
    memory.stop();
    ADD_FAILURE() << typeid(error).name() << ": " << error.what();
  }
  return true;
}

/// Fails each allocation of a call, one after the other. Returns how many there are.
int fail_each_allocation(Watched const& watched) {
  // What Kokkos keeps for its own kernels is taken before.
  watched.call();
  EXPECT_TRUE(watched.is_right());
  int most = 0;
  for (Failing const failing : {Failing::once, Failing::from_then_on}) {
    for (int allowed = 0;; ++allowed) {
      SCOPED_TRACE((failing == Failing::once ? "one allocation fails, after "
                                             : "all allocations fail, after ") +
                   std::to_string(allowed));
      bool const ran_out = runs_out_of_memory(watched, allowed, failing);
      if (!memory.has_failed()) break;
      most = std::max(most, allowed + 1);
      if (ran_out) {
        watched.call();
        EXPECT_TRUE(watched.is_right()) << "the same call afterwards";
      }
      if (testing::Test::HasFailure()) return most;
    }
  }
  return most;
}

/// The same for a call that changes nothing but its result.
template <class Call, class IsRight>
int fail_each_allocation(Call const& call, IsRight const& is_right) {
  return fail_each_allocation(Watched{call, is_right, [] { return true; }});
}

#ifdef KOKKOS_ENABLE_CUDA
using FailingSpaces = testing::Types<Kokkos::DefaultHostExecutionSpace, Kokkos::Cuda>;
#else
using FailingSpaces = testing::Types<Kokkos::DefaultHostExecutionSpace>;
#endif

struct NoWork {
  template <class Member>
  KOKKOS_FUNCTION void operator()(Member const&) const {}
};

template <class Space>
class AllocationFailure : public testing::Test {
 protected:
  /// A thread of Kokkos::Threads that finds no memory for its scratch ends the process: they take
  /// more than any test needs.
  static void SetUpTestSuite() {
    Kokkos::TeamPolicy<Kokkos::DefaultHostExecutionSpace> policy{1, 1};
    policy.set_scratch_size(0, Kokkos::PerTeam(1 << 16), Kokkos::PerThread(1 << 16));
    Kokkos::parallel_for("take_scratch", policy, NoWork{});
  }

  using Product = PlannedProduct<DefaultTypes<Space>>;
  using Views = typename Space::device_type;
  using Workspace = araios::Workspace<Views>;
  HostMatrix<double> const host_a_ =
      with_sorted_rows(with_integers<double>(uniform_pattern(60, 40, 5, 1), 1));
  HostMatrix<double> const host_b_ =
      with_sorted_rows(with_integers<double>(uniform_pattern(40, 70, 5, 2), 2));
  ReferenceProduct const expected_ = reference_product(host_a_, host_b_);
  Product const product_{host_a_, host_b_};
};

TYPED_TEST_SUITE(AllocationFailure, FailingSpaces, TypeNames);

/// Options of plans, each with other arrays.
template <class Space>
std::vector<araios::SpGemmOptions> options_of_plans() {
  std::vector<araios::SpGemmOptions> all(4);
  all[1].replay = true;
  all[2].deterministic = true;
  all[3].result_sorted = false;
  using araios::MethodKind;
  std::vector<MethodKind> methods{MethodKind::kkmem, MethodKind::kklp, MethodKind::rbsparse,
                                  MethodKind::bhsparse};
  if (araios::impl::is_host_space_v<Space>) {
    methods.push_back(MethodKind::kkdense);
    all.emplace_back().record_pattern = true;
  }
  for (auto const method : methods) all.emplace_back().method = method;
  return all;
}

TYPED_TEST(AllocationFailure, SymbolicPhase) {
  auto const& product = this->product_;
  for (auto const& options : options_of_plans<TypeParam>()) {
    std::int64_t nnz = 0;
    int const allocations = fail_each_allocation(
        [&] {
          typename TestFixture::Workspace const fresh;
          auto const plan =
              araios::spgemm_symbolic(product.exec, product.a, product.b, options, fresh);
          nnz = plan.nnz();
        },
        [&] { return nnz == product.plan.nnz(); });
    EXPECT_GE(allocations, 3) << "row sizes, pool and row offsets are allocated at least";
  }
}

/// Fails every allocation of the numeric phase, which has to leave C as it is. Returns how many
/// there are.
template <class Product>
int fail_numeric_allocations(Product const& product, ReferenceProduct const& expected) {
  auto const c = product.plan.template allocate_writable<double>("C");
  auto const call = [&] {
    araios::Workspace<typename Product::device> const fresh;
    araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, c, fresh);
    product.exec.fence();
  };
  auto const is_untouched = [&] {
    auto const found = to_host(c);
    auto const& columns = found.pattern.columns;
    return std::count(found.values.begin(), found.values.end(), -7.5) == product.plan.nnz() &&
           std::count(columns.begin(), columns.end(), -7) == product.plan.nnz();
  };
  auto const fill = [&] {
    Kokkos::deep_copy(c.graph.columns, -7);
    Kokkos::deep_copy(c.values, -7.5);
  };
  fill();
  return fail_each_allocation(Watched{call,
                                      [&] {
                                        bool const is_right = same_matrix(to_host(c), expected);
                                        fill();
                                        return is_right;
                                      },
                                      is_untouched});
}

TYPED_TEST(AllocationFailure, NumericPhase) {
  fail_numeric_allocations(this->product_, this->expected_);
  for (auto const& options : options_of_plans<TypeParam>()) {
    typename TestFixture::Product const product{this->host_a_, this->host_b_, options};
    if (options.result_sorted) fail_numeric_allocations(product, this->expected_);
  }
}

// Short rows of C take no memory, or less of it.
TYPED_TEST(AllocationFailure, NumericPhaseOfMixedRows) {
  auto const a = with_integers<double>(diagonal_pattern(9), 3);
  auto const b = with_sorted_rows(with_integers<double>(
      pattern_of_sizes({2, 600, 40, 2000, 1, 300, 5000, 33, 7}, 9000, "mixed rows"), 5));
  auto const expected = reference_product(a, b);
  for (auto const method : grouping_rules) {
    SCOPED_TRACE(name_of(method));
    araios::SpGemmOptions options;
    options.method = method;
    typename TestFixture::Product const product{a, b, options};
    EXPECT_GE(fail_numeric_allocations(product, expected), 2);
  }
}

TYPED_TEST(AllocationFailure, OneCall) {
  auto const& product = this->product_;
  for (auto const& options : options_of_plans<TypeParam>()) {
    typename TestFixture::Product::matrix_c c;
    int const allocations = fail_each_allocation(
        [&] { c = araios::spgemm(product.exec, product.a, product.b, options); },
        [&] {
          auto const order = options.result_sorted ? RowOrder::ascending : RowOrder::any;
          return bool{same_matrix(to_host(c), this->expected_, order)};
        });
    EXPECT_GE(allocations, 4);
  }
}

TEST(AllocationFailureOfLoops, OneCallFallsBackToTwoPhases) {
  using Product = PlannedProduct<DefaultTypes<Kokkos::DefaultHostExecutionSpace>>;
  auto const a = with_integers<double>(uniform_pattern(9000, 9000, 3, 3), 1);
  auto const expected = reference_product(a, a);
  Product const product{a, a};
  Product::matrix_c c;
  int fallbacks = 0;
  int const allocations = fail_each_allocation(
      [&] {
        araios::SpGemmReport report;
        c = araios::spgemm(product.exec, product.a, product.b, {}, {}, &report);
        fallbacks += report.selection.strategy == araios::Strategy::pattern ||
                             report.selection.strategy == araios::Strategy::rowwise
                         ? 1
                         : 0;
      },
      [&] { return bool{same_matrix(to_host(c), expected)}; });
  EXPECT_GE(allocations, 4);
  EXPECT_GT(fallbacks, 0);
}

TYPED_TEST(AllocationFailure, Estimate) {
  auto const& product = this->product_;
  std::int64_t nnz = 0;
  EXPECT_GE(
      fail_each_allocation(
          [&] { nnz = araios::spgemm_estimate(product.exec, product.a, product.b).max_nnz_c; },
          [&] { return nnz >= product.plan.nnz(); }),
      2);
}

TYPED_TEST(AllocationFailure, DenseProducts) {
  auto const& product = this->product_;
  auto const x = integers<double>(40, 3);
  auto const expected = reference_spmv(1.0, this->host_a_, x, 0.0, std::vector<double>(60, 0.0));
  auto const x_view = to_view<double, typename TestFixture::Views>(x, "x");
  Kokkos::View<double*, typename TestFixture::Views> const y("y", 60);
  fail_each_allocation([&] { araios::spmv(product.exec, 1.0, product.a, x_view, 0.0, y); },
                       [&] { return bool{same_vector(to_vector<double>(y), expected)}; });
  Kokkos::View<double**, Kokkos::LayoutLeft, typename TestFixture::Views> const b("B", 40, 9);
  Kokkos::View<double**, Kokkos::LayoutLeft, typename TestFixture::Views> const c("C", 60, 9);
  Kokkos::deep_copy(Kokkos::subview(b, Kokkos::ALL, 8), x_view);
  fail_each_allocation([&] { araios::spmm(product.exec, 1.0, product.a, b, 0.0, c); },
                       [&] {
                         Kokkos::deep_copy(y, Kokkos::subview(c, Kokkos::ALL, 8));
                         return bool{same_vector(to_vector<double>(y), expected)};
                       });
}

TYPED_TEST(AllocationFailure, GroupsOfRows) {
  auto const& product = this->product_;
  auto grouped = araios::to_grouped_coo(product.exec, product.a);
  EXPECT_GE(
      fail_each_allocation([&] { grouped = araios::to_grouped_coo(product.exec, product.a); },
                           [&] { return grouped.values.extent(0) == product.a.values.extent(0); }),
      4);
  typename TestFixture::Product::matrix_a back;
  EXPECT_GE(
      fail_each_allocation([&] { back = araios::to_crs(product.exec, grouped); },
                           [&] { return back.values.extent(0) == product.a.values.extent(0); }),
      3);
}

TYPED_TEST(AllocationFailure, Transposes) {
  auto const& product = this->product_;
  auto const& exec = product.exec;
  auto const expected = expected_exactly(transpose_of(this->host_a_));
  typename TestFixture::Product::matrix_a c;
  EXPECT_GE(fail_each_allocation([&] { c = araios::transpose(exec, product.a); },
                                 [&] { return bool{same_matrix(to_host(c), expected)}; }),
            4);
  std::int64_t nnz = 0;
  EXPECT_GE(
      fail_each_allocation([&] { nnz = araios::transpose_symbolic(exec, product.a, {true}).nnz(); },
                           [&] { return nnz == expected.pattern.num_entries(); }),
      4);
  auto const plan = araios::transpose_symbolic(exec, product.a);
  fail_each_allocation([&] { c = plan.template allocate_writable<double>(exec, "C"); },
                       [&] { return c.graph.columns.extent(0) == c.values.extent(0); });
  fail_each_allocation(
      [&] {
        araios::transpose_numeric(exec, plan, product.a, c);
        exec.fence();
      },
      [&] { return bool{same_matrix(to_host(c), expected)}; });
}

TYPED_TEST(AllocationFailure, SortedAndMergedRows) {
  auto const& exec = this->product_.exec;
  auto const host =
      with_integers<double>(with_duplicates_shuffled(uniform_pattern(60, 40, 5, 1), 2), 1);
  auto const a = to_device<Int32, Int32, typename TestFixture::Views>(host);
  auto const sorted = with_sorted_rows(host);
  auto const stays = [&] { return are_bitwise_equal(to_host(a), host); };
  auto merged = a;
  EXPECT_GE(fail_each_allocation(Watched{
                [&] { merged = araios::merge_duplicates(exec, a); },
                [&] {
                  return bool{same_matrix(
                      to_host(merged),
                      reference_product(with_constant<double>(diagonal_pattern(60), 1.0), host))};
                },
                stays}),
            6);
  auto const unsorted = to_device<Int32, Int32, typename TestFixture::Views>(host);
  EXPECT_GE(
      fail_each_allocation(Watched{[&] { araios::sort_rows(exec, a); },
                                   [&] {
                                     bool const is_right = are_bitwise_equal(to_host(a), sorted);
                                     Kokkos::deep_copy(a.graph.columns, unsorted.graph.columns);
                                     Kokkos::deep_copy(a.values, unsorted.values);
                                     return is_right;
                                   },
                                   stays}),
      3);
}

// Rows with repeats are merged in workspace memory.
TYPED_TEST(AllocationFailure, Sums) {
  auto const& exec = this->product_.exec;
  auto const host_b =
      with_integers<double>(with_duplicates_shuffled(uniform_pattern(60, 40, 5, 4), 2), 1);
  auto const& a = this->product_.a;
  auto const b = to_device<Int32, Int32, typename TestFixture::Views>(host_b);
  auto const expected = reference_sum(2.0, this->host_a_, 3.0, host_b);
  auto c = a;
  EXPECT_GE(fail_each_allocation([&] { c = araios::spadd(exec, 2.0, a, 3.0, b); },
                                 [&] { return are_bitwise_equal(to_host(c), expected); }),
            9);
  std::int64_t nnz = 0;
  EXPECT_GE(fail_each_allocation([&] { nnz = araios::spadd_symbolic(exec, a, b).nnz(); },
                                 [&] { return nnz == expected.pattern.num_entries(); }),
            7);
  auto const plan = araios::spadd_symbolic(exec, a, b);
  c = plan.template allocate_writable<double>(exec, "C");
  auto const fill = [&] {
    Kokkos::deep_copy(c.graph.columns, -7);
    Kokkos::deep_copy(c.values, -7.5);
  };
  fill();
  auto const is_untouched = [&] {
    auto const found = to_host(c);
    return std::count(found.values.begin(), found.values.end(), -7.5) == plan.nnz() &&
           std::count(found.pattern.columns.begin(), found.pattern.columns.end(), -7) == plan.nnz();
  };
  EXPECT_GE(
      fail_each_allocation(Watched{[&] {
                                     typename TestFixture::Workspace const fresh;
                                     araios::spadd_numeric(exec, plan, 2.0, a, 3.0, b, c, fresh);
                                     exec.fence();
                                   },
                                   [&] {
                                     bool const is_right = are_bitwise_equal(to_host(c), expected);
                                     fill();
                                     return is_right;
                                   },
                                   is_untouched}),
      2);
}

TYPED_TEST(AllocationFailure, ExtractedRowsAndDenseMatrices) {
  auto const& product = this->product_;
  auto const& exec = product.exec;
  std::vector<std::int64_t> const list{7, 3, 59, 7};
  auto const rows = to_view<Int32, typename TestFixture::Views>(list, "rows");
  auto found = product.a;
  EXPECT_GE(fail_each_allocation(
                [&] { found = araios::extract_rows(exec, product.a, rows); },
                [&] { return are_bitwise_equal(to_host(found), with_rows(this->host_a_, list)); }),
            4);
  Kokkos::View<double**, Kokkos::LayoutRight, typename TestFixture::Views> const dense("dense", 60,
                                                                                       40);
  fail_each_allocation(Watched{
      [&] { araios::to_dense(exec, product.a, dense); },
      [&] {
        auto const back = araios::from_dense<Int32, Int32>(exec, dense);
        Kokkos::deep_copy(dense, -7.5);
        return back.values.extent(0) > 0;
      },
      [&] {
        return araios::from_dense<Int32, Int32>(exec, dense).values.extent(0) == dense.size();
      }});
  EXPECT_GE(fail_each_allocation([&] { found = araios::from_dense<Int32, Int32>(exec, dense); },
                                 [&] { return found.values.extent(0) == dense.size(); }),
            4);
}

TYPED_TEST(AllocationFailure, RowsOfALargerMatrix) {
  auto const& product = this->product_;
  auto part = product.a;
  part.graph.num_rows = 40;
  part.graph.row_offsets = Kokkos::subview(part.graph.row_offsets, std::pair{20, 61});
  std::vector<std::int64_t> order(40);
  std::iota(order.begin(), order.end(), std::int64_t{20});
  auto const expected = reference_product(with_rows(this->host_a_, order), this->host_b_);
  typename TestFixture::Product::matrix_c c;
  EXPECT_GE(fail_each_allocation([&] { c = araios::spgemm(product.exec, part, product.b); },
                                 [&] { return bool{same_matrix(to_host(c), expected)}; }),
            5);
}

TEST(AllocationFailureOfGenerators, EachAllocation) {
  for (std::string const name :
       {"gen:lap3d7:4:P", "gen:er:30:3", "gen:rmat:5:3", "gen:band:20:2", "gen:elasticity3d:3"}) {
    SCOPED_TRACE(name);
    araios::HostCrsMatrix<double, int, int> matrix;
    EXPECT_GE(fail_each_allocation([&] { matrix = araios::generate<double, int, int>(name); },
                                   [&] { return matrix.values.extent(0) > 0; }),
              3);
  }
}

TEST(OutOfMemory, SaysWhatNeedsHowMuch) {
  araios::OutOfMemory const capped{"the pool", 20, 10};
  EXPECT_STREQ(capped.what(), "the pool needs 20 bytes, allowed are 10");
  EXPECT_TRUE(capped.exceeds_cap());
  araios::OutOfMemory const system{"C.values", 800};
  EXPECT_STREQ(system.what(), "C.values: 800 bytes are more memory than the system has left");
  EXPECT_FALSE(system.exceeds_cap());
  EXPECT_STREQ(system.with_advice("take less").what(),
               "C.values: 800 bytes are more memory than the system has left; take less");
  EXPECT_STREQ((araios::OutOfMemory{"spmv", 0}.what()),
               "spmv: this is more memory than the system has left");
}

TEST(OutOfMemory, NamesTheViewAndItsBytes) {
  auto const message_of = [](auto const& allocate) -> std::string {
    try {
      allocate();
    } catch (araios::OutOfMemory const& error) {
      return std::to_string(error.needed()) + " " + error.what();
    }
    return "nothing thrown";
  };
  using Device = Kokkos::DefaultHostExecutionSpace::device_type;
  memory.watch(0, Failing::once);
  std::string const found = message_of(
      [] { araios::impl::allocate_view<double, Device>(Kokkos::view_alloc("some view"), 1000); });
  memory.stop();
  EXPECT_EQ(found, "8000 some view: 8000 bytes are more memory than the system has left");
  std::size_t const largest = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(message_of([&] {
              araios::impl::allocate_view<double, Device>(Kokkos::view_alloc("too large"),
                                                          largest / 4);
            }),
            std::to_string(largest) + " an array: " + std::to_string(largest) +
                " bytes are more memory than the system has left");
}

}  // namespace
}  // namespace araios_test
