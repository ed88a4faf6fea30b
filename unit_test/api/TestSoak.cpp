// SPDX-License-Identifier: BSD-3-Clause
// Calls of mixed kinds from four threads at once: every result is right, and neither memory nor
// open files grow. ARAIOS_SOAK_CALLS asks for more calls than CI makes.

#include "support/ExpectedVector.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include "support/TemporaryFolder.hpp"
#include "support/Types.hpp"
#include <Araios_Errors.hpp>
#include <Araios_MatrixMarket.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace araios_test {
namespace {

using araios::SpGemmOptions;

/// What a call does. Threads take the kinds at random.
enum class Kind {
  whole_product,
  new_plan,
  numeric,
  shared_plan,
  capped,
  estimate,
  refused,
  spmv,
  spmm,
  file,
  count
};
constexpr std::size_t num_kinds = static_cast<std::size_t>(Kind::count);
using Counts = std::array<std::atomic<std::int64_t>, num_kinds>;

/// Sanitizers keep freed memory for a while, or records of it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool gives_memory_back = false;
#elif defined(__has_feature)
constexpr bool gives_memory_back =
    !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
constexpr bool gives_memory_back = true;
#endif

/// Kibibytes that the process has in memory; 0 where Linux does not tell.
std::int64_t resident_kib() {
  std::ifstream status{"/proc/self/status"};
  std::string word;
  while (status >> word) {
    std::int64_t kib = 0;
    if (word == "VmRSS:" && status >> kib) return kib;
  }
  return 0;
}

std::ptrdiff_t num_open_files() {
  std::error_code none;
  std::filesystem::directory_iterator const files{"/proc/self/fd", none};
  return none ? 0 : std::distance(begin(files), end(files));
}

/// The options that the calls of one thread use in turn.
std::vector<SpGemmOptions> options_in_turn() {
  std::vector<SpGemmOptions> all(7);
  all[1].replay = true;
  all[2].deterministic = true;
  all[3].method = araios::MethodKind::kkmem;
  all[4].method = araios::MethodKind::rbsparse;
  all[5].check_reuse = true;
  all[6].result_sorted = false;
  return all;
}

/// A product of squares, so that transposes fit, and all that its calls are compared with.
template <class Space>
struct SoakProblem {
  using Device = typename Space::device_type;
  using Matrix = araios::CrsMatrix<double, int, int, Device>;
  using Plan = araios::SpGemmPlan<int, int, Device>;

  SoakProblem(std::int64_t size, std::int64_t mean_size, std::uint64_t seed)
      : host_a{with_integers<double>(uniform_pattern(size, size, mean_size, seed), seed)},
        host_b{with_integers<double>(uniform_pattern(size, size, mean_size, seed + 1), seed + 1)},
        x(with_integers<double>(full_pattern(1, size), seed + 2).values),
        a{to_device<int, int, Device>(host_a)},
        b{to_device<int, int, Device>(host_b)},
        product{reference_product(host_a, host_b)},
        vector{reference_spmv(1.0, host_a, x, 0.0, x)},
        shared{araios::spgemm_symbolic<int>(Space{}, a, b)} {}

  HostMatrix<double> host_a;
  HostMatrix<double> host_b;
  std::vector<double> x;
  Matrix a;
  Matrix b;
  ReferenceProduct product;
  ExpectedVector vector;
  Plan shared;  ///< threads use it at once, each with a workspace of its own
};

/// The calls of one thread.
template <class Space>
class SoakThread {
 public:
  using Problem = SoakProblem<Space>;
  using Device = typename Problem::Device;

  SoakThread(Space const& exec, std::vector<Problem> const& problems, std::string const& file,
             std::uint64_t seed)
      : exec_{exec}, problems_{problems}, file_{file}, random_{seed} {}

