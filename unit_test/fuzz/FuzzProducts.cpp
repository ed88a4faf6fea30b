// SPDX-License-Identifier: BSD-3-Clause
// Fuzzes products: operands, options, types and histories of calls are made from the input, and
// every result is compared with the oracle.

#include "Bytes.hpp"
#include "OptionsFromBytes.hpp"
#include "PatternsFromBytes.hpp"
#include "support/ExpectedVector.hpp"
#include "support/HostMatrix.hpp"
#include "support/Matchers.hpp"
#include "support/RandomMatrices.hpp"
#include "support/ReferenceProduct.hpp"
#include <Araios_Errors.hpp>
#include <Araios_SpGemm.hpp>
#include <Araios_SpMm.hpp>
#include <Araios_SpMv.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace araios_test {
namespace {

using araios::SpGemmOptions;
using Space = Kokkos::DefaultHostExecutionSpace;
using Device = Space::device_type;

/// Says what is wrong, and ends the process so that the fuzzer keeps the input.
[[noreturn]] void fail(std::string const& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}
void expect(bool condition, std::string const& what) {
  if (!condition) fail(what);
}

/// Counts the results that were compared, and tells it at the end: a history has several.
class ComparedResults {
 public:
  ComparedResults() = default;
  ComparedResults(ComparedResults const&) = delete;
  ComparedResults& operator=(ComparedResults const&) = delete;
  ~ComparedResults() { std::fprintf(stderr, "compared: %lld results\n", count_); }
  void add() { ++count_; }

 private:
  long long count_ = 0;
} compared_results;

bool do_columns_ascend(HostPattern const& a) {
  for (std::int64_t row = 0; row < a.num_rows; ++row) {
    for (auto entry = a.row_begin(row) + 1; entry < a.row_end(row); ++entry) {
      if (a.column(entry - 1) >= a.column(entry)) return false;
    }
  }
  return true;
}

template <class Scalar>
HostMatrix<Scalar> op(HostMatrix<Scalar> const& a, bool is_transposed) {
  return is_transposed ? transpose_of(a) : a;
}

/// Operands, a plan and a C that calls of the input share.
template <class Scalar, class Ordinal, class OffsetA, class OffsetB, class OffsetC>
class History {
 public:
  explicit History(Bytes& bytes)
      : bytes_{bytes}, options_{options_from(bytes)}, is_square_{bytes.one_in(4)} {
    std::int64_t const m = size_from(bytes);
    std::int64_t const k = is_square_ ? m : size_from(bytes);
    std::int64_t const n = is_square_ ? m : width_from(bytes);
    a_ = operand<OffsetA>(options_.transpose_a ? k : m, options_.transpose_a ? m : k);
    b_ = operand<OffsetB>(options_.transpose_b ? n : k, options_.transpose_b ? k : n);
    constexpr std::int64_t most_products = 200'000;
    is_small_ = num_products() <= most_products;
    if (is_small_) update();
  }

  /// Whether the product is small enough for the oracle.
  bool is_small() const { return is_small_; }

  void run() {
    constexpr int most_calls = 8;
    for (int call = 0; call < most_calls && (call == 0 || bytes_.are_left()); ++call) {
      try {
        step();
      } catch (std::exception const& error) {
        if (!is_documented(error)) fail("not a documented error: " + std::string{error.what()});
      }
    }
  }

 private:
  template <class Offset>
  using Matrix = araios::CrsMatrix<Scalar, Offset, Ordinal, Device>;
  using Plan = araios::SpGemmPlan<OffsetC, Ordinal, Device>;
  using Result = Matrix<OffsetC>;

  /// A matrix of the host, and how many rows of a larger one lie before it in the arrays of the
  /// library.
  template <class Offset>
  struct Operand {
    HostMatrix<Scalar> host;
    std::int64_t rows_before = 0;

    Matrix<Offset> view() const {
      if (rows_before == 0) return to_device<Offset, Ordinal, Device>(host);
      auto const end = rows_before + host.pattern.num_rows + 1;
      // Copies of the first row lie before and behind.
      std::vector<std::int64_t> order(static_cast<std::size_t>(end + 1), 0);
      std::iota(order.begin() + rows_before, order.begin() + end - 1, std::int64_t{0});
      auto const larger = to_device<Offset, Ordinal, Device>(with_rows(host, order));
      return {{static_cast<Ordinal>(host.pattern.num_rows), larger.graph.num_cols,
               Kokkos::subview(larger.graph.row_offsets, std::pair{rows_before, end}),
               larger.graph.columns},
              larger.values};
    }
  };

  template <class Offset>
  Operand<Offset> operand(std::int64_t rows, std::int64_t cols) {
    auto pattern = pattern_from(bytes_, rows, cols);
    std::uint64_t const seed = bytes_.take();
    bool const is_part = bytes_.one_in(6) && rows > 0;
    return {bytes_.one_in(3) ? with_reals<Scalar>(std::move(pattern), seed)
                             : with_integers<Scalar>(std::move(pattern), seed),
            is_part ? 1 + bytes_.below(3) : 0};
  }

