// SPDX-License-Identifier: BSD-3-Clause
// One product to measure: its operands on the host, its name and its counts.
#include "problem/Problem.hpp"

#include "base/ExitCode.hpp"
#include "options/Source.hpp"
#include "problem/Reference.hpp"
#include <matrix/Araios_HostTranspose.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace araios::perf {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

std::int64_t count_work(HostMatrix const& a, HostMatrix const& b) {
  std::int64_t work = 0;
  for (std::int64_t entry = 0; entry < num_entries(a); ++entry) {
    auto const b_row = at(a.graph.columns(at(entry)));
    work += b.graph.row_offsets(b_row + 1) - b.graph.row_offsets(b_row);
  }
  return work;
}

void expect_shapes_fit(HostMatrix const& left, HostMatrix const& right, std::string_view left_name,
                       std::string_view right_name) {
  if (left.graph.num_cols == right.graph.num_rows) return;
  throw Failure{
      ExitCode::bad_input,
      fmt::format("{0} is {1} x {2} and {3} is {4} x {5}, expected as many rows of {3} as "
                  "columns of {0}",
                  left_name, left.graph.num_rows, left.graph.num_cols, right_name,
                  right.graph.num_rows, right.graph.num_cols)};
}

bool is_same_matrix(std::string const& left, std::string const& right) {
  std::error_code failed;
  return left == right || std::filesystem::equivalent(left, right, failed);
}

}  // namespace

Problem::Problem(std::string const& a_source, Options const& options) {
  read_pair(a_source, options.b_source);
  expect_shapes_fit(a_, b_, "A", "B");
  if (options.r_source) {
    matrix_ = fmt::format("{} * ({})", name_of_source(*options.r_source), matrix_);
    operation_ = "R*(A*P)";
    b_ = reference_product(a_, b_);
    b_is_a_ = false;
    a_ = load_source(*options.r_source, remarks_);
    expect_shapes_fit(a_, b_, "R", "A*B");
  }
  work_ = count_work(a_, b_);
  values_as_read_.assign(a_.values.data(), a_.values.data() + num_entries(a_));
}

void Problem::read_pair(std::string const& a_source, std::optional<std::string> const& b_source) {
  a_ = load_source(a_source, remarks_);
  bool const is_square = a_.graph.num_rows == a_.graph.num_cols;
  bool const has_one_matrix =
      !b_source || is_same_matrix(untransposed(a_source), untransposed(*b_source));
  bool const are_alike = b_source ? is_transposed(a_source) == is_transposed(*b_source) : is_square;
  if (!has_one_matrix) {
    matrix_ = fmt::format("{} * {}", name_of_source(a_source), name_of_source(*b_source));
    operation_ = "A*B";
    b_ = load_source(*b_source, remarks_);
  } else if (are_alike) {
    matrix_ = name_of_source(a_source);
    operation_ = "A*A";
    b_ = a_;
    b_is_a_ = true;
  } else {
    matrix_ = name_of_source(untransposed(a_source));
    operation_ = is_transposed(a_source) ? "A^T*A" : "A*A^T";
    b_ = impl::transpose(a_);
  }
}

void Problem::change_values(int generation) {
  for (std::size_t entry = 0; entry < values_as_read_.size(); ++entry) {
    // The factors 1, 1.25, 1.5 and 1.75 are exact; all are 1 in generation 0.
    auto const step = (entry + 1) * static_cast<std::size_t>(generation) % 4;
    a_.values(entry) = values_as_read_[entry] * (1.0 + 0.25 * static_cast<double>(step));
  }
}

}  // namespace araios::perf