  /// Makes a call of any kind. Returns its kind.
  Kind step() {
    problem_ = &problems_[static_cast<std::size_t>(
        random_.below(static_cast<std::int64_t>(problems_.size())))];
    options_ =
        turns_[static_cast<std::size_t>(random_.below(static_cast<std::int64_t>(turns_.size())))];
    // Files cost more than all other kinds together.
    constexpr std::int64_t rarity_of_files = 50;
    auto const others = static_cast<std::int64_t>(num_kinds) - 1;
    Kind const kind =
        random_.below(rarity_of_files) == 0 ? Kind::file : static_cast<Kind>(random_.below(others));
    make(kind);
    return kind;
  }

 private:
  using Result = typename Problem::Plan::template result_type<double>;

  void make(Kind kind) {
    switch (kind) {
      case Kind::whole_product:
        return expect_right(
            araios::spgemm<int>(exec_, problem_->a, problem_->b, options_, workspace_));
      case Kind::new_plan:
        return make_plan();
      case Kind::numeric:
        if (!plan_ || planned_ != problem_) make_plan();
        return multiply(*plan_);
      case Kind::shared_plan:
        options_ = {};
        return multiply(problem_->shared);
      case Kind::capped:
        return multiply_capped();
      case Kind::estimate:
        EXPECT_GE((araios::spgemm_estimate<double, int>(exec_, problem_->a, problem_->b, options_)
                       .max_nnz_c),
                  problem_->product.pattern.num_entries());
        return;
      case Kind::refused:
        return multiply_what_does_not_fit();
      case Kind::spmv:
        return multiply_vector();
      case Kind::spmm:
        return multiply_dense();
      case Kind::file:
        EXPECT_EQ((araios::read_matrix_market<double, int, int>(file_).values.extent(0)),
                  problems_.front().host_a.values.size());
        return;
      case Kind::count:
        break;
    }
  }

  template <class AnyMatrix>
  void expect_right(AnyMatrix const& c) const {
    exec_.fence();
    auto const order = options_.result_sorted ? RowOrder::ascending : RowOrder::any;
    EXPECT_TRUE(same_matrix(to_host(c), problem_->product, order));
  }

  void make_plan() {
    plan_.emplace(
        araios::spgemm_symbolic<int>(exec_, problem_->a, problem_->b, options_, workspace_));
    planned_ = problem_;
    planned_options_ = options_;
    EXPECT_EQ(plan_->nnz(), problem_->product.pattern.num_entries());
  }

  void multiply(typename Problem::Plan const& plan) {
    if (&plan == &*plan_) options_ = planned_options_;
    auto const c = plan.template allocate<double>(exec_, "C");
    araios::spgemm_numeric(exec_, plan, problem_->a, problem_->b, c, workspace_);
    expect_right(c);
  }

  void multiply_capped() {
    options_.max_workspace_bytes = std::size_t{256} << random_.below(12);
    try {
      expect_right(araios::spgemm<int>(exec_, problem_->a, problem_->b, options_, workspace_));
    } catch (araios::OutOfMemory const& error) {
      EXPECT_TRUE(error.exceeds_cap()) << error.what();
    }
  }

  void multiply_what_does_not_fit() {
    auto b = problem_->b;
    ++b.graph.num_rows;
    EXPECT_THROW(araios::spgemm<int>(exec_, problem_->a, b, options_, workspace_),
                 std::invalid_argument);
  }

  void multiply_vector() {
    Kokkos::View<double*, Device> const y("y", problem_->x.size());
    araios::spmv(exec_, 1.0, problem_->a, to_view<double, Device>(problem_->x, "x"), 0.0, y,
                 workspace_);
    exec_.fence();
    EXPECT_TRUE(same_vector(to_vector<double>(y), problem_->vector));
  }

  /// All columns of the dense matrix are one vector.
  void multiply_dense() {
    auto const width = static_cast<std::size_t>(1 + random_.below(20));
    using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Device>;
    Dense const b("B", problem_->x.size(), width);
    for (std::size_t row = 0; row < problem_->x.size(); ++row) {
      for (std::size_t column = 0; column < width; ++column) b(row, column) = problem_->x[row];
    }
    Dense const c("C", problem_->x.size(), width);
    araios::spmm(exec_, 1.0, problem_->a, b, 0.0, c);
    exec_.fence();
    for (std::size_t column = 0; column < width; ++column) {
      std::vector<double> found(problem_->x.size());
      for (std::size_t row = 0; row < found.size(); ++row) found[row] = c(row, column);
      EXPECT_TRUE(same_vector(found, problem_->vector));
    }
  }

