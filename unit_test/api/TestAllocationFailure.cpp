// SPDX-License-Identifier: BSD-3-Clause
// Every allocation of every public call fails: once, or from then on. The call falls back or throws
// OutOfMemory; operands and results stay whole, and the same call works afterwards.

#include "support/Methods.hpp"
#include "support/PathPatterns.hpp"
#include "support/Product.hpp"
#include "support/RandomMatrices.hpp"
#include <Araios_Generators.hpp>
#include <Araios_GroupedCoo.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>
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
#include <string>
#include <typeinfo>
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

using Types = DefaultTypes<Kokkos::DefaultHostExecutionSpace>;
using Product = PlannedProduct<Types>;
using Workspace = araios::Workspace<Types::space::device_type>;

class AllocationFailure : public testing::Test {
 protected:
  HostMatrix<double> const host_a =
      with_sorted_rows(with_integers<double>(uniform_pattern(60, 40, 5, 1), 1));
  HostMatrix<double> const host_b =
      with_sorted_rows(with_integers<double>(uniform_pattern(40, 70, 5, 2), 2));
  ReferenceProduct const expected = reference_product(host_a, host_b);
  Product const product{host_a, host_b};
};

/// Options of plans, each with other arrays.
std::vector<araios::SpGemmOptions> options_of_plans() {
  std::vector<araios::SpGemmOptions> all(5);
  all[1].replay = true;
  all[2].record_pattern = true;
  all[3].deterministic = true;
  all[4].result_sorted = false;
  using araios::MethodKind;
  for (auto const method : {MethodKind::kkmem, MethodKind::kkdense, MethodKind::kklp,
                            MethodKind::rbsparse, MethodKind::bhsparse}) {
    araios::SpGemmOptions options;
    options.method = method;
    all.push_back(options);
  }
  return all;
}

TEST_F(AllocationFailure, SymbolicPhase) {
  for (auto const& options : options_of_plans()) {
    std::int64_t nnz = 0;
    int const allocations = fail_each_allocation(
        [&] {
          Workspace const fresh;
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
int fail_numeric_allocations(Product const& product, ReferenceProduct const& expected) {
  auto const c = product.plan.allocate_writable<double>("C");
  auto const call = [&] {
    Workspace const fresh;
    araios::spgemm_numeric(product.exec, product.plan, product.a, product.b, c, fresh);
  };
  auto const is_untouched = [&] {
    auto const* const values = c.values.data();
    auto const* const columns = c.graph.columns.data();
    return std::count(values, values + c.values.size(), -7.5) == product.plan.nnz() &&
           std::count(columns, columns + c.graph.columns.size(), -7) == product.plan.nnz();
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

TEST_F(AllocationFailure, NumericPhase) {
  EXPECT_GE(fail_numeric_allocations(product, expected), 1);
  araios::SpGemmOptions options;
  options.replay = true;
  fail_numeric_allocations(Product{host_a, host_b, options}, expected);
}

// Short rows of C take no memory, or less of it.
TEST(AllocationFailureOfMethods, NumericPhase) {
  auto const a = with_integers<double>(diagonal_pattern(9), 3);
  auto const b = with_sorted_rows(with_integers<double>(
      pattern_of_sizes({2, 600, 40, 2000, 1, 300, 5000, 33, 7}, 9000, "mixed rows"), 5));
  auto const expected = reference_product(a, b);
  for (auto const method : grouping_rules) {
    SCOPED_TRACE(name_of(method));
    araios::SpGemmOptions options;
    options.method = method;
    EXPECT_GE(fail_numeric_allocations(Product{a, b, options}, expected), 2);
  }
}

TEST_F(AllocationFailure, OneCall) {
  for (auto const& options : options_of_plans()) {
    HostMatrix<double> found;
    Product::matrix_c c;
    int const allocations = fail_each_allocation(
        [&] { c = araios::spgemm(product.exec, product.a, product.b, options); },
        [&] {
          return options.result_sorted
                     ? bool{same_matrix(to_host(c), expected)}
                     : c.graph.columns.extent(0) == expected.pattern.columns.size();
        });
    EXPECT_GE(allocations, 4);
  }
}

TEST(AllocationFailureOfLoops, OneCallFallsBackToTwoPhases) {
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

TEST_F(AllocationFailure, Estimate) {
  std::int64_t nnz = 0;
  EXPECT_GE(
      fail_each_allocation(
          [&] { nnz = araios::spgemm_estimate(product.exec, product.a, product.b).max_nnz_c; },
          [&] { return nnz >= product.plan.nnz(); }),
      2);
}

TEST_F(AllocationFailure, DenseProducts) {
  Kokkos::View<double*, Kokkos::HostSpace> const x("x", 40);
  Kokkos::View<double*, Kokkos::HostSpace> const y("y", 60);
  Kokkos::deep_copy(x, 1.0);
  double const sum = [&] {
    araios::spmv(product.exec, 1.0, product.a, x, 0.0, y);
    return y(59);
  }();
  fail_each_allocation([&] { araios::spmv(product.exec, 1.0, product.a, x, 0.0, y); },
                       [&] { return y(59) == sum; });
  Kokkos::View<double**, Kokkos::LayoutLeft, Kokkos::HostSpace> const b("B", 40, 9);
  Kokkos::View<double**, Kokkos::LayoutLeft, Kokkos::HostSpace> const c("C", 60, 9);
  Kokkos::deep_copy(b, 1.0);
  fail_each_allocation([&] { araios::spmm(product.exec, 1.0, product.a, b, 0.0, c); },
                       [&] { return c(59, 8) == sum; });
}

TEST_F(AllocationFailure, GroupsAndGenerators) {
  auto grouped = araios::to_grouped_coo(product.exec, product.a);
  EXPECT_GE(
      fail_each_allocation([&] { grouped = araios::to_grouped_coo(product.exec, product.a); },
                           [&] { return grouped.values.extent(0) == product.a.values.extent(0); }),
      4);
  Product::matrix_a back;
  EXPECT_GE(
      fail_each_allocation([&] { back = araios::to_crs(product.exec, grouped); },
                           [&] { return back.values.extent(0) == product.a.values.extent(0); }),
      3);
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
  using Device = Types::space::device_type;
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
