// SPDX-License-Identifier: BSD-3-Clause
// The calls of araios.h on matrices: they find what the library does with the operands' types.

#include "Answer.hpp"
#include "Arrays.hpp"
#include "Options.hpp"
#include "Products.hpp"
#include "Results.hpp"
#include "Types.hpp"
#include "araios.h"
#include <Araios_SpGemmOptions.hpp>
#include <platform/Araios_Expects.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace araios_c {
namespace {

void expect_given(void const* argument, std::string const& name) {
  ARAIOS_EXPECTS(argument != nullptr, name + " is null");
}

void expect_initialized() {
  if (!Kokkos::is_initialized() || Kokkos::is_finalized()) {
    throw Refusal{
        ARAIOS_NOT_INITIALIZED,
        "Kokkos is not initialized: call araios_initialize first, and araios_finalize last"};
  }
}

/// Runs what multiplies, one call at a time: all calls use the same instance of Kokkos.
template <class Call>
int answer_in_turn(Call const& call) noexcept {
  return answer([&] {
    static std::mutex mutex;
    expect_initialized();
    std::scoped_lock const lock{mutex};
    call();
  });
}

void expect_same_types(araios_matrix const& b, Types const& types, char const* name,
                       char const* like) {
  ARAIOS_EXPECTS(types_of(b) == types, std::string{name} + " is " + describe(types_of(b), name) +
                                           ", expected as " + like + " " + describe(types, like));
}

/// Throws: Refusal if the library was not built for the types of `a`.
CallsOfTypes const& calls_of(araios_matrix const& a) {
  auto const types = types_of(a);
  auto const name = describe(types, "A");
  std::string known;
  for (auto const& calls : all_calls()) {
    if (calls.types == types) return calls;
    known += (known.empty() ? "" : "; ") + describe(calls.types, "A");
  }
  throw Refusal{ARAIOS_UNSUPPORTED, "this build knows no matrices of " + name + ", only of " +
                                        known +
                                        ": build Araios with others in Araios_LIBRARY_TYPES"};
}

Products const& products_of(araios_matrix const* a, araios_matrix const* b) {
  expect_given(a, "A");
  expect_given(b, "B");
  auto const& calls = calls_of(*a);
  expect_same_types(*b, calls.types, "B", "A");
  return calls.products;
}

void expect_scalar_of_a(araios_dense const* dense, araios_matrix const& a,
                        std::string const& name) {
  expect_given(dense, name);
  auto const found = describe_scalar(dense->scalar, name + ".scalar");
  ARAIOS_EXPECTS(dense->scalar == a.scalar, name + ".scalar is " + found + ", expected as A " +
                                                describe_scalar(a.scalar, "A.scalar"));
}

/// Throws: Refusal if the library was built without files, or not for the types of `a`.
MatrixFiles const& files_of(araios_matrix const& a) {
  auto const& calls = calls_of(a);
  if (calls.files == nullptr) {
    throw Refusal{ARAIOS_UNSUPPORTED,
                  "this build reads and writes no Matrix Market files: configure Araios with "
                  "-DAraios_ENABLE_MATRIX_MARKET=ON"};
  }
  return *calls.files;
}

araios::SpGemmOptions options_of(araios_options const* options) {
  return options == nullptr ? araios::SpGemmOptions{} : options->options;
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

int araios_options_create(araios_options** options) {
  return answer([&] {
    expect_given(options, "options");
    *options = new araios_options;
  });
}

int araios_options_set(araios_options* options, char const* name, std::int64_t value) {
  return answer([&] {
    expect_given(options, "options");
    expect_given(name, "name");
    set_option(options->options, name, value);
  });
}

void araios_options_destroy(araios_options* options) { delete options; }

int araios_multiply(araios_matrix const* a, araios_matrix const* b, araios_options const* options,
                    araios_matrix* c) {
  return answer_in_turn([&] {
    expect_given(c, "C");
    *c = products_of(a, b).multiply(*a, *b, options_of(options));
  });
}

void araios_free(araios_matrix* c) {
  if (c == nullptr || c->owner == nullptr) return;
  delete static_cast<Owner*>(c->owner);
  c->owner = c->row_offsets = c->columns = c->values = nullptr;
}

int araios_plan_create(araios_matrix const* a, araios_matrix const* b,
                       araios_options const* options, araios_plan** plan) {
  return answer_in_turn([&] {
    expect_given(plan, "plan");
    *plan = products_of(a, b).plan(*a, *b, options_of(options)).release();
  });
}

int araios_plan_size(araios_plan const* plan, std::int64_t* num_rows, std::int64_t* num_cols,
                     std::int64_t* num_entries) {
  return answer([&] {
    expect_given(plan, "plan");
    expect_initialized();
    auto const size = plan->size();
    if (num_rows != nullptr) *num_rows = size.num_rows;
    if (num_cols != nullptr) *num_cols = size.num_cols;
    if (num_entries != nullptr) *num_entries = size.num_entries;
  });
}

int araios_plan_allocate(araios_plan const* plan, araios_matrix* c) {
  return answer_in_turn([&] {
    expect_given(plan, "plan");
    expect_given(c, "C");
    *c = plan->allocate();
  });
}

int araios_plan_numeric(araios_plan const* plan, araios_matrix const* a, araios_matrix const* b,
                        araios_matrix const* c) {
  return answer_in_turn([&] {
    expect_given(plan, "plan");
    expect_given(a, "A");
    expect_given(b, "B");
    expect_given(c, "C");
    auto const types = plan->types();
    expect_same_types(*a, types, "A", "the plan");
    expect_same_types(*b, types, "B", "the plan");
    expect_same_types(*c, types, "C", "the plan");
    plan->numeric(*a, *b, *c);
  });
}

void araios_plan_destroy(araios_plan* plan) { delete plan; }

int araios_estimate(araios_matrix const* a, araios_matrix const* b, araios_options const* options,
                    araios_bounds* bounds) {
  return answer_in_turn([&] {
    expect_given(bounds, "bounds");
    *bounds = products_of(a, b).estimate(*a, *b, options_of(options));
  });
}

int araios_add(void const* alpha, araios_matrix const* a, void const* beta, araios_matrix const* b,
               araios_matrix* c) {
  return answer_in_turn([&] {
    expect_given(c, "C");
    *c = products_of(a, b).add({alpha, *a}, {beta, *b});
  });
}

int araios_spmv(void const* alpha, araios_matrix const* a, void const* x, void const* beta,
                void* y) {
  return araios_spmv_op(alpha, a, x, beta, y, nullptr);
}

int araios_spmv_op(void const* alpha, araios_matrix const* a, void const* x, void const* beta,
                   void* y, araios_options const* options) {
  return answer_in_turn([&] {
    expect_given(a, "A");
    calls_of(*a).dense.spmv(*a, {alpha, x, beta, y}, options_of_dense(options, "araios_spmv_op"));
  });
}

int araios_spmm(void const* alpha, araios_matrix const* a, araios_dense const* b, void const* beta,
                araios_dense const* c, araios_options const* options) {
  return answer_in_turn([&] {
    expect_given(a, "A");
    auto const& products = calls_of(*a).dense;
    expect_scalar_of_a(b, *a, "B");
    expect_scalar_of_a(c, *a, "C");
    products.spmm(*a, {alpha, *b, beta, *c}, options_of_dense(options, "araios_spmm"));
  });
}

int araios_read_matrix_market(char const* path, araios_matrix* a) {
  return answer_in_turn([&] {
    expect_given(path, "path");
    expect_given(a, "A");
    check_base(a->base, "A");
    *a = files_of(*a).read(path, a->base);
  });
}

int araios_write_matrix_market(char const* path, araios_matrix const* a) {
  return answer_in_turn([&] {
    expect_given(path, "path");
    expect_given(a, "A");
    files_of(*a).write(path, *a);
  });
}