  std::int64_t num_products() const {
    auto const a = op(a_.host, options_.transpose_a);
    auto const b = multiplies_one_matrix() ? op(a_.host, options_.transpose_b)
                                           : op(b_.host, options_.transpose_b);
    std::int64_t products = 0;
    for (std::int64_t const row : a.pattern.columns) {
      products += b.pattern.row_end(row) - b.pattern.row_begin(row);
    }
    return products;
  }

  bool multiplies_one_matrix() const { return is_square_ && std::is_same_v<OffsetA, OffsetB>; }

  /// Makes the views and the expected product of the operands as they are now.
  void update() {
    if (multiplies_one_matrix()) {
      b_ = {a_.host, a_.rows_before};
    }
    view_a_ = a_.view();
    if constexpr (std::is_same_v<OffsetA, OffsetB>) {
      view_b_ = multiplies_one_matrix() ? view_a_ : b_.view();
    } else {
      view_b_ = b_.view();
    }
    expected_ =
        reference_product(op(a_.host, options_.transpose_a), op(b_.host, options_.transpose_b));
  }

  void step() {
    switch (bytes_.below(10)) {
      case 0:
        return expect_right(
            to_host(araios::spgemm<OffsetC>(exec_, view_a_, view_b_, options_, workspace())));
      case 1:
        return make_plan(options_);
      case 2:
        return multiply_new_values();
      case 3:
        return multiply_other_pattern();
      case 4:
        return multiply_within_estimate();
      case 5:
        return multiply_capped();
      case 6:
        return change_result();
      case 7:
        return multiply_vector();
      case 8:
        return multiply_dense();
      default:
        return multiply_by_plan();
    }
  }

  araios::Workspace<Device> workspace() {
    return bytes_.one_in(3) ? araios::Workspace<Device>{} : workspace_;
  }

  void expect_right(HostMatrix<Scalar> const& found) const {
    auto const order = options_.result_sorted ? RowOrder::ascending : RowOrder::any;
    compared_results.add();
    auto const result = same_matrix(found, expected_, order);
    expect(bool{result}, result.message());
  }

  void make_plan(SpGemmOptions const& options) {
    plan_.reset();
    plan_.emplace(araios::spgemm_symbolic<OffsetC>(exec_, view_a_, view_b_, options, workspace()));
    expect(plan_->nnz() == expected_.pattern.num_entries(), "the plan counts other entries");
    expect(plan_->stats().work == expected_.work(), "the plan counts other products");
    result_ = plan_->template allocate_writable<Scalar>("C");
  }

  void multiply_by_plan() {
    if (!plan_) make_plan(options_);
    if (bytes_.one_in(2)) {
      Plan const copy = *plan_;
      auto const c = copy.template allocate<Scalar>(exec_, "C");
      araios::spgemm_numeric(exec_, copy, view_a_, view_b_, c, workspace());
      return expect_right(to_host(c));
    }
    araios::spgemm_numeric(exec_, *plan_, view_a_, view_b_, *result_, workspace());
    expect_right(to_host(*result_));
  }

  void multiply_new_values() {
    if (!plan_) make_plan(options_);
    a_.host = with_integers<Scalar>(a_.host.pattern, bytes_.take());
    b_.host = with_integers<Scalar>(b_.host.pattern, bytes_.take());
    update();
    multiply_by_plan();
  }

  /// The plan must refuse other patterns with check_reuse, and may do so without. Its own operands
  /// it takes afterwards.
  void multiply_other_pattern() {
    if (!plan_) make_plan(options_);
    auto const& pattern = a_.host.pattern;
    Operand<OffsetA> const other = operand<OffsetA>(pattern.num_rows, pattern.num_cols);
    bool const is_same = other.host.pattern.row_offsets == pattern.row_offsets &&
                         other.host.pattern.columns == pattern.columns;
    auto const c = plan_->template allocate_writable<Scalar>("C");
    bool is_refused = false;
    try {
      araios::spgemm_numeric(exec_, *plan_, other.view(), view_b_, c);
    } catch (std::invalid_argument const&) {
      is_refused = true;
    }
    expect(!(is_refused && is_same), "the pattern of the plan is refused");
    bool const differs_in_size = other.host.pattern.num_entries() != pattern.num_entries();
    expect(is_refused || is_same || !(plan_->options().check_reuse || differs_in_size),
           "another pattern is not refused");
    multiply_by_plan();
  }

  /// The bounds of the estimate hold, and a cap at its least bytes suffices.
  void multiply_within_estimate() {
    auto const estimate =
        araios::spgemm_estimate<Scalar, OffsetC>(exec_, view_a_, view_b_, options_);
    expect(estimate.work == expected_.work(), "the estimate counts other products");
    expect(estimate.max_nnz_c >= expected_.pattern.num_entries(), "more entries than estimated");
    SpGemmOptions capped = options_;
    capped.max_workspace_bytes = estimate.min_workspace_bytes;
    try {
      make_plan(capped);
      araios::spgemm_numeric(exec_, *plan_, view_a_, view_b_, *result_, workspace());
    } catch (araios::OutOfMemory const& error) {
      fail("the estimate does not suffice: " + std::string{error.what()});
    }
    expect_right(to_host(*result_));
  }

