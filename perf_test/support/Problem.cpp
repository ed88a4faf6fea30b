// SPDX-License-Identifier: BSD-3-Clause
// One product to be measured: its operands on the host, its name and its counts.
#include "Problem.hpp"

#include "ExitCode.hpp"
#include <Araios_MatrixSource.hpp>

#include <Kokkos_Core.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace araios::perf {
namespace {

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

HostMatrix transpose(HostMatrix const& a) {
  auto const num_rows = at(a.graph.num_cols);
  auto const size = at(num_entries(a));
  using device_type = HostMatrix::device_type;
  Kokkos::View<std::int64_t*, device_type> const row_offsets("A^T.row_offsets", num_rows + 1);
  Kokkos::View<int*, device_type> const columns("A^T.columns", size);
  Kokkos::View<double*, device_type> const values("A^T.values", size);
  for (std::size_t entry = 0; entry < size; ++entry) {
    ++row_offsets(at(a.graph.columns(entry)) + 1);
  }
  for (std::size_t row = 0; row < num_rows; ++row) row_offsets(row + 1) += row_offsets(row);
  std::vector<std::int64_t> next(row_offsets.data(), row_offsets.data() + num_rows);
  for (int row = 0; row < a.graph.num_rows; ++row) {
    auto const end = at(a.graph.row_offsets(at(row) + 1));
    for (auto entry = at(a.graph.row_offsets(at(row))); entry < end; ++entry) {
      auto const target = at(next[at(a.graph.columns(entry))]++);
      columns(target) = row;
      values(target) = a.values(entry);
    }
  }
  return {{a.graph.num_cols, a.graph.num_rows, row_offsets, columns}, values};
}

std::int64_t count_work(HostMatrix const& a, HostMatrix const& b) {
  std::int64_t work = 0;
  for (std::int64_t entry = 0; entry < num_entries(a); ++entry) {
    auto const b_row = at(a.graph.columns(at(entry)));
    work += b.graph.row_offsets(b_row + 1) - b.graph.row_offsets(b_row);
  }
  return work;
}

void expect_shapes_fit(HostMatrix const& a, HostMatrix const& b) {
  if (a.graph.num_cols == b.graph.num_rows) return;
  throw Failure{
      ExitCode::bad_input,
      fmt::format("A is {} x {} and B is {} x {}, expected as many rows of B as columns "
                  "of A",
                  a.graph.num_rows, a.graph.num_cols, b.graph.num_rows, b.graph.num_cols)};
}

bool is_same_source(std::string const& left, std::string const& right) {
  std::error_code failed;
  return left == right || std::filesystem::equivalent(left, right, failed);
}

}  // namespace

Problem::Problem(std::string const& a_source, std::optional<std::string> const& b_source)
    : matrix_{name_of_source(a_source)}, operation_{"A*A"}, a_{load_source(a_source, remarks_)} {
  bool const is_square = a_.graph.num_rows == a_.graph.num_cols;
  if (b_source && !is_same_source(a_source, *b_source)) {
    matrix_ += " * " + name_of_source(*b_source);
    operation_ = "A*B";
    b_ = load_source(*b_source, remarks_);
  } else if (b_source || is_square) {
    b_ = a_;
    b_is_a_ = true;
  } else {
    operation_ = "A*A^T";
    b_ = transpose(a_);
  }
  expect_shapes_fit(a_, b_);
  work_ = count_work(a_, b_);
  values_as_read_.assign(a_.values.data(), a_.values.data() + num_entries(a_));
}

HostMatrix load_source(std::string const& source, std::vector<std::string>& remarks) {
  MatrixMarketReport report;
  HostMatrix matrix = load_matrix<double, std::int64_t, int>(source, &report);
  if (report.num_duplicates > 0) {
    remarks.push_back(fmt::format("{} of {} entries of {} repeat a place and are added up",
                                  report.num_duplicates, report.num_stored, source));
  }
  return matrix;
}

void Problem::change_values(int generation) {
  for (std::size_t entry = 0; entry < values_as_read_.size(); ++entry) {
    // Exact factors 1, 1.25, 1.5 and 1.75; all are 1 in generation 0.
    auto const step = (entry + 1) * static_cast<std::size_t>(generation) % 4;
    a_.values(entry) = values_as_read_[entry] * (1.0 + 0.25 * static_cast<double>(step));
  }
}

std::string name_of_source(std::string const& source) {
  if (source.starts_with("gen:")) return source;
  std::string name = std::filesystem::path{source}.filename().string();
  for (std::string_view const suffix : {".gz", ".xz", ".mtx"}) {
    if (name.size() > suffix.size() && name.ends_with(suffix)) {
      name.resize(name.size() - suffix.size());
    }
  }
  return name;
}

}  // namespace araios::perf
