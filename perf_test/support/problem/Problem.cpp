// SPDX-License-Identifier: BSD-3-Clause
// One product to measure: its operands on the host, its name and its counts.
#include "problem/Problem.hpp"

#include "base/ExitCode.hpp"
#include "options/Source.hpp"
#include "problem/WorkOfProduct.hpp"
#include <matrix/Araios_HostTranspose.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace araios::perf {
namespace {

void expect_shapes_fit(HostGraph const& left, HostGraph const& right, std::string_view left_name,
                       std::string_view right_name) {
  if (left.num_cols == right.num_rows) return;
  throw Failure{
      ExitCode::bad_input,
      fmt::format("{0} is {1} x {2} and {3} is {4} x {5}, expected as many rows of {3} as "
                  "columns of {0}",
                  left_name, left.num_rows, left.num_cols, right_name, right.num_rows,
                  right.num_cols)};
}

bool is_same_matrix(std::string const& left, std::string const& right) {
  std::error_code failed;
  return left == right || std::filesystem::equivalent(left, right, failed);
}

}  // namespace

Problem::Problem(std::string const& a_source, Options const& options) {
  if (options.scalar == ScalarType::complex_type) {
    operands_ = read<Complex>(a_source, options);
  } else {
    operands_ = read<double>(a_source, options);
  }
  work_ = work_of_product(a(), b());
}

template <class Scalar>
HostOperands<Scalar> Problem::read(std::string const& a_source, Options const& options) {
  auto operands = read_pair<Scalar>(a_source, options.b_source);
  expect_shapes_fit(operands.a.graph, operands.b.graph, "A", "B");
  if (options.r_source) {
    matrix_ = fmt::format("{} * ({})", name_of_source(*options.r_source), matrix_);
    operation_ = "R*(A*P)";
    operands.b = reference_product(operands.a, operands.b);
    operands.b_is_a = false;
    operands.a = load_source<Scalar>(*options.r_source, remarks_);
    expect_shapes_fit(operands.a.graph, operands.b.graph, "R", "A*B");
  }
  auto const& values = operands.a.values;
  operands.a_values_as_read.assign(values.data(), values.data() + num_entries(operands.a));
  return operands;
}

template <class Scalar>
HostOperands<Scalar> Problem::read_pair(std::string const& a_source,
                                        std::optional<std::string> const& b_source) {
  HostOperands<Scalar> operands{load_source<Scalar>(a_source, remarks_), {}, false, {}};
  auto const& a = operands.a;
  bool const is_square = a.graph.num_rows == a.graph.num_cols;
  bool const has_one_matrix =
      !b_source || is_same_matrix(untransposed(a_source), untransposed(*b_source));
  bool const are_alike = b_source ? is_transposed(a_source) == is_transposed(*b_source) : is_square;
  if (!has_one_matrix) {
    matrix_ = fmt::format("{} * {}", name_of_source(a_source), name_of_source(*b_source));
    operation_ = "A*B";
    operands.b = load_source<Scalar>(*b_source, remarks_);
  } else if (are_alike) {
    matrix_ = name_of_source(a_source);
    operation_ = "A*A";
    operands.b = a;
    operands.b_is_a = true;
  } else {
    matrix_ = name_of_source(untransposed(a_source));
    operation_ = is_transposed(a_source) ? "A^T*A" : "A*A^T";
    operands.b = impl::transpose(a);
  }
  return operands;
}

void Problem::change_values(int generation) {
  std::visit(
      [generation](auto& operands) {
        auto const& as_read = operands.a_values_as_read;
        for (std::size_t entry = 0; entry < as_read.size(); ++entry) {
          // The factors 1, 1.25, 1.5 and 1.75 are exact; all are 1 in generation 0.
          auto const step = (entry + 1) * static_cast<std::size_t>(generation) % 4;
          operands.a.values(entry) = as_read[entry] * (1.0 + 0.25 * static_cast<double>(step));
        }
      },
      operands_);
}

std::string Problem::difference_from_reference(AnyHostResult const& c,
                                               Comparison const& comparison) const {
  return std::visit(
      [&]<class Scalar>(HostOperands<Scalar> const& operands) {
        return perf::difference_from_reference(operands.a, operands.b,
                                               std::get<HostResultOf<Scalar>>(c), comparison);
      },
      operands_);
}

}  // namespace araios::perf