  /// Less memory gives the same product, or is refused.
  void multiply_capped() {
    SpGemmOptions capped = options_;
    capped.max_workspace_bytes = std::size_t{64} << bytes_.below(16);
    try {
      make_plan(capped);
      araios::spgemm_numeric(exec_, *plan_, view_a_, view_b_, *result_, workspace());
      expect_right(to_host(*result_));
    } catch (araios::OutOfMemory const& error) {
      expect(error.exceeds_cap(), error.what());
      plan_.reset();
    }
  }

  /// What is done to a result in place must not show in the next one.
  void change_result() {
    if (!plan_) make_plan(options_);
    araios::spgemm_numeric(exec_, *plan_, view_a_, view_b_, *result_, workspace());
    for (std::size_t i = 0; i < result_->graph.columns.extent(0); ++i) {
      result_->graph.columns(i) += 1;
      result_->values(i) = Scalar{-7};
    }
    multiply_by_plan();
  }

  std::vector<Scalar> vector(std::int64_t size) {
    return with_integers<Scalar>(full_pattern(1, size), bytes_.take()).values;
  }

  void multiply_vector() {
    auto const x = vector(a_.host.pattern.num_cols);
    auto const y = vector(a_.host.pattern.num_rows);
    Scalar const alpha{static_cast<double>(bytes_.below(4)) - 1};
    Scalar const beta{static_cast<double>(bytes_.below(4)) - 1};
    auto const result = to_view<Scalar, Device>(y, "y");
    araios::spmv(exec_, alpha, view_a_, to_view<Scalar, Device>(x, "x"), beta, result, workspace());
    compared_results.add();
    auto const same =
        same_vector(to_vector<Scalar>(result), reference_spmv(alpha, a_.host, x, beta, y));
    expect(bool{same}, same.message());
  }

  /// All columns of the dense matrix are one vector.
  void multiply_dense() {
    auto const x = vector(a_.host.pattern.num_cols);
    std::size_t const width = static_cast<std::size_t>(bytes_.below(70));
    Kokkos::View<Scalar**, Kokkos::LayoutRight, Device> const dense("B", x.size(), width);
    for (std::size_t row = 0; row < x.size(); ++row) {
      for (std::size_t column = 0; column < width; ++column) dense(row, column) = x[row];
    }
    auto const num_rows = static_cast<std::size_t>(a_.host.pattern.num_rows);
    Kokkos::View<Scalar**, Kokkos::LayoutRight, Device> const result("C", num_rows, width);
    araios::spmm(exec_, Scalar{1}, view_a_, dense, Scalar{0}, result);
    compared_results.add();
    auto const expected =
        reference_spmv(Scalar{1}, a_.host, x, Scalar{0}, std::vector<Scalar>(num_rows));
    for (std::size_t column = 0; column < width; ++column) {
      auto const found = Kokkos::subview(result, Kokkos::ALL, column);
      std::vector<Scalar> elements(num_rows);
      for (std::size_t row = 0; row < num_rows; ++row) elements[row] = found(row);
      auto const same = same_vector(elements, expected);
      expect(bool{same}, same.message());
    }
  }

  /// Options that do not go together or do not fit the operands.
  bool is_documented(std::exception const& error) const {
    if (dynamic_cast<araios::Unsupported const*>(&error) != nullptr) return true;
    if (dynamic_cast<std::invalid_argument const*>(&error) == nullptr) return false;
    std::string const message = error.what();
    bool const needs_order =
        options_.input_sorted || options_.method == araios::MethodKind::bhsparse;
    bool const is_ordered =
        do_columns_ascend(a_.host.pattern) && do_columns_ascend(b_.host.pattern);
    if (message.find("strictly ascending columns") != std::string::npos) {
      return needs_order && !is_ordered;
    }
    return message.starts_with("options.");
  }

  Bytes& bytes_;
  Space exec_;
  SpGemmOptions options_;
  bool is_square_;
  bool is_small_ = false;
  Operand<OffsetA> a_;
  Operand<OffsetB> b_;
  Matrix<OffsetA> view_a_;
  Matrix<OffsetB> view_b_;
  ReferenceProduct expected_;
  araios::Workspace<Device> workspace_;
  std::optional<Plan> plan_;
  std::optional<Result> result_;
};

/// Returns what libFuzzer asks for: -1 where the input is not worth to be kept.
template <class AnyHistory>
int run(Bytes& bytes) {
  AnyHistory history{bytes};
  if (!history.is_small()) return -1;
  history.run();
  return 0;
}

}  // namespace
}  // namespace araios_test

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  static Kokkos::ScopeGuard const guard{*argc, *argv};
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using araios_test::Bytes;
  using araios_test::History;
  using araios_test::run;
  Bytes bytes{data, size};
  if (bytes.one_in(3)) {
    return run<History<Kokkos::complex<double>, std::int64_t, std::int64_t, int, std::size_t>>(
        bytes);
  }
  return run<History<double, int, int, int, int>>(bytes);
}