  Space exec_;
  std::vector<Problem> const& problems_;
  std::string const& file_;
  Random random_;
  std::vector<SpGemmOptions> turns_ = options_in_turn();
  Problem const* problem_ = nullptr;
  SpGemmOptions options_;
  araios::Workspace<Device> workspace_;
  std::optional<typename Problem::Plan> plan_;
  Problem const* planned_ = nullptr;
  SpGemmOptions planned_options_;
};

std::int64_t calls_wanted() {
  constexpr std::int64_t calls_of_ci = 4000;
  char const* const calls = std::getenv("ARAIOS_SOAK_CALLS");
  return calls == nullptr ? calls_of_ci : std::strtoll(calls, nullptr, 10);
}

/// The calls of four threads. Three have a serial instance each; the first has all threads of
/// OpenMP, where Kokkos has them.
class Soak : public testing::Test {
 protected:
  /// Makes so many calls, all threads together.
  void make_calls(std::int64_t num_calls) {
    std::vector<std::thread> threads;
    for (std::uint64_t thread = 0; thread < num_threads; ++thread) {
      threads.emplace_back([&, thread] {
#ifdef KOKKOS_ENABLE_OPENMP
        if (thread == 0) return make_calls_on(Kokkos::OpenMP{}, parallel_, thread, num_calls);
#endif
        make_calls_on(Kokkos::Serial{Kokkos::NewInstance{}}, serial_, thread, num_calls);
      });
    }
    for (auto& thread : threads) thread.join();
    ++round_;
  }

  Counts counts{};

 private:
  static constexpr std::uint64_t num_threads = 4;

  template <class Space>
  static std::vector<SoakProblem<Space>> problems() {
    std::vector<SoakProblem<Space>> all;
    all.emplace_back(30, 4, 1);
    all.emplace_back(200, 3, 2);
    all.emplace_back(90, 25, 3);
    return all;
  }

  template <class Space>
  void make_calls_on(Space const& exec, std::vector<SoakProblem<Space>> const& problems,
                     std::uint64_t seed, std::int64_t num_calls) {
    SoakThread<Space> thread{exec, problems, file_, seed + 10 * round_};
    for (std::int64_t call = static_cast<std::int64_t>(seed); call < num_calls;
         call += static_cast<std::int64_t>(num_threads)) {
      ++counts[static_cast<std::size_t>(thread.step())];
    }
  }

  static std::string write_file(TemporaryFolder const& folder, HostMatrix<double> const& matrix) {
    auto const path = folder.path("a.mtx");
    using Host = Kokkos::DefaultHostExecutionSpace::device_type;
    araios::write_matrix_market(path, to_device<int, int, Host>(matrix));
    return path;
  }

  std::uint64_t round_ = 1;
  std::vector<SoakProblem<Kokkos::Serial>> serial_ = problems<Kokkos::Serial>();
#ifdef KOKKOS_ENABLE_OPENMP
  std::vector<SoakProblem<Kokkos::OpenMP>> parallel_ = problems<Kokkos::OpenMP>();
#endif
  TemporaryFolder folder_;
  std::string file_ = write_file(folder_, serial_.front().host_a);
};

TEST_F(Soak, MixedCallsFromFourThreadsAreRightAndLeaveNothing) {
  std::int64_t const calls = calls_wanted();
  make_calls(calls / 10);
  auto const memory = resident_kib();
  auto const files = num_open_files();
  make_calls(calls);
  constexpr std::int64_t slack_kib = 16 * 1024;
  if (gives_memory_back) {
    EXPECT_LE(resident_kib(), memory + slack_kib);
  }
  EXPECT_EQ(num_open_files(), files);
  for (std::size_t kind = 0; kind < num_kinds; ++kind) {
    EXPECT_GT(counts[kind], calls / 200) << "kind " << kind;
  }
  RecordProperty("calls", std::to_string(calls + calls / 10));
}

}  // namespace
}  // namespace araios_test
